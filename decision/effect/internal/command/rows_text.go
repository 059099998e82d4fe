package command

// Sources of many rows.
const (
	coreutils = "coreutils 9.4 manual"
	binutils  = "binutils 2.42 manual"
	utilLinux = "util-linux 2.39 manual"
)

// sumFlags are those of the programs that compute checksums.
const sumFlags = "-b,--binary -c,--check --tag -t,--text -z,--zero --ignore-missing --quiet --status --strict -w,--warn"

// baseFlags are those of the programs that encode bytes as letters.
const baseFlags = "-d,--decode!out(decoded) -D!out(decoded) -i,--ignore-garbage -w,--wrap= -o=write"

// textRows are programs that print, cut and join text.
var textRows = []Row{
	{
		Name:  "cat",
		Flags: "-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting -l",
		Args:  "read*", Out: "content", In: "data?", Style: "gnu", Source: coreutils,
	},
	{Name: "echo", Args: "text*", Out: "text", Style: "bare", Source: coreutils},
	{Name: "printf", Args: "text+", Out: "text", Style: "first", Source: "POSIX printf; bash's -v sets a variable and is a gap"},
	{Name: "yes", Args: "text*", Does: "doubts(prints without end)", Out: "text", Source: coreutils},
	{Name: "seq", Flags: "-f,--format= -s,--separator= -w,--equal-width -#", Args: "inert+", Source: coreutils},
	{Name: "head", Flags: "-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated", Args: "read*", Out: "content", In: "data?", Style: "gnu", Source: coreutils},
	{
		Name:  "tail",
		Flags: "-# -c,--bytes= -f --follow[=] -F -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -s,--sleep-interval= -v,--verbose -z,--zero-terminated -r",
		Args:  "read*", Out: "content", In: "data?", Source: coreutils,
	},
	{Name: "wc", Flags: "-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --total=", Args: "read*", In: "data?", Source: coreutils},
	{Name: "tac", Flags: "-b,--before -r,--regex -s,--separator=", Args: "read*", Out: "content", In: "data?", Source: coreutils},
	{Name: "rev", Flags: "-0,--zero", Args: "read*", Out: "content", In: "data?", Source: utilLinux},
	{
		Name:  "nl",
		Flags: "-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= -l,--join-blank-lines= -n,--number-format= -p,--no-renumber -s,--number-separator= -v,--starting-line-number= -w,--number-width=",
		Args:  "read*", Out: "content", In: "data?", Source: coreutils,
	},
	{Name: "fold", Flags: "-# -b,--bytes -c,--characters -s,--spaces -w,--width=", Args: "read*", Out: "content", In: "data?", Source: coreutils},
	{
		Name:  "fmt",
		Flags: "-# -c,--crown-margin -p,--prefix= -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width= -g,--goal=",
		Args:  "read*", Out: "content", In: "data?", Source: coreutils,
	},
	{
		Name: "pr",
		Flags: "-# --columns= -a,--across -c,--show-control-chars -d,--double-space -D,--date-format= -e,--expand-tabs[=] -F,-f,--form-feed -h,--header= -i,--output-tabs[=] -J,--join-lines -l,--length= " +
			"-m,--merge -n,--number-lines[=] -N,--first-line-number= -o,--indent= -r,--no-file-warnings -s,--separator[=] -S,--sep-string[=] -t,--omit-header -T,--omit-pagination -v,--show-nonprinting -w,--width= -W,--page-width=",
		Args: "read*", Out: "content", In: "data?", Source: coreutils,
	},
	{Name: "expand", Flags: "-i,--initial -t,--tabs= -#", Args: "read*", Out: "content", In: "data?", Source: coreutils},
	{Name: "unexpand", Flags: "-a,--all --first-only -t,--tabs= -#", Args: "read*", Out: "content", In: "data?", Source: coreutils},
	{Name: "tr", Flags: "-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 -u", Args: "text text?", Out: "content", In: "data", Source: coreutils},
	{
		Name:  "cut",
		Flags: "-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n --complement -s,--only-delimited --output-delimiter= -z,--zero-terminated -w",
		Args:  "read*", Out: "content", In: "data?", Source: coreutils,
	},
	{Name: "paste", Flags: "-d,--delimiters= -s,--serial -z,--zero-terminated", Args: "read*", Out: "content", In: "data?", Source: coreutils},
	{
		Name:  "join",
		Flags: "-a= -e= -i,--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z,--zero-terminated",
		Args:  "read read", Out: "content", Source: coreutils,
	},
	{Name: "comm", Flags: "-1 -2 -3 --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated", Args: "read read", Out: "content", Source: coreutils},
	{
		Name: "column",
		Flags: "-t,--table -n,--table-name= -O,--table-order= -N,--table-columns= -l,--table-columns-limit= -E,--table-noextreme= -d,--table-noheadings -e,--table-header-repeat -H,--table-hide= -R,--table-right= -T,--table-truncate= " +
			"-W,--table-wrap= -L,--keep-empty-lines -J,--json -r,--tree= -i,--tree-id= -p,--tree-parent= -c,--output-width= -o,--output-separator= -s,--separator= -x,--fillrows",
		Args: "read*", Out: "content", In: "data?", Source: utilLinux,
	},
	{Name: "pv", Flags: "-p,--progress -t,--timer -e,--eta -I,--fineta -r,--rate -a,--average-rate -b,--bytes -T,--buffer-percent -n,--numeric -q,--quiet -W,--wait -D,--delay-start= -s,--size= -l,--line-mode -0,--null -i,--interval= -w,--width= -H,--height= -N,--name= -f,--force -c,--cursor -L,--rate-limit= -B,--buffer-size= -F,--format= -S,--stop-at-size -E,--skip-errors", Args: "read*", Out: "content", In: "data?", Source: "pv(1) 1.8; -d and -R reach other processes"},
	{Name: "look", Flags: "-a,--alternative -d,--alphanum -f,--ignore-case -t,--terminate=", Args: "inert read?", Out: "content", Source: utilLinux},
	{Name: "iconv", Flags: "-f,--from-code= -t,--to-code= -l,--list -c -o,--output=write -s,--silent --verbose", Args: "read*", Out: "content", In: "data?", Source: "glibc 2.39 iconv(1)"},
	{Name: "dos2unix unix2dos", Flags: "-q,--quiet -k,--keepdate -f,--force -b,--keep-bom -v,--verbose -m,--add-bom -r,--remove-bom -c,--convmode= -l,--newline -o,--oldfile -s,--safe -n,--newfile!args(read write) -i[=]!args(read*)!out() --info[=]!args(read*)!out()", Args: "edit*", Out: "content", In: "data?", Source: "dos2unix 7.5 manual"},
	{Name: "base64 base32 basenc", Flags: baseFlags + " --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85", Args: "read?", Out: "content", In: "data?", Source: coreutils + ", macOS"},
	{Name: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Flags: sumFlags, Args: "read*", In: "data?", Style: "gnu", Source: coreutils},
	{Name: "b2sum cksum", Flags: sumFlags + " -l,--length= -a,--algorithm= --untagged --debug --raw --base64", Args: "read*", In: "data?", Source: coreutils},
	{Name: "sum", Flags: "-r -s,--sysv", Args: "read*", In: "data?", Source: coreutils},
	{Name: "shasum", Flags: "-a,--algorithm= -b,--binary -c,--check --tag -t,--text -U,--UNIVERSAL -0,--01 -s,--status -q,--quiet -w,--warn --strict --ignore-missing", Args: "read*", In: "data?", Source: "shasum(1) Perl 5.38"},
	{Name: "md5", Flags: "-p!out(content) -q -r -s=", Args: "read*", In: "data?", Source: "md5(1) macOS"},
	{Name: "numfmt", Flags: "--debug -d,--delimiter= --field= --format= --from= --from-unit= --grouping --header[=] --invalid= --padding= --round= --suffix= --to= --to-unit= -z,--zero-terminated", Args: "inert*", In: "data", Source: coreutils},
	{Name: "tsort", Args: "read?", Out: "content", In: "data?", Source: coreutils},
	{Name: "factor", Flags: "-h,--exponents", Args: "inert*", In: "data", Source: coreutils},
	{Name: "expr", Args: "inert+", Style: "bare", Source: coreutils},
	{Name: "basename", Flags: "-a,--multiple -s,--suffix= -z,--zero", Args: "inert+", Out: "text", Source: coreutils},
	{Name: "dirname", Flags: "-z,--zero", Args: "inert+", Out: "text", Source: coreutils},
	{Name: "bc", Flags: "-i,--interactive -l,--mathlib -q,--quiet -s,--standard -w,--warn", Args: "read*", In: "data", Source: "bc(1) 1.07"},
	{Name: "dc", Flags: "-e,--expression=code(dc) -f,--file=script", Args: "script*", In: "code(dc)", Source: "dc(1) 1.4: ! runs a command"},
}
