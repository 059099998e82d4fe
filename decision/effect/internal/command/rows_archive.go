package command

// compressFlags are those that the programs of the gzip kind share: a file is
// replaced by its other form, unless it goes to the output.
const compressFlags = "-# -c,--stdout,--to-stdout!args(read*) -d,--decompress,--uncompress!out(decoded) -f,--force -k,--keep -l,--list!args(read*)!out() -q,--quiet -t,--test!args(read*)!out() -v,--verbose -n,--no-name -r,--recursive!deep " +
	"--fast --best -z,--compress -e,--extreme -T,--threads= -s,--small -S,--suffix= --rsyncable -L,--license -M,--memlimit= -F,--format= -C,--check= --lzma --xz "

// compressors are the programs with which tar may be told to compress.
const compressors = "one(gzip,pigz,xz,pixz,bzip2,pbzip2,lbzip2,zstd,zstdmt,lz4,brotli,gzip -#,pigz -#,xz -#,xz -T#,zstd -#,zstd -T#,bzip2 -#)"

// archiveRows are programs that pack and unpack.
var archiveRows = []Row{
	{
		Name: "tar gtar bsdtar",
		Flags: "-c,--create!archive(write)!args(read*)!out(content)!deep -x,--extract,--get!does(tree(.)) -t,--list!out(names) -r,--append,-u,--update,-A,--catenate,--concatenate!archive(edit)!args(read*)!deep --delete!archive(edit) -d,--diff,--compare!args(list*) " +
			"-f,--file=^archive -C,--directory,--cd=chdir -O,--to-stdout!does()!out(content) -v,--verbose -z,--gzip,--gunzip,--ungzip -j,--bzip2 -J,--xz --zstd --lzip --lzma --lzop -Z,--compress,--uncompress -a,--auto-compress --no-auto-compress " +
			"-I,--use-compress-program=" + compressors + " -p,--preserve-permissions,--same-permissions --no-same-permissions --no-same-owner --same-owner -o -m,--touch -k,--keep-old-files --skip-old-files --keep-newer-files --overwrite -U,--unlink-first --one-top-level[=tree] " +
			"--strip-components,--strip= --exclude= --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches --exclude-caches-all --exclude-tag= --exclude-ignore= -X,--exclude-from=^read --include= -h,--dereference --hard-dereference -l,--check-links -n --numeric-owner " +
			"--owner= --group= --mtime= --mode= --sort= --format,-H= --posix --pax-option= --transform,--xform= -V,--label= -W,--verify --wildcards --no-wildcards --anchored --no-anchored --ignore-case --no-recursion --recursion --null " +
			"--one-file-system --xattrs --no-xattrs --acls --no-acls --selinux --no-selinux --totals[=] --utc --full-time --index-file=write --checkpoint[=] --warning= -S,--sparse -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros --ignore-failed-read -w,--interactive -N,--newer,--after-date= " +
			"--show-transformed-names --quoting-style= --no-mac-metadata --disable-copyfile --clamp-mtime " +
			"-P,--absolute-names!opaque(writes outside of the directory) -T,--files-from=read!opaque(a file tells which files) --remove-files!opaque(deletes what it packs) --to-command=shell --checkpoint-action=!opaque(may run a command) " +
			"--info-script,-F,--new-volume-script=shell --rmt-command=exec --rsh-command=exec",
		Args: "inert*", In: "data?", Style: "dashless", Source: "tar(1) 1.35, bsdtar(1)",
	},
	{Name: "gzip pigz bzip2 pbzip2 xz lzma", Flags: compressFlags, Args: "edit*", Out: "content", In: "data?", Source: "gzip 1.13, bzip2 1.0.8 and xz 5.4 manuals"},
	{Name: "gunzip unpigz bunzip2 unxz unlzma", Flags: compressFlags, Args: "edit*", Out: "decoded", In: "data?", Source: "gzip 1.13, bzip2 1.0.8 and xz 5.4 manuals"},
	{Name: "zcat gzcat bzcat xzcat lzcat", Flags: compressFlags, Args: "read*", Out: "decoded", In: "data?", Source: "gzip 1.13, bzip2 1.0.8 and xz 5.4 manuals"},
	{
		Name: "zstd zstdmt unzstd zstdcat",
		Flags: "-# -o=write -k,--keep --rm -d,--decompress,--uncompress!out(decoded) -z,--compress -D=read -f,--force -c,--stdout!args(read*) -v,--verbose -q,--quiet --progress --no-progress -r!deep --output-dir-flat=tree --output-dir-mirror=tree --check --no-check --ultra --fast[=] --adapt --long[=] " +
			"-T*,--threads= --single-thread --rsyncable --stream-size= --size-hint= --no-dictID --format= -l,--list!args(read*)!out() -t,--test!args(read*)!out() -M*,--memory= --sparse --no-sparse",
		Args: "edit*", Out: "content", In: "data?", Source: "zstd(1) 1.5",
	},
	{Name: "lz4 lz4cat unlz4", Flags: "-# -d,--decompress!out(decoded) -z,--compress -f,--force -k,--keep -v,--verbose -q,--quiet -c,--stdout -t,--test -m,--multiple -r!deep -l --rm!opaque --fast[=] --best", Args: "read? write?", Out: "content", In: "data?", Source: "lz4(1) 1.9"},
	{Name: "brotli", Flags: "-# -d,--decompress!out(decoded) -c,--stdout!args(read*) -f,--force -k,--keep -j,--rm!edits -o,--output=write -q,--quality= -t,--test!args(read*) -v,--verbose -w,--lgwin= -Z,--best", Args: "edit*", Out: "content", In: "data?", Source: "brotli(1) 1.1"},
	{
		Name:  "zip",
		Flags: "-# -r,--recurse-paths!deep -q,--quiet -j,--junk-paths -y,--symlinks -u,--update -f,--freshen -v,--verbose -X,--no-extra -D,--no-dir-entries -x,--exclude= -i,--include= -n= -P,--password=secret -e,--encrypt -o --out=write -sf!args(read inert*)",
		Args:  "append read*", Source: "zip(1) 3.0; -T runs a program of choice, -m and -d delete: gaps",
	},
	{
		Name:  "unzip",
		Flags: "-d=tree!does() -l!does()!out(names) -t!does() -v!does()!out(names) -Z!does()!out(names) -z!does() -p!does()!out(content) -c!does()!out(content) -o -n -q -qq -j -u -f -a -C -L -X -K -x= -P=secret -O= -I= -1",
		Args:  "read inert*", Does: "tree(.)", Source: "unzip(1) 6.0",
	},
	{Name: "zipinfo", Flags: "-1 -2 -s -m -l -v -h -M -t -T -z -x=", Args: "read inert*", Out: "names", Source: "zipinfo(1) 3.0"},
	{
		Name: "7z 7za 7zr 7zz",
		Sub: []Row{
			{Name: "x e", Flags: "-o=tree!does() -y -p=secret -r -ao* -bb* -bd -bs* -i* -x* -t* -m*", Args: "read inert*", Does: "tree(.)"},
			{Name: "l t", Flags: "-y -p=secret -r -slt -ba -bb* -bd -bs* -i* -x* -t*", Args: "read inert*", Out: "names"},
			{Name: "a u", Flags: "-y -p=secret -r -m* -t* -bb* -bd -bs* -x*", Args: "append read*", Does: "deep"},
			{Name: "i h b", Args: "read*"},
		},
		Source: "7-Zip 23 manual",
	},
	{Name: "unrar", Sub: []Row{
		{Name: "l lb v t", Flags: "-y -p*", Args: "read inert*", Out: "names"},
		{Name: "x e", Flags: "-y -o+ -o- -p*", Args: "read tree?", Does: "tree(.)"},
	}, Source: "unrar 7 manual"},
	{
		Name: "ar",
		Flags: "-r!archive(edit)!args(edit read*) -q!args(edit read*) -t!out(names) -p!out(content) -x!does(tree(.)) -d!args(edit inert*) -c -s -u -v -D -U -o -T -P -S " +
			"@*!opaque(options from a file)",
		Args: "read inert*", Style: "dashless", Source: binutils,
	},
	{Name: "ranlib", Flags: "-D -U -t @*!opaque", Args: "edit+", Source: binutils},
}
