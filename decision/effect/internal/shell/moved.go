package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// movedTo notes where files were moved: who deletes them there deletes them,
// be it a directory for what is temporary.
func (p *process) movedTo(to word, from []word) {
	for _, s := range from {
		if f := p.file(s); f != nil && f.fresh {
			continue // made by this command line
		}
		name := strings.TrimRight(s.Text, "/")
		inside := to.with(strings.TrimSuffix(to.Text, "/") + "/" + name[strings.LastIndexByte(name, '/')+1:])
		for _, w := range []word{to, inside} {
			if key, ok := p.key(w); ok && len(p.moved) < maxValues {
				p.moved = append(p.moved, movement{key, w.Text == to.Text})
			}
		}
	}
}

// movement is a path to which something was moved. It may be a directory that
// was there before, of which other files are nobody's concern.
type movement struct {
	key   string
	maybe bool
}

// holdsMoved reports a path to delete that is, holds, or lies in what was moved.
func (p *process) holdsMoved(w word) bool {
	if len(p.moved) == 0 {
		return false
	}
	if at := strings.IndexAny(w.Text, "*?["); w.Glob && at >= 0 {
		w = word{Word: command.Literal(w.Text[:strings.LastIndexByte(w.Text[:at], '/')+1] + ".")}
	}
	key, ok := p.key(w)
	if !ok {
		return false
	}
	for _, m := range p.moved {
		if within(key, m.key) || !m.maybe && within(m.key, key) {
			return true
		}
	}
	return false
}

// within reports a resolved path that is dir or lies in it.
func within(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}
