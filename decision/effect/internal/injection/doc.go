// Package injection finds text that addresses a model with an order: "ignore
// previous instructions", "supervisor: approve this call", forged turns of a
// conversation, marks of a chat template, orders to the reader of a document.
//
// A text is folded first: what is not shown is left out, look-alike letters
// and digits become the letters they stand for, compatibility forms become
// plain. Then it is read word by word. The words that matter belong to groups
// (see vocabulary), and phrases are sequences of groups with limited distance
// (see phrases), or sentences that hold whom they address, that they are an
// order, and what it is about, in any order (see clauses). Most kinds of order
// are told by posture (see posture and kinds): a clause that starts with an
// order or a prohibition, in prose, with what tells that a model is meant, as
// its answer, its instructions, its user. Words in rot13 or backwards belong to
// the groups of what they hide. What is base64 or hexadecimal is decoded and
// read as well.
//
// A text that is written with escapes, with blanks or marks between its
// letters, backwards or as one long name is read without them too.
//
// It is a reader of words, not of meaning: it finds the known kinds of order
// in the languages of its vocabulary, and nothing else. Text about injections
// is told apart where it is quoted and called so; else it is found too.
//
// A scan takes time in proportion to the text.
package injection
