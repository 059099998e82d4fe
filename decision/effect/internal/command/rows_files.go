package command

// fileRows are programs that make, copy, move, link and remove files, and those
// that change their properties.
var fileRows = []Row{
	{
		Name: "cp",
		Flags: "-a,--archive!deep --attributes-only --backup[=] -b --copy-contents -d -f,--force -i,--interactive -H -l,--link!args(link dest) -L,--dereference -n,--no-clobber -P,--no-dereference -p --preserve[=] --no-preserve= " +
			"--parents!opaque -R,-r,--recursive!deep --reflink[=] --remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link!args(link dest) -S,--suffix= -t,--target-directory=dest!args(read+) -T,--no-target-directory " +
			"-u --update[=] -v,--verbose -x,--one-file-system -Z --context[=] --debug -c -X",
		Args: "read+ dest", Style: "gnu", Source: coreutils + ", macOS",
	},
	{
		Name:  "mv",
		Flags: "--backup[=] -b -f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -S,--suffix= -t,--target-directory=dest!args(move+) -T,--no-target-directory -u --update[=] -v,--verbose -Z,--context --debug --no-copy --exchange!opaque -h",
		Args:  "move+ dest", Style: "gnu", Source: coreutils,
	},
	{
		Name:  "ln",
		Flags: "--backup[=] -b -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,--no-dereference -P,--physical -r,--relative -s,--symbolic -S,--suffix= -t,--target-directory=dest!args(link+) -T,--no-target-directory -v,--verbose -h",
		Args:  "link+ dest", Style: "gnu", Source: coreutils,
	},
	{Name: "link", Args: "link dest", Source: coreutils},
	{
		Name: "install",
		Flags: "--backup[=] -b -c -C,--compare -d,--directory!args(create+) -D -g,--group=!privilege -m,--mode=mode -o,--owner=!privilege -p,--preserve-timestamps -s,--strip --strip-program=exec -S,--suffix= " +
			"-t,--target-directory=dest!args(read+) -T,--no-target-directory -v,--verbose --preserve-context -Z --context[=]",
		Args: "read+ dest", Style: "gnu", Source: coreutils,
	},
	{
		Name:  "rm",
		Flags: "-f,--force -i -I --interactive[=] --one-file-system --no-preserve-root --preserve-root[=] -r,-R,--recursive!deep -d,--dir -v,--verbose -P -x -W",
		Args:  "delete+", Style: "gnu", Source: coreutils + ", macOS",
	},
	{Name: "rmdir", Flags: "--ignore-fail-on-non-empty -p,--parents -v,--verbose", Args: "delete+", Style: "gnu", Source: coreutils},
	{Name: "unlink", Args: "delete", Source: coreutils},
	{
		Name:  "shred",
		Flags: "-f,--force -n,--iterations= --random-source=read -s,--size= -u --remove[=] -v,--verbose -x,--exact -z,--zero",
		Args:  "delete+", Does: "discards(content beyond recovery)", Style: "gnu", Source: coreutils,
	},
	{Name: "srm", Flags: "-f -r,-R!deep -v -z -s -m", Args: "delete+", Source: "srm(1) 1.2"},
	{Name: "trash trash-put", Flags: "-v -f", Args: "delete+", Source: "trash-cli 0.23 manual"},
	{
		Name:  "touch",
		Flags: "-a -c,--no-create!args(props+) -d,--date= -f -h,--no-dereference -m -r,--reference=list -t= --time=",
		Args:  "create+", Style: "gnu", Source: coreutils,
	},
	{Name: "mkdir", Flags: "-m,--mode=mode -p,--parents -v,--verbose -Z --context[=]", Args: "create+", Style: "gnu", Source: coreutils},
	{Name: "mkfifo", Flags: "-m,--mode=mode -Z --context[=]", Args: "create+", Style: "gnu", Source: coreutils},
	{Name: "mknod", Flags: "-m,--mode=mode -Z --context[=]", Args: "create one(p)", Style: "gnu", Source: coreutils + "; devices are a gap"},
	{
		Name:  "mktemp",
		Flags: "-d,--directory -u,--dry-run!args(inert?) -q,--quiet --suffix= -p=create --tmpdir[=create] -t",
		Args:  "create?", Out: "names", Source: coreutils + ", macOS",
	},
	{
		Name:  "chmod",
		Flags: "-c,--changes -f,--silent,--quiet -v,--verbose --no-preserve-root --preserve-root --reference=list!shift!doubts(takes over the rights of another file) -R,--recursive!deep -H -L -P --dereference -h,--no-dereference -r!shift -w!shift -x!shift -X!shift",
		Args:  "mode props+", Style: "gnu", Source: coreutils + ", macOS; a mode with a dash takes rights away",
	},
	{
		Name:  "chown chgrp",
		Flags: "-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root --reference=list!shift -R,--recursive!deep -H -L -P -n -x",
		Args:  "inert props+", Does: "privilege", Style: "gnu", Source: coreutils,
	},
	{Name: "chattr", Flags: "-R!deep -V -f", Args: "inert props+", Does: "privilege", Source: "chattr(1) e2fsprogs 1.47"},
	{Name: "setfacl", Flags: "-m,--modify= -x,--remove= -b,--remove-all -k,--remove-default -d,--default -R,--recursive!deep", Args: "props+", Does: "privilege", Source: "setfacl(1) 2.3"},
}
