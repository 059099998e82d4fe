package effect

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsPathParam(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"path", "PATH", "filePath", "file_path", "dir_path", "dir-path", "TARGET_FILE", "notebook_path", "relative_workspace_path", "destination", "pathname", "fullpath", "outfile", "newpath", "subdir"} {
		assert.True(t, IsPathParam(name), name)
		assert.True(t, MayBePathParam(name), name)
	}
	for _, name := range []string{"to", "uri", "outputs", "from_location"} {
		assert.False(t, IsPathParam(name), name)
		assert.True(t, MayBePathParam(name), name)
	}
	for _, name := range []string{"", "content", "profile", "pathology", "command", "overwrite", "total", "url"} {
		assert.False(t, MayBePathParam(name), name)
	}
}

func TestNameWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"":                      nil,
		"__":                    nil,
		"read":                  {"read"},
		"readFile":              {"read", "file"},
		"TARGET_FILE":           {"target", "file"},
		"HTTPServer":            {"httpserver"},
		"fs.read-many":          {"fs", "read", "many"},
		"v2Path":                {"v2", "path"},
		"ÄndereDatei":           {"ändere", "datei"},
		"a\xffb":                {"a", "b"},
		"mcp__files__writeFile": {"mcp", "files", "write", "file"},
	} {
		assert.Equal(t, want, NameWords(name), name)
	}
}

// TestEveryPathOfAKnownToolIsAPathParam keeps the analyser and the guards of
// one mind about which parameters are paths.
func TestEveryPathOfAKnownToolIsAPathParam(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, params := range []map[string]kindOf{readParams, readManyParams, listParams, searchParams, writeParams, makeDirParams, editParams, deleteParams, moveParams} {
		for name, kind := range params {
			switch kind {
			case aPath, paths:
				checked++
				assert.True(t, IsPathParam(name), name)
			case aSource, aDest, aRoot:
				checked++
				assert.True(t, MayBePathParam(name), name)
			}
		}
	}
	assert.Greater(t, checked, 10)
}
