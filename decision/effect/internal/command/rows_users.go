package command

// Users, groups, passwords and rights of files. All of it changes who may do
// what, but for asking.

const shadow = "shadow 4.13 manuals"

var userRows = []Row{
	{Name: "getent", Flags: "-s,--service= -i,--no-idn", Args: "not(shadow,gshadow) inert*", Out: "content", Source: "getent(1) glibc 2.36"},
	{
		Name: "useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod groupmems gpasswd chpasswd chgpasswd newusers pw vipw vigr pwconv pwunconv grpconv grpunconv pwck grpck chsh chfn newuidmap newgidmap pam-auth-update authselect authconfig realm sssctl samba-tool smbpasswd sysadminctl dseditgroup dsenableroot createhomedir",
		Args: "inert*", Does: "privilege persistence", Style: "bare", Source: shadow,
	},
	{Name: "passwd", Flags: "-S,--status!does() -a,--all", Args: "inert?", Does: "privilege secrets(a password)", Source: shadow + "; changes by flag are gaps"},
	{Name: "chage", Flags: "-l,--list!does() -i,--iso8601", Args: "inert", Does: "privilege", Source: shadow},
	{Name: "faillog faillock pam_tally2 lastcomm ac", Flags: "-a,--all -u,--user=", Args: "", Source: "faillock(8) 1.5; resets are gaps"},
	{Name: "visudo", Flags: "-c,--check!does() -s,--strict -f,--file=list -q,--quiet", Args: "inert*", Does: "privilege persistence", Source: "visudo(8) 1.9"},
	{Name: "sudoedit", Args: "edit+", Does: "privilege", Source: "sudo(8) 1.9"},
	{Name: "setcap", Args: "inert*", Does: "privilege", Style: "bare", Source: "setcap(8) 2.66"},
	{Name: "getcap", Flags: "-r!deep -h -n -v", Args: "list+", Source: "getcap(8) 2.66"},
	{Name: "getfattr", Flags: "-n= -d -e= -h -m= -R!deep -L -P --absolute-names --only-values", Args: "list+", Source: "getfattr(1) 2.5"},
	{Name: "setfattr", Flags: "-n= -v= -x= -h", Args: "props+", Source: "setfattr(1) 2.5; --restore is a gap"},
	{Name: "login sulogin agetty getty pkcheck pkaction polkitd dbus-send gdbus dbus-monitor xauth xhost setuidgid gosu su-exec ", Args: "inert*", Does: "privilege", Style: "bare", Source: "their manuals"},
	{Name: "ssh-agent", Args: "inert*", Does: "secrets(keys) opaque(runs what it is given)", Style: "bare", Source: "ssh-agent(1) 9.2"},
	{Name: "klist", Flags: "-c -k -t -e -f -a -n -l -A -s", Args: "inert?", Source: "klist(1) 1.20"},
	{Name: "kinit kdestroy kpasswd ktutil kadmin.local", Args: "inert*", Does: "secrets(tickets)", Style: "bare", Source: "kinit(1) 1.20"},
}
