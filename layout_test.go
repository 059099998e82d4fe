package supervisor_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/flux7-go/supervisor"

// TestPackagesImportOnlyFromAbove holds the imports of every package against
// the order in CONTRIBUTING.md. A package that the list does not name belongs
// to the nearest one around it; what is in internal/ of the root may be
// imported by all, and imports nothing but its like.
func TestPackagesImportOnlyFromAbove(t *testing.T) {
	t.Parallel()
	rows := packageRows(t)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		importer := layoutRow(t, rows, paths[0])
		for _, imported := range paths[1:] {
			if imported == module || strings.HasPrefix(imported, module+"/") {
				assert.LessOrEqual(t, layoutRow(t, rows, imported), importer, "%s imports %s", paths[0], imported)
			}
		}
	}
}

// packageRows reads in which row of the layout each package stands.
func packageRows(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("CONTRIBUTING.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(text), "| package | holds |\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	name := regexp.MustCompile("`([a-z0-9/]+)`")
	rows := map[string]int{"internal": -1}
	for i, line := range strings.Split(table, "\n") {
		for _, m := range name.FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
			rows[m[1]] = i
		}
	}
	require.Greater(t, len(rows), 10, "the table must be read")
	return rows
}

// layoutRow returns the row of a package, or of the nearest one around it.
func layoutRow(t *testing.T, rows map[string]int, path string) int {
	t.Helper()
	if path == module {
		return rows["supervisor"]
	}
	for dir := strings.TrimPrefix(path, module+"/"); ; {
		if row, ok := rows[dir]; ok {
			return row
		}
		i := strings.LastIndexByte(dir, '/')
		if i < 0 {
			require.Fail(t, "CONTRIBUTING.md names no row", path)
		}
		dir = dir[:i]
	}
}
