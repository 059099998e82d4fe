package command

// Package managers of operating systems. Asking what is installed or what there
// is reads or talks to a registry; whatever puts software on the machine or
// takes it away runs scripts with all rights. Options that set the manager's
// configuration may name programs, so they are gaps.

const (
	aptMan = "apt(8), apt-get(8), dpkg(1), Debian 12"
	dnfMan = "dnf(8) 4.18, rpm(8) 4.18"
	nixMan = "nix manual 2.24"
)

// packageChange are the subcommands of a package manager that change what is
// installed.
func packageChange(names, source string) Row {
	return Row{Name: names, Args: "inert*", Does: "network(registry) installs(packages)", Style: "bare", Source: source}
}

// packageQuery are those that ask.
func packageQuery(names, flags, does, source string) Row {
	return Row{Name: names, Flags: flags, Args: "inert*", Does: does, Out: "content", Source: source}
}

const packageRemoval = "disrupts(installed software)"

var packageRows = []Row{
	{Name: "apt apt-get aptitude nala", Shared: "-q,--quiet -y,--yes,--assume-yes -V,--verbose-versions ", Flags: "-v!alone", Source: aptMan, Sub: []Row{
		packageQuery("list show search policy madison depends rdepends showsrc pkgnames moo why why-not versions", "-a,--all-versions --installed --upgradable --upgradeable --manual-installed -n,--names-only -f,--full --no-recommends --recurse", "", aptMan),
		packageQuery("changelog indextargets", "", "network(registry)", aptMan),
		{Name: "update", Flags: "-qq --allow-releaseinfo-change --print-uris", Does: "network(registry) installs(lists of packages)", Source: aptMan},
		{
			Name: "install upgrade dist-upgrade full-upgrade reinstall build-dep source download satisfy safe-upgrade markauto unmarkauto hold unhold edit-sources check", Args: "inert*", Source: aptMan,
			Flags: "-qq -s,--simulate,--just-print,--dry-run,--recon,--no-act!does() --no-install-recommends --install-suggests --install-recommends -d,--download-only -f,--fix-broken --fix-missing --only-upgrade --no-upgrade --allow-downgrades --reinstall --print-uris -t,--target-release=", Does: "network(registry) installs(packages)",
		},
		{Name: "remove purge autoremove autopurge clean autoclean auto-clean dselect-upgrade", Flags: "-s,--simulate,--just-print,--dry-run,--recon,--no-act!does() -qq --purge --allow-remove-essential!disrupts(the system) --auto-remove,--autoremove", Args: "inert*", Does: packageRemoval, Source: aptMan},
	}},
	{Name: "apt-cache", Flags: "-q,--quiet", Source: aptMan + "; -c and -o set the configuration", Sub: []Row{
		packageQuery("show search policy madison depends rdepends showpkg showsrc stats dump dumpavail unmet pkgnames dotty", "-a,--all-versions -f,--full -n,--names-only -i,--important -g --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances --no-pre-depends --recurse --installed", "", aptMan),
	}},
	{Name: "apt-file", Sub: []Row{packageQuery("search find list show", "-x,--regexp -F,--fixed-string -l,--package-only -i,--ignore-case -v", "", "apt-file(1) 3.3"), {Name: "update", Does: "network(registry) installs(lists of packages)", Source: "apt-file(1) 3.3"}}, Source: "apt-file(1) 3.3"},
	{Name: "apt-mark", Source: aptMan, Sub: []Row{packageQuery("showauto showmanual showhold showinstall showremove showpurge", "", "", aptMan), {Name: "auto manual hold unhold minimize-manual", Args: "inert*", Does: "disrupts(installed software)", Source: aptMan}}},
	{Name: "apt-key add-apt-repository apt-add-repository apt-config apt-cdrom apt-ftparchive dselect tasksel dpkg-reconfigure dpkg-divert dpkg-statoverride debconf-set-selections do-release-upgrade unattended-upgrade needrestart pkcon", Args: "inert*", Does: "privilege installs(sources or settings of packages)", Style: "bare", Source: aptMan},
	{
		Name: "dpkg", Source: aptMan + "; --root, hooks and --force are gaps",
		Flags: "-l,--list!args(inert*)!does() -L,--listfiles!args(inert+)!does() -s,--status!args(inert*)!does() -S,--search!args(inert+)!does() -p,--print-avail!args(inert*)!does() -c,--contents!args(read)!does() -I,--info!args(read inert*)!does() -f,--field!args(read inert*)!does() -V,--verify!args(inert*)!does() -C,--audit!args(inert*)!does() " +
			"--get-selections!args(inert*)!does() --print-architecture!does() --print-foreign-architectures!does() --compare-versions!args(inert inert inert)!does() -x,--extract!args(read tree)!does() -X,--vextract!args(read tree)!does() -e,--control!args(read tree?)!does() -b,--build!args(read write?)!does() --no-pager -i,--install!installs(packages)!args(inert*) --unpack!installs(packages)!args(inert*) " +
			"--configure!installs(packages)!args(inert*) -a,--pending -r,--remove!disrupts(installed software)!args(inert*) -P,--purge!disrupts(installed software)!args(inert*) --add-architecture,--remove-architecture!installs(packages)!args(inert*) --set-selections,--clear-selections!installs(packages) -R,--recursive -G -E -O",
		Does: "opaque(does nothing, or something that is not known)", Out: "content",
	},
	{Name: "dpkg-query", Flags: "-l,--list -W,--show -s,--status -L,--listfiles -S,--search -p,--print-avail -c,--control-path --control-list --control-show -f,--showformat= --no-pager --load-avail", Args: "inert*", Out: "content", Source: aptMan},
	{Name: "dpkg-deb", Flags: "-c,--contents!args(read) -I,--info!args(read inert*) -f,--field!args(read inert*) -x,--extract!args(read tree) -X,--vextract!args(read tree) -e,--control!args(read tree?) -b,--build!args(project write?) -R,--raw-extract!args(read tree) -W,--show!args(read) --root-owner-group -Z= -z=", Out: "content", Source: aptMan},
	{Name: "dpkg-architecture dpkg-parsechangelog lintian debsums", Flags: "-q= -l= -a= -S,--show-field= -s -c -i --profile= --pedantic", Args: "inert*", Does: "project", Source: aptMan},
	{Name: "dnf yum microdnf dnf5", Shared: "-q,--quiet -y,--assumeyes -v,--verbose -C,--cacheonly ", Source: dnfMan + "; -c, --setopt and plug-ins are gaps", Sub: []Row{
		packageQuery("list info search repolist repoinfo repoquery provides whatprovides check-update deplist history/list history/info group/list group/info grouplist module/list module/info updateinfo/list updateinfo/info updateinfo alias/list advisory/list", "--installed --available --updates --upgrades --all --extras --showduplicates --enabled --disabled --security --whatrequires= --whatprovides= --requires --provides --qf,--queryformat= -l -i -s --latest-limit= --repo=", "network(registry)", dnfMan),
		packageChange("install reinstall update upgrade downgrade distro-sync localinstall group/* groupinstall module/* makecache builddep download copr/* config-manager history/* swap mark/* system-upgrade/* offline/* versionlock/* autoremove remove erase clean", dnfMan),
	}},
	{
		Name: "rpm", Source: dnfMan + "; macros, pipes and other roots are gaps", Args: "inert*", Out: "content",
		Flags: "-q,-qa,-qi,-ql,-qf,-qc,-qd,-qR,-qil,-qai,-qal,-qs,-V,-Va,-Vf,--query!does() -qp,-qip,-qpi,-qlp,-qpl,-qpR!does()!args(read+) --qf,--queryformat= --changelog --scripts --requires --provides --last --list --info --all --file --whatprovides --whatrequires -v --verify!does() --nofiles --nomd5 --nodigest --showrc!does() -K,--checksig!does()",
		Does:  "installs(packages)",
	},
	{Name: "rpmbuild rpm-ostree rpmkeys rpmdb mock createrepo koji bodhi subscription-manager", Args: "inert*", Does: "opaque(builds or installs packages)", Style: "bare", Source: dnfMan},
	{Name: "rpm2cpio", Args: "read", Out: "decoded", Source: dnfMan},
	{Name: "zypper", Shared: "-q,--quiet -n,--non-interactive -v,--verbose ", Source: "zypper(8) 1.14", Sub: []Row{
		packageQuery("search se info if repos lr list-updates lu list-patches lp packages pa patterns pt products pd what-provides wp services ls locks ll licenses", "-i,--installed-only -u,--not-installed-only -s,--details -t,--type= -r,--repo= --provides --requires -d,--search-descriptions -x,--match-exact -a,--all", "network(registry)", "zypper(8) 1.14"),
		packageChange("install in remove rm update up dist-upgrade dup patch refresh ref addrepo ar removerepo rr modifyrepo mr clean cc source-install si addlock al removelock rl verify ve install-new-recommends inr", "zypper(8) 1.14"),
	}},
	{
		Name: "pacman yay paru", Source: "pacman(8) 6.1; configuration, roots and hooks are gaps", Args: "inert*", Out: "content",
		Flags: "-Q,-Qi,-Ql,-Qs,-Qo,-Qe,-Qet,-Qd,-Qdt,-Qdtq,-Qm,-Qn,-Qu,-Qk,-Qq,-Qqe,-Qg,-Qc,-Ss,-Si,-Sl,-Sg,-Sii,-F,-Fl,-Fx,-V,-T!does() --noconfirm -q,--quiet",
		Does:  "installs(packages)",
	},
	{Name: "makepkg abuild pkgbuild debuild dpkg-buildpackage sbuild pbuilder", Args: "inert*", Does: "project unseen(a recipe of a package)", Style: "bare", Source: "makepkg(8) 6.1"},
	{Name: "apk", Shared: "-q,--quiet -v,--verbose --no-progress ", Source: "apk(8) 2.14; other roots and keys are gaps", Sub: []Row{
		packageQuery("info list search version policy dot stats audit", "-a,--all -d,--description -e,--installed -L,--contents -P,--provides -R,--depends -r,--rdepends -s,--size -W,--who-owns -w,--webpage -I -u,--upgradable -o,--origin -x,--exact -l,--limit=", "", "apk(8) 2.14"),
		packageChange("add del upgrade update fix fetch cache/* manifest verify index", "apk(8) 2.14"),
	}},
	{Name: "brew", Shared: "-q,--quiet -v,--verbose --formula,--formulae --cask,--casks ", Flags: "--prefix!args(inert*) --cellar!args(inert*) --caskroom --repository!args(inert*) --cache!args(inert*) --env -v!alone", Source: brew, Sub: []Row{
		packageQuery("list ls leaves deps uses outdated config doctor missing cat --prefix --cellar options tap-info home --repository --cache --env commands services/list services/info linkage", "-1 -l -r -t --versions --full-name --multiple --pinned --installed --tree --json[=] --include-build --direct --union -n --topological --annotate --all -a --for-each --recursive --greedy --fetch-HEAD", "", brew),
		packageQuery("info abv search desc log", "--json[=] --installed --all --analytics --days= --github --desc --eval-all -s,--search -n,--name -d,--description --oneline -1 --max-count=", "network(registry)", brew),
		packageChange("install reinstall upgrade update fetch tap untap link unlink pin unpin bundle services services/* cleanup autoremove uninstall remove rm migrate postinstall create edit extract install-bundler-gems developer analytics sh ruby irb test audit style bump update-reset", brew),
	}},
	{Name: "port", Flags: "-q -v", Source: "port(1) 2.10", Sub: []Row{
		packageQuery("list installed search info contents deps rdeps dependents variants provides outdated echo version notes", "", "", "port(1) 2.10"),
		packageChange("install uninstall upgrade selfupdate sync activate deactivate clean reclaim select", "port(1) 2.10"),
	}},
	{Name: "snap", Source: "snap(8) 2.66", Sub: []Row{
		packageQuery("list find info version services changes tasks connections interfaces model warnings known aliases logs whoami", "--all --verbose --color= --unicode= --section= --narrow --last= -n= -f", "network(registry)", "snap(8) 2.66"),
		packageChange("install remove refresh revert enable disable connect disconnect set unset start stop restart alias unalias switch login logout ack try download save restore prepare-image abort get", "snap(8) 2.66"),
		{Name: "run", Args: "inert*", Does: "unseen(a program of a package)", Style: "bare", Source: "snap(8) 2.66"},
	}},
	{Name: "flatpak", Shared: "-v,--verbose --user --system ", Source: "flatpak(1) 1.14", Sub: []Row{
		packageQuery("list info search remotes remote-ls remote-info history ps", "--app --runtime -a,--all -d,--show-details --columns= -m,--show-metadata -r --installed --updates", "network(registry)", "flatpak(1) 1.14"),
		packageChange("install uninstall update remote-add remote-delete remote-modify mask pin override permission-* repair config make-current kill build build-* document-*", "flatpak(1) 1.14"),
		{Name: "run", Args: "inert*", Does: "unseen(a program of a package)", Style: "bare", Source: "flatpak(1) 1.14"},
	}},
	{Name: "nix", Source: nixMan + "; flakes elsewhere than here, --impure and --expr are gaps", Sub: []Row{
		{Name: "build flake/check flake/show flake/metadata fmt eval", Flags: "-L,--print-build-logs --no-link -j,--max-jobs= --cores= --dry-run --json --raw --keep-going --show-trace -v,--verbose --quiet -o,--out-link=write", Args: "one(.,.#*,path:.)?", Does: "project network(registry)", Out: "content", Source: nixMan},
		{Name: "search path-info store/ls why-depends hash/file hash/path hash/to-sri derivation/show", Flags: "--json -r,--recursive -s,--size -S,--closure-size -h,--human-readable --type= --sri", Args: "inert*", Does: "network(registry)", Source: nixMan},
		{Name: "run shell develop repl", Args: "inert*", Does: "network(registry) unseen(a program of a package)", Style: "bare", Source: nixMan},
		packageChange("profile/* flake/update flake/lock flake/init flake/new copy store/* upgrade-nix registry/* channel/*", nixMan),
	}},
	{Name: "nix-env nix-shell nix-build nix-channel nix-collect-garbage nix-store nix-instantiate nixos-rebuild home-manager darwin-rebuild guix devbox devenv", Args: "inert*", Does: "network(registry) installs(packages) opaque(evaluates expressions)", Style: "bare", Source: nixMan},
	{Name: "emerge equery xbps-install xbps-query xbps-remove eopkg swupd slackpkg pkg pkg_add pkg_delete pkgin opkg tdnf urpmi choco scoop winget conan vcpkg spack mise asdf aqua eget ubi webi pkgx cask linuxbrew", Args: "inert*", Does: "installs(packages)", Style: "bare", Source: "their manuals"},
	{Name: "softwareupdate freebsd-update sysupgrade fwupdmgr mas", Args: "inert*", Does: "installs(updates)", Style: "bare", Source: "their manuals"},
}

const brew = "brew(1) 4.4"
