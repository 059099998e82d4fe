// Package astgrep matches rules by the ast-grep program, where a grammar is not
// linked: in builds without cgo, and for languages that no grammar of ours reads.
//
//	engine, err := astgrep.New(astgrep.Options{})
//	project, err := code.Load(dir, code.Options{Engines: []code.Engine{linked, engine}})
//
// The program is started once for each content and language, with all rules on
// its command line and the content on its standard input; nothing is written to
// disk. It runs in the root directory with no environment but PATH, so that no
// sgconfig.yml of a project steers it and no secret reaches it.
//
// What it finds is what linked grammars find, but for this:
//
//   - The comment ast-grep-ignore turns rules off in the program. Here it does
//     not: content that holds it is also looked at with the words changed, and
//     whatever either look finds counts. A rule that wants the words absent may
//     so find more than it would.
//   - Text that is missing, unlike text that cannot be read, is not reported as a
//     syntax error.
//   - No prefilter spares a start of the program, which costs milliseconds.
//
// It was tested with ast-grep 0.51.
package astgrep
