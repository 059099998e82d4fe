package provider_test

import (
	"context"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// BenchmarkChain is what a chain adds to calling its link bare.
func BenchmarkChain(b *testing.B) {
	bare := link("a", answers(decision.Deny))
	shared, _ := keyedLink(answers(decision.Deny))
	for name, p := range map[string]decision.Provider{
		"bare":          bare.Provider,
		"single":        mustChain(b, provider.Options{Single: true, Links: []provider.Link{bare}}),
		"keyed":         mustChain(b, provider.Options{Single: true, Links: []provider.Link{shared}}),
		"after a pass":  chainOf(b, link("p", passes), bare),
		"after skipped": afterSkipped(b, bare),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for b.Loop() {
				if _, err := p.Judge(ctx, call); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func afterSkipped(b *testing.B, l provider.Link) *provider.Chain {
	c := mustChain(b, provider.Options{Failures: 1, Links: []provider.Link{link("down", fails(errDown)), l}})
	_, _ = c.Judge(context.Background(), call)
	return c
}
