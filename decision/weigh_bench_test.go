package decision_test

import (
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

func BenchmarkWeigh(b *testing.B) {
	set, err := question.NewSet(smallPack())
	if err != nil {
		b.Fatal(err)
	}
	answers := values{.11, .07, .03, .83, .04, .10}.answers("m")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decision.Weigh(set.For("agent", "tool"), answers, decision.DefaultThresholds()); err != nil {
			b.Fatal(err)
		}
	}
}
