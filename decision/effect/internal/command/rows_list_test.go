package command_test

import "testing"

func TestListRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"ls", "list(.) >names"},
		{"ls -la src", "list(src) >names"},
		{"ls -R /", "list(/)+deep >names"},
		{"ls --run=x", "list(.) >names gap"},
		{"dir --x", "list(.) >names gap"},
		{"stat -c %s a", "list(a)"},
		{"stat --x a", "list(a) gap"},
		{"du -sh *", "list(*) >names"},
		{"du --files0-from=x", "list(.) >names gap"},
		{"df -h", ""},
		{"df --x", "gap"},
		{"tree -L 2", "list(.)+deep >names"},
		{"tree -o x", "write(x)+deep list(.)+deep >names"},
		{"file a", "list(a)"},
		{"file -C -m x", "read(x) gap"},
		{"realpath a", "list(a) >names"},
		{"realpath --x a", "list(a) >names gap"},
		{"readlink -f a", "list(a) >names"},
		{"readlink --x a", "list(a) >names gap"},
		{"pathchk a", ""},
		{"pathchk --x a", "gap"},
		{"pwd", ">names"},
		{"pwd x", "list(x) >names gap"},
		{"lsattr", "list(.)"},
		{"lsattr --x", "list(.) gap"},
		{"getfacl a", "list(a)"},
		{"getfacl --restore=x", "gap"},
		{"eza -la", "list(.) >names"},
		{"eza --x", "list(.) >names gap"},
	})
}
