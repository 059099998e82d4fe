// Package astrule matches rules in the language of ast-grep against syntax
// trees. It holds no parser: a [Grammar] gives it the trees, and the names of
// node kinds and fields. It needs no cgo.
//
//	loaded, err := astrule.Load(sources, astrule.Options{Grammars: grammars})
//	set, err := astrule.NewSet(loaded.Rules)      // of one language
//	if set.MayMatch(content) {                    // costs no parse
//		tree, err := grammar.Parse(ctx, content)
//		matches, err := set.Match(tree)
//	}
//
// What matches is what ast-grep 0.51 matches, byte for byte, with these
// differences:
//
//   - range, kind selectors and utils with arguments are refused when a rule
//     is loaded, and so are regular expressions that only Rust's engine reads.
//   - \d, \w, \s and \b of a regular expression mean ASCII.
//   - Unknown keys are refused in a rule and in a pattern object; at the top of a
//     file and in a relation, where ast-grep skips them, they are warned about.
//   - A list of any or all without an item is refused, and so are a missing id,
//     two rules with one id, and a kind that stands for a group of kinds.
//   - fix, transform, rewriters and labels are read and checked for variables
//     that no pattern binds, but not carried out. A message shows nothing for
//     what a transform would make.
//   - Comments that suppress a rule are comments and nothing else.
//   - Code within other code, as scripts in HTML, is not searched.
//   - Matching is bounded: see [MaxSteps].
package astrule
