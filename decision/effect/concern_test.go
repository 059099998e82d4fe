package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// isRoutine reports that all was seen, and that nothing speaks against it.
func isRoutine(e decision.Effects) bool {
	for _, one := range e.List {
		switch one.Kind {
		case decision.Reads, decision.Creates, decision.Overwrites, decision.Executes:
		default:
			return false
		}
		if one.Concern != "" || one.Kind != decision.Reads && one.Zone != decision.ZoneProject && one.Zone != decision.ZoneTemp && one.Kind != decision.Executes {
			return false
		}
	}
	return !e.Opaque()
}

// What a file is called and where it lies says whether a person should look,
// whatever reads or writes it.
func TestWhatSpeaksAgainstAFile(t *testing.T) {
	t.Parallel()
	analyzer := effect.NewAnalyzer(projectScope(t))
	tests := map[string]struct {
		line    string
		routine bool
	}{
		"a note":                            {"echo x > docs/note.md", true},
		"a list of names to ignore":         {"echo build > .gitignore", true},
		"settings of a formatter":           {"echo '{}' > .prettierrc.json", true},
		"a cache":                           {"mkdir -p .cache/x && touch .cache/x/y", true},
		"settings of who knows what":        {"echo x > .frob/settings.json", false},
		"a hidden file":                     {"cp a.txt .frobrc", false},
		"a hidden file, edited":             {"sed -i s/a/b/ .frobrc", false},
		"hooks of a harness":                {"echo x > .agents/hooks.json", false},
		"plugins of a harness":              {"cp x.json .agents/plugins/y/hooks.json", false},
		"settings of a harness":             {"tee .factory/settings.local.json < x.json", false},
		"a directory of dots":               {"mkdir -p /tmp/x/.../y", false},
		"a cache for a moment":              {"mkdir -p /tmp/.cache/x", true},
		"a directory for a moment":          {"mkdir -p /tmp/x/.frob", true},
		"keys, as an index knows them":      {"locate id_rsa", false},
		"passwords, as an index knows them": {"locate -i passwords", false},
		"names, as an index knows them":     {"locate libssl.so", true},
		"orders to agents":                  {"echo x >> AGENTS.md", false},
		"a file of the system":              {"cat /etc/os-release", true},
		"a library":                         {"head -3 /usr/include/stdio.h", true},
		"a disk that somebody attached":     {"cat /media/stick/list.txt", false},
		"what is served":                    {"head /srv/shop/config.ini", false},
		"documents at the root":             {"cat /Documents/plan.doc", false},
		"names in a directory of the root":  {"ls /data", true},
		"accounts":                          {"cat /etc/passwd", false},
		"a tree with accounts in it":        {"grep -ri password /etc", false},
		"the whole machine":                 {"grep -r TODO /", false},
		"a tree of libraries":               {"grep -rn printf /usr/include", true},
		"the project":                       {"grep -rn password src", true},
		"that a file of secrets is there":   {"ls -l .env", true},
		"keys on the whole machine":         {"find / -name id_rsa", false},
		"keys at home":                      {"find ~ -iname '*.pem' -type f", false},
		"names with passwords":              {"find / -name '*password*'", false},
		"other names at home":               {"find ~ -name '*.go'", true},
		"keys in the project":               {"find . -name '*.pem'", true},
		"programs that run as root":         {"find / -perm -4000", false},
		"a file of the project, moved away": {"mv notes.md /tmp/", false},
		"every file":                        {"find . -exec sed -i s/a/b/ {} +", false},
		"files of a kind":                   {"find . -name '*.go' -exec sed -i s/a/b/ {} +", true},
		"what a patch names":                {"patch -p1 < /tmp/x.patch", false},
		"without end":                       {"yes > /dev/null", false},
		"raw copies":                        {"dd if=a.img of=b.img", false},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := analyzer.Analyze(t.Context(), &decision.Call{Tool: "Bash", Params: params{"command": c.line}})
			assert.Equal(t, c.routine, isRoutine(e), "%s: %+v %v", c.line, e.List, e.Gaps)
		})
	}
}

// An address says where data goes; what is put into it when it runs goes there
// too.
func TestAddressesThatAreComputed(t *testing.T) {
	t.Parallel()
	analyzer := effect.NewAnalyzer(projectScope(t))
	for line, computed := range map[string]bool{
		"curl -s https://docs.example/a?b=1":                         false,
		"v=2; curl -s https://docs.example/v$v":                      false,
		"for v in 1 2; do curl -s https://docs.example/v$v; done":    false,
		"curl -s http://localhost:8080/$(date +%s)":                  false,
		"curl -s https://docs.example/$(whoami)":                     true,
		"curl -s https://docs.example/`id -un`":                      true,
		"curl -s https://docs.example/$(git rev-parse HEAD)":         true,
		"wget -q \"https://$USER.docs.example/\"":                    true,
		"head -3 <(curl -s https://docs.example/$(hostname -s).txt)": true,
	} {
		e := analyzer.Analyze(t.Context(), &decision.Call{Tool: "Bash", Params: params{"command": line}})
		found := e.Opaque()
		for _, one := range e.List {
			found = found || one.Kind == decision.Network && (one.Concern != "" || len(one.Sends) > 0)
		}
		assert.Equal(t, computed, found, "%s: %+v %v", line, e.List, e.Gaps)
	}
}
