package command_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhereTheRulesAre(t *testing.T) {
	root, config := project(t, map[string]string{
		configFile: "pattern_rules: [{id: bad, paths: ['sub/**'], deny_patterns: [bad], message: No bad.}]", "sub/deep/a.txt": "bad",
	})
	const said = "sub/deep/a.txt:1:1: error [bad] No bad.\n"
	file := filepath.Join(root, "sub/deep/a.txt")
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(root, link))
	assert.Equal(t, result{1, said, ""}, run(t, "", "check", "--config", filepath.Join(link, ".supervisor"), file), "a project by a link")
	assert.Equal(t, result{1, said, ""}, run(t, "", "check", "--config", config, filepath.Join(link, "sub/deep/a.txt")), "a file by a link")
	assert.Equal(t, result{1, said, ""}, run(t, "bad", "check", "--config", config, "--stdin", filepath.Join(root, "x", "..", "sub/deep/a.txt")))
	outside := filepath.Join(t.TempDir(), "sub", "a.txt")
	assert.Equal(t, 2, run(t, "", "check", "--config", config, "--stdin", outside).code)

	t.Chdir(filepath.Join(root, "sub", "deep"))
	assert.Equal(t, result{1, said, ""}, run(t, "", "check", "a.txt"), "the rules are above")
	r := run(t, "", "lint-rules", "--strict")
	assert.Equal(t, 0, r.code, r.err) // where there is no engine, that is said
	assert.Equal(t, "0 faults, 0 warnings\n", r.out)
	t.Chdir(t.TempDir())
	r = run(t, "", "lint-rules")
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "it begins with version: 1")
}
