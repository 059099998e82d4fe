//go:build !cgo

package java

import "github.com/flux7-go/supervisor/rules/code/astrule"

// Grammars returns none: the grammar is C, and this program is built without cgo.
func Grammars() []astrule.Grammar { return nil }
