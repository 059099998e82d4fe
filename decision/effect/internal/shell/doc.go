// Package shell reads a command line as a shell would, without running
// anything, and reports what the programs in it would do: a [Report] of acts,
// each with the segment that shows it, and of the gaps, the parts that could
// not be seen. A gap hides no act that was seen.
//
// The reader follows every way a command line can run something: lists, pipes,
// substitutions, redirections, here-documents, functions, loops, traps, eval,
// wrappers and the shells they start. It over-estimates: all branches run, a
// variable has every value that was ever assigned to it, a loop runs until
// nothing new is learned. What programs do with their words it asks package
// command.
//
// Streams, variables and files written in the same command line carry what is
// known of their content and where it comes from ([Data]). That is how a
// download that is run later, or a secret that leaves by a detour, is seen.
package shell
