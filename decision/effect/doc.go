// Package effect tells what a tool call would do, without running anything.
//
// [Scope] knows the operator's directories and holds the one test of paths:
// everything that asks whether a path is in the project asks [Scope.Locate].
// [NewAnalyzer] builds an analyser of file tools whose parameters are known.
// Every other tool is opaque: what cannot be seen is never guessed.
//
// Paths are those of Unix. Nothing is written, opened or listed; symbolic
// links are read to find out where a path leads.
package effect
