package command

// lsFlags are those of ls.
const lsFlags = "-a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c -C --color[=] -d,--directory -D,--dired -f -F --classify[=] --file-type --format= --full-time -g --group-directories-first -G,--no-group " +
	"-h,--human-readable --si -H,--dereference-command-line --dereference-command-line-symlink-to-dir --hide= --hyperlink[=] --indicator-style= -i,--inode -I,--ignore= -k,--kibibytes -l -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -p " +
	"-q,--hide-control-chars --show-control-chars -Q,--quote-name --quoting-style= -r,--reverse -R,--recursive!deep -s,--size -S --sort= --time= --time-style= -t -T[=] --tabsize= -u -U -v -w,--width= -x -X -Z,--context --zero -1 -O -e -@"

// listRows are programs that show names and properties of files, or what kind
// they are.
var listRows = []Row{
	{Name: "ls dir vdir", Flags: lsFlags, Args: "list*.", Out: "names", Source: coreutils + ", macOS"},
	{
		Name:  "stat",
		Flags: "-L,--dereference -f,--file-system --cached= -c,--format= --printf= -t,--terse -x -s -n -q -l -r -F",
		Args:  "list+", Source: coreutils + ", macOS (whose -f takes a format, here one more name)",
	},
	{
		Name: "du",
		Flags: "-0,--null -a,--all --apparent-size -A -B,--block-size= -b,--bytes -c,--total -D,--dereference-args -d,--max-depth= -H -h,--human-readable --inodes -k -L,--dereference -l,--count-links -m -g -P,--no-dereference -S,--separate-dirs --si -s,--summarize " +
			"-t,--threshold= --time[=] --time-style= -X,--exclude-from=read --exclude= -x,--one-file-system -I=",
		Args: "list*.", Out: "names", Source: coreutils,
	},
	{
		Name:  "df",
		Flags: "-a,--all -B,--block-size= -h,--human-readable -H,--si -i,--inodes -k -m -g -b -l,--local --no-sync --output[=] -P,--portability --sync --total -t,--type= -T,--print-type -x,--exclude-type= -v -Y",
		Args:  "list*", Source: coreutils,
	},
	{
		Name: "tree",
		Flags: "-a -d -l -f -x -L= -P= -I= --gitignore --gitfile=read --infofile=read --ignore-case --matchdirs --metafirst --prune --info --noreport --charset= --filelimit= -q -N -Q -p -u -g -s -h --si --du -D --timefmt= -F --inodes --device " +
			"-v -t -c -U -r --dirsfirst --filesfirst --sort= -i -A -S -n -C --nolinks -H= -T= -X -J -o=write",
		Args: "list*.", Does: "deep", Out: "names", Source: "tree(1) 2.1",
	},
	{
		Name: "file",
		Flags: "-m,--magic-file=read -b,--brief -c,--checking-printout -e,--exclude= --exclude-quiet= -F,--separator= -i,--mime -I --apple --extension --mime-type --mime-encoding -k,--keep-going -l,--list -L,--dereference -h,--no-dereference -n,--no-buffer -N,--no-pad " +
			"-0,--print0 -p,--preserve-date -P,--parameter= -r,--raw -s,--special-files -z,--uncompress -Z,--uncompress-noreport",
		Args: "list*", Source: "file(1) 5.45",
	},
	{
		Name:  "realpath",
		Flags: "-e,--canonicalize-existing -E -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to= --relative-base= -s,--strip,--no-symlinks -z,--zero",
		Args:  "list+", Out: "names", Source: coreutils,
	},
	{
		Name:  "readlink",
		Flags: "-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent -v,--verbose -z,--zero",
		Args:  "list+", Out: "names", Source: coreutils,
	},
	{Name: "pathchk", Flags: "-p -P --portability", Args: "inert+", Source: coreutils},
	{Name: "pwd", Flags: "-L,--logical -P,--physical", Out: "names", Source: coreutils},
	{Name: "lsattr", Flags: "-R!deep -V -a -d -l -p -v", Args: "list*.", Source: "lsattr(1) e2fsprogs 1.47"},
	{Name: "getfacl", Flags: "-a,--access -d,--default -c,--omit-header -e,--all-effective -E,--no-effective -s,--skip-base -R,--recursive!deep -L,--logical -P,--physical -t,--tabular -n,--numeric -p,--absolute-names", Args: "list+", Source: "getfacl(1) 2.3"},
	{
		Name: "exa eza lsd",
		Flags: "-1,--oneline -a,--all -A,--almost-all -l,--long -G,--grid -x,--across -R,--recurse,--recursive!deep -T,--tree!deep -F --classify[=] --color= --colour= --icons[=] --icon= -d,--list-dirs,--directory-only -L,--level= --depth= -r,--reverse -s,--sort= -t -S -X -v " +
			"--group-directories-first --group-dirs= -D,--only-dirs -f,--only-files -I,--ignore-glob= --git-ignore --git -b,--binary -B,--bytes -g,--group -h,--header -H,--links -i,--inode -m,--modified -u,--accessed -U,--created -Z --time= --time-style= --no-permissions --no-filesize --no-user --no-time --total-size --size= --date=",
		Args: "list*.", Out: "names", Source: "eza 0.18 and lsd 1.1 manuals",
	},
}
