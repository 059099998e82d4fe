package command

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/flux7-go/supervisor/rules/code"
)

// rulesDir is --config, else the nearest .supervisor here or above, else the one
// that would be here.
func (a *app) rulesDir() string {
	if a.config != "" {
		return a.config
	}
	for dir := absolute("."); ; dir = filepath.Dir(dir) {
		rules := filepath.Join(dir, code.DefaultDir)
		if info, err := os.Stat(rules); err == nil && info.IsDir() {
			return rules
		}
		if dir == filepath.Dir(dir) {
			return code.DefaultDir
		}
	}
}

// absolute is a path from where the command was called: the project may be
// another directory.
func absolute(file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	return path
}

// inProject is an absolute path as the project has it. A project that is reached
// by a link has files that are named without it.
func inProject(root, file string) string {
	path := absolute(file)
	if strings.HasPrefix(path, root+string(filepath.Separator)) {
		return path
	}
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return path
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	below, err := filepath.Rel(realRoot, filepath.Join(dir, filepath.Base(path)))
	if err != nil || !filepath.IsLocal(below) {
		return path
	}
	return filepath.Join(root, below)
}
