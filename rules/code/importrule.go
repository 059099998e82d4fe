package code

import (
	"github.com/flux7-go/supervisor/rules/code/internal/imports"
)

// importRule forbids imports.
type importRule struct {
	rule
	deny []denied
}

// imported is an import of a file in all the ways in which a rule may mean it.
type imported struct {
	imports.Import
	written  []string // its parts as written, cleaned
	ups      int      // how many directories it climbs; -1 if it is not relative
	resolved []string // its parts from the project's root; nil if it is not relative
}

// check reports the imports of a file that the rule forbids.
func (r *importRule) check(k *check, file importingFile, list []imported) {
	for _, one := range list {
		for _, d := range r.deny {
			if d.forbids(one, file) {
				// The places are those of the source, which the reader got.
				k.add(k.content.violation(&r.rule, TierText, one.Start, one.End, false), one.Path)
				break
			}
		}
	}
}

// readImports finds the imports of a file. Those that are computed are counted.
func readImports(c *content, file importingFile) (list []imported, computed int, whole bool) {
	found, whole := imports.Read(file.syntax, string(c.source))
	for _, one := range found {
		if one.Computed {
			computed++
			continue
		}
		list = append(list, file.place(one))
	}
	return list, computed, whole
}
