package rules

import "github.com/flux7-go/supervisor/decision/effect"

// directory is one that a rule names.
type directory struct {
	text string
	// anchored is where it is, found out when the set is built, as project
	// directories are: a rule does not follow a link that an agent puts in its
	// place. A relative directory is looked for in each call's own.
	anchored bool
	at       effect.Location
}

func newDirectory(text string, scope *effect.Scope) directory {
	d := directory{text: text, anchored: isAnchored(text)}
	if d.anchored {
		d.at = scope.Locate(text, "")
	}
	return d
}

// in returns where the directory is for one call.
func (d directory) in(s *sight) effect.Location {
	if d.anchored {
		return d.at
	}
	return s.scope.LocateFor(s.call, d.text)
}

// holds is a [test] for paths that lie in the directory.
func (d directory) holds(s *sight, text string, _ bool) (bool, error) {
	at := s.locate(text)
	if at.Err != nil {
		return false, unresolved(at.Err)
	}
	return at.In(d.in(s)), nil
}
