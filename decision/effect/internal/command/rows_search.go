package command

// grepFlags are those of grep.
const grepFlags = "-# -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp=text!shift -f,--file=read!shift -i,-y,--ignore-case --no-ignore-case -w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match " +
	"-m,--max-count= -b,--byte-offset -n,--line-number --line-buffered -H,--with-filename -h,--no-filename --label= -o,--only-matching -q,--quiet,--silent!out() --binary-files= -a,--text -I -d,--directories= -D,--devices= " +
	"--include=read!narrow --exclude=text --exclude-from=read --exclude-dir= -L,--files-without-match!out(names) -l,--files-with-matches!out(names) -c,--count!out() -T,--initial-tab -Z,--null -B,--before-context= -A,--after-context= -C,--context= --group-separator= --no-group-separator " +
	"--color,--colour[=] -U,--binary -u --include-dir= -S -O -p "

// searchRows are programs that search in files and for files.
var searchRows = []Row{
	{
		Name:  "grep egrep fgrep",
		Flags: grepFlags + "-r,-R,--recursive,--dereference-recursive!args(text read*.)!deep!everywhere",
		Args:  "text read*", Out: "content", In: "data?", Style: "gnu", Source: "grep(1) 3.11, macOS",
	},
	{Name: "zgrep zegrep zfgrep bzgrep xzgrep", Flags: grepFlags, Args: "text read*", Out: "content", In: "data?", Source: "zgrep(1) gzip 1.13"},
	{Name: "rgrep", Flags: grepFlags + "-r,-R,--recursive", Args: "text read*.", Does: "deep everywhere", Out: "content", In: "data?", Source: "grep(1) 3.11"},
	{
		Name: "rg",
		Flags: "-# -A,--after-context= -B,--before-context= -C,--context= -a,--text --no-text --binary --no-binary --block-buffered -b,--byte-offset -s,--case-sensitive --color= --colors= --column --no-column --context-separator= -c,--count!out() --count-matches!out() --crlf --debug --dfa-size-limit= " +
			"-E,--encoding= --engine= -e,--regexp=text!shift --field-context-separator= --field-match-separator= -f,--file=read!shift --files!shift!out(names) -l,--files-with-matches!out(names) --files-without-match!out(names) -F,--fixed-strings --no-fixed-strings -L,--follow --no-follow -g,--glob=read!narrow --iglob=read!narrow --glob-case-insensitive " +
			"--heading --no-heading -.,--hidden!everywhere --no-hidden -i,--ignore-case --ignore-file=read --ignore-file-case-insensitive --include-zero -v,--invert-match --json --line-buffered -n,--line-number -N,--no-line-number -x,--line-regexp -M,--max-columns= --max-columns-preview -m,--max-count= --max-depth,-d= --max-filesize= --mmap --no-mmap " +
			"-U,--multiline --multiline-dotall --no-config --no-ignore!everywhere --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs!everywhere --no-messages --no-pcre2-unicode --no-require-git --no-unicode -0,--null --null-data --one-file-system -o,--only-matching " +
			"--passthru --path-separator= -P,--pcre2 -p,--pretty -q,--quiet!out() --regex-size-limit= -r,--replace= -z,--search-zip -S,--smart-case --sort= --sortr= --stats --stop-on-nonmatch -j,--threads= --trim -t,--type=!narrow -T,--type-not= --type-add= --type-clear= --type-list!shift -u,--unrestricted!everywhere -V --vimgrep -H,--with-filename -I,--no-filename -w,--word-regexp " +
			"--pre=exec --pre-glob= --hostname-bin=exec --hyperlink-format= --no-pre",
		Args: "text read*.", Does: "deep", Out: "content", In: "data?", Source: "rg(1) ripgrep 14.1",
	},
	{
		Name: "ag",
		Flags: "--ackmate -A,--after= -a,--all-types!everywhere -B,--before= -C,--context= -c,--count!out() --color --nocolor --column -D,--debug --depth= -f,--follow -F,--fixed-strings -g=!shift!out(names) -G,--file-search-regex=!narrow --group --nogroup -H,--heading --noheading --hidden!everywhere -i,--ignore-case --ignore= --ignore-dir= " +
			"-l,--files-with-matches!out(names) -L,--files-without-matches!out(names) -m,--max-count= --nobreak --break -n,--norecurse --numbers --nonumbers -o,--only-matching --nopager -p,--path-to-ignore=read --print-long-lines -Q,--literal -r,--recurse -R -s,--case-sensitive -S,--smart-case --search-binary --silent --stats --stats-only -t,--all-text -u,--unrestricted!everywhere -U,--skip-vcs-ignores -v,--invert-match --vimgrep -w,--word-regexp -W,--width= -z,--search-zip -0,--null",
		Args: "text read*.", Does: "deep", Out: "content", In: "data?", Source: "ag(1) 2.2; --pager is a gap",
	},
	{
		Name:  "ack",
		Flags: "-A,--after-context= -B,--before-context= -C,--context= -c,--count!out() --color --nocolor --column -f!shift!out(names) --follow -g!out(names) --group --nogroup -H,--with-filename -h,--no-filename -i,--ignore-case --ignore-dir= --ignore-file= -k,--known-types -l,--files-with-matches!out(names) -L,--files-without-matches!out(names) -m,--max-count= -n,--no-recurse -o -Q,--literal -r,-R,--recurse -s -S,--smart-case --sort-files -t,--type= -v,--invert-match -w,--word-regexp -x -1 --nopager --noenv -0",
		Args:  "not(*?{*,*??{*) read*.", Does: "deep", Out: "content", In: "data?", Source: "ack 3.7 manual; --pager and --output are gaps, and so is code in a pattern, perlre(1)",
	},
	{
		Name: "fd fdfind",
		Flags: "-H,--hidden --no-hidden -I,--no-ignore --ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings --and= -a,--absolute-path --relative-path -l,--list-details -L,--follow -p,--full-path -0,--print0 -d,--max-depth= --min-depth= --exact-depth= -E,--exclude= --prune -t,--type= -e,--extension= -S,--size= " +
			"--changed-within,--newer= --changed-before,--older= -o,--owner= --format= --ignore-file=read -c,--color= --hyperlink[=] -j,--threads= --max-results= -1 -q,--quiet --show-errors --base-directory=chdir --path-separator= --search-path=list --strip-cwd-prefix[=] --one-file-system --no-require-git",
		Args: "inert? list*.", Does: "deep", Out: "names", Source: "fd(1) 9.0; -x and -X are gaps",
	},
	{Name: "find gfind", Args: "list*", Out: "names", Style: "find", Source: "findutils 4.9 manual, find(1) macOS"},
	{
		Name:  "locate plocate mlocate",
		Flags: "-A,--all -b,--basename -c,--count -e,--existing -i,--ignore-case -l,-n,--limit= -0,--null -q,--quiet -w,--wholename -P,-H -S,--statistics",
		Args:  "sought*", Does: "list(/)", Out: "names", Source: "locate(1) plocate 1.1; regular expressions are gaps",
	},
	{
		Name:  "xargs",
		Flags: "-0,--null -a,--arg-file=read -d,--delimiter= -E= -I=place -L,--max-lines= -n,--max-args= -o,--open-tty -P,--max-procs= -p,--interactive -r,--no-run-if-empty -s,--max-chars= -t,--verbose -x,--exit",
		Args:  "exec?", Out: "content", In: "args", Style: "first", Source: "findutils 4.9 manual; -i, -e and -l read differently everywhere and are gaps",
	},
	{Name: "whereis", Flags: "-b -m -s -u -l -B= -M= -S= -f", Args: "inert+", Out: "names", Source: utilLinux},
	{Name: "which", Flags: "-a,--all -s", Args: "inert+", Out: "names", Source: "which(1) debianutils, macOS"},
	{Name: "type", Flags: "-a -f -p -P -t", Args: "inert+", Source: "bash 5.2 manual"},
}
