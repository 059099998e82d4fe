package command

// manFlags are those of man(1) and its kin; a pager, a browser or a roff
// preprocessor of choice is a gap: -P, -H, -X, -T, -p, -C.
const manFlags = "-a,--all -f,--whatis -k,--apropos -K,--global-apropos -w,--where,--path,--location -W,--where-cat -s,-S,--sections= -e,--extension= -i,--ignore-case -I,--match-case --regex --wildcard --names-only -d -m,--systems= -L,--locale= -R,--recode= --no-subpages -7,--ascii -E,--encoding= --no-hyphenation --no-justification"

// pageRows are programs that show text in pages or in colour, and look into
// binary files.
var pageRows = []Row{
	{
		Name:  "less more most pg",
		Flags: "-# +# +G +F -a -A -B -b= -c -d -e -E -f -F -g -G -h= -i -I -j= -J -K -L -m -M -n -N -p= -P= -q -Q -r -R -s -S -u -U -V -w -W -x= -X -y= -z= -~ --use-color --RAW-CONTROL-CHARS --chop-long-lines --quit-if-one-screen --no-init --line-numbers --LINE-NUMBERS --ignore-case --raw-control-chars --follow-name",
		Args:  "read*", Out: "content", In: "data?", Source: "less(1) 590; -o, -k, -t, -T, -D and +! are gaps",
	},
	{Name: "man", Flags: manFlags, Args: "inert*", Source: "man(1) man-db 2.12, macOS; -l formats any file"},
	{Name: "apropos whatis", Flags: "-d,--debug -v,--verbose -r,--regex -w,--wildcard -e,--exact -a,--and -l,--long -s,--sections,--section= -m,--systems= -L,--locale=", Args: "inert+", Source: "apropos(1) man-db 2.12"},
	{Name: "info", Flags: "-a,--all -k,--apropos= -n,--node= -O,--show-options,--usage -w,--where,--location --subnodes --index-search= -o,--output=write", Args: "inert*", Source: "info(1) texinfo 7.1; -f and -d take a file"},
	{Name: "tldr cheat", Flags: "-p,--platform= -l,--list -s,--search= -u,--update -r,--raw -q,--quiet --color=", Args: "inert*", Does: "network(pages)", Source: "tldr 3.2 manual"},
	{
		Name: "bat batcat",
		Flags: "-A,--show-all --nonprintable-notation= -p,--plain -l,--language= -H,--highlight-line= --file-name= -d,--diff --diff-context= --tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text= --decorations= -f,--force-colorization --paging=one(never,auto,always) -P,--no-pager " +
			"-m,--map-syntax= --ignored-suffix= --theme= --list-themes -s,--squeeze-blank --style= -r,--line-range= -L,--list-languages -u,--unbuffered --strip-ansi= --config-file --config-dir",
		Args: "read*", Out: "content", In: "data?", Source: "bat(1) 0.24; --pager is a gap",
	},
	{Name: "delta", Flags: "-n,--line-numbers -s,--side-by-side --hyperlinks --navigate --dark --light --color-only --no-gitconfig --paging=one(never) -w,--width= --diff-so-fancy --diff-highlight --raw --syntax-theme= --hunk-header-style= --file-style=", Args: "read? read?", Out: "content", In: "data?", Source: "delta 0.17 manual; --pager is a gap"},
	{Name: "pygmentize", Flags: "-l= -f= -g -o=write -O= -P= -F= -L -N= -H -s -C", Args: "read?", Out: "content", In: "data?", Source: "pygmentize(1) 2.17; -x loads code"},
	{Name: "strings", Flags: "-a,--all -d,--data -f,--print-file-name -n,--bytes= -t,--radix= -w,--include-all-whitespace -o -T,--target= -e,--encoding= --unicode= -U= -s,--output-separator= -# @*!opaque", Args: "read*", Out: "content", In: "data?", Source: binutils},
	{Name: "od", Flags: "-A,--address-radix= --endian= -j,--skip-bytes= -N,--read-bytes= -S= --strings[=] -t,--format= -v,--output-duplicates -w,--width[=] --traditional -a -b -c -d -f -i -l -o -s -x -h -O", Args: "read*", Out: "decoded", In: "data?", Source: coreutils},
	{Name: "xxd", Flags: "-a,-autoskip -b,-bits -C,-capitalize -c,-cols= -E,-EBCDIC -e -g,-groupsize= -i,-include -l,-len= -n,-name= -o,-offset= -p,-ps,-postscript,-plain -r,-revert -d -s,-seek= -h,-help!alone -u,-uppercase -R=", Args: "read? write?", Out: "decoded", In: "data?", Style: "cc", Source: "xxd(1) 2022-01"},
	{Name: "hexdump hd", Flags: "-b,--one-byte-octal -c,--one-byte-char -C,--canonical -d,--two-bytes-decimal -o,--two-bytes-octal -x,--two-bytes-hex -L,--color[=] -e,--format= -f,--format-file=read -n,--length= -s,--skip= -v,--no-squeezing", Args: "read*", Out: "decoded", In: "data?", Source: utilLinux},
	{Name: "hexyl", Flags: "-n,--length= -s,--skip= -c,--bytes= -v,--no-squeezing --color= --border= -p,--plain -C,--characters -P,--no-position --panels= -g,--group-size= -b,--base=", Args: "read?", Out: "decoded", In: "data?", Source: "hexyl 0.14 manual"},
	{
		Name: "nm", Flags: "-a,--debug-syms -A,-o,--print-file-name -B -C --demangle[=] --no-demangle --recurse-limit --no-recurse-limit -D,--dynamic -e -f,--format= -g,--extern-only --ifunc-chars= -j,--just-symbols -l,--line-numbers -n,-v,--numeric-sort -p,--no-sort -P,--portability -r,--reverse-sort -S,--print-size -s,--print-armap --quiet --size-sort --special-syms --synthetic -t,--radix= --target= -u,--undefined-only -U,--defined-only --unicode= -W,--no-weak --with-symbol-versions -X= @*!opaque",
		Args: "read*", Source: binutils + "; --plugin loads code",
	},
	{
		Name: "objdump",
		Flags: "-a,--archive-headers -f,--file-headers -p,--private-headers -P,--private= -h,--headers,--section-headers -x,--all-headers -d --disassemble[=] -D,--disassemble-all -S,--source --source-comment[=] -s,--full-contents -g,--debugging -e,--debugging-tags -G,--stabs -W --dwarf[=] -t,--syms -T,--dynamic-syms -r,--reloc -R,--dynamic-reloc -i,--info " +
			"-b,--target= -m,--architecture= -j,--section= -M,--disassembler-options= -EB -EL --endian= --file-start-context -I,--include= -l,--line-numbers -F,--file-offsets -C --demangle[=] -w,--wide -z,--disassemble-zeroes --start-address= --stop-address= --no-addresses --prefix-addresses --show-raw-insn --no-show-raw-insn --insn-width= --adjust-vma= --inlines --visualize-jumps[=] @*!opaque",
		Args: "read*", Out: "content", Source: binutils,
	},
	{
		Name:  "readelf",
		Flags: "-a,--all -h,--file-header -l,--program-headers,--segments -S,--section-headers,--sections -g,--section-groups -t,--section-details -e,--headers -s,--syms,--symbols --dyn-syms --lto-syms -C --demangle[=] -n,--notes -r,--relocs -u,--unwind -d,--dynamic -V,--version-info -A,--arch-specific -c,--archive-index -D,--use-dynamic -L,--lint -x,--hex-dump= -p,--string-dump= -R,--relocated-dump= -z,--decompress -w --debug-dump[=] -I,--histogram -W,--wide -T,--silent-truncation @*!opaque",
		Args:  "read+", Out: "content", Source: binutils,
	},
	{Name: "size", Flags: "-A -B -G --format= -o -d -x --radix= -t,--totals -f --common --target= @*!opaque", Args: "read*", Source: binutils},
	{Name: "addr2line", Flags: "-a,--addresses -b,--target= -e,--exe=read -i,--inlines -j,--section= -p,--pretty-print -s,--basenames -f,--functions -C --demangle[=] @*!opaque", Args: "inert*", In: "data", Source: binutils},
	{Name: "c++filt", Flags: "-_,--strip-underscore -n,--no-strip-underscore -p,--no-params -t,--types -i,--no-verbose -s,--format= @*!opaque", Args: "inert*", Out: "stdin", In: "data", Source: binutils},
	{Name: "strip", Flags: "-p,--preserve-dates -s,--strip-all -g,-S,-d,--strip-debug --strip-unneeded --only-keep-debug -x,--discard-all -X,--discard-locals -v,--verbose -K,--keep-symbol= -N,--strip-symbol= -R,--remove-section= -o=write -D -U -w @*!opaque", Args: "edit+", Source: binutils},
	{Name: "otool", Flags: "-L -l -h -f -a -t -d -o -r -S -T -M -R -I -D -v -V -X -x", Args: "read+", Source: "otool(1) macOS"},
}
