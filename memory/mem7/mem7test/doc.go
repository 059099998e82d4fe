// Package mem7test is a flux7-memory for tests, as net/http/httptest is a server
// for tests.
//
// It behaves as a flux7-memory was measured to behave, traps included: a tool
// that fails does so with status 200, an entry with any ttl is never seen again,
// values are not escaped in answers and may imitate other entries, raw queries
// have a syntax, and what it does not know it also answers when nobody asked.
// [Fault] adds what goes wrong between two machines.
//
// [New] listens nowhere: use its Transport, which also works in the virtual
// time of testing/synctest. [NewServer] listens on loopback.
package mem7test
