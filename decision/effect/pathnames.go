package effect

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// pathWords are the words by which tools name a parameter that holds a path,
// and loosePathWords those that other tools use for other things as well. They
// were collected from the published schemas of Claude Code, Cursor, Gemini CLI,
// Codex and the reference MCP servers.
var (
	pathWords = []string{
		"cwd", "dest", "destination", "destinations", "dir", "directories", "directory", "dirs", "dst", "file",
		"filename", "filenames", "filepath", "filepaths", "files", "folder", "folders", "notebook", "path", "paths",
		"source", "sources", "src", "target", "targets",
	}
	loosePathWords = []string{
		"from", "input", "inputs", "location", "locations", "output", "outputs", "root", "roots", "to", "uri", "uris",
	}
)

// pathEndings are the ends of words that are written together: fullpath,
// outfile, subdir.
var pathEndings = []string{"path", "paths", "file", "files", "filename", "dir", "dirs", "directory", "folder"}

// IsPathParam reports whether a parameter of this name holds a path: whether
// one of its words says so. "path", "filePath", "TARGET_FILE", "dir-path",
// "pathname" and "outfile" do; "profile" does not.
func IsPathParam(name string) bool {
	for word := range nameWords(name) {
		if isPathWord(word) {
			return true
		}
	}
	return false
}

func isPathWord(word string) bool {
	switch {
	case slices.Contains(pathWords, word):
		return true
	case word == "profile" || word == "profiles":
		return false
	}
	ends := slices.ContainsFunc(pathEndings, func(end string) bool { return strings.HasSuffix(word, end) })
	return ends || strings.HasPrefix(word, "pathname") || strings.HasPrefix(word, "filesystem")
}

// MayBePathParam is IsPathParam with the names under which some tools take a
// path and others something else: "to", "output", "uri".
func MayBePathParam(name string) bool {
	for word := range nameWords(name) {
		if isPathWord(word) || slices.Contains(loosePathWords, word) {
			return true
		}
	}
	return false
}

// hasWord reports whether one of a name's words is a known one.
func hasWord(name string, known []string) bool {
	for word := range nameWords(name) {
		if slices.Contains(known, word) {
			return true
		}
	}
	return false
}

// NameWords splits the name of a tool or a parameter at capitals and at what is
// neither letter nor digit, and folds the words: readFile is read, file.
func NameWords(name string) []string { return slices.Collect(nameWords(name)) }

// nameWords are the words of [NameWords] one by one.
func nameWords(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1    // of the word that goes on; less than 0: none does
		lower := false // the last rune was a lower-case letter or a digit
		for i, r := range name {
			inWord, isUpper := unicode.IsLetter(r) || unicode.IsDigit(r), unicode.IsUpper(r)
			if start >= 0 && (!inWord || isUpper && lower) {
				if !yield(strings.ToLower(name[start:i])) {
					return
				}
				start = -1
			}
			if inWord && start < 0 {
				start = i
			}
			lower = inWord && !isUpper
		}
		if start >= 0 {
			yield(strings.ToLower(name[start:]))
		}
	}
}
