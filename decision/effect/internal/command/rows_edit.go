package command

// editRows are programs that compare and rewrite text, and those that take a
// program for it on the command line.
var editRows = []Row{
	{
		Name:  "sed gsed",
		Flags: "-n,--quiet,--silent!quiet --debug -e,--expression=sed!shift -f,--file=read!shift!opaque(a script from a file) --follow-symlinks -i,--in-place[=suffix]!edits -l,--line-length= --posix -E,-r,--regexp-extended -s,--separate --sandbox -u,--unbuffered -z,--null-data -b,--binary -a",
		Args:  "sed read*", Out: "content", In: "data?", Style: "gnu", Source: "sed(1) 4.9, macOS (whose -i takes a word, here an empty script)",
	},
	{
		Name:  "awk mawk nawk original-awk",
		Flags: "-F= -v= -f=script!shift",
		Args:  "awk read*", Out: "content", In: "data?", Style: "first", Source: "POSIX awk, mawk(1) 1.3.4",
	},
	{
		Name:  "gawk",
		Flags: "-F,--field-separator= -v,--assign= -f,--file=script!shift -e,--source=awk!shift -b,--characters-as-bytes -c,--traditional -S,--sandbox -P,--posix -M,--bignum -n,--non-decimal-data -N,--use-lc-numeric -O,--optimize -s,--no-optimize -r,--re-interval -k,--csv -C,--copyright",
		Args:  "awk read*", Out: "content", In: "data?", Style: "first", Source: "gawk(1) 5.2; -i, -l, -E, -o, -p, -d and -D are gaps",
	},
	{
		Name: "jq gojq jaq",
		Flags: "-c,--compact-output -n,--null-input -e,--exit-status -s,--slurp -r,--raw-output -R,--raw-input -C,--color-output -M,--monochrome-output -a,--ascii-output -j,--join-output --raw-output0 -S,--sort-keys --tab --indent= --unbuffered --stream --stream-errors --seq " +
			"-f,--from-file=project!shift --arg== --argjson== --slurpfile==read --rawfile==read --args!args(jq inert*) --jsonargs!args(jq inert*)",
		Args: "jq read*", Out: "content", In: "data?", Source: "jq(1) 1.7; -L is a gap",
	},
	{
		Name:  "yq",
		Flags: yqFlags,
		Args:  "jq read*", Out: "content", In: "data?",
		Sub: []Row{
			{Name: "e eval ea eval-all", Flags: yqFlags, Args: "jq read*", Out: "content", In: "data?"},
		},
		Source: "yq 4.40 (Go) and yq 3.2 (Python) manuals; -s and -f read differently and are gaps",
	},
	{
		Name: "diff gdiff",
		Flags: "-# --normal -q,--brief -s,--report-identical-files -c -C,--context[=] -u -U,--unified[=] -e,--ed -n,--rcs -y,--side-by-side -W,--width= --left-column --suppress-common-lines -p,--show-c-function -F,--show-function-line= -L,--label= -t,--expand-tabs -T,--initial-tab --tabsize= --suppress-blank-empty " +
			"-r,--recursive!deep --no-dereference -N,--new-file -P,--unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -x,--exclude= -X,--exclude-from=read -S,--starting-file= --from-file=read!args(read*) --to-file=read!args(read*) -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change " +
			"-w,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= -a,--text --strip-trailing-cr -D,--ifdef= -d,--minimal --horizon-lines= -H,--speed-large-files --color[=] --palette= --line-format= --old-line-format= --new-line-format= --unchanged-line-format=",
		Args: "read read", Out: "content", Source: "diff(1) 3.10; -l runs pr",
	},
	{Name: "colordiff", Like: "diff"},
	{Name: "cmp", Flags: "-b,--print-bytes -i,--ignore-initial= -l,--verbose -n,--bytes= -s,--quiet,--silent", Args: "read read? inert? inert?", In: "data", Source: "cmp(1) diffutils 3.10"},
	{Name: "diff3", Flags: "-A,--show-all -e,--ed -E,--show-overlap -3,--easy-only -x,--overlap-only -X -i -m,--merge -a,--text --strip-trailing-cr -T,--initial-tab -L,--label= --diff-program=exec", Args: "read read read", Out: "content", Source: "diff3(1) 3.10"},
	{
		Name:  "sdiff",
		Flags: "-o,--output=write -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change -W,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= --strip-trailing-cr -a,--text -w,--width= -l,--left-column -s,--suppress-common-lines -t,--expand-tabs --tabsize= -d,--minimal -H,--speed-large-files --diff-program=exec",
		Args:  "read read", Out: "content", Source: "sdiff(1) 3.10",
	},
	{
		Name:  "sd",
		Flags: "-p,--preview!args(text text read*) -F,--fixed-strings,-s,--string-mode -n,--max-replacements= -f,--flags= -A,--across",
		Args:  "text text edit*", Out: "stdin", In: "data?", Source: "sd --help 1.0",
	},
	{
		Name: "patch",
		Flags: "-p,--strip= -F,--fuzz= -l,--ignore-whitespace -c,--context -n,--normal -u,--unified -N,--forward -R,--reverse -i,--input=read!in() -o,--output=write -r,--reject-file=write -D,--ifdef= --merge[=] -E,--remove-empty-files -Z,--set-utc -T,--set-time --quoting-style= -b,--backup --backup-if-mismatch --no-backup-if-mismatch " +
			"-V,--version-control= -B,--prefix= -Y,--basename-prefix= -z,--suffix= -t,--batch -f,--force -s,--quiet,--silent --verbose --dry-run!does()!args(read? read?) --posix -d,--directory=chdir --reject-format= --binary --read-only= -e,--ed!opaque",
		Args: "edit? read?", Does: "tree(.) doubts(changes the files that the patch names)", In: "data", Source: "patch(1) 2.7; -g asks a version control",
	},
	{
		Name: "vim vi nvim view vimdiff gvim ex ed nano pico emacs emacsclient joe micro mcedit code cursor subl mate kate gedit",
		Args: "inert*", Does: "opaque(an editor can do anything)", Style: "bare", Source: "editors run commands",
	},
}

const yqFlags = "-i,--inplace,--in-place!edits -o,--output-format= -p,--input-format= -P,--prettyPrint -r,--unwrapScalar[=] -e,--exit-status -n,--null-input -N,--no-doc -j,--tojson -y,--yaml-output -Y,--yaml-roundtrip -c -S -C,--colors -M,--no-colors -I,--indent= -v,--verbose --arg== --argjson== --xml-attribute-prefix= "
