package glob_test

import (
	pathpkg "path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/internal/glob"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		glob     string
		yes, not string // paths, with blanks between them
	}{
		{"src/*.tsx", "src/a.tsx src/a/b.tsx src/.tsx", "a.tsx src/a.ts xsrc/a.tsx lib/src/a.tsx"},
		{"**/*.ts", "a.ts a/b.ts a/b/c.d.ts", "a.tsx ats"},
		{"**/x", "x a/x a/b/x", "ax a/bx x/y"},
		{"packages/ui/**/*.tsx", "packages/ui/a.tsx packages/ui/b/a.tsx", "packages/ui.tsx packages/a.tsx packages/uix/a.tsx"},
		{"a/**", "a/b a/b/c", "a ab b/a/c"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb xa/b"},
		{"**", "a a/b .x", ""},
		{"**/**/x", "x a/b/x", "ax"},
		{"a**b", "ab a/b axxb", "abc"},
		{"*", "a a/b", ""},
		{"a?c", "abc a/c", "ac abbc"},
		{"a[bc].ts", "ab.ts ac.ts", "ad.ts a.ts"},
		{"a[!bc].ts", "ad.ts a/.ts", "ab.ts a.ts"},
		{"a[^b-d]", "ae", "ab ac ad"},
		{"a[]]b", "a]b", "a[b"},
		{"a[a-]", "a- aa", "ab"},
		{`a[\d]`, `ad a\`, "a1"},
		{"*.{ts,tsx}", "a.ts b/a.tsx", "a.js a."},
		{"{a,b/{c,d}}/x", "a/x b/c/x b/d/x", "b/x c/x"},
		{`a\*b`, "a*b", "axb"},
		{"routes/[[]id].tsx", "routes/[id].tsx", "routes/i.tsx"},
		{"a.b+c(d)|e$^", "a.b+c(d)|e$^", "aXb+c(d)|e$^ a.b"},
		{"a,b", "a,b", "a b"},
		{"ä/*.ts", "ä/ö.ts", "a/o.ts"},
		{"src/a.ts", "src/a.ts", "src/a.tsx src/A.ts"},
	}
	for _, tt := range tests {
		t.Run(tt.glob, func(t *testing.T) {
			t.Parallel()
			g, err := glob.Compile(tt.glob, false)
			require.NoError(t, err)
			for _, path := range strings.Fields(tt.yes) {
				assert.True(t, g.Match(path), path)
			}
			for _, path := range strings.Fields(tt.not) {
				assert.False(t, g.Match(path), path)
			}
		})
	}
	t.Run("capitals", func(t *testing.T) {
		t.Parallel()
		g, err := glob.Compile("Src/*.TS", true)
		require.NoError(t, err)
		assert.True(t, g.Match("src/a.ts"))
		assert.Equal(t, "Src/*.TS", g.String())
	})
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "empty", "./a": "matches nothing", "/a": "matches nothing", "../a": "..", "a/../b": "..", "a[b": "close every [",
		"a{b": "close every {", "a}": "closes no {", "a{,b}": "empty alternative", "a{b,}": "empty alternative", "{}": "empty alternative",
		`a\`: "stands at the end", "[z-a]": "between [ and ]", strings.Repeat("a", glob.MaxBytes+1): "longer", "a\xff": "utf-8",
		strings.Repeat("{a", 20): "deeper",
	} {
		_, err := glob.Compile(text, false)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestMayEndIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"**/*.ts": true, "**/*.{js,ts}": true, "src/**": true, "**/*": true, "*.t?": true, "**/*.[jt]s": true, "*s": true,
		`\*.js`: true, "a.TS": true, "{a,b/{c.ts,d}}": true, "**/*.tsx": false, "Makefile": false, "src/*.{js,jsx}": false, "*x": false, "a.ts/b": false,
	} {
		g, err := glob.Compile(text, false)
		require.NoError(t, err)
		assert.Equal(t, want, g.MayEndIn([]string{"ts", "mts"}), text)
	}
}

// FuzzMatch holds that no pattern panics, that a pattern without special
// characters matches itself alone, and that what matches with capitals matches
// without them.
func FuzzMatch(f *testing.F) {
	for _, seed := range []string{"src/*.tsx", "**/x", "a/**/b", "{a,b{c,d}}", "[!a-z]", `a\*`, "[[:alpha:]]", "[a&&b]", "***/**"} {
		f.Add(seed, "src/a/b.tsx")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		g, err := glob.Compile(text, false)
		if err != nil {
			return
		}
		folded, err := glob.Compile(text, true)
		require.NoError(t, err)
		if ext := strings.TrimPrefix(pathpkg.Ext(path), "."); g.Match(path) && ext != "" {
			assert.True(t, g.MayEndIn([]string{strings.ToLower(ext)}), "%q and %q", text, path)
		}
		if g.Match(path) {
			assert.True(t, folded.Match(path), "%q and %q", text, path)
		}
		if !strings.ContainsAny(text, `*?[]{},\`) {
			assert.True(t, g.Match(text), "%q", text)
			assert.Equal(t, text == path, g.Match(path), "%q and %q", text, path)
		}
	})
}
