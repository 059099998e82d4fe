package effect

import (
	"slices"
	"strings"
	"unicode"
)

// pathWords are the words by which tools name a parameter that holds a path.
// They were collected from the published schemas of Claude Code, Cursor, Gemini
// CLI, Codex and the reference MCP servers.
var pathWords = []string{
	"cwd", "dest", "destination", "destinations", "dir", "directories", "directory", "dirs", "dst", "file", "filename",
	"filenames", "filepath", "filepaths", "files", "folder", "folders", "from", "input", "inputs", "location",
	"locations", "notebook", "output", "outputs", "path", "paths", "root", "roots", "source", "sources", "src",
	"target", "targets", "to", "uri", "uris",
}

// IsPathParam reports whether a parameter of this name may hold a path: whether
// one of its words says so. "path", "filePath", "TARGET_FILE" and "dir-path" do.
func IsPathParam(name string) bool {
	for _, word := range nameWords(name) {
		if slices.Contains(pathWords, word) {
			return true
		}
	}
	return false
}

// nameWords splits a name at capitals and at what is neither letter nor digit,
// and folds the words.
func nameWords(name string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	lower := false // the last rune was a lower-case letter or a digit
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			lower = false
			continue
		}
		if unicode.IsUpper(r) && lower {
			flush()
		}
		lower = !unicode.IsUpper(r)
		word.WriteRune(r)
	}
	flush()
	return words
}
