package effect

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// landing is where a file goes, and which.
type landing struct{ path, from string }

// moves keeps account of the files that the command line moves. What comes to
// lie where one of them is replaces all that is left of it.
func (s *sight) moves(a *shell.Act) {
	switch {
	case a.Do == command.Move:
		from := s.find(a)
		s.moved = slices.DeleteFunc(s.moved, func(m landing) bool { return from.Err == nil && from.pattern == "" && within(from.Path, m.path) })
	case a.Do == command.Create && a.By == "mkdir":
		if at := s.find(a); at.Err == nil {
			s.made = append(s.made, at.Path)
		}
	case a.Do == command.Write, a.Do == command.Dest:
		for _, to := range s.landings(a) {
			s.lands(a, to)
		}
	}
}

func (s *sight) lands(a *shell.Act, to landing) {
	for _, m := range s.moved {
		if m.path == to.path && m.from != to.from {
			s.emit(a, decision.Effect{Kind: decision.Deletes, Target: to.path, Zone: s.scope.zone(to.path), Concern: "replaces what was moved there"})
		}
	}
	if isMove(a) && !slices.Contains(s.written, to.from) {
		s.moved = append(s.moved, to)
	}
}

func isMove(a *shell.Act) bool { return a.Do == command.Dest && (a.By == "mv" || a.By == "git mv") }

// landings are the files that an act makes or replaces, as far as they matter
// to what was moved.
func (s *sight) landings(a *shell.Act) []landing {
	if len(s.moved) == 0 && !isMove(a) {
		return nil
	}
	at := s.find(a)
	if at.Err != nil || at.pattern != "" {
		return nil
	}
	if a.Do == command.Write {
		return []landing{{path: at.Path}}
	}
	into := len(a.Words) > 1 || isDirectory(a.Word.Text) || slices.Contains(s.made, at.Path) || isDir(at.Path)
	var list []landing
	for _, w := range a.Words {
		from := s.find(&shell.Act{Act: command.Act{Word: w}, Dir: a.Dir})
		switch to := (landing{path: at.Path, from: from.Path}); {
		case w.Glob || strings.Contains(w.Text, command.Unknown): // several files, so it is a directory, and their names are not known
		case into:
			to.path = strings.TrimSuffix(at.Path, "/") + "/" + path.Base(w.Text)
			list = append(list, to)
		default:
			list = append(list, to)
		}
	}
	return list
}

// isDir reports a directory that is there.
func isDir(resolved string) bool {
	info, err := os.Lstat(resolved)
	return err == nil && info.IsDir()
}
