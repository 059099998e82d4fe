package command

// sortRows are programs that order, thin out and split text, some of which
// write files by an operand.
var sortRows = []Row{
	{
		Name: "sort",
		Flags: "-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort " +
			"--random-source=read -r,--reverse --sort= -V,--version-sort --batch-size= -c --check[=] -C --compress-program=exec --debug " +
			"-k,--key= -m,--merge -o,--output=write -s,--stable -S,--buffer-size= -t,--field-separator= -T,--temporary-directory=create --parallel= -u,--unique -z,--zero-terminated",
		Args: "read*", Out: "content", In: "data?", Style: "gnu", Source: coreutils + "; --files0-from is a gap",
	},
	{
		Name:  "uniq",
		Flags: "-c,--count -d,--repeated -D --all-repeated[=] -f,--skip-fields= --group[=] -i,--ignore-case -s,--skip-chars= -u,--unique -z,--zero-terminated -w,--check-chars= -#",
		Args:  "read? write?", Out: "content", In: "data?", Style: "gnu", Source: coreutils,
	},
	{
		Name: "split",
		Flags: "-# -a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes[=] -x --hex-suffixes[=] -e,--elide-empty-files --filter=shell -l,--lines= -n,--number= " +
			"-t,--separator= -u,--unbuffered --verbose",
		Args: "read? write?", Does: "write(xaa)", In: "data?", Style: "gnu", Source: coreutils,
	},
	{
		Name:  "csplit",
		Flags: "-b,--suffix-format= -f,--prefix=write -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files",
		Args:  "read text+", Does: "write(xx00)", Style: "gnu", Source: coreutils,
	},
	{
		Name:  "shuf",
		Flags: "-e,--echo!args(text*)!out(text)!in() -i,--input-range=!in() -n,--head-count= -o,--output=write --random-source=read -r,--repeat -z,--zero-terminated",
		Args:  "read?", Out: "content", In: "data?", Style: "gnu", Source: coreutils,
	},
	{Name: "tee", Flags: "-a,--append!args(append*) -i,--ignore-interrupts -p --output-error[=]", Args: "write*", Out: "stdin", In: "data", Style: "gnu", Source: coreutils},
	{
		Name:  "dd",
		Flags: "if=read of=write!doubts(raw copy) bs= cbs= count= ibs= obs= seek= oseek= skip= iseek= status= conv= iflag= oflag=",
		Out:   "content", In: "data", Style: "key", Source: coreutils,
	},
	{
		Name:  "truncate",
		Flags: "-c,--no-create -o,--io-blocks -r,--reference=list!doubts(cuts off what is in a file) -s,--size=!doubts(cuts off what is in a file)", Args: "write+", Style: "gnu", Source: coreutils,
	},
}
