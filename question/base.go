package question

import (
	_ "embed" // the base pack is a file
	"sync"
)

// BasePack is the name of the built-in pack.
const BasePack = "base"

//go:embed base.yaml
var baseYAML []byte

var parseBase = sync.OnceValues(func() (Pack, error) { return Parse("base.yaml", baseYAML) })

// Base returns a copy of the built-in pack: what every call is asked unless a
// config says base: off. It panics if the file that is compiled in is broken,
// which a test of this package keeps from happening.
func Base() Pack {
	p, err := parseBase()
	if err != nil {
		panic("question: the built-in base pack is broken: " + err.Error())
	}
	return p.clone()
}
