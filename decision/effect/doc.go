// Package effect tells what a tool call would do, without running anything.
//
// [Scope] knows the operator's directories and holds the one test of paths:
// everything that asks whether a path is in the project asks [Scope.Locate].
// [NewAnalyzer] builds an analyser of tools whose names and parameters are
// known. Every other tool is opaque: what cannot be seen is never guessed.
//
// # Command lines
//
// A command line is read as a shell would read it, and nothing is run. Every
// simple command in it is held against what is known of its program; what is
// not known, such as an unknown program, an unknown flag, a computed name or
// code of another language, is a gap. Data is followed from where it comes to
// where it goes, through pipes, variables and files, so that a download that is
// run later and a secret that leaves by a detour are seen. See
// docs/judgment.md.
//
// # Tools of services
//
// A tool such as "github.list_issues" is told by its name. It is covered, as
// one that only looks, if
//
//   - a word of its name says which kind of service it is (families),
//   - the rest of its name starts with a word of looking, or holds nouns only,
//     and every word of it is known; a word of doing that is no noun, as in
//     get_and_delete, makes it one that does that,
//   - every word of every parameter's name is on a closed list, and no value is
//     computed or leads to a local file.
//
// What it shows of somebody's mail, money, health, whereabouts or contacts is a
// concern, and left to a person; what it shows of credentials has the effect
// [decision.Secrets]. A tool that keeps notes, lists or drafts makes something
// that is undone easily and reaches nobody. Every other verb is an effect on
// the outside. A name without a known service is opaque, whatever its verb, and
// so is one with letters other than ASCII. What a server says of its own tools,
// such as that they only read, is not asked.
//
// Paths are those of Unix. No file is written or opened; symbolic links are
// read to find out where a path leads, and a directory is listed for those that
// a pattern fits, and for the names of secrets that a search would come upon.
package effect
