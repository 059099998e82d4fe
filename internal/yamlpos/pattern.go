package yamlpos

import (
	"regexp"
	"sync"
)

// pattern compiles an expression when it is first asked for, so that a program
// which only imports this package pays nothing at its start.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
