package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A pattern stands for every file that it may match.
func TestPatternsThatMayBeFilesWithAClass(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"sed -i s/a/b/ package.jso?":              "persistence",
		"sed -i s/a/b/ .gitlab-c[i].yml":          "persistence",
		"sed -i s/a/b/ .gith?b/workflows/x.yml":   "persistence",
		"sed -i s/a/b/ .gi?/config":               "persistence",
		"sed -i s/a/b/ .claud?/settings.json":     "persistence",
		"find package.json | xargs sed -i s/a/b/": "persistence",
		"cat .ss?/x":           "secrets",
		"cat .en[v]":           "secrets",
		"cat /etc/shado?":      "secrets",
		"cat .aw?/credentials": "secrets",
	} {
		assert.Contains(t, kinds(shell(t, text)), want, text)
	}
	for _, text := range []string{"sed -i s/a/b/ src/*.ts", "sed -i s/a/b/ src/main.g?", "cat src/*", "cat pack*.go", "chmod +x scripts/*"} {
		assert.NotContains(t, kinds(shell(t, text)), "persistence", text)
		assert.NotContains(t, kinds(shell(t, text)), "secrets", text)
	}
}
