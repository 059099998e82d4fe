package command

// Network interfaces, routes, firewalls and what goes over the wire. Looking is
// reading the state of the kernel; rules, addresses and captured traffic are for
// people.

const (
	iproute = "ip(8), ss(8), iproute2 6.1"
	nettool = "net-tools 2.10, macOS"
	netfilt = "iptables(8) 1.8, nft(8) 1.0"
)

// ipFlags are those of ip(8); a batch of commands and other name spaces are
// gaps.
const ipFlags = "-4 -6 -0 -a,-all -s,-stats,-statistics -d,-details -o,-oneline -r,-resolve -br,-brief -j,-json -p,-pretty -c[=] -color[=] -h,-human,-human-readable -iec -N,-Numeric -f= -family= -t,-timestamp -ts,-tshort"

// ipShow are the subcommands of an object of ip(8).
var ipShow = []Row{
	{Name: "show list ls lst sh s l get g", Args: "inert*", Style: "single", Source: iproute},
	changes("*", "privilege disrupts(network settings)", iproute),
}

const firewall = "privilege disrupts(the firewall)"

var interfaceRows = []Row{
	{Name: "ip", Flags: ipFlags, Style: "single", Source: iproute, Sub: []Row{
		{Name: "address addr a ad link l li route r ro rule ru neighbour neighbor neigh n ne maddress maddr m mroute mr tunnel tun tunl ntable ntbl addrlabel addrl tcp_metrics tcpmetrics token vrf nexthop netconf sr mptcp", Style: "single", Source: iproute, Sub: ipShow},
		{Name: "netns", Style: "single", Source: iproute, Sub: []Row{
			{Name: "list ls list-id identify pids", Args: "inert*", Style: "single", Source: iproute},
			{Name: "exec", Args: "inert exec", Does: "privilege", Style: "first", Source: iproute},
			changes("*", "privilege disrupts(network settings)", iproute),
		}},
		{Name: "xfrm", Args: "inert*", Does: "privilege secrets(keys)", Style: "bare", Source: iproute},
		{Name: "help", Style: "single", Source: iproute},
		changes("monitor l2tp macsec ila ioam fou vrf/exec", "privilege", iproute),
	}},
	{
		Name: "ss", Source: iproute, Args: "inert*",
		Flags: "-H,--no-header -O,--oneline -n,--numeric -r,--resolve -a,--all -l,--listening -o,--options -e,--extended -m,--memory -p,--processes -T,--threads -i,--info --tos --cgroup --tipcinfo -s,--summary -E,--events -Z,--context -z,--contexts -b,--bpf -4,--ipv4 -6,--ipv6 -0,--packet -t,--tcp -u,--udp -d,--dccp -w,--raw -x,--unix -S,--sctp --vsock --xdp -M,--mptcp --inet-sockopt " +
			"-f,--family= -A,--query,--socket= -F,--filter=read -D,--diag=write -K,--kill!disrupts(connections)",
	},
	{Name: "netstat", Flags: "-r,--route -g,--groups -i,--interfaces -I= -M,--masquerade -s,--statistics -v,--verbose -W,--wide -n,--numeric --numeric-hosts --numeric-ports --numeric-users -A,--protocol= --inet --inet6 -c,--continuous -e,--extend -o,--timers -p,--program -l,--listening -a,--all -F -C -t,--tcp -u,--udp -w,--raw -x,--unix -4 -6 -f= -b -L -m -T -Z", Args: "inert?", Source: nettool},
	{Name: "ifconfig", Flags: "-a -s -v -l -L -m -u -d", Args: "inert?", Source: nettool + "; more words set an interface and are gaps"},
	{Name: "arp", Flags: "-v,--verbose -n,--numeric -H,--hw-type= -a -e -l -x -i,--device= -d!disrupts(network settings)!args(inert*) -s!disrupts(network settings)!args(inert*) -S!disrupts(network settings)!args(inert*) -f!disrupts(network settings)!args(inert*)", Args: "inert?", Source: nettool},
	{Name: "route", Flags: "-n -e -ee -v -F -C -4 -6 -A= -t", Source: nettool, Sub: []Row{{Name: "get", Flags: "-n -inet -inet6", Args: "inert*", Source: nettool}, changes("add del delete change flush monitor", "privilege disrupts(network settings)", nettool)}},
	{Name: "ipmaddr iptunnel mii-tool nameif rarp slattach plipconfig", Args: "inert*", Does: "privilege disrupts(network settings)", Style: "bare", Source: nettool},
	{
		Name: "iptables ip6tables iptables-legacy iptables-nft ebtables arptables", Source: netfilt + "; other rules are gaps", Args: "inert*",
		Flags: "-L,--list -S,--list-rules -n,--numeric -v,--verbose -x,--exact --line-numbers -t,--table= -w,--wait -4 -6 " +
			"-A,--append,-D,--delete,-I,--insert,-R,--replace,-F,--flush,-X,--delete-chain,-P,--policy,-N,--new-chain,-Z,--zero,-E,--rename-chain!privilege!disrupts(the firewall) -j,--jump= -p,--protocol= -s,--source= -d,--destination= -i,--in-interface= -o,--out-interface= -m,--match= --dport,--sport,--state,--ctstate,--to-destination,--to-port= -C,--check",
	},
	{Name: "iptables-save ip6tables-save", Flags: "-c,--counters -t,--table=", Source: netfilt},
	{Name: "iptables-restore ip6tables-restore iptables-apply netfilter-persistent ipset", Args: "inert*", Does: firewall, Style: "bare", Source: netfilt},
	{Name: "nft", Flags: "-a,--handle -s,--stateless -n,--numeric -j,--json -S,--service -N,--reversedns -y,--numeric-priority -p,--numeric-protocol -T,--numeric-time", Source: netfilt + "; files and options that run scripts are gaps", Sub: []Row{
		{Name: "list", Args: "inert*", Source: netfilt}, changes("*", firewall, netfilt),
	}},
	{Name: "ufw", Source: "ufw(8) 0.36", Flags: "--dry-run", Sub: []Row{{Name: "status show version app/list app/info", Args: "inert*", Source: "ufw(8) 0.36"}, changes("*", firewall, "ufw(8) 0.36")}},
	{
		Name: "firewall-cmd", Source: "firewall-cmd(1) 1.3", Args: "",
		Flags: "--state --version --list-all --list-all-zones --list-services --list-ports --list-protocols --list-sources --list-interfaces --list-rich-rules --list-forward-ports --list-icmp-blocks --get-zones --get-services --get-active-zones --get-default-zone --get-icmptypes --get-zone-of-interface= --info-zone= --info-service= --zone= --permanent -q,--quiet " +
			"--add-port,--remove-port,--add-service,--remove-service,--add-source,--remove-source,--add-rich-rule,--remove-rich-rule,--set-default-zone,--add-interface,--add-forward-port,--remove-forward-port,--new-zone,--delete-zone=!privilege!disrupts(the firewall) --add-masquerade,--remove-masquerade,--reload,--complete-reload,--panic-on,--panic-off,--runtime-to-permanent!privilege!disrupts(the firewall)",
	},
	{Name: "pfctl ipfw ipf npfctl shorewall csf", Args: "inert*", Does: firewall, Style: "bare", Source: "pfctl(8)"},
	{Name: "tcpdump", Flags: "-r=read!does() -n -nn -v -vv -vvv -e -x -xx -X -XX -A -q -t -tt -ttt -tttt -c= -# -S -l -D!does() -i,--interface= -s= -w=write -C= -G= -W= -p -K -N -U --count", Args: "inert*", Does: "privilege", Out: "content", Source: "tcpdump(8) 4.99; -z names a program, -F a file"},
	{Name: "tshark dumpcap wireshark ngrep ettercap bettercap tcpflow tcpreplay arpspoof dsniff mitmproxy mitmdump mitmweb sslstrip kismet airmon-ng airodump-ng aireplay-ng", Args: "inert*", Does: "privilege secrets(traffic)", Style: "bare", Source: "their manuals"},
	{Name: "nmcli", Flags: "-t,--terse -p,--pretty -m,--mode= -c,--colors= -f,--fields= -g,--get-values= -e,--escape= -w,--wait=", Source: "nmcli(1) 1.42; secrets are gaps", Sub: []Row{
		{Name: "general general/status g device device/status device/show dev dev/status dev/show d device/wifi device/wifi/list dev/wifi dev/wifi/list connection connection/show con con/show c radio networking networking/connectivity general/hostname general/permissions monitor", Flags: "-f,--fields= --active --order= --rescan=", Args: "inert?", Source: "nmcli(1) 1.42"},
		changes("* */*", "privilege disrupts(network settings)", "nmcli(1) 1.42"),
	}},
	{Name: "ethtool", Flags: "-i -k -S -a -c -g -l -m -n -T -P -d", Args: "inert", Source: "ethtool(8) 6.1; settings are gaps"},
	{Name: "iwconfig", Args: "inert?", Source: "iwconfig(8) 30"},
	{Name: "iw", Source: "iw(8) 5.19", Sub: []Row{{Name: "dev list phy reg/get", Source: "iw(8) 5.19"}, changes("*", "privilege disrupts(network settings)", "iw(8) 5.19")}},
	{Name: "rfkill", Source: utilLinux, Sub: []Row{{Name: "list", Args: "inert?", Source: utilLinux}, changes("*", "disrupts(network settings)", utilLinux)}},
	{Name: "bridge tc", Flags: "-s -d -j -p -4 -6", Source: iproute, Sub: []Row{
		{Name: "link fdb vlan mdb qdisc class filter", Source: iproute, Sub: ipShow},
		changes("*", "privilege disrupts(network settings)", iproute),
	}},
	{Name: "iwlist wpa_cli wpa_supplicant hostapd dhclient dhcpcd ifup ifdown brctl bluetoothctl netplan nmtui connmanctl macchanger ", Args: "inert*", Does: "privilege disrupts(network settings)", Style: "bare", Source: "their manuals"},
	{Name: "wg", Source: "wg(8) 1.0", Sub: []Row{{Name: "show", Args: "one(interfaces,all,*0,*1)? one(public-key,listen-port,endpoints,allowed-ips,latest-handshakes,transfer,peers)?", Source: "wg(8) 1.0"}, changes("*", "privilege secrets(keys)", "wg(8) 1.0")}},
	{Name: "wg-quick openvpn openconnect vpnc ipsec strongswan zerotier-cli nebula tinc", Args: "inert*", Does: "privilege external(joins another network)", Style: "bare", Source: "their manuals"},
	{Name: "tailscale", Source: "tailscale help 1.80", Sub: []Row{{Name: "status ip version netcheck whois", Flags: "--json --active --peers[=] --self[=] -4 -6 -1 --daemon", Args: "inert*", Does: "network(vpn)", Source: "tailscale help 1.80"}, changes("*", "external(joins another network, or sends files)", "tailscale help 1.80")}},
	{Name: "conntrack", Flags: "-L,--dump -C,--count -S,--stats -p,--proto= -s,--src= -d,--dst= -f,--family= -o,--output=one(extended,id,timestamp,xml,ktimestamp,labels)", Args: "one(conntrack,expect)?", Source: "conntrack(8) 1.4; changes are gaps"},
	{Name: "iftop nethogs iptraf", Flags: "-n -t -i= -d= -b -P", Args: "inert*", Does: "privilege", Source: "iftop(8), nethogs(8): they listen to all traffic"},
	{Name: "iotop bmon nload vnstat dstat collectl", Flags: "-n -t -i= -d= -b -P", Args: "inert*", Source: "their manuals; deleting is a gap"},
	{Name: "hping3 nping arping fping iperf iperf3 netperf ab wrk hey k6 vegeta siege locust artillery bombardier nuttcp slowhttptest tcptraceroute", Args: "inert*", Does: "external(traffic to another machine)", Style: "bare", Source: "their manuals"},
	{Name: "ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapdomaindump smbclient smbmap rpcclient enum4linux snmpwalk snmpget snmpset nbtscan showmount exportfs rpcinfo smbstatus kadmin winexe evil-winrm impacket-secretsdump bloodhound-python nikto sqlmap gobuster ffuf dirb wpscan nuclei amass subfinder theHarvester msfconsole msfvenom", Args: "inert*", Does: "external(asks or attacks other machines)", Style: "bare", Source: "their manuals"},
}
