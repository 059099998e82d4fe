package command

// Services, power, the kernel and the settings of the machine. Looking is
// reading; a service that is started or stopped, a setting that lasts, and a
// module of the kernel are for people. Another host, container or root
// directory (-H, -M, --root) is a gap.

const (
	systemd = "systemctl(1) and kin, systemd 252"
	// unitFlags are those of what lists and shows units.
	unitFlags = "-t,--type= --state= -a,--all -r,--recursive --reverse --after --before --with-dependencies -l,--full --value --user --system --global --failed --no-pager --no-legend --legend= -n,--lines= -o,--output= --plain --timestamp= -q,--quiet --show-types --json= --no-ask-password "
)

// changes are subcommands that change what the machine does.
func changes(names, does, source string) Row {
	return Row{Name: names, Args: "inert*", Does: does, Style: "bare", Source: source}
}

var systemRows = []Row{
	{Name: "systemctl", Source: systemd, Shared: unitFlags + "--now -f,--force --no-block --no-wall --runtime --wait -s,--signal= --kill-whom= --job-mode= -i --message=", Sub: []Row{
		{Name: "status list-units list-unit-files list-timers list-sockets list-automounts list-jobs list-machines list-dependencies is-active is-failed is-enabled is-system-running get-default cat help", Flags: "-p,--property=", Args: "inert*", Out: "content", Source: systemd},
		{Name: "show", Flags: "-p,--property=not(*nv*)!does() -P=not(*nv*)!does()", Args: "inert*", Does: "secrets(environment of services)", Out: "content", Source: systemd},
		changes("show-environment", "secrets(environment of services)", systemd),
		{Name: "start stop restart try-restart reload reload-or-restart kill reset-failed clean freeze thaw isolate daemon-reload daemon-reexec cancel log-level log-target service-watchdogs", Args: "inert*", Does: "disrupts(services)", Source: systemd},
		changes("enable disable reenable preset preset-all mask unmask link revert add-wants add-requires edit set-default set-property set-environment unset-environment import-environment bind mount-image", "persistence disrupts(services)", systemd),
		changes("halt poweroff reboot kexec suspend hibernate hybrid-sleep suspend-then-hibernate rescue emergency default exit switch-root soft-reboot", "disrupts(the machine)", systemd),
	}},
	{Name: "service", Source: "service(8) init-system-helpers 1.66, FreeBSD 14", Flags: "--status-all -e -l -v", Sub: []Row{
		{Name: "*", Source: "service(8)", Sub: []Row{
			{Name: "status", Source: "service(8)"},
			changes("*", "disrupts(services)", "service(8)"),
		}},
	}},
	{
		Name: "journalctl", Source: systemd, Out: "content", Args: "inert*",
		Flags: "--system --user -m,--merge -D,--directory=list --file=read -S,--since= -U,--until= -c,--cursor= --after-cursor= --cursor-file=write -b,--boot[=] -u,--unit= --user-unit= -t,--identifier= -p,--priority= --facility= -g,--grep= --case-sensitive[=] -k,--dmesg -o,--output= --output-fields= -n,--lines= -r,--reverse --show-cursor --utc -x,--catalog --no-hostname --no-full --full,-l -a,--all -f,--follow " +
			"--no-tail -q,--quiet --no-pager -e,--pager-end -N,--fields -F,--field= --list-boots --disk-usage --verify --header --namespace= --list-catalog --vacuum-size=!discards(logs) --vacuum-time=!discards(logs) --vacuum-files=!discards(logs) --rotate!disrupts(logs) --flush!disrupts(logs) --sync --relinquish-var!disrupts(logs)",
	},
	{Name: "loginctl", Shared: unitFlags + "-p,--property= ", Source: systemd, Sub: []Row{
		{Name: "list-sessions session-status show-session list-users user-status show-user list-seats seat-status show-seat", Args: "inert*", Source: systemd},
		changes("*", "disrupts(sessions)", systemd),
	}},
	{Name: "hostnamectl", Flags: "--static --transient --pretty --json= --no-ask-password", Source: systemd, Sub: []Row{{Name: "status", Source: systemd}, changes("*", "disrupts(system settings)", systemd)}},
	{Name: "timedatectl", Flags: "-a,--all -p,--property= --value --no-pager --no-ask-password --monitor --adjust-system-clock", Source: systemd, Sub: []Row{
		{Name: "status show list-timezones timesync-status show-timesync", Flags: "-a,--all -p,--property= --value --no-pager", Source: systemd},
		changes("*", "disrupts(system settings)", systemd),
	}},
	{Name: "localectl", Flags: "--no-pager --no-ask-password --no-convert", Source: systemd, Sub: []Row{
		{Name: "status list-locales list-keymaps list-x11-keymap-models list-x11-keymap-layouts", Flags: "--no-pager", Source: systemd},
		changes("*", "disrupts(system settings)", systemd),
	}},
	{Name: "resolvectl networkctl", Flags: "-4 -6 -a,--all -l,--full --no-pager --no-legend --json=", Source: systemd, Sub: []Row{
		{Name: "status statistics list dns domain show", Flags: "-a,--all -l,--full --no-pager --no-legend", Args: "inert?", Source: systemd + "; with a value dns and domain change settings"},
		{Name: "query", Args: "host+", Does: "network(dns)", Out: "network", Source: systemd},
		changes("*", "disrupts(network settings)", systemd),
	}},
	{Name: "systemd-analyze", Flags: "--system --user --global --no-pager --json= -q,--quiet", Source: systemd, Sub: []Row{
		{Name: "time blame critical-chain dot plot dump unit-paths unit-files calendar timespan timestamp cat-config security verify exit-status capability syscall-filter", Flags: "--system --user --no-pager --order --require --fuzz= --man= --json= --iterations= --base-time= --recursive-errors=", Args: "list*", Source: systemd},
		changes("*", "disrupts(services)", systemd),
	}},
	{Name: "bootctl coredumpctl busctl machinectl udevadm portablectl homectl oomctl", Flags: "--no-pager --no-legend --user --system -q,--quiet --json= -1 -n=", Source: systemd, Sub: []Row{
		{Name: "status list list-images tree introspect info dump-catalog is-installed", Flags: "--no-pager --no-legend --user --system -a,--all -q,--quiet --json= -n,--name= -p,--path= --attribute-walk", Args: "inert*", Source: systemd},
		changes("*", "privilege disrupts(system settings)", systemd),
	}},
	{Name: "systemd-detect-virt systemd-cgls systemd-cgtop systemd-path systemd-escape systemd-id128", Flags: "-c,--container -v,--vm -q,--quiet --list -l,--full --no-pager -a,--all -k -b -n= -d= -1 -p,--path -u,--unescape --suffix= --template=", Args: "inert*", Source: systemd},
	{Name: "systemd-tmpfiles systemd-sysusers systemd-nspawn systemd-mount systemd-umount systemd-cryptenroll systemd-creds systemd-ask-password systemd-notify systemd-inhibit systemd-cat systemd-socket-activate systemd-firstboot", Args: "inert*", Does: "privilege opaque(changes the machine or runs a program)", Style: "bare", Source: systemd},
	{Name: "shutdown reboot halt poweroff init telinit kexec pm-suspend pm-hibernate", Args: "inert*", Does: "disrupts(the machine)", Style: "bare", Source: "shutdown(8), reboot(8), init(8)"},
	{Name: "rc-status", Flags: "-a,--all -l,--list -r,--runlevel -s,--servicelist -u,--unused -c,--crashed", Args: "inert?", Source: "rc-status(8) 0.54"},
	{Name: "chkconfig", Flags: "--list!does()", Args: "inert?", Does: "persistence", Source: "chkconfig(8) 1.24"},
	{Name: "supervisorctl", Source: "supervisorctl help 4.2", Sub: []Row{{Name: "status avail pid version", Args: "inert*", Source: "supervisorctl help 4.2"}, changes("*", "disrupts(services)", "supervisorctl help 4.2")}},
	{Name: "rc-service rc-update rc-config update-rc.d invoke-rc.d sv svc svcadm initctl monit openrc runsvdir s6-svc", Args: "inert*", Does: "disrupts(services) persistence", Style: "bare", Source: "their manuals"},
	{Name: "crontab", Flags: "-l!args()!does() -u=!privilege -e!persistence!args() -r!discards(scheduled commands)!args() -i", Args: "read", Does: "persistence", In: "data?", Source: "crontab(1) cron 3.0"},
	{Name: "atq", Flags: "-q= -V", Source: "at(1) 3.2"},
	{Name: "atrm", Args: "inert+", Does: "discards(scheduled commands)", Source: "at(1) 3.2"},
	{Name: "anacron fcrontab cron crond atd ", Args: "inert*", Does: "persistence", Style: "bare", Source: "cron(8)"},
	{
		Name: "sysctl", Flags: "-n,--values -e,--ignore -N,--names -q,--quiet -a,--all,-A,-X --deprecated -b,--binary -r,--pattern= -d -h -o -x -w,--write!privilege!args(inert*) -p,--load[=]!privilege!args(inert*) --system!privilege",
		Args: "not(*=*)*", Source: "sysctl(8) procps 4.0, macOS",
	},
	{Name: "modprobe insmod rmmod depmod kmod kextload kextunload kldload kldunload dkms", Args: "inert*", Does: "privilege disrupts(the kernel)", Style: "bare", Source: "modprobe(8) kmod 31"},
	{Name: "modinfo", Flags: "-F,--field= -a,--author -d,--description -l,--license -p,--parameters -n,--filename -k,--set-version= -0,--null", Args: "inert+", Source: "modinfo(8) kmod 31"},
	{Name: "kextstat kmutil kldstat", Flags: "-l -b= -k -v", Source: "kextstat(8) macOS"},
	{
		Name: "dmesg", Source: utilLinux,
		Flags: "-C,--clear!discards(logs) -c,--read-clear!discards(logs) -D,--console-off!disrupts(logs) -E,--console-on!disrupts(logs) -n,--console-level=!disrupts(logs) -d,--show-delta -e,--reltime -F,--file=read -f,--facility= -H,--human -J,--json -k,--kernel -L,--color[=] -l,--level= --noescape -P,--nopager -p,--force-prefix -r,--raw -S,--syslog -s,--buffer-size= -T,--ctime --since= --until= -t,--notime --time-format= -u,--userspace -w,--follow -W,--follow-new -x,--decode",
		Out:   "content",
	},
	{Name: "dmidecode lshw hwinfo lshal inxi lstopo cpuid lscgroup", Flags: "-t,--type= -s,--string= -q,--quiet -short -json -html -xml -C= -class= -c= -businfo -F -b -G -N -x -xx -z --short --cpu --memory --disk --network", Style: "single", Source: "dmidecode(8) 3.5, lshw(1) 02.19, inxi(1) 3.3"},
	{Name: "sensors acpi upower neofetch fastfetch screenfetch hostinfo", Flags: "-A,--no-adapter -f,--fahrenheit -j -u -b,--battery -t,--thermal -a --everything -V -e,--enumerate -d,--dump -i,--show-info= --stdout --off --logo=", Source: "sensors(1) 3.6, acpi(1) 1.7, neofetch(1) 7.1"},
	{Name: "hwclock", Flags: "-r,--show -u,--utc -l,--localtime -v,--verbose", Source: utilLinux + "; setting is a gap"},
	{Name: "ntpdate chronyd ntpd rdate adjtimex", Args: "inert*", Does: "disrupts(the clock)", Style: "bare", Source: "their manuals"},
	{Name: "chronyc ntpq", Flags: "-n -p -c= -a -4 -6", Source: "chronyc(1) 4.3, ntpq(8); changes are gaps", Sub: []Row{{Name: "tracking sources sourcestats activity serverstats peers", Flags: "-v -a", Source: "chronyc(1) 4.3"}}},
	{Name: "getenforce sestatus aa-status apparmor_status aa-enabled getsebool", Flags: "-v -b -a --enabled --json --pretty-json --verbose", Args: "inert?", Source: "getenforce(8), aa-status(8)"},
	{Name: "setenforce setsebool semanage semodule restorecon chcon runcon fixfiles load_policy aa-complain aa-enforce aa-disable aa-teardown aa-genprof apparmor_parser paxctl", Args: "inert*", Does: "privilege disrupts(protection)", Style: "bare", Source: "setenforce(8), aa-complain(8)"},
	{Name: "auditctl", Flags: "-l -s -v -e,-b,-r,-f,-a,-A,-d,-w,-W=!disrupts(audit) -D!disrupts(audit) -R=read!disrupts(audit) -p= -k= -S= -F=", Source: "auditctl(8) 3.1"},
	{Name: "ausearch aureport", Flags: "-m,--message= -ts,--start= -te,--end= -k,--key= -ua,--uid-all= -x,--executable= -i,--interpret -sv,--success= -f,--file= -p,--pid= -au -l -s -u --summary --failed", Style: "single", Args: "inert*", Out: "content", Source: "ausearch(8) 3.1"},
	{Name: "fail2ban-client", Source: "fail2ban-client(1) 1.0", Sub: []Row{{Name: "status ping version banned", Args: "inert?", Source: "fail2ban-client(1) 1.0"}, changes("*", "disrupts(audit)", "fail2ban-client(1) 1.0")}},
	{Name: "auditd fail2ban-server rsyslogd syslogd syslog-ng logrotate osqueryd filebeat auditbeat packetbeat falcon falconctl wazuh-control clamd ossec-control aide tripwire", Args: "inert*", Does: "disrupts(audit)", Style: "bare", Source: "their manuals"},
	{Name: "clamscan rkhunter chkrootkit lynis", Args: "inert*", Does: "opaque(looks through the system)", Style: "bare", Source: "their manuals"},
	{Name: "osqueryi", Args: "inert*", Does: "opaque(reads the state of the system)", Style: "bare", Source: "osqueryi --help 5.10"},
	{Name: "update-alternatives alternatives", Flags: "--display,--query,--list= --get-selections --config,--auto,--remove-all,--install,--remove,--set=!installs(another program under a name)!args(inert*) --all!installs(another program under a name)", Source: "update-alternatives(1) dpkg 1.21"},
	{Name: "ldd", Flags: "-v,--verbose -u,--unused -d,--data-relocs -r,--function-relocs", Args: "project+", Out: "content", Source: "ldd(1) glibc 2.36; it may run the program"},
	{Name: "ldconfig", Flags: "-p,--print-cache!does() -v,--verbose", Args: "", Does: "privilege", Source: "ldconfig(8) glibc 2.36"},
	{Name: "nginx", Flags: "-t!does() -T!does() -q -v!alone -V!alone -h!alone -c=project", Does: "disrupts(services)", Source: "nginx(8) 1.26; -g and -s are gaps"},
	{Name: "apachectl apache2ctl httpd apache2", Flags: "-t!does() -S!does() -M!does() -v!alone -V!alone -l!alone -L!alone -f=project", Does: "disrupts(services)", Source: "apachectl(8) 2.4", Sub: []Row{
		{Name: "configtest", Source: "apachectl(8) 2.4"}, changes("start stop restart graceful graceful-stop status fullstatus", "disrupts(services)", "apachectl(8) 2.4"),
	}},
	{Name: "haproxy", Flags: "-c!does() -f=project -q -V -v!alone -vv!alone", Does: "disrupts(services)", Source: "haproxy(1) 2.8"},
	{Name: "caddy", Source: "caddy help 2.8", Sub: []Row{
		{Name: "validate adapt", Flags: "-c,--config=project -a,--adapter= -p,--pretty --validate", Does: "project", Source: "caddy help 2.8"},
		{Name: "fmt", Flags: "-w,--overwrite!edits -d,--diff", Args: "read?", Out: "content", Source: "caddy help 2.8"},
		{Name: "version list-modules build-info", Source: "caddy help 2.8"},
		changes("*", "disrupts(services)", "caddy help 2.8"),
	}},
	{Name: "sshd", Flags: "-t!does() -T!does() -f=list -V!alone", Does: "disrupts(services)", Source: "sshd(8) 9.2"},
	{Name: "named-checkconf", Flags: "-z -p!secrets(shared secrets) -j -v -l", Args: "read*", Source: "named-checkconf(8) 9.18: -p prints the keys as well"},
	{Name: "named-checkzone testparm", Flags: "-j -s -v -l", Args: "read*", Source: "named-checkzone(8) 9.18, testparm(1) 4.17"},
	{Name: "promtool amtool", Source: "promtool 2.53, amtool 0.27; what asks a server is a gap", Sub: []Row{{Name: "check/config check/rules check/metrics check-config", Flags: "--syntax-only --lint=", Args: "read*", In: "data?", Source: "promtool 2.53"}}},
	{Name: "lighttpd traefik php-fpm envoy varnishd squid named unbound dnsmasq postfix exim dovecot smbd nfsd in.tftpd vsftpd xinetd", Args: "inert*", Does: "disrupts(services)", Style: "bare", Source: "their manuals"},
	{Name: "a2ensite a2dissite a2enmod a2dismod a2enconf a2disconf", Args: "inert*", Does: "persistence disrupts(services)", Style: "bare", Source: "a2ensite(8)"},
	{Name: "logger", Flags: "-t,--tag= -p,--priority= -i --id[=] -s,--stderr -f,--file=read --no-act!does()", Args: "inert*", Does: "append(/var/log/syslog)", In: "data?", Source: utilLinux + "; servers and sockets are gaps"},
	{Name: "wall write talk mesg", Args: "inert*", Does: "disrupts(terminals of other users)", Style: "bare", Source: utilLinux},
	{Name: "mail mailx s-nail sendmail mutt neomutt msmtp ssmtp swaks mpack biff", Args: "inert*", Does: "external(mail)", In: "sends", Style: "bare", Source: "their manuals"},
	{Name: "bpftrace bpftool dtrace sysdig systemtap stap kdump crash kgdb ftrace trace-cmd", Args: "inert*", Does: "privilege opaque(looks into the kernel and other programs)", Style: "bare", Source: "their manuals"},
	{Name: "stress stress-ng fio", Args: "inert*", Does: "disrupts(other programs)", Style: "bare", Source: "their manuals"},
}
