package command_test

import "testing"

func TestFindRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"find src -type f", "list(src)+deep >names"},
		{"find . -name '*.pyc' -delete", "list(.)+deep delete(./*/*.pyc) >names"},
		{"find . -name *.pyc -delete", "list(.)+deep delete(./*/*.pyc) >names"},
		{"find . -name * -delete", "list(.)+deep delete(./*/*) >names gap"},
		{"find . ( -name '*.pyc' -o -name '*.pyo' ) -delete", "list(.)+deep delete(./*/*.pyc) delete(./*/*.pyo) >names"},
		{"find . ( -name '*.pyc' -o -type f ) -delete", "list(.)+deep delete(.)+deep >names"},
		{"find . -path ./node_modules -prune -o -name '*.js' -exec rm {} +", "list(.)+deep exec(rm ./*/*.js) >names"},
		{"find . ! -name '*.js' -delete", "list(.)+deep delete(.)+deep >names"},
		{"find . -name a -o -delete", "list(.)+deep delete(.)+deep >names"},
		{"find build -delete", "list(build)+deep delete(build)+deep >names"},
		{"find / -exec rm {} +", "list(/)+deep exec(rm /**) >names"},
		{"find / -delete", "list(/)+deep delete(/)+deep >names"},
		{"find -L . -delete", "list(.)+deep delete(.)+deep >names gap"},
		{"find . -exec sh -c 'echo {}' ;", "list(.)+deep exec(sh -c echo ?) >names"},
		{"find . -execdir rm {} ;", "list(.)+deep exec(rm ./**) >names"},
		{"find . -execdir rm foo ;", "list(.)+deep exec(rm foo) >names gap"},
		{"find . -fprint out", "list(.)+deep write(out) >names"},
		{"find . -fprintf /etc/x %p", "list(.)+deep write(/etc/x) >names"},
		{"find . -exec rm {}", "list(.)+deep exec(rm {}) >names gap"},
		{"find . -exec", "list(.)+deep exec >names gap"},
		{"find . -name .env -exec cat {} +", "list(.)+deep exec(cat ./*/.env) >names"},
		{"find /tmp/x src -name a -exec mv {} {}.bak ;", "list(/tmp/x)+deep list(src)+deep list(/tmp/x/*/a) exec(mv /tmp/x/*/a /tmp/x/*/a.bak) exec(mv src/*/a src/*/a.bak) >names"},
		{"find . -ok rm {} ;", "list(.)+deep exec(rm ./**) >names"},
		{"find ?u -name x", "list(?)+deep >names gap"},
		{"find . ?u", "list(.)+deep list(?)+deep >names gap"},
		{"find . -files0-from x", "list(.)+deep >names gap"},
		{"find . -size", "list(.)+deep >names gap"},
		{"find / -name id_rsa -type f", "list(/)+deep list(/*/id_rsa) >names"},
		{"find /usr/sbin -perm -4000", "list(/usr/sbin)+deep doubts:looks for programs with others' rights >names"},
		{"find . -perm /u=s", "list(.)+deep doubts:looks for programs with others' rights >names"},
		{"find . -perm 02755", "list(.)+deep doubts:looks for programs with others' rights >names"},
		{"find . -perm 0755", "list(.)+deep >names"},
		{"find . -perm -1000 -o -perm a=rwx", "list(.)+deep >names"},
		{"find --help", ""},
		{"find . -newermt 2020-01-01 -print0", "list(.)+deep >names"},
		{"find . -maxdepth 1 -depth -print", "list(.)+deep >names"},
	})
}
