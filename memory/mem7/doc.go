// Package mem7 keeps decisions in flux7-memory, under the keys, values and tags
// of the reference supervisor.
//
// A [Store] is the store of package memory whose decisions are also written to
// flux7-memory, and which begins with the latest of those that are there. A
// [Writer] only writes, beside another store. Neither waits for flux7-memory
// when a decision is saved: it is put into a folder first, the spool, and a
// goroutine delivers what lies there, in order. A flux7-memory that is down, slow or
// full loses nothing and delays nobody; what was not delivered when the process
// ended, however it ended, is delivered by the next one.
//
// What is written cannot be taken for a vote of a person by a mesh that reads
// decisions out of the text of a memory: it is JSON in ASCII on one line, which
// begins with a brace and has none of the characters that such a mesh looks for.
//
// What is read was written by whoever can reach flux7-memory. It is for people
// to look at: it has neither fingerprint nor effects, and no rule approves by it.
package mem7
