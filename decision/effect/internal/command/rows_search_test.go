package command_test

import "testing"

func TestSearchRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"grep -rn foo src", "read(src)+deep >content"},
		{"grep -r foo", "read(.)+deep <data >content"},
		{"grep -re foo", "read(.)+deep <data >content"},
		{"grep -n foo *.go", "read(*.go) >content"},
		{"grep -f pat a", "read(pat) read(a) >content"},
		{"grep -il foo", "<data >names"},
		{"grep foo", "<data >content"},
		{"grep ?u a", "read(a) >content gap"},
		{"grep -- ?u a", "read(a) >content"},
		{"grep --open=x foo", "<data >content gap"},
		{"zgrep foo a.gz", "read(a.gz) >content"},
		{"zgrep --x foo a", "read(a) >content gap"},
		{"rgrep foo", "read(.)+deep <data >content"},
		{"rgrep --x foo", "read(.)+deep <data >content gap"},
		{"rg foo", "read(.)+deep <data >content"},
		{"rg foo *.go", "read(*.go)+deep >content"},
		{"rg --files", "read(.)+deep <data >names"},
		{"rg --pre sh foo", "exec(sh ?)+deep read(.)+deep <data >content"},
		{"rg --hostname-bin=x foo", "exec(x ?)+deep read(.)+deep <data >content"},
		{"ag foo", "read(.)+deep <data >content"},
		{"ag --pager=sh foo", "read(.)+deep <data >content gap"},
		{"ack foo", "read(.)+deep <data >content"},
		{"ack --pager=sh foo", "read(.)+deep <data >content gap"},
		{"fd foo", "list(.)+deep >names"},
		{"fd -x rm", "list(.)+deep >names gap"},
		{"fd foo -X rm", "list(rm)+deep >names gap"},
		{"locate x", "list(/*/x) list(/) >names"},
		{"locate -d db x", "list(/*/db) list(/*/x) list(/) >names gap"},
		{"locate /home/x", "list(/*/home/x) list(/) >names"},
		{"xargs rm", "exec(rm) <args >content"},
		{"xargs -I{} mv {} {}.bak", "exec(mv {} {}.bak) <args >content"},
		{"xargs -n1 grep foo", "exec(grep foo) <args >content"},
		{"xargs", "<args >content"},
		{"xargs -i rm {}", "exec(rm {}) <args >content gap"},
		{"whereis ls", ">names"},
		{"whereis --x ls", ">names gap"},
		{"which ls", ">names"},
		{"which --x ls", ">names gap"},
		{"type ls", ""},
	})
}
