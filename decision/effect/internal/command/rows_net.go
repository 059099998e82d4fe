package command

// Programs that talk to other machines. What a request carries is payload,
// data, form, upload, header or secret; where it goes is url or host. Left out
// are options that read further options from a file (curl -K, wget -e and
// --config), lead elsewhere than the URL says (--proxy, --resolve,
// --connect-to, --unix-socket), run programs (--use-askpass, ssh -o
// ProxyCommand), switch off checks (--insecure) or let the other side name the
// file (curl -J).

// curlMethods tell from the method what the request does.
const curlMethods = "one(GET,HEAD,OPTIONS) -X,--request=one(DELETE)!remotedelete(resource) -X,--request=!external(request) "

var netRows = []Row{
	{Name: "curl",
		Flags: "-X,--request=" + curlMethods + "--url=url -G,--get -I,--head -i,--include -L,--location --max-redirs= -s,--silent " +
			"-S,--show-error -f,--fail --fail-with-body --fail-early -v,--verbose -N,--no-buffer -q,--disable --no-progress-meter " +
			"--progress-bar -m,--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors " +
			"--retry-connrefused -r,--range= --compressed --raw -g,--globoff -4,--ipv4 -6,--ipv6 -0,--http1.0 --http1.1 --http2 " +
			"--http3 --http2-prior-knowledge --tcp-nodelay --tlsv1 --tlsv1.2 --tlsv1.3 --tls-max= --ssl-reqd --proto= --proto-redir= " +
			"--proto-default= --limit-rate= --rate= -Y,--speed-limit= -y,--speed-time= -Z,--parallel --parallel-max= " +
			"--parallel-immediate --path-as-is --no-keepalive --keepalive-time= --max-filesize= -z,--time-cond= --styled-output " +
			"--no-styled-output --noproxy= --cacert=read --capath=list --location-trusted!secrets(credentials follow redirects) " +
			"-w,--write-out=one(@*,*output{*)!opaque(a format that reads or writes a file) -w,--write-out= -o,--output=write " +
			"-O,--remote-name!tree(.) --remote-name-all!tree(.) --output-dir=tree --create-dirs -R,--remote-time --no-clobber " +
			"--remove-on-error -C,--continue-at= -D,--dump-header=write --stderr=write --trace=write --trace-ascii=write --trace-time " +
			"--etag-save=write --etag-compare=read -c,--cookie-jar=write -d,--data=data!external(request) " +
			"--data-ascii=data!external(request) --data-binary=data!external(request) --data-raw=payload!external(request) " +
			"--data-urlencode=form!external(request) --json=data!external(request) -F,--form=form!external(request) " +
			"--form-string=payload!external(request) -T,--upload-file=upload!external(request) --url-query=form -H,--header=header " +
			"-A,--user-agent=payload -e,--referer=payload -b,--cookie=secret -u,--user=secret --oauth2-bearer=secret " +
			"--aws-sigv4=!secrets(cloud credentials) -n,--netrc!secrets(stored passwords) --netrc-optional!secrets(stored passwords) " +
			"--netrc-file=secret -E,--cert=secret --key=secret --pass=secret --basic --digest --anyauth -V!alone -h,--help[=]!alone",
		Args: "url*", Out: "network", Source: "curl(1) 7.88"},
	{Name: "wget",
		Flags: "-q,--quiet -v,--verbose -nv,--no-verbose -d,--debug -S,--server-response --spider!does() -t,--tries= -T,--timeout= " +
			"--dns-timeout= --connect-timeout= --read-timeout= -w,--wait= --waitretry= --random-wait --limit-rate= -4,--inet4-only " +
			"-6,--inet6-only --retry-connrefused --retry-on-http-error= --progress= --show-progress --no-cache --no-cookies --no-hsts " +
			"--compression= --max-redirect= --content-on-error --https-only --secure-protocol= --no-netrc --no-proxy --no-iri " +
			"-O,--output-document=write!does()!out(network) -o,--output-file=write -a,--append-output=append -nc,--no-clobber " +
			"-c,--continue -N,--timestamping -P,--directory-prefix=tree -nd,--no-directories -x,--force-directories " +
			"-nH,--no-host-directories --protocol-directories --cut-dirs= -E,--adjust-extension --save-headers -r,--recursive " +
			"-l,--level= -k,--convert-links -m,--mirror -p,--page-requisites -A,--accept= -R,--reject= --accept-regex= --reject-regex= " +
			"-D,--domains= --exclude-domains= -np,--no-parent -L,--relative -I,--include-directories= -X,--exclude-directories= " +
			"--ignore-case --method=one(GET,HEAD) --method=one(DELETE)!remotedelete(resource) --method=!external(request) " +
			"--post-data=payload!external(request) --post-file=upload!external(request) --body-data=payload!external(request) " +
			"--body-file=upload!external(request) --header=header -U,--user-agent=payload --referer=payload --load-cookies=secret " +
			"--save-cookies=write --user=secret --password=secret --http-user=secret --http-password=secret --certificate=secret " +
			"--private-key=secret --ca-certificate=read -V!alone -h!alone",
		Args: "url+", Does: "tree(.)", Source: "wget(1) 1.21"},
	{Name: "http https",
		Flags: "-v,--verbose -h,--headers -b,--body -m,--meta -p,--print= -F,--follow --max-redirects= --timeout= --check-status " +
			"--pretty= -s,--style= --sorted --unsorted -j,--json -I,--ignore-stdin -o,--output=write -d,--download!tree(.) -q,--quiet " +
			"-a,--auth=secret -A,--auth-type= --cert=secret --cert-key=secret",
		Args: "url", Out: "network", In: "sends", Source: "http(1) 3.2; a method or request items make other requests and are left out"},
	{Name: "aria2c",
		Flags: "-d,--dir=tree -o,--out=write -x,--max-connection-per-server= -s,--split= -c,--continue -q,--quiet --checksum= " +
			"--dry-run[=]",
		Args: "url+", Does: "tree(.)", Source: "aria2c(1); --on-download-complete runs programs"},
	{Name: "ssh", Style: "first",
		Flags: "-p= -l= -i=secret -t -T -n -q -v -4 -6 -C -a -x " +
			"-o=one(ConnectTimeout=#,BatchMode=yes,ServerAliveInterval=#,LogLevel=*) -V!alone",
		Args: "host shell(remote)", Does: "external(a command on another machine)",
		Source: "ssh(1) OpenSSH 9; tunnels (-L -R -D -W) and most -o are left out"},
	{Name: "scp", Flags: "-r!deep -p -q -v -C -3 -4 -6 -B -O -R -P= -l= -i=secret", Args: "remote+ remote",
		Does: "external(copy between machines) sends(files)", Source: "scp(1) OpenSSH 9; -S and -o are left out"},
	{Name: "sftp", Flags: "-P= -r -p -q -v -C -4 -6 -i=secret", Args: "remote remote?",
		Does: "external(copy between machines) opaque(commands from the input)", Source: "sftp(1) OpenSSH 9"},
	{Name: "ssh-keyscan", Flags: "-t= -p= -T= -H -4 -6", Args: "host+", Out: "network", Source: "ssh-keyscan(1)"},
	{Name: "ssh-keygen", Flags: "-l -v -f=list -E= -t= -b= -N=secret -C= -q", Does: "secrets(keys)", Source: "ssh-keygen(1)"},
	{Name: "ssh-copy-id", Flags: "-i=read -p=", Args: "host", Does: "external(access to another machine) privilege", Source: "ssh-copy-id(1)"},
	{Name: "ssh-add", Flags: "-l -L", Source: "ssh-add(1); adding and removing keys is left out"},
	{Name: "rsync",
		Flags: "-v,--verbose -q,--quiet -c,--checksum -a,--archive -r,--recursive -R,--relative -u,--update --inplace -d,--dirs " +
			"-l,--links -L,--copy-links -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability " +
			"--chmod=mode -A,--acls -X,--xattrs -o,--owner -g,--group -D --devices --specials -t,--times -O,--omit-dir-times " +
			"-S,--sparse -n,--dry-run!does(deep) -W,--whole-file -x,--one-file-system --existing --ignore-existing!does(deep) --max-size= --min-size= " +
			"--partial -P --progress --info= --stats -h,--human-readable -z,--compress --compress-level= -C,--cvs-exclude -F " +
			"-f,--filter= --exclude= --exclude-from=read --include= --include-from=read --files-from=read -0,--from0 " +
			"-m,--prune-empty-dirs --numeric-ids --size-only --timeout= --contimeout= --bwlimit= -i,--itemize-changes --out-format= " +
			"--log-file=write -8 -4,--ipv4 -6,--ipv6 --list-only!does(deep) --append --append-verify -y,--fuzzy --link-dest=list " +
			"--compare-dest=list --copy-dest=list -b,--backup --backup-dir=tree --suffix= --temp-dir=tree -T=tree --partial-dir=tree " +
			"-e,--rsh=one(ssh) --password-file=secret --delete!discards(files that the source lacks) --del!discards(files that the " +
			"source lacks) --delete-before!discards(files that the source lacks) --delete-during!discards(files that the source lacks) " +
			"--delete-delay!discards(files that the source lacks) --delete-after!discards(files that the source lacks) " +
			"--delete-excluded!discards(files that the source lacks) --force --ignore-errors --max-delete= " +
			"--remove-source-files!discards(the source files)",
		Args: "remote+ remotedest", Does: "deep discards(files of the same name in the target)", Source: "rsync(1) 3.2; --rsync-path, --daemon, --config and -M are left out"},
	{Name: "nc ncat netcat",
		Flags: "-v,--verbose -z -w,--wait= -n,--nodns -u,--udp -4 -6 -l,--listen -k,--keep-open -p,--source-port= -s,--source= -q= -N " +
			"-d --ssl --send-only --recv-only -e,--exec=shell -c,--sh-exec=shell",
		Args: "host? inert*", Does: "external(a raw connection)", Out: "network", In: "sends", Source: "nc(1), ncat(1)"},
	{Name: "socat", Flags: "-u -U -d -v -x -T= -t= -b=", Args: "inert+",
		Does: "external(a raw connection) unseen(an address may run a program)", Out: "network", In: "sends", Source: "socat(1)"},
	{Name: "telnet", Args: "host inert?", Does: "external(a raw connection)", In: "sends", Out: "network", Source: "telnet(1)"},
	{Name: "websocat", Args: "url", Does: "external(a raw connection)", In: "sends", Out: "network", Source: "websocat(1)"},
	{Name: "ftp", Args: "host*", Does: "external(copy between machines) opaque(commands from the input)", Source: "ftp(1)"},
	{Name: "ping ping6", Flags: "-c= -i= -W= -w= -n -q -4 -6 -s= -t= -D -O -v -U", Args: "host", Source: "ping(8) iputils"},
	{Name: "traceroute traceroute6 tracepath mtr", Flags: "-n -4 -6 -m= -q= -w= -r,--report -c= -z -b", Args: "host", Source: "traceroute(8), mtr(8)"},
	{Name: "dig", Style: "first", Flags: "+short +noall +answer +nocomments +nostats +trace +tcp +nocmd +multiline +dnssec -4 -6",
		Args: "host one(A,AAAA,MX,NS,TXT,CNAME,SOA,PTR,SRV,CAA,DS,DNSKEY,ANY,a,aaaa,mx,ns,txt,cname,soa,ptr,srv,caa)?", Out: "network",
		Source: "dig(1); the name asked for leaves the machine, so a server or a file of names is left out"},
	{Name: "host nslookup", Flags: "-t= -a -4 -6 -v -type=", Args: "host", Out: "network", Source: "host(1), nslookup(1)"},
	{Name: "whois", Flags: "-H", Args: "host", Out: "network", Source: "whois(1)"},
	{Name: "nmap masscan zmap",
		Flags: "-p= -sV -sS -sT -sU -sn -Pn -A -O -F -v -n -oN=write -oX=write -oG=write -oA=write -T# --open --top-ports= -iL=read -p-",
		Args:  "host*", Does: "external(a scan of other machines)", Source: "nmap(1)"},
	{Name: "ngrok cloudflared lt localtunnel", Flags: "", Args: "inert*", Does: "external(opens this machine to the network)", Source: "ngrok(1)"},
	{Name: "croc wormhole magic-wormhole", Args: "inert upload*", Does: "external(sends files)", Source: "croc(1)"},
	{Name: "grpcurl", Style: "single",
		Flags: "-plaintext -d=payload!external(request) -H=header -v -max-time= -import-path=list -proto=read", Args: "host inert*",
		Does: "external(request)", Out: "network", Source: "grpcurl(1)"},
}
