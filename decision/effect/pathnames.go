package effect

import (
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
	return hasWord(name, pathWords) || slices.ContainsFunc(NameWords(name), func(word string) bool {
		if word == "profile" || word == "profiles" {
			return false
		}
		ends := slices.ContainsFunc(pathEndings, func(end string) bool { return strings.HasSuffix(word, end) })
		return ends || strings.HasPrefix(word, "pathname") || strings.HasPrefix(word, "filesystem")
	})
}

// MayBePathParam is IsPathParam with the names under which some tools take a
// path and others something else: "to", "output", "uri".
func MayBePathParam(name string) bool { return IsPathParam(name) || hasWord(name, loosePathWords) }

func hasWord(name string, known []string) bool {
	return slices.ContainsFunc(NameWords(name), func(word string) bool { return slices.Contains(known, word) })
}

// NameWords splits the name of a tool or a parameter at capitals and at what is
// neither letter nor digit, and folds the words: readFile is read, file.
func NameWords(name string) []string {
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
