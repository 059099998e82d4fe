// Package question holds the narrow, typed questions that a decision model is
// asked about a tool call, and its answers.
//
// Questions come in packs, written in YAML by those who know what matters; a
// [Set] is the packs that a deployment uses, and [Set.For] the questions of
// them that one call is asked. The built-in base pack asks what every call
// must be asked. A model is never asked whether a call may run: it reports
// probabilities, and package decision combines them.
//
// [Load] and [Parse] read packs, [Combine] puts them together with the base
// pack, [Lint] names everything that is doubtful, and [ParseAnswers] reads what
// a model said, strictly. Package questiontest unit-tests a pack.
package question
