package glob

import "strings"

// MayMatchBelow reports whether a path in a directory can match. It errs to true.
func (g *Glob) MayMatchBelow(dir string) bool {
	if dir == "." || g.fold {
		return true
	}
	dir += "/"
	return strings.HasPrefix(g.static, dir) || strings.HasPrefix(dir, g.static)
}
