package mem7_test

import (
	"fmt"
	"testing"

	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

func BenchmarkSave(b *testing.B) {
	m := mem7test.New(mem7test.Options{})
	m.SetFault(mem7test.Fault{})
	o := through(b, m)
	o.MaxWaiting = 1 << 30
	s, err := mem7.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		if err := s.Save(b.Context(), denied(fmt.Sprint(n))); err != nil {
			b.Fatal(err)
		}
		n++
	}
	_ = s.Close(b.Context())
}
