package textmodel_test

import (
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/provider/textmodel"
)

// BenchmarkJudge is the cost of a judgment without the model: showing the call,
// framing it, reading the answer.
func BenchmarkJudge(b *testing.B) {
	for name, params := range map[string]map[string]any{
		"small": {"path": "src/main.go", "content": "package main"},
		"16KiB": {"path": "src/main.go", "content": strings.Repeat("some code\n", 1600)},
		// The worst case: too much to be shown, in many small values.
		"100000 values": {"list": many("value", 100_000)},
	} {
		b.Run(name, func(b *testing.B) {
			p, err := textmodel.New("fake:m", answers("approve"), textmodel.Options{})
			if err != nil {
				b.Fatal(err)
			}
			c := write(params)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Judge(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
