package code

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// relative returns the clean path from the project's root with forward slashes,
// and false if it leads out of the project. It follows no links: see [Gate].
func (p *Project) relative(file string) (string, bool) {
	if filepath.IsAbs(file) {
		below, ok := strings.CutPrefix(file, p.root)
		if !ok || !strings.HasPrefix(below, string(filepath.Separator)) {
			return "", false
		}
		file = below[1:]
	}
	if filepath.Separator != '/' {
		file = filepath.ToSlash(file)
	}
	file = path.Clean(file)
	if file == "." || file == ".." || strings.HasPrefix(file, "../") || strings.HasPrefix(file, "/") || strings.IndexByte(file, 0) >= 0 {
		return "", false
	}
	return file, true
}

// outside is the result of a path that is none of the project's.
func outside(path string) Result {
	return Result{Path: oneline.Clean(path, maxMessageBytes), mode: ModeEnforce, Unchecked: []Unchecked{{
		Cause: decision.CauseRule, Reason: "the path leads out of the project",
	}}}
}
