package code_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/rules/code"
)

func TestAPathWithoutRulesCostsNoAllocation(t *testing.T) {
	p := load(t, seedConfig, code.Options{})
	content := []byte("x")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if !p.Validate(t.Context(), "docs/readme.md", content).Passed {
			t.Fail()
		}
	}))
}

func BenchmarkValidate(b *testing.B) {
	p := load(b, seedConfig, code.Options{})
	content := []byte(strings.Repeat("import {a} from './b'; const c = 'd' // e\n", 250))
	for name, path := range map[string]string{"no-rules": "docs/readme.md", "patterns-10kB": "lib/a.ts", "imports-10kB": "packages/ui/a.tsx"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Validate(b.Context(), path, content)
			}
		})
	}
}
