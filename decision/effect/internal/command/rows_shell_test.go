package command_test

import "testing"

func TestShellRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"bash -c 'echo hi' x", "shell(echo hi x) <data"},
		{"bash -lc 'git status'", "shell(git status) <data"},
		{"bash -euo pipefail -c ls", "shell(ls) <data"},
		{"bash script.sh a b", "script(script.sh a b)"},
		{"bash", "<shell"},
		{"bash - x.sh", "<shell gap"},
		{"bash /dev/stdin", "<shell"},
		{"bash -s a", "<shell"},
		{"bash -n x.sh", "read(x.sh) <data"},
		{"bash -i -n x.sh", "read(x.sh) <data gap"},
		{"bash --rcfile x", "script(x) <shell"},
		{"zsh -c ?u", "shell(?) <data gap"},
		{"rbash -c id", "shell(id) <data"},
		{"fish -c id", "code:fish(id) <data"},
		{"csh -c id", "code:csh(id) <data"},
		{"pwsh -c id", "gap"},
		{"test -f x", ""},
		{"[ -v 'a[$(id)]' ]", "gap"},
		{"[ ?u = b ]", ""},
		{"test -v ?u", "gap"},
		{"true x", ""},
		{"exit 1", ""},
		{"exit a b", "list(b) gap"},
		{"wait 12", ""},
		{"wait --x", "gap"},
		{"ulimit -n", ""},
		{"ulimit --x", "gap"},
		{"tput cols", ""},
		{"tput --x", "gap"},
		{"dircolors", ""},
		{"dircolors --x", "gap"},
	})
}
