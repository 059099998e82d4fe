// Package meshtest is a mesh for tests, as net/http/httptest is a server for
// tests: the control plane of a mesh, and enough of its data plane to have
// agents that wait.
//
// It behaves as a mesh was measured to behave, traps included: ids are
// prefixes and the empty one counts, the remaining time is cut to seconds, an
// unreadable body still approves, a call's own trace is among the recent ones,
// and redaction leaves lists and traces alone. POST /mcp has its own: what an
// operator approves there runs at once, also if an agent waits and runs it again;
// [Approval] counts. [Fault] adds what goes wrong between two machines.
//
// [New] listens nowhere: use its Transport, which also works in the virtual
// time of testing/synctest. [NewServer] listens on loopback.
package meshtest
