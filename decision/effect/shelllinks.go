package effect

import (
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

const (
	// maxListed bounds the names of a directory that are held against a
	// pattern. Where there are more, a change is a gap.
	maxListed = 2000
	// maxLed bounds the links that are followed of one pattern. More are a gap.
	maxLed = 16
)

// throughLinks follows the symbolic links that a pattern fits: who writes
// "out/*" writes where they lead. Only what is the agent's to fill is looked
// at, and of a pattern with several directories only the first.
func (s *sight) throughLinks(a *shell.Act, at spot) {
	if at.pattern == "" || at.Zone != decision.ZoneProject && at.Zone != decision.ZoneTemp || a.Do == command.Delete || a.Do == command.List || a.Do == command.Link {
		return
	}
	links, all := linksIn(at.Path, at.pattern)
	if (!all || len(links) > maxLed) && changes(a.Do) {
		s.gap("pattern of more files than are looked at", a.Segment)
	}
	for _, link := range links[:min(len(links), maxLed)] {
		to := *a
		to.Word = command.Literal(strings.TrimSuffix(at.Path, "/") + "/" + link)
		to.Word.Glob = strings.ContainsAny(link, "*?[")
		switch led := s.find(&to); {
		case led.Zone == decision.ZoneProject:
		case changes(a.Do):
			s.path(&to)
		default:
			s.classes(&to, led)
		}
	}
}

// linksIn returns the symbolic links of a directory that fit the first name of
// a pattern, each with the rest of it, and whether all names were looked at.
func linksIn(dir, pattern string) (links []string, all bool) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, true // nothing that could be a link
	}
	defer func() { _ = f.Close() }()
	entries, _ := f.ReadDir(maxListed + 1)
	first, rest, deeper := strings.Cut(pattern, "/")
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink == 0 || strings.ContainsAny(e.Name(), "*?[\\") {
			continue
		}
		if fits, err := path.Match(first, e.Name()); err == nil && !fits {
			continue
		}
		name := e.Name()
		if deeper {
			name += "/" + rest
		}
		links = append(links, name)
	}
	return links, len(entries) <= maxListed
}

// entry is where a name lies, and not where it leads if it is a symbolic link:
// who removes a link removes nothing else.
func (s *sight) entry(text, dir string) Location {
	at := s.locate(text, dir)
	name := path.Base(text)
	if at.Err != nil || strings.HasSuffix(text, "/") || name == "." || name == ".." {
		return at
	}
	parent := s.locate(path.Dir(text), dir)
	if parent.Err != nil {
		return parent
	}
	link := path.Join(parent.Path, name)
	if link == at.Path {
		return at
	}
	return Location{Path: link, Zone: s.scope.zone(link), Assumed: at.Assumed, exists: true}
}

// takesLinks reports a program that removes a link, and not what it leads to.
func takesLinks(a *shell.Act) bool {
	switch a.By {
	case "rm", "unlink", "git rm", "trash", "trash-put":
		return a.Do == command.Delete
	}
	return false
}
