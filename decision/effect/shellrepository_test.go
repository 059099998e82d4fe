package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// Git obeys the settings of the repository that it looks at.
func TestRepositoriesOfOthers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"git -C /tmp/none status", "cd /tmp/none && git status", "cd /srv/r && git log", "cd ~/other && git diff", "git -C /tmp/none grep x", "tar xf r.tar && cd r && git status",
		"git init /tmp/other && git -C /tmp/none log", "tar xf r.tar -C /tmp/none; git init /tmp/none; git -C /tmp/none log",
	} {
		e := shell(t, text)
		assert.True(t, e.Opaque(), text)
		assert.Contains(t, kinds(e), "executes_unseen", text)
	}
	for _, text := range []string{
		"git status", "git -C sub log", "git clone https://a.example/none /tmp/none && git -C /tmp/none log", "git init /tmp/none && git -C /tmp/none status", "tar xf r.tar && git status",
		"git worktree add /tmp/none && git -C /tmp/none diff",
	} {
		assert.NotContains(t, worries(shell(t, text)), "a repository whose settings may run programs", text)
	}
	analyzer := effect.NewAnalyzer(projectScope(t))
	call := decision.Call{Tool: "Bash", Params: params{"command": "git -C /tmp/none log"}, RecentTraces: []decision.Trace{
		{Tool: "Bash", Params: params{"command": "git clone https://a.example/none /tmp/none"}},
	}}
	assert.Empty(t, worries(analyzer.Analyze(t.Context(), &call)))
	call.RecentTraces[0].Params = params{"command": "git init /tmp"}
	assert.NotEmpty(t, worries(analyzer.Analyze(t.Context(), &call)))
}

// What was in an archive, or in a submodule, nobody has looked at.
func TestBuildsOfWhatWasUnpacked(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"tar xf a.tar && make", "tar xf a.tar -C vendor && make", "unzip a.zip && npm test", "unzip -q a.zip -d x && cd x && go test ./...", "7z x a.7z && make",
		"git submodule update --init && make", "git submodule add https://a.example/x && make",
	} {
		assert.Contains(t, kinds(shell(t, text)), "executes_unseen", text)
	}
	for _, text := range []string{"tar xf a.tar", "tar tf a.tar && make", "make && tar cf a.tar src", "git submodule update --init", "git submodule status && make", "tar xf a.tar -C data && cd src && make"} {
		assert.NotContains(t, kinds(shell(t, text)), "executes_unseen", text)
	}
	analyzer := effect.NewAnalyzer(projectScope(t))
	for _, before := range []string{"tar xf a.tar", "unzip a.zip -d vendor", "git submodule update --init"} {
		call := decision.Call{Tool: "Bash", Params: params{"command": "make"}, RecentTraces: []decision.Trace{{Tool: "Bash", Params: params{"command": before}}}}
		assert.Contains(t, kinds(analyzer.Analyze(t.Context(), &call)), "executes_unseen", before)
	}
}

// What looks harmless by its name is not always.
func TestSmallThingsThatHide(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"touch -r /bin/ls /tmp/evil", "mv /tmp/evil /dev/shm/.hidden", "echo x > /dev/shm/.x", "mkdir /dev/shm/.d", "cp a /dev/shm/d/.x/b",
		"python3 -c 'import platform; print(platform.platform())'", "jupyter nbconvert --to html --execute n.ipynb",
		"git config --get http.https://github.com/.extraheader", "git config --get-regexp credential",
	} {
		assert.NotEmpty(t, worries(shell(t, text)), text)
	}
	for _, text := range []string{
		"touch -r a b", "touch /tmp/.mark", "echo x > /dev/shm/x", "python3 -I -c 'import platform; print(platform.platform())'", "python3 -c 'import sys; print(sys.version)'",
		"jupyter nbconvert --to html n.ipynb", "git config --get user.email", "git config --list",
	} {
		assert.Empty(t, worries(shell(t, text)), text)
	}
}
