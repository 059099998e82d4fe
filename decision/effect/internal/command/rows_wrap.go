package command

// wrapRows are programs that run another command line, with other rights, limits
// or surroundings.
var wrapRows = []Row{
	{Name: "env genv", Flags: "-i,--ignore-environment -0,--null -u,--unset= -C,--chdir=chdir -v,--debug --block-signal[=] --default-signal[=] --ignore-signal[=] --list-signal-handling", Args: "env?", Style: "first", Source: coreutils + "; -S is a gap"},
	{Name: "printenv", Flags: "-0,--null", Args: "variable*", Source: coreutils},
	{Name: "nohup", Args: "exec", Does: "append(nohup.out)", Style: "first", Source: coreutils},
	{Name: "timeout gtimeout", Flags: "--preserve-status --foreground -f -p -k,--kill-after= -s,--signal= -v,--verbose", Args: "inert exec", Style: "first", Source: coreutils},
	{Name: "nice", Flags: "-# -n,--adjustment=", Args: "exec?", Style: "first", Source: coreutils},
	{Name: "ionice", Flags: "-c,--class= -n,--classdata= -p,--pid=!args(inert*)!disrupts(the turn of other processes) -P,--pgid=!args(inert*)!disrupts(the turn of other processes) -t,--ignore -u,--uid=!args(inert*)!disrupts(the turn of other processes)", Args: "exec?", Style: "first", Source: utilLinux},
	{Name: "stdbuf", Flags: "-i,--input= -o,--output= -e,--error=", Args: "exec", Style: "first", Source: coreutils},
	{Name: "time gtime", Flags: "-p,--portability -l -v,--verbose -f,--format= -o,--output=write -a,--append -q,--quiet", Args: "exec", Style: "first", Source: "time(1) 1.9, macOS"},
	{Name: "chrt", Flags: "-b,--batch -i,--idle -o,--other", Args: "inert exec", Style: "first", Source: utilLinux},
	{Name: "taskset", Flags: "-a,--all-tasks -c,--cpu-list", Args: "inert exec", Style: "first", Source: utilLinux + "; -p is a gap"},
	{Name: "setsid", Flags: "-c,--ctty -f,--fork -w,--wait", Args: "exec", Style: "first", Source: utilLinux},
	{Name: "setarch linux32 linux64", Flags: "-R,--addr-no-randomize -v,--verbose", Args: "exec?", Style: "first", Source: utilLinux},
	{Name: "unbuffer", Flags: "-p", Args: "exec", Style: "first", Source: "unbuffer(1) expect 5.45"},
	{Name: "caffeinate", Flags: "-d -i -m -s -u -t= -w=", Args: "exec?", Style: "first", Source: "caffeinate(8) macOS"},
	{Name: "flock", Flags: "-s,--shared -x,-e,--exclusive -u,--unlock -n,--nb,--nonblock -w,--wait,--timeout= -E,--conflict-exit-code= -o,--close -F,--no-fork --verbose", Args: "create exec?", Style: "first", Source: utilLinux + "; -c after the file is a gap"},
	{
		Name:  "watch",
		Flags: "-b,--beep -c,--color -C,--no-color -d -e,--errexit -g,--chgexit -q,--equexit= -n,--interval= -p,--precise -t,--no-title -w,--no-wrap -x,--exec!args(exec)",
		Args:  "join", Out: "content", Style: "first", Source: "watch(1) procps 4.0",
	},
	{
		Name: "sudo",
		Flags: "-A,--askpass -b,--background -B,--bell -C,--close-from= -D,--chdir=chdir -E,--preserve-env[=] -e,--edit!args(edit+) -g,--group= -H,--set-home -h,--host=!opaque -i,--login!args(join?)!in(shell?) -K,--remove-timestamp!args() -k,--reset-timestamp!args(exec?) -l,--list!args(inert*) -n,--non-interactive -P,--preserve-groups -p,--prompt= " +
			"-S,--stdin -s,--shell!args(join?)!in(shell?) -u,--user= -U,--other-user= -T,--command-timeout= -v,--validate!args()",
		Args: "env?", Does: "privilege", Style: "first", Source: "sudo(8) 1.9",
	},
	{Name: "doas", Flags: "-L -n -s -u=", Args: "exec?", Does: "privilege", Style: "first", Source: "doas(1) OpenBSD 7.4; -C is a gap"},
	{Name: "pkexec", Flags: "--disable-internal-agent --user= --keep-cwd", Args: "exec?", Does: "privilege", Style: "first", Source: "pkexec(1) 124"},
	{Name: "su runuser", Flags: "-c,--command=shell -l,--login -f,--fast -g,--group= -G,--supp-group= -m,-p,--preserve-environment -P,--pty -s,--shell=exec -w,--whitelist-environment=", Args: "inert? inert*", Does: "privilege opaque(a shell of another user)", Source: utilLinux},
	{Name: "newgrp sg", Args: "inert*", Does: "privilege opaque(a shell of another group)", Style: "bare", Source: "newgrp(1) shadow 4.13"},
	{Name: "chroot", Flags: "--userspec= --groups= --skip-chdir", Args: "list exec?", Does: "privilege opaque(another root directory)", Style: "first", Source: coreutils},
	{Name: "unshare nsenter setpriv capsh prlimit systemd-run script expect screen tmux at batch", Args: "inert*", Does: "opaque(runs what it is given in other surroundings)", Style: "bare", Source: "their manuals"},
	{Name: "parallel", Args: "inert*", Does: "opaque(composes command lines for a shell)", Style: "bare", Source: "parallel(1) 20231122"},
	{Name: "busybox toybox", Args: "exec?", Style: "first", Source: "busybox 1.36 manual; applets that read flags otherwise are no less closed"},
	{Name: "command", Flags: "-v!args(inert*) -V!args(inert*) -p", Args: "exec?", Style: "first", Source: "bash 5.2 manual"},
	{Name: "gdb-multiarch truss dtruss", Args: "inert*", Does: "opaque(traces or changes a program that it runs)", Style: "bare", Source: "their manuals"},
	{Name: "cmd cmd.exe", Flags: "/c,/C,/k,/K,/s,/S,/q,/Q,/d,/D", Args: "join?", Does: "opaque(a shell of Windows)", Style: "first", Source: "cmd, Windows commands reference"},
	{Name: "rd", Flags: "/s,/S!deep /q,/Q", Args: "delete+", Does: "opaque(paths of Windows)", Source: "rmdir, Windows commands reference"},
	{Name: "del erase", Flags: "/s,/S!deep /q,/Q /f,/F /p,/P", Args: "delete+", Does: "opaque(paths of Windows)", Source: "del, Windows commands reference"},
}
