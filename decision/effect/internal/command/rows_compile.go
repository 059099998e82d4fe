package command

// Compilers, converters and runners of tests of one language or format each,
// beside those of the other themes. Left out is what names libraries of code,
// programs or settings elsewhere.

var compileRows = []Row{
	{Name: "as", Style: "cc", Flags: "-o=write!does() -g -32 -64 -I=list -W,-no-warn -fatal-warnings -march= -mcpu= -mfpu= -defsym= -warn @*!opaque", Args: "read*", Does: "write(a.out)", In: "data?", Source: "as(1) binutils 2.40; listings are left out"},
	{Name: "nasm yasm", Style: "cc", Flags: "-f= -o=write!does() -g -F= -l=write -D= -U= -I=list -O= -E -e -v!alone @*!opaque", Args: "read+", Does: "tree(.)", Out: "content", Source: "nasm(1) 2.16, yasm(1) 1.3; -@, -P, -p and -w are left out"},
	{Name: "c89 c99", Like: "gcc"},
	{Name: "luac", Flags: "-l -o=write!does() -p!does() -s -v", Args: "read*", Does: "write(luac.out)", In: "data?", Source: "luac(1) 5.4"},
	{Name: "forge", Source: "Foundry book, forge", Sub: []Row{
		{Name: "build test coverage", Flags: "-v -vv -vvv -vvvv -vvvvv --match-test,--mt= --match-contract,--mc= --match-path,--mp= --no-match-test= --no-match-contract= --gas-report --summary --list --json --sizes --force", Does: "project", Source: "Foundry book, forge test: ffi of foundry.toml; other chains are left out"},
		{Name: "fmt", Flags: "--check!args(read*.)", Args: "edit*.", Source: "Foundry book, forge fmt"},
		{Name: "install update", Args: "inert*", Does: "installs(packages)", Style: "bare", Source: "Foundry book, forge install"},
		{Name: "create script verify-contract", Args: "inert*", Does: "external(a transaction)", Style: "bare", Source: "Foundry book, forge create"},
	}},
	{Name: "prove", Flags: "-l,--lib -b,--blib -v,--verbose -f,--failures -q,--quiet -Q,--QUIET -r,--recurse -s,--shuffle -j,--jobs= -I=project --timer --color --nocolor -w -D,--dry", Args: "project*", Does: "project", Source: "prove(1) 5.36; -e, -M and -P load code"},
	{Name: "ava", Flags: "-m,--match= -T,--timeout= -v,--verbose -s,--serial -t,--tap --fail-fast -u,--update-snapshots -c,--concurrency= --no-color", Args: "project*", Does: "project", Source: "ava --help 6; --config and --node-arguments are left out"},
	{Name: "nyc", Style: "first", Flags: "-r,--reporter=one(text,text-summary,text-lcov,html,lcov,lcovonly,json,json-summary,cobertura,clover,none,teamcity) -a,--all -s,--silent --check-coverage --lines= --branches= --functions= --statements= --report-dir=tree --temp-dir=tree -x,--exclude= -n,--include= -e,--extension=", Args: "exec", Does: "project", Source: "nyc --help 15; --require and --cwd are left out", Sub: []Row{
		{Name: "report check-coverage", Flags: "-r,--reporter=one(text,text-summary,text-lcov,html,lcov,lcovonly,json,json-summary,cobertura,clover,none,teamcity) --report-dir=tree --temp-dir=tree --lines= --branches= --functions= --statements=", Does: "project", Source: "nyc report --help 15"},
	}},
	{Name: "cucumber cucumber-js", Flags: "-d,--dry-run -t,--tags= -n,--name= -p,--profile= -f,--format=one(pretty,progress,summary,usage) -q,--quiet -b,--backtrace --strict --no-color", Args: "project*", Does: "project", Source: "cucumber --help 2.4 (Ruby), cucumber-js --help 10; -r and files of output are left out"},
	{Name: "gulp", Flags: "-T,--tasks --tasks-simple -f,--gulpfile=project -L,--silent -S,--series --continue --color --no-color -v!alone", Args: "task*", Does: "project", Source: "gulp(1) 4.0; --preload and --cwd are left out"},
	{Name: "verilator", Style: "cc", Flags: "-lint-only!does() -Wall -Wno-* -sv -I=list -y=list -D= -top-module= -top= -cc -timing -no-timing", Args: "read+", Does: "tree(obj_dir)", Source: "verilator(1) 5.006; --build, --exe and -f are left out"},
	{Name: "iverilog", Style: "cc", Flags: "-o=write!does() -g* -I=list -D= -s= -t=one(null,vvp,fpga) -Wall -y=list -v -E", Args: "read+", Does: "write(a.out)", Source: "iverilog(1) 11; -c, -m, -B and -M are left out"},
	{Name: "dtc", Flags: "-I,--in-format= -O,--out-format= -o,--out=write -q,--quiet -b,--boot-cpu= -@,--symbols -s,--sort -f,--force -i,--include=list", Args: "read?", Out: "content", In: "data?", Source: "dtc(1) 1.6"},
	{Name: "terser uglifyjs", Flags: "-o,--output=write -c,--compress[=] -m,--mangle[=] -b,--beautify[=] --comments[=] --ecma= --module --toplevel --keep-fnames --keep-classnames --ie8 --safari10 --timings --warn", Args: "read*", Out: "content", In: "data?", Source: "terser(1) 5.16, uglifyjs(1) 3.17; --config-file, --parse and --source-map, which writes a second file, are left out"},
	{Name: "html-minifier html-minifier-terser", Flags: "-o,--output=write --collapse-whitespace --conservative-collapse --remove-comments --remove-empty-attributes --remove-optional-tags --remove-redundant-attributes --remove-script-type-attributes --use-short-doctype --minify-css[=] --minify-js[=]", Args: "read*", Out: "content", In: "data?", Source: "html-minifier --help 4; -c names settings, --input-dir writes trees"},
	{Name: "rsvg-convert", Flags: "-o,--output=write -f,--format= -w,--width= -h,--height= -d,--dpi-x= -p,--dpi-y= -x,--x-zoom= -y,--y-zoom= -z,--zoom= -a,--keep-aspect-ratio -b,--background-color= -v!alone", Args: "read*", Out: "content", In: "data?", Source: "rsvg-convert(1) 2.54; -s and -u are left out"},
	{Name: "msgfmt", Flags: "-o,--output-file=write!does() -c,--check --check-format --check-header --statistics -v,--verbose -f,--use-fuzzy", Args: "read+", Does: "write(messages.mo)", Source: "msgfmt(1) 0.21; --java and --csharp run compilers"},
	{Name: "msgmerge", Flags: "-U,--update!args(edit read) -o,--output-file=write -N,--no-fuzzy-matching -q,--quiet -v,--verbose -s,--sort-output -F,--sort-by-file", Args: "read read", Out: "content", Source: "msgmerge(1) 0.21"},
	{Name: "xgettext", Flags: "-o,--output=write!does() -L,--language= -k,--keyword[=] -j,--join-existing -a,--extract-all --from-code= -n,--add-location -c,--add-comments[=] -s,--sort-output -F,--sort-by-file --package-name= --package-version= --copyright-holder= --msgid-bugs-address=", Args: "read+", Does: "write(messages.po)", Source: "xgettext(1) 0.21; -f, -d and -p are left out"},
}
