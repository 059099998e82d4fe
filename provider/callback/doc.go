// Package callback lets a reviewer agent, such as Claude Code with a whole code
// base at hand, judge tool calls: through an MCP server that the reviewer is
// connected to.
//
// A [Server] keeps the calls that wait and serves the reviewers, over stdio or
// streamable HTTP. A [Provider] of it puts each call that a supervisor asks about
// into the server's queue, and waits until a reviewer has answered or its time is
// over. Nobody answers: the call escalates, with cause timeout.
//
// A reviewer has two tools. sup7_pending lists the calls that wait, or waits for
// the next one; sup7_verdict answers one of them by its id, once, before its
// deadline. Each waiting call is a resource, with what it would do and why the
// rules left it open, and a prompt explains the task.
//
// A reviewer reads what an agent wrote, so it is held to what binds every judge
// of text (see package textmodel): secrets are masked, nothing is approved that was
// not shown whole or that the analysis does not see whole, and the confidence has
// to reach the supervisor's threshold. It never answers its own calls: those of an
// agent of its name or of a subagent of it, NAME/KIND, and those that name no
// agent.
//
// It is a module of its own, for the MCP SDK's sake.
package callback
