package sqltext

import (
	"slices"
	"strings"
)

// looks are commands of the client sqlite3 that show what there is, or how it
// is shown: https://sqlite.org/cli.html. Others write files and run programs.
var looks = []string{
	".databases", ".fullschema", ".headers", ".help", ".indexes", ".indices", ".mode", ".nullvalue", ".schema", ".separator", ".show", ".stats", ".tables", ".timer",
	".version", ".width",
}

// isLook reports a text that is one of them, with words that are plain.
func isLook(sql string) bool {
	words := strings.Fields(sql)
	if len(words) == 0 || strings.ContainsAny(sql, "\n\r;|&'\"`\\") {
		return false
	}
	return slices.Contains(looks, words[0])
}
