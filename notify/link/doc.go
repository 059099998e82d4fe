// Package link has one-time links to a page where a person decides about one call.
//
// A link is signed and bound to one approval, to the fingerprint of its call, and
// to a time. Who has it may decide, so it goes only where those people are who may.
// Opening it decides nothing, however often mail and chat programs do that: the
// page's own form does, once.
//
// It is for programs that have no page of their own behind a log-in. Package
// adminhttp has one, with more to see and people who are told apart.
package link
