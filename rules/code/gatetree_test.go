package code_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
)

func TestGateOnTreesAndOtherNames(t *testing.T) {
	t.Parallel()
	bash := func(line string) (string, params) { return "Bash", params{"command": line} }
	for line, want := range map[string]string{
		"mv bad ui/":        "deny",
		"mv bad ui/new":     "deny",
		"mv good ui/":       "pass",
		"mv bad docs":       "pass",
		"mv links ui/":      "opaque",
		"mv many ui/":       "opaque",
		"mv many docs":      "pass",
		"rsync -a bad/ ui/": "opaque",
		"mkdir nd; echo 'fetch(y)' >nd/x; mv nd ui/nd":      "opaque",
		"mkdir -p p/ui; echo 'fetch(y)' >p/ui/x; mv p/ui .": "opaque",
		"./run.sh; mv good ui/":                             "opaque",
		"ln -s ui q; echo 'fetch(y)' >q/x":                  "opaque",
		"ln ui/has.ts q; echo 'fetch(y)' >q":                "opaque",
		"ln -s good q; echo x >docs.md":                     "pass",
		"echo x >named.txt":                                 "opaque",
		"echo 'fetch(y)' >ui/other.ts":                      "deny",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			g := treeGate(t)
			v, settled := g.call(bash(line))
			assert.Equal(t, want, says(v, settled), v.Reasoning)
		})
	}
	g := treeGate(t)
	for name, want := range map[string]string{"bad": "deny", "good": "pass", "many": "opaque"} {
		v, settled := g.call("move_file", params{"source": "ROOT/" + name, "destination": "ROOT/ui/" + name})
		assert.Equal(t, want, says(v, settled), name)
	}
}

// treeGate is a gate on a project with directories to move, a file with two
// names, and another such below the rules.
func treeGate(t *testing.T) gate {
	t.Helper()
	g := newGate(t, gateConfig, code.Options{})
	for name, text := range map[string]string{"ui/has.ts": "f\n", "ui/other.ts": "f\n", "bad/in/x.ts": "fetch(y)", "good/x.ts": "f\n", "links/x": "", "run.sh": ""} {
		write(t, filepath.Join(g.root, name), text)
	}
	for i := range 501 {
		write(t, filepath.Join(g.root, "many", fmt.Sprint(i)), "")
	}
	require.NoError(t, os.Symlink("../bad/in/x.ts", filepath.Join(g.root, "links/l")))
	require.NoError(t, os.Link(filepath.Join(g.root, "ui/other.ts"), filepath.Join(g.root, "named.txt")))
	return g
}
