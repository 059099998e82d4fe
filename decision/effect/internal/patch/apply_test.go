package patch_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/patch"
)

func TestApply(t *testing.T) {
	t.Parallel()
	const file = "a\nb\nc\nd\nb\ne\n"
	for name, tt := range map[string]struct{ patch, current, want string }{
		"a new file":         {v4a("*** Add File: x\n+a\n+b\n"), "", "a\nb\n"},
		"a changed line":     {v4a("*** Update File: x\n@@\n a\n-b\n+B\n c\n"), file, "a\nB\nc\nd\nb\ne\n"},
		"behind a header":    {v4a("*** Update File: x\n@@ c\n-b\n+B\n"), file, "a\nb\nc\nd\nB\ne\n"},
		"two hunks":          {v4a("*** Update File: x\n@@\n-a\n+A\n@@\n-e\n+E\n+F\n"), file, "A\nb\nc\nd\nb\nE\nF\n"},
		"an empty context":   {v4a("*** Update File: x\n a\n\n-b\n"), "a\n\nb", "a\n\n"},
		"at the end":         {v4a("*** Update File: x\n@@\n+z\n"), "a", "a\nz\n"},
		"line ends":          {v4a("*** Update File: x\n a\n-b\n+B\n"), "a\r\nb\r\nc\r\n", "a\r\nB\nc\r\n"},
		"does not fit":       {v4a("*** Update File: x\n-q\n+B\n"), file, ""},
		"no such header":     {v4a("*** Update File: x\n@@ q\n-b\n+B\n"), file, ""},
		"a deleted file":     {v4a("*** Delete File: x\n"), file, "<empty>"},
		"replaced":           {v4a("*** Delete File: x\n*** Add File: x\n+n\n"), file, "n\n"},
		"unified":            {"--- a/x\n+++ b/x\n@@ -4,2 +4,2 @@\n d\n-b\n+B\n", file, "a\nb\nc\nd\nB\ne\n"},
		"unified, moved":     {"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n d\n-b\n+B\n", file, "a\nb\nc\nd\nB\ne\n"},
		"unified, twice":     {"--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n+A\n+A2\n@@ -6 +7 @@\n-e\n+E\n", file, "A\nA2\nb\nc\nd\nb\nE\n"},
		"unified, inserted":  {"--- a/x\n+++ b/x\n@@ -2,0 +3 @@\n+N\n", file, "a\nb\nN\nc\nd\nb\ne\n"},
		"unified, a new one": {"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+N\n", "", "N\n"},
		"unified, no fit":    {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-q\n+B\n", file, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := patch.Read(tt.patch)
			require.Len(t, report.Changes, 1)
			got, err := report.Changes[0].Apply(tt.current)
			if tt.want == "" {
				require.ErrorIs(t, err, patch.ErrNoMatch)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, strings.TrimPrefix(tt.want, "<empty>"), got)
		})
	}
}

// FuzzApply holds that nothing panics.
func FuzzApply(f *testing.F) {
	f.Add("@@\n a\n-b\n+c\n", "a\nb\n")
	f.Add("@@ a\n+c\n", "a")
	f.Fuzz(func(t *testing.T, hunks, current string) {
		for _, text := range []string{v4a("*** Update File: x\n" + hunks), "--- a/x\n+++ b/x\n" + hunks} {
			for _, c := range patch.Read(text).Changes {
				_, _ = c.Apply(current)
			}
		}
	})
}
