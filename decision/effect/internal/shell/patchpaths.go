package shell

import (
	"path"
	"strings"
)

// readsPathsAsWritten reports whether a program takes the paths of a patch as its
// reader does: whole, but for the a/ and b/ that git writes before them. Options
// say otherwise, and programs that take off a directory also take another one.
func readsPathsAsWritten(by string, words []word, text string) bool {
	off, ok := strippedBy(by, words)
	if !ok {
		return false
	}
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		before, removed := strings.CutPrefix(lines[i-1], "--- ")
		after, added := strings.CutPrefix(lines[i], "+++ ")
		if !removed || !added {
			continue
		}
		for _, name := range []string{before, after} {
			name, _, _ = strings.Cut(strings.TrimRight(name, "\r"), "\t")
			marked := strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/")
			switch {
			case name == "/dev/null":
			case off == "" && path.Base(name) != name, off == "1" && !marked, off == "0" && marked:
				return false
			}
		}
	}
	return true
}

// strippedBy is how many directories a program takes off: "0", "1", or nothing
// for all of them, which is what patch(1) does unless it is told. It is not ok
// where there are more, or where others are put before.
func strippedBy(by string, words []word) (off string, ok bool) {
	git := strings.HasPrefix(by, "git ")
	if git {
		off = "1"
	}
	for i, w := range words {
		switch {
		case i > 0 && !w.certain(), git && strings.HasPrefix(w.Text, "--d"):
			return "", false
		case strings.HasPrefix(w.Text, "--s") && !git && w.Text != "--silent":
			_, off, _ = strings.Cut(w.Text, "=")
			ok = true
		case strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--"):
			if _, off1, has := strings.Cut(w.Text, "p"); has {
				off, ok = off1, true
			}
		}
		if ok && off == "" && i+1 < len(words) {
			off = words[i+1].Text
		}
		if ok && off != "0" && off != "1" {
			return "", false
		}
		ok = false
	}
	return off, true
}
