package journal_test

import (
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func BenchmarkAppend(b *testing.B) {
	effects := event("a1")
	effects.Decision.Evidence = decision.Evidence{
		Effects: []decision.Effect{{Kind: decision.Reads, Target: "a.txt", Zone: decision.ZoneProject, Segment: "cat a.txt"}},
		Links:   []decision.Link{{Name: "structural", State: decision.LinkAnswered, MS: 0.1}},
		Answers: map[string]any{"erases": 0.01, "copies_out": 0.02, "usual": 0.9}, Timings: map[string]float64{"rules": 0.01},
	}
	for name, e := range map[string]decision.Event{"rule": event("a1"), "provider": effects} {
		b.Run(name, func(b *testing.B) {
			j := open(b, newPath(b), journal.Options{})
			b.ReportAllocs()
			for b.Loop() {
				if err := j.Append(b.Context(), e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	path := write(b, 1000, journal.Options{})
	b.ReportAllocs()
	b.SetBytes(int64(len(read(b, path))))
	for b.Loop() {
		report, err := journal.Verify(b.Context(), path, journal.VerifyOptions{})
		if err != nil || !report.Intact {
			b.Fatal(report, err)
		}
	}
}
