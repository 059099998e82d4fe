// Package questionpack shows how a business unit keeps a pack of questions of
// its own, with a test that fails when somebody loosens a limit.
//
// The pack is finance.yaml. A config names it:
//
//	evaluator:
//	  provider: jev
//	  jev:
//	    questions: [packs/finance.yaml]
//
// The test beside it needs go test and nothing else: it asks no model. It says
// what a model might answer and which verdict has to follow, and it pins the
// wording by its fingerprint. Try it: write threshold: 0.4 below pays_out, or
// change a word, and run go test. Copy finance.yaml and pack_test.go to begin a
// pack; docs/questions.md has the format.
package questionpack

import (
	_ "embed" // the pack is a file

	"github.com/flux7-go/supervisor/question"
)

//go:embed finance.yaml
var finance []byte

// Finance returns the pack, for programs that build their set in code.
func Finance() (question.Pack, error) { return question.Parse("finance.yaml", finance) }
