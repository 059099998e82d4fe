package command

import "strings"

// mention notes a path in a word that the row takes for no path. Rows cannot
// know every value that a program reads as one: a report's file behind a colon,
// a plugin's directory, a name that may also be a file. Inside the project that
// does no harm; where it leads elsewhere, whoever knows the file system says so.
func (r *reader) mention(w Word) {
	for piece := range strings.FieldsFuncSeq(w.Text, separatesPaths) {
		if leadsAway(piece) {
			r.act(Act{Do: Mention, Word: Word{Text: piece, Glob: w.Glob, Ref: w.Ref}})
			return
		}
	}
}

// separatesPaths reports what stands before or between paths in values such as
// "json:/srv/report,text" and "--plugin=../x".
func separatesPaths(r rune) bool { return strings.ContainsRune("=:,;@|()[]{}<>'\" \t\n", r) }

// leadsAway reports a piece that is written like a path which does not start in
// the working directory, or climbs out of it.
func leadsAway(piece string) bool {
	switch {
	case len(piece) < 2:
		return false
	case piece[0] == '/':
		return isNameByte(piece[1])
	case piece[0] == '~':
		return piece[1] == '/' || piece[1] == '+' || piece[1] == '-'
	}
	return piece == ".." || strings.HasPrefix(piece, "../") || strings.Contains(piece, "/../") || strings.HasSuffix(piece, "/..")
}

func isNameByte(b byte) bool {
	return b == '.' || b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
