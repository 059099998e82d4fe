package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

func ExampleOpen() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "memory")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	options := sqlite.Options{Path: filepath.Join(dir, "memory.db"), MaxAge: 365 * 24 * time.Hour}

	store, err := sqlite.Open(ctx, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	word := decision.Word{ID: "a1", Agent: "coder", Tool: "mail.send", Action: decision.Approve, Once: true, By: "person:ann"}
	fmt.Println(store.SaveWord(ctx, word), store.Close())

	store, err = sqlite.Open(ctx, options) // another day
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(store.SpendWord(ctx, "a1", time.Now()))
	fmt.Println(store.SpendWord(ctx, "a1", time.Now()))
	fmt.Println(store.Close())
	// Output:
	// <nil> <nil>
	// true <nil>
	// false <nil>
	// <nil>
}

func BenchmarkSave(b *testing.B) {
	s := open(b, sqlite.Options{Path: file(b)})
	for n := 0; b.Loop(); n++ {
		require.NoError(b, s.Save(b.Context(), decision.Decision{ID: fmt.Sprint(n), Tool: "fs.read", Agent: "coder", Time: noon}))
	}
}

func BenchmarkSaveWord(b *testing.B) {
	s := open(b, sqlite.Options{Path: file(b)})
	for n := 0; b.Loop(); n++ {
		require.NoError(b, s.SaveWord(b.Context(), decision.Word{ID: fmt.Sprint(n), Tool: "fs.read", Agent: "coder", Action: decision.Deny, Time: noon}))
	}
}

func BenchmarkFindWords(b *testing.B) {
	s := open(b, sqlite.Options{Path: file(b)})
	for b.Loop() {
		_, err := s.FindWords(b.Context(), decision.WordQuery{Agent: "coder", Fingerprint: "f00d"})
		require.NoError(b, err)
	}
}
