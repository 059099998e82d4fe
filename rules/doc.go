// Package rules is the operator's rule set: conditions on what a call says,
// each with an action. The first rule whose condition holds decides.
//
// A condition means two things, by what it would do. To deny or escalate it is
// read as raw text, and where it is about a path also by where that path
// leads. To approve it is read narrowly. An approve rule that names a tool is
// the operator's word and is obeyed. Every other approve is inferred, and
// holds only if all effects of the call are seen and none leaves the project.
// A condition on the text of a command is held against each command of the
// line, and in a rule that approves it is inferred, like one on effects.
//
// A condition is written in one of two languages. [ParseCondition] describes
// the classic one, a single comparison; [ParseWhen] the other, comparisons
// joined by and, or and not. Both compile to the same thing. [New] builds a
// set of either.
package rules
