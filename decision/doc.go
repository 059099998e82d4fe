// Package decision is the vocabulary of the supervisor: what a tool call is,
// what can be decided about it and why, and the small interfaces that the
// parts of a supervisor implement.
//
// It is a leaf: rules, providers, stores, journals and queues import it and
// nothing of each other. The root package re-exports everything here that an
// embedder types, so that a caller needs one import.
//
// Three properties hold by construction:
//
//   - The zero [Action] is [Escalate], and the zero [Effects] is opaque: what
//     nobody filled in leans to caution.
//   - An escalation carries a machine-readable [Cause] beside its sentence.
//   - One [Fingerprint] says what was judged; approving, remembering and
//     executing compare against it.
package decision
