package command

// Programs that show, compare or measure what they are given, beside those of
// the other themes. Left out is what names another program, a pager, or a file
// of options.

var inspectRows = []Row{
	{Name: "col", Flags: "-b,--no-backspaces -f,--fine -h,--tabs -x,--spaces -l,--lines= -p,--pass", Out: "stdin", In: "data", Source: utilLinux},
	{Name: "cpio", Flags: "-t,--list -v,--verbose -n,--numeric-uid-gid --quiet", Args: "text*", Out: "names", In: "data", Source: "cpio(1) 2.13; unpacking, packing and archives by name are gaps"},
	{Name: "diffstat", Flags: "-b -C -c -d -E -f= -h -k -l -m -n= -N= -o=write -p= -q -r= -s -T -t -u -v -V!alone -w=", Args: "read*", Out: "content", In: "data?", Source: "diffstat(1) 1.65; -D and -S show other files"},
	{Name: "wdiff", Flags: "-1,--no-deleted -2,--no-inserted -3,--no-common -C,--copyright!alone -i,--ignore-case -n,--avoid-wraps -s,--statistics -l,--less-mode -t,--terminal -w,--start-delete= -x,--end-delete= -y,--start-insert= -z,--end-insert=", Args: "read read", Out: "content", Source: "wdiff(1) 1.2; -a starts a pager, -p prints"},
	{Name: "zdiff bzdiff xzdiff", Flags: "-b -B -c -i -q -r -s -u -U= -w -y", Args: "read read", Out: "content", Source: "zdiff(1) gzip 1.12, xzdiff(1) 5.4, bzdiff(1) 1.0.8"},
	{Name: "zless zmore bzless bzmore xzless xzmore", Args: "read+", Flags: "-N -S -R -F -X -n -i +*!opaque(commands of a pager)", Out: "decoded", Source: "zless(1) gzip 1.12, xzless(1) 5.4, bzmore(1) 1.0.8"},
	{Name: "lsb_release", Flags: "-a,--all -i,--id -d,--description -r,--release -c,--codename -s,--short -v", Source: "lsb_release(1) 12.0"},
	{Name: "namei", Flags: "-l,--long -m,--modes -n,--nosymlinks -o,--owners -v,--vertical -x,--mountpoints", Args: "list+", Out: "names", Source: utilLinux},
	{Name: "ipcs", Flags: "-a,--all -b,--bytes -c,--creator -h!alone --human -i,--id= -l,--limits -m,--shmems -p,--pid -q,--queues -s,--semaphores -t,--time -u,--summary", Source: utilLinux},
	{Name: "uchardet", Flags: "-v!alone -h!alone", Args: "read*", In: "data?", Source: "uchardet(1) 0.0.7"},
	{Name: "duf", Style: "single", Flags: "-all -hide= -hide-fs= -hide-mp= -only= -only-fs= -only-mp= -inodes -json -output= -sort= -style= -theme= -warnings -width=", Args: "list*", Source: "duf(1) 0.8"},
	{Name: "dust", Flags: "-d,--depth= -n,--number-of-lines= -p,--full-paths -X,--ignore-directory= -r,--reverse -c,--no-colors -b,--no-percent-bars -s,--apparent-size -f,--filecount -w,--terminal_width= -z,--min-size=", Args: "list*.", Does: "deep", Out: "names", Source: "dust --help 1.0; what reads lists of names is left out"},
	{Name: "fdupes", Flags: "-r,--recurse -s,--symlinks -H,--hardlinks -n,--noempty -A,--nohidden -f,--omitfirst -1,--sameline -S,--size -t,--time -m,--summarize -q,--quiet -v!alone -h!alone", Args: "read+", Does: "deep", Out: "names", Source: "fdupes(1) 2.2; deleting and linking are gaps"},
	{Name: "fzf", Flags: "-f,--filter= -e,--exact -i +i -x,--extended --tac -n,--nth= -d,--delimiter= +s,--no-sort --read0 --print0", Out: "stdin", In: "data", Source: "fzf(1) 0.38; key bindings and previews run programs"},
	{Name: "chronic", Flags: "-v -e", Args: "exec", Style: "first", Source: "chronic(1) moreutils 0.67"},
	{Name: "jo", Flags: "-p -a -B -e -D -n -v!alone", Args: "not(*=@*,*=:*,*=%*,*:=*,@*,:*,%*)*", Out: "text", Source: "jo(1) 1.9; values from files and -f are gaps"},
	{Name: "gron", Flags: "-u,--ungron -v,--values -c,--colorize -m,--monochrome -s,--stream -j,--json --no-sort", Args: "read?", Out: "content", In: "data?", Source: "gron(1) 0.7; a URL is a gap"},
	{Name: "jsonschema", Flags: "-i,--instance=read -o,--output=one(plain,pretty) -F,--error-format=", Args: "read", Does: "network(schemas)", Source: "jsonschema --help 4.10; -V names code"},
	{Name: "llvm-objdump llvm-nm llvm-size llvm-strings", Flags: "-a -d -D -f -g -h -n -p -r -s -S -t -T -u -x --disassemble --disassemble-all --section-headers --syms --private-headers --source --demangle --dynamic --defined-only --undefined-only --print-size @*!opaque", Args: "read*", Out: "content", Source: "llvm-objdump(1), llvm-nm(1), llvm-size(1) and llvm-strings(1) 14"},
	{Name: "gprof", Flags: "-b,--brief -p,--flat-profile[=] -q,--graph[=] -L,--print-path", Args: "read*", Out: "content", Source: "gprof(1) 2.40; -s writes gmon.sum"},
}
