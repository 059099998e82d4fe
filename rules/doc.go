// Package rules is the operator's rule set: conditions on what a call says,
// each with an action. The first rule whose condition holds decides.
//
// A condition means two things, by what it would do. To deny or escalate it is
// read as raw text, and where it is about a path also by where that path
// leads. To approve it is read narrowly. An approve rule that names a tool is
// the operator's word and is obeyed. Every other approve is inferred, and
// holds only if all effects of the call are seen and none leaves the project.
//
// [ParseCondition] describes the language and [New] builds a set.
package rules
