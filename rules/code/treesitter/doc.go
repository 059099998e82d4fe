// Package treesitter parses code with the grammars of tree-sitter into the
// trees that astrule matches rules against. Each grammar is linked by a
// package of its own, so that a program holds only those it asks for:
//
//	grammars := append(typescript.Grammars(), python.Grammars()...)
//
// [github.com/flux7-go/supervisor/rules/code/treesitter/all] has all of them.
//
// The grammars are C. Without cgo everything builds, and Grammars returns
// none. A program that links github.com/smacker/go-tree-sitter as well cannot
// be linked: both bring the same C symbols.
package treesitter

import (
	"errors"
	"time"
)

const (
	// MaxSource bounds the bytes of a text. A thousand lines are some thirty
	// kilobytes; generated code has no place in a write gate.
	MaxSource = 1 << 20
	// Budget bounds the time of parsing one text. A thousand lines take some
	// milliseconds, on a machine with much else to do a hundred times that.
	// Twenty kilobytes of junk take some grammars seconds. A context with a
	// deadline makes it less.
	Budget = 2 * time.Second
	// MaxIndent bounds the indentation of a line of Python, where a tab counts
	// as eight blanks. Its grammar keeps a list of indentations in a buffer
	// of 1,024 bytes, and beside it up to 255 open strings; with more than 382
	// indentations it writes behind the buffer and the process is aborted.
	MaxIndent = 380
)

var (
	// ErrBudget says that parsing took longer than [Budget]. Nothing is known
	// then of the text.
	ErrBudget = errors.New("parsing took too long: the text is no ordinary code of this language")
	// ErrTooLarge says that a text has more than [MaxSource] bytes.
	ErrTooLarge = errors.New("the text is too large to be parsed: split it")
	// ErrBinary says that a text holds a NUL. The C code of grammars takes it
	// for the end of the text, and some then read the rest again for every byte.
	ErrBinary = errors.New("the text holds a NUL character, as binary files do: no code has one")
	// ErrTooDeep says that a line of Python is indented by more than [MaxIndent].
	ErrTooDeep = errors.New("a line is indented too far to be parsed: nest less")
)
