package all_test

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

func TestEveryLanguageHasAGrammarOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, g := range all.Grammars() {
		_, known := astrule.FindLanguage(g.Language())
		assert.True(t, known, g.Language())
		assert.False(t, seen[g.Language()], g.Language())
		seen[g.Language()] = true
	}
	assert.Len(t, seen, 12)
}

func TestKindsAndFields(t *testing.T) {
	t.Parallel()
	g := grammar(t, "typescript")
	call, ok := g.Kind("call_expression")
	require.True(t, ok)
	assert.NotZero(t, call)
	kind, ok := g.Kind("ERROR")
	assert.True(t, ok)
	assert.EqualValues(t, astrule.ErrorKind, kind)
	for _, name := range []string{"no_such_kind", "expression", "_expression", "+", ""} {
		_, ok := g.Kind(name)
		assert.False(t, ok, "%q is no kind that a node has", name)
	}
	_, ok = g.Field("arguments")
	assert.True(t, ok)
	_, ok = g.Field("nope")
	assert.False(t, ok)
}

func TestTreeOfBrokenText(t *testing.T) {
	t.Parallel()
	g := grammar(t, "typescript")
	tree, err := g.Parse(t.Context(), []byte("foo(1)"))
	require.NoError(t, err)
	_, broken := tree.Broken()
	assert.False(t, broken)

	tree, err = g.Parse(t.Context(), []byte("ok();\nfoo(1"))
	require.NoError(t, err)
	offset, broken := tree.Broken()
	assert.True(t, broken)
	assert.GreaterOrEqual(t, offset, 6)
}

// oddities are texts that no author of a grammar had in mind.
func oddities() map[string][]byte {
	return map[string][]byte{
		"empty": nil, "blank": []byte(" \n\t"), "nul": bytes.Repeat([]byte{0}, 100), "byte order mark": []byte("\ufefffoo(1)"),
		"carriage returns": []byte("foo(1);\r\nbar(2);\r\n"), "no utf-8": []byte("foo('\xff\xfe\x80')"), "half a character": []byte("x = 'ü"[:6]),
		"deep": []byte(strings.Repeat("(", 5_000)), "wide": []byte(strings.Repeat("a;", 20_000)),
	}
}

func TestOddTexts(t *testing.T) {
	t.Parallel()
	for _, g := range all.Grammars() {
		for name, text := range oddities() {
			tree, err := g.Parse(t.Context(), text)
			if err == nil {
				assert.Equal(t, len(text), len(tree.Source()), "%s, %s", g.Language(), name)
				continue
			}
			assert.ErrorIs(t, err, treesitter.ErrBudget, "%s, %s", g.Language(), name)
		}
	}
}

// junk makes some grammars slow: they see the beginning of something at every
// byte, and its end at none.
func junk() map[string][]byte {
	const size = 20 << 10
	texts := map[string][]byte{}
	for _, piece := range []string{"'''", "\"", "<<<", "{[(", "<a ", "\x00", "/*", "${`", "r#\"", "a<", "<<E\n", "\\\n", "*", "- ", "if ", "`", "x=y?", "@", "&&!"} {
		texts[strconv.Quote(piece)] = bytes.Repeat([]byte(piece), size/len(piece))
	}
	return texts
}

// TestBudget: junk takes no grammar longer than the budget and fifty
// milliseconds, or much longer where the machine is busy with other things.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a budget for every slow junk")
	}
	const slack = 50 * time.Millisecond
	for _, g := range all.Grammars() {
		for name, text := range junk() {
			start := time.Now()
			_, err := g.Parse(t.Context(), text)
			took := time.Since(start)
			if err != nil {
				require.ErrorIs(t, err, treesitter.ErrBudget)
				t.Logf("%s, %s: given up after %v", g.Language(), name, took)
			}
			assert.Less(t, took, treesitter.Budget+40*slack, "%s, %s", g.Language(), name)
		}
	}
}

func TestParseEndsWithItsContext(t *testing.T) {
	t.Parallel()
	g := grammar(t, "typescript")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := g.Parse(ended, []byte("foo(1)"))
	require.ErrorIs(t, err, context.Canceled)

	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err = g.Parse(soon, bytes.Repeat([]byte("foo({a: [1, 2, `x`]});\n"), 40_000))
	require.Error(t, err)
	assert.NotErrorIs(t, err, treesitter.ErrTooLarge)

	// The parser that was stopped is not used again for another text.
	tree, err := g.Parse(t.Context(), []byte("foo(1)"))
	require.NoError(t, err)
	assert.Equal(t, 9, tree.Len())
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	_, err := grammar(t, "json").Parse(t.Context(), make([]byte, treesitter.MaxSource+1))
	require.ErrorIs(t, err, treesitter.ErrTooLarge)
}

// TestConcurrentParsing shares parsers between goroutines, and is for the race
// detector.
func TestConcurrentParsing(t *testing.T) {
	t.Parallel()
	g := grammar(t, "tsx")
	source := samples(t)["sample.tsx"]
	want, err := g.Parse(t.Context(), source)
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				ctx, cancel := context.WithCancel(t.Context())
				tree, err := g.Parse(ctx, source)
				cancel()
				if assert.NoError(t, err) {
					assert.Equal(t, want.Len(), tree.Len())
				}
			}
		})
	}
	all.Wait()
}

// maxGrowth is how much a process may grow over some thousand texts, in bytes.
// A tree of the sample takes a hundred kilobytes in C, a parser twenty.
const maxGrowth = 40 << 20

// TestNothingLeaks parses and gives up a few thousand times, and looks at the
// memory of the process, which holds what C has.
func TestNothingLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("parses thousands of texts")
	}
	g := grammar(t, "typescript")
	source := samples(t)["sample.ts"]
	round := func(n int) {
		for i := range n {
			ctx, cancel := context.WithCancel(t.Context())
			if i%50 == 0 {
				ctx, cancel = context.WithTimeout(t.Context(), 10*time.Microsecond)
			}
			_, _ = g.Parse(ctx, source)
			cancel()
			if i%500 == 0 {
				runtime.GC() // drops pooled parsers, which are then freed
			}
		}
	}
	round(1_000)
	before := resident(t)
	round(4_000)
	assert.Less(t, resident(t)-before, maxGrowth)
}

// resident is the memory of this process.
func resident(tb testing.TB) int {
	tb.Helper()
	runtime.GC()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		tb.Skip("this system does not say how much memory a process has")
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	require.NoError(tb, err)
	return pages * os.Getpagesize()
}
