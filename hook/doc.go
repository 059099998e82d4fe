// Package hook puts a supervisor between a coding agent's host and its tools, as
// a hook that the host runs before every tool call. It reads the host's
// PreToolUse event, has the call judged, and answers with the permission in the
// host's own form; and it edits the host's settings file so that the host runs it.
//
// Hosts treat a hook that fails as one that has no objection. So a [Hook] always
// answers, in time, and what it could not judge is a question to a person, or a
// denial where the event says that nobody can answer; it is never allowed.
//
// The host is Claude Code. Others send events that look alike and understand other
// answers: do not use this package for them.
package hook
