//go:build cgo

package all_test

import (
	"bytes"
	"context"
	"errors"
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
	assert.Len(t, seen, 11)
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
	for _, name := range []string{"no_such_kind", "expression", "_expression", "+", "", "ERR"} {
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
		"empty": nil, "blank": []byte(" \n\t"), "byte order mark": []byte("\ufefffoo(1)"),
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
	for _, piece := range []string{"'''", "\"", "<<<", "{[(", "<a ", "/*", "${`", "r#\"", "a<", "<<E\n", "\\\n", "*", "- ", "if ", "`", "x=y?", "@", "&&!"} {
		texts[strconv.Quote(piece)] = bytes.Repeat([]byte(piece), size/len(piece))
	}
	return texts
}

// TestJunkEnds: every grammar ends with junk when its time is over, or before.
// How much later it was is told with -v: below fifty milliseconds on a machine
// that does nothing else.
func TestJunkEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a few hundred texts")
	}
	const budget = 30 * time.Millisecond
	late := time.Duration(0)
	for _, g := range all.Grammars() {
		for name, text := range junk() {
			ctx, cancel := context.WithTimeout(t.Context(), budget)
			start := time.Now()
			_, err := g.Parse(ctx, text)
			took := time.Since(start)
			cancel()
			if errors.Is(err, treesitter.ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
				late = max(late, took-budget)
			} else if err != nil {
				assert.True(t, errors.Is(err, treesitter.ErrTooDeep) || errors.Is(err, treesitter.ErrBinary), "%s, %s: %v", g.Language(), name, err)
			}
		}
	}
	t.Logf("the latest was %v late", late)
}

func TestBudget(t *testing.T) {
	t.Parallel()
	_, err := grammar(t, "html").Parse(t.Context(), bytes.Repeat([]byte("<a "), treesitter.MaxSource/4))
	require.ErrorIs(t, err, treesitter.ErrBudget)
}

// TestRefusedTexts are texts that would stop or abort the process in C.
func TestRefusedTexts(t *testing.T) {
	t.Parallel()
	bash, python := grammar(t, "bash"), grammar(t, "python")
	_, err := bash.Parse(t.Context(), []byte("echo x\x00"))
	require.ErrorIs(t, err, treesitter.ErrBinary)

	nested := func(levels int, step string) []byte {
		var b strings.Builder
		for i := range levels {
			b.WriteString(strings.Repeat(step, i) + "if x:\n")
		}
		return []byte(b.String() + strings.Repeat(step, levels) + strings.Repeat(`f"{`, 300))
	}
	_, err = grammar(t, "typescript").Parse(t.Context(), nested(520, " "))
	require.NoError(t, err, "only Python counts indentation")
	for name, text := range map[string][]byte{
		"blanks": nested(520, " "), "tabs": nested(48, "\t"), "carriage returns": []byte("if x:\n" + strings.Repeat("\r ", 400) + "y"),
		"continued":                        []byte("if x:\n" + strings.Repeat(strings.Repeat(" ", 100)+"\\\n", 4) + "y"),
		"continued, with carriage returns": []byte("if x:\n" + strings.Repeat(strings.Repeat(" ", 100)+"\\\r\n", 4) + "y"),
	} {
		_, err = python.Parse(t.Context(), text)
		assert.ErrorIs(t, err, treesitter.ErrTooDeep, name)
	}
	for _, text := range [][]byte{nested(treesitter.MaxIndent, " "), nested(treesitter.MaxIndent/8, "\t"), []byte(`x = "` + strings.Repeat(" ", 500) + `"`)} {
		if _, err = python.Parse(t.Context(), text); err != nil {
			require.ErrorIs(t, err, treesitter.ErrBudget)
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

	// Nothing of it is left in the parsers that are used next.
	tree, err := g.Parse(t.Context(), []byte("foo(1)"))
	require.NoError(t, err)
	_, broken := tree.Broken()
	assert.False(t, broken)
	assert.EqualValues(t, 6, tree.Node(0).End)
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

// maxGrowth is how much a process may grow over a thousand texts, in bytes.
// A tree of the sample takes a hundred kilobytes in C, a parser twenty.
const maxGrowth = 40 << 20

// TestNothingLeaks parses more than a thousand times, gives up now and then, and looks at the
// memory of the process, which holds what C has.
func TestNothingLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("parses more than a thousand texts")
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
			if i%100 == 0 {
				runtime.GC() // drops pooled parsers, which are then freed
			}
		}
	}
	round(300)
	before := resident(t)
	round(1_200)
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
