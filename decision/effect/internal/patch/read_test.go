package patch_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/patch"
)

// show is a report in short.
func show(r patch.Report) string {
	var parts []string
	for _, c := range r.Changes {
		part := fmt.Sprintf("%s %s", c.Op, c.Path)
		if c.To != "" {
			part += ">" + c.To
		}
		parts = append(parts, fmt.Sprintf("%s +%d -%d", part, strings.Count(c.Added, "\n"), c.Removed))
	}
	if len(r.Gaps) > 0 {
		parts = append(parts, "gap")
	}
	return strings.Join(parts, "; ")
}

func v4a(body string) string { return "*** Begin Patch\n" + body + "*** End Patch\n" }

func TestRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ patch, want string }{
		"add":                        {v4a("*** Add File: a.go\n+package a\n+\n"), "add a.go +2 -0"},
		"update":                     {v4a("*** Update File: a.go\n@@ func x()\n ctx\n-old\n+new\n*** End of File\n"), "update a.go +1 -1"},
		"delete":                     {v4a("*** Delete File: a.go\n"), "delete a.go +0 --1"},
		"move":                       {v4a("*** Update File: a.go\n*** Move to: ../b.go\n@@\n-x\n+y\n"), "move a.go>../b.go +1 -1"},
		"several":                    {v4a("*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n@@\n+z\n"), "add a +1 -0; delete b +0 --1; update c +1 -0"},
		"deleted and added":          {v4a("*** Delete File: a\n*** Add File: a\n+x\n"), "replace a +1 --1"},
		"added and deleted":          {v4a("*** Add File: a\n+x\n*** Delete File: a\n"), "replace a +1 --1"},
		"no end":                     {"*** Begin Patch\n*** Add File: a\n+x\n", "add a +1 -0; gap"},
		"text after the end":         {v4a("*** Add File: a\n+x\n") + "*** Add File: b\n", "add a +1 -0; gap"},
		"unknown header":             {v4a("*** Chmod File: a\n"), "gap"},
		"no plus":                    {v4a("*** Add File: a\nx\n"), "add a +0 -0; gap"},
		"a line that is no change":   {v4a("*** Update File: a\nx\n"), "update a +0 -0; gap"},
		"a file without a name":      {v4a("*** Add File: \n+x\n"), "add  +1 -0; gap"},
		"text of a deleted file":     {v4a("*** Delete File: a\n-x\n"), "delete a +0 --1; gap"},
		"lines that look like marks": {v4a("*** Add File: a\n+*** Delete File: b\n"), "add a +1 -0"},
		"carriage returns":           {"*** Begin Patch\r\n*** Delete File: a\r\n*** End Patch\r\n", "delete a +0 --1"},
		"nothing":                    {v4a(""), "gap"},

		"diff":                {"--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n ctx\n-old\n+new\n", "update x.go +1 -1"},
		"without prefixes":    {"--- x.go\t2026-01-01\n+++ x.go\t2026-01-02\n@@ -1 +1 @@\n-old\n+new\n", "update x.go +1 -1"},
		"git adds":            {"diff --git a/x b/x\nnew file mode 100644\nindex 000..111\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+new\n", "add x +1 -0"},
		"git deletes":         {"diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n", "delete x +0 -1"},
		"git renames":         {"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", "move x>y +0 -0"},
		"git copies":          {"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "copy x>y +0 -0"},
		"another index":       {"Index: z\n--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", "update x +1 -1; gap"},
		"the same index":      {"Index: x\n===\n--- x\t(revision 1)\n+++ x\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n", "update x +1 -1"},
		"git changes a mode":  {"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "update x +0 -0"},
		"git makes a link":    {"diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n", "add x +1 -0; gap"},
		"a header in a hunk":  {"--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a/y\n ctx\n", "update x +0 -1"},
		"two files":           {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "update x +1 -1; update y +1 -1"},
		"quoted":              {"--- \"a/x y\"\n+++ \"b/x y\"\n@@ -1 +1 @@\n-a\n+b\n", "update x y +1 -1"},
		"climbs":              {"--- a/../../etc/x\n+++ b/../../etc/x\n@@ -1 +1 @@\n-a\n+b\n", "update ../../etc/x +1 -1"},
		"two names":           {"--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "move x>y +1 -1; gap"},
		"short hunk":          {"--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n", "update x +1 -1; gap"},
		"hunk of odd counts":  {"--- a/x\n+++ b/x\n@@ -1 +1/ @@\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", "update x +0 -0; delete y +0 -1; gap"},
		"hunk of odd blanks":  {"--- a/x\n+++ b/x\n@@ -1 +1\v@@\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", "update x +0 -0; delete y +0 -1; gap"},
		"hunk without counts": {"--- a/x\n+++ b/x\n@@ -1 +1\n-a\n+b\n", "update x +0 -0; gap"},
		"binary":              {"diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\n", "update x +0 -0; gap"},
		"prose":               {"please delete x", "gap"},
		"empty":               {"", "gap"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, show(patch.Read(tt.patch)))
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	got := patch.Read(v4a(strings.Repeat("*** Delete File: a\n", patch.MaxFiles+1)))
	assert.Len(t, got.Changes, patch.MaxFiles)
	assert.NotEmpty(t, got.Gaps)
	assert.Len(t, patch.Read(strings.Repeat("x\n", 100)).Gaps, patch.MaxGaps)
}

// openHunk is a text that ends with the header of a hunk, or in the midst of one.
var openHunk = regexp.MustCompile(`(?:^|\n)@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@[^\n]*(?:\n[^\n]*)*$`)

// FuzzRead holds that nothing panics and that a deletion at the end of a patch
// is seen unless there is a gap, or it may be lines of a hunk before it.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"*** Add File: a\n+x\n", "*** Update File: a\n*** Move to: b\n@@\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
		"diff --git a/x b/x\nrename from x\n", "@@ -1,99 +1 @@\n", "\\", "***", "+++ x", "Index: x\n===\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, text := range []string{
			"*** Begin Patch\n" + body + "\n*** Delete File: zz\n*** End Patch",
			body + "\n--- a/zz\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
		} {
			report := patch.Read(text)
			seen := len(report.Gaps) > 0
			for _, c := range report.Changes {
				seen = seen || c.Path == "zz" || c.Path == "a/zz"
			}
			if !seen && (!openHunk.MatchString(body) || len(patch.Read(body).Gaps) == 0) {
				t.Fatalf("%q hides what comes after it", text)
			}
		}
	})
}
