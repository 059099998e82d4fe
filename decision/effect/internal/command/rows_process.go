package command

// selectFlags are those by which pgrep and pkill choose processes.
const selectFlags = "-c,--count -f,--full -g,--pgroup= -G,--group= -i,--ignore-case -n,--newest -o,--oldest -O,--older= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -x,--exact -F,--pidfile=read -L,--logpidfile -r,--runstates= -A,--ignore-ancestors --cgroup= --ns= --nslist= "

// signals are the names of signals as flags.
const signals = "-#,-HUP,-INT,-QUIT,-KILL,-TERM,-STOP,-CONT,-TSTP,-USR1,-USR2,-ABRT,-ALRM,-PIPE,-WINCH,-SIGHUP,-SIGINT,-SIGQUIT,-SIGKILL,-SIGTERM,-SIGSTOP,-SIGCONT,-SIGUSR1,-SIGUSR2 "

// processRows are programs about processes and the state of the machine.
var processRows = []Row{
	{
		Name: "ps",
		Flags: "-A,-e -a -d -N,--deselect -C= -G,--Group= -g,--group= -p,--pid= --ppid= -q,--quick-pid= -s,--sid= -t,--tty= -u,--user= -U,--User= -F -f -H -j -l -M -O= -o,--format= -P -y --context --headers --no-headers --cols,--columns,--width= --rows,--lines= -L -m -T -c -w -r -x -v -S --sort= --forest --cumulative -Z " +
			"a r T x f j l u v X s H m c n w S k= o= O= p= t= U= e!secrets(environment)",
		Style: "dashless", Source: "ps(1) procps 4.0, macOS; a letter e without a dash shows the environment",
	},
	{Name: "pgrep", Flags: selectFlags + "-d,--delimiter= -l,--list-name -a,--list-full -v,--inverse -w,--lightweight", Args: "inert*", Source: "pgrep(1) procps 4.0"},
	{Name: "pidof", Flags: "-s -c -q -x -w -o= -S=", Args: "inert+", Source: "pidof(1) procps 4.0"},
	{Name: "pstree", Flags: "-a -A -c -C= -g -G -h -H= -l -n -N= -p -s -S -t -T -u -U -Z", Args: "inert?", Source: "pstree(1) psmisc 23.6"},
	{Name: "pkill", Flags: signals + selectFlags + "--signal= -q,--queue= -e,--echo -l -v", Args: "inert*", Does: "disrupts(processes)", Source: "pkill(1) procps 4.0"},
	{Name: "kill", Flags: "-0!does() -l,--list[=]!does() -L,--table!does() " + signals + "-s,--signal= -n= -q,--queue=", Args: "inert*", Does: "disrupts(processes)", Source: "kill(1) procps 4.0, bash 5.2"},
	{Name: "killall", Flags: "-l,--list!does() " + signals + "-e,--exact -I,--ignore-case -g,--process-group -y,--younger-than= -o,--older-than= -i,--interactive -q,--quiet -r,--regexp -s,--signal= -u,--user= -v,--verbose -w,--wait -n,--ns= -m -d", Args: "inert*", Does: "disrupts(processes)", Source: "killall(1) psmisc 23.6"},
	{Name: "fuser", Flags: "-a,--all -c -i,--interactive -l,--list-signals -m,--mount= -M,--ismountpoint -n,--namespace= -s,--silent -u,--user -v,--verbose -k,--kill!disrupts(processes) -w -4 -6 -#", Args: "list*", Source: "fuser(1) psmisc 23.6"},
	{Name: "lsof", Flags: "-a -b -C -d= -F[=] -g[=] -i[=] -K[=] -l -L[=] -M -n -N -o[=] -O -p= -P -R[=] -s[=] -S[=] -t -T[=] -u= -U -v -V -w -X -x[=] -c= -Q -E +D* +d* +c* +L* +w", Args: "list*", Out: "names", Source: "lsof(8) 4.95; -D and -A touch a cache and a kernel"},
	{Name: "top", Flags: "-b,--batch-mode -c,--cmdline-toggle -d,--delay= -E= -e= -H,--threads-show -i,--idle-toggle -n,--iterations= -O -o,--sort-override= -p,--pid= -S,--accum-time-toggle -s -U,--filter-any-user= -u,--filter-only-euser= -w,--width[=] -1 -l= -F -R -stats=", Source: "top(1) procps 4.0, macOS"},
	{Name: "htop btop atop glances", Flags: "-d,--delay= -u,--user= -t,--tree -C,--no-color -p,--pid= -s,--sort-key=", Source: "htop(1) 3.2"},
	{Name: "free", Flags: "-b,--bytes --kilo --mega --giga --tera --peta -k,--kibi -m,--mebi -g,--gibi --tebi --pebi -h,--human --si -l,--lohi -L,--line -t,--total -v,--committed -s,--seconds= -c,--count= -w,--wide", Source: "free(1) procps 4.0"},
	{Name: "uptime", Flags: "-p,--pretty -s,--since -r,--raw -h", Source: "uptime(1) procps 4.0"},
	{Name: "vmstat", Flags: "-a,--active -f,--forks -m,--slabs -n,--one-header -s,--stats -d,--disk -D,--disk-sum -p,--partition= -S,--unit= -w,--wide -t,--timestamp", Args: "inert? inert?", Source: "vmstat(8) procps 4.0"},
	{Name: "iostat mpstat pidstat sar", Flags: "-c -d -h -k -m -N -p= -t -x -y -z -P= -u -A -I= -r -w -b -q -n= -s -S -B -R", Args: "inert*", Source: "sysstat 12.6 manual; -o and -e are gaps"},
	{Name: "w", Flags: "-h,--no-header -u,--no-current -s,--short -f,--from -o,--old-style -i,--ip-addr", Args: "inert?", Source: "w(1) procps 4.0"},
	{Name: "who", Flags: "-a,--all -b,--boot -d,--dead -H,--heading --ips -l,--login --lookup -m -p,--process -q,--count -r,--runlevel -s,--short -t,--time -T,-w,--mesg -u,--users --message --writable", Args: "inert*", Source: coreutils},
	{Name: "id", Flags: "-a -Z,--context -g,--group -G,--groups -n,--name -r,--real -u,--user -z,--zero -p -P -F", Args: "inert*", Source: coreutils + ", macOS"},
	{Name: "whoami users logname hostid", Source: coreutils},
	{Name: "groups", Args: "inert*", Source: coreutils},
	{Name: "tty", Flags: "-s,--silent,--quiet", Source: coreutils},
	{Name: "uname arch", Flags: "-a,--all -s,--kernel-name -n,--nodename -r,--kernel-release -v,--kernel-version -m,--machine -p,--processor -i,--hardware-platform -o,--operating-system", Source: coreutils},
	{Name: "hostname", Flags: "-a,--alias -A,--all-fqdns -d,--domain -f,--fqdn,--long -i,--ip-address -I,--all-ip-addresses -s,--short -y,--yp,--nis", Source: "hostname(1) 3.23; a name sets it and is a gap"},
	{Name: "nproc", Flags: "--all --ignore=", Source: coreutils},
	{Name: "getconf", Flags: "-a -v=", Args: "inert? list?", Source: "POSIX getconf"},
	{Name: "date gdate", Flags: "-d,--date= --debug -f,--file=read -I,--iso-8601[=] --resolution -R,--rfc-email,--rfc-2822 --rfc-3339= -r,--reference=list -u,--utc,--universal -j -v= -n -s,--set=!disrupts(clock)", Args: "one(+*)?", Source: coreutils + ", macOS; an operand without plus sets the clock"},
	{Name: "cal ncal", Flags: "-1,--one -3,--three -n,--months= -S,--span -s,--sunday -m,--monday -j,--julian --reform= -y,--year -Y,--twelve -w,--week[=] -h -b -M -C -N", Args: "inert*", Source: utilLinux},
	{Name: "sleep usleep", Args: "inert+", Source: coreutils},
	{Name: "sync", Flags: "-d,--data -f,--file-system", Args: "list*", Source: coreutils},
	{Name: "lscpu lsmem lsblk lsns lsipc lslocks", Flags: "-a,--all -b,--bytes -e,--extended[=] -J,--json -o,--output= -p,--parse[=] -d,--nodeps -f,--fs -i,--ascii -l,--list -m,--perms -n,--noheadings -P,--pairs -r,--raw -S,--scsi -t,--topology -T,--tree[=] -x,--hex -y,--physical -O,--output-all", Args: "list*", Source: utilLinux},
	{Name: "findmnt", Flags: "-s,--fstab -m,--mtab -k,--kernel -a,--ascii -A,--all -b,--bytes -D,--df -e,--evaluate -f,--first-only -J,--json -l,--list -n,--noheadings -o,--output= -O,--options= -P,--pairs -r,--raw -R,--submounts -S,--source= -t,--types= -T,--target=list -u,--notruncate -U,--uniq -v,--nofsroot --real --pseudo", Args: "list*", Source: utilLinux},
	{Name: "locale", Flags: "-a,--all-locales -m,--charmaps -c,--category-name -k,--keyword-name -v,--verbose", Args: "inert*", Source: "glibc 2.39 locale(1)"},
	{Name: "lsmod", Source: "lsmod(8) kmod 31"},
	{Name: "lspci lsusb", Flags: "-v -vv -vvv -n -nn -k -t -m -mm -D -b -s= -d=", Source: "lspci(8) 3.10, lsusb(8) 017"},
	{Name: "last lastlog", Flags: "-# -a,--hostlast -d,--dns -F,--fulltimes -i,--ip -n,--limit= -p,--present= -R,--nohostname -s,--since= -t,--until= -w,--fullnames -x,--system -u,--user=", Args: "inert*", Source: utilLinux},
	{Name: "lastb", Flags: "-# -a,--hostlast -n,--limit= -s,--since= -t,--until= -w,--fullnames", Args: "inert*", Does: "secrets(names typed at a login, passwords among them)", Source: utilLinux},
	{Name: "sw_vers", Flags: "-productName -productVersion -buildVersion --productName --productVersion --buildVersion", Style: "single", Source: "sw_vers(1) macOS"},
}
