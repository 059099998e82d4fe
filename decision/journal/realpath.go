package journal

import (
	"os"
	"path/filepath"
)

// maxLinks is how many symbolic links realPath follows.
const maxLinks = 10

// realPath follows the links of the file's own name, also when the file at
// their end is missing, as in the middle of a rotation.
func realPath(path string) string {
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path
}
