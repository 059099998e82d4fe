//go:build !full

package command

import "github.com/flux7-go/supervisor/rules/code"

// grammars are left out: they need cgo, and are as large as all the rest.
func grammars() (code.Engine, bool) { return nil, false }
