package command_test

import "testing"

func TestUsers(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"getent passwd", ">content"},
		{"getent shadow", ">content gap"},
		{"useradd -m x", "privilege persistence"},
		{"usermod -aG sudo x", "privilege persistence"},
		{"passwd", "privilege secrets:a password"},
		{"passwd -S", ""},
		{"passwd -d root", "privilege secrets:a password gap"},
		{"chage -l x", ""},
		{"chage -E -1 x", "privilege gap"},
		{"faillog -a", ""},
		{"faillog -r", "gap"},
		{"visudo -c", ""},
		{"visudo", "privilege persistence"},
		{"setcap cap_setuid+ep x", "privilege"},
		{"getcap -r /", "list(/)+deep"},
		{"getcap --x y", "list(y) gap"},
		{"getfattr -d x", "list(x)"},
		{"getfattr --x y", "list(y) gap"},
		{"setfattr -n user.a -v b x", "props(x)"},
		{"chsh -s /tmp/x", "privilege persistence"},
		{"xhost +", "privilege"},
		{"ssh-agent sh", "secrets:keys gap"},
		{"klist", ""},
		{"klist --x", "gap"},
		{"kinit x", "secrets:tickets"},
		{"sudoedit /etc/x", "edit(/etc/x) privilege"},
	})
}
