package command

// perlFlags are those of perl beside the code.
const perlFlags = "-e,-E=code(perl)!args(local(read)*)!in(data) -i[=suffix]!edits -n -p -w -W -l -0 -0777 -a -s -t -u -v!alone -c"

// codeRows are interpreters: a text, a script or the input is code.
var codeRows = []Row{
	{
		Name:  "python python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy3",
		Flags: "-c=code(python)!args(inert*)!in(data) -b -bb -B -d -E -i -I -O -OO -P -q -s -S -u -v -x -W=one(ignore,error,default,always,once,module,ignore::DeprecationWarning,error::DeprecationWarning,default::DeprecationWarning,ignore::UserWarning,ignore::FutureWarning) -X=one(dev,utf8,utf8=#,importtime,faulthandler,tracemalloc,tracemalloc=#,no_debug_ranges) -V,-VV!alone",
		Args:  "script? inert*", In: "code(python)?", Style: "first",
		// With -m the working directory comes first where modules are looked for,
		// so that a file there may stand for any of these.
		Sub: []Row{
			{Name: "-m/pytest -m/mypy -m/flake8 -m/pylint -m/pyflakes -m/pycodestyle -m/pydocstyle -m/tox -m/nox -m/vulture -m/pydoc", Like: "*"},
			{Name: "-m/black", Flags: blackFlags, Args: "edit+", Does: "project", Out: "content", In: "data?"},
			{Name: "-m/isort", Flags: isortFlags, Args: "edit+", Does: "project"},
			{Name: "-m/pip/list -m/pip/freeze -m/pip/check", Flags: "-o,--outdated!network(registry) -l,--local --user --format= --not-required", Out: "names", Does: "project"},
			{Name: "-m/pip/show", Flags: "-f,--files", Args: "inert+", Does: "project"},
			{Name: "-m/pip/install -m/pip/uninstall -m/pip/download -m/pip/wheel", Flags: pipInstall + "-y,--yes", Args: "inert*", Does: "project installs(packages)"},
			{Name: "-m/build", Flags: "-s,--sdist -w,--wheel -o,--outdir=tree -n,--no-isolation -x,--skip-dependency-check -v,--verbose", Args: "project?", Does: "project network(registry)"},
			{Name: "-m/json.tool", Flags: "--sort-keys --no-ensure-ascii --json-lines --indent= --tab --no-indent --compact", Args: "read? write?", Out: "content", In: "data?", Does: "project"},
			{Name: "-m/venv -m/virtualenv", Flags: "--system-site-packages --symlinks --copies --clear!opaque --upgrade --without-pip --prompt= --upgrade-deps!network(registry)!installs(pip)", Args: "tree+", Does: "project"},
			{Name: "-m/unittest", Flags: "-v,--verbose -q,--quiet -f,--failfast -b,--buffer -c,--catch -k= --locals --durations=", Args: "inert*", Does: "project", Sub: []Row{
				{Name: "discover", Flags: "-v,--verbose -q,--quiet -f,--failfast -b,--buffer -c,--catch -k= -s,--start-directory=project -p,--pattern= -t,--top-level-directory=project", Args: "project? inert? project?", Does: "project"},
			}},
			{Name: "-m/doctest", Flags: "-v,--verbose -o,--option= -f,--fail-fast", Args: "project+"},
			{Name: "-m/compileall", Flags: "-q -f -l -r= -x= -j,--workers= --invalidation-mode=", Args: "read*.", Does: "project deep"},
			{Name: "-m/py_compile", Flags: "-q,--quiet", Args: "read+", Does: "project"},
			{Name: "-m/ast -m/tokenize", Flags: "-m,--mode= -i,--indent= -a,--include-attributes -e,--exact", Args: "read?", Out: "content", In: "data?", Does: "project"},
			{Name: "-m/tabnanny", Flags: "-v -q", Args: "read+", Does: "project"},
			{Name: "-m/zipfile", Flags: "-l,--list!args(read) -t,--test!args(read) -e,--extract!args(read tree) -c,--create!args(write read+)", Does: "project"},
			{Name: "-m/tarfile", Flags: "-v,--verbose -l,--list!args(read) -t,--test!args(read) -e,--extract!args(read tree?)!does(project tree(.)) -c,--create!args(write read+)", Does: "project"},
			{Name: "-m/base64", Flags: "-d!out(decoded) -u!out(decoded) -e", Args: "read?", Out: "content", In: "data?", Does: "project"},
			{Name: "-m/calendar -m/this -m/site -m/platform -m/sysconfig", Args: "inert*", Style: "bare", Does: "project"},
			{Name: "-m/http.server", Flags: "-b,--bind= -d,--directory=upload --cgi!opaque", Args: "inert?", Does: "project network(serves files) sends(files)"},
			{Name: "-m/timeit", Args: "inert*", Does: "opaque(code to be timed)", Style: "bare"},
			{Name: "-m/pdb -m/cProfile -m/profile -m/trace -m/runpy", Args: "inert*", Does: "unseen(a script)", Style: "bare"},
		},
		Source: "python 3.12 documentation",
	},
	{
		Name: "node nodejs",
		Flags: "-e,--eval=code(javascript)!args(inert*)!in(data) -p,-pe,--print=code(javascript)!args(inert*)!in(data) -c,--check!args(read) -i,--interactive -r,--require=script --import=script --test!args(project*)!does(project)!in() -v!alone --watch --test-name-pattern= --test-reporter=one(spec,tap,dot,junit) --test-only --test-concurrency= " +
			"--experimental-test-coverage --no-warnings --trace-warnings --trace-uncaught --throw-deprecation --trace-deprecation --max-old-space-size= --stack-size= --enable-source-maps --input-type= --experimental-strip-types --experimental-vm-modules --expose-gc --preserve-symlinks --unhandled-rejections=",
		Args: "script? inert*", In: "code(javascript)?", Style: "first", Source: "node(1) 22; --env-file, --inspect and --loader are gaps",
	},
	{
		Name:  "ruby",
		Flags: "-e=code(ruby)!args(read*)!in(data) -c!args(read) -i[=suffix]!edits -n -p -l -a -w -W0,-W1,-W2 -v!alone -s -S -x -0 -E= -K= -U --yjit -r=one(json,yaml,set,date,time,csv,pp,erb,digest,securerandom,fileutils,optparse,ostruct)",
		Args:  "script? inert*", In: "code(ruby)?", Style: "first", Source: "ruby(1) 3.3; -I and -C are gaps",
	},
	{
		Name:  "perl",
		Flags: perlFlags + " -M=one(strict,warnings,utf8,JSON::PP,Data::Dumper,List::Util,POSIX)",
		Args:  "script? inert*", In: "code(perl)?", Style: "first", Source: "perlrun(1) 5.38; -I, -x, -d, -C and -F are gaps, and -c runs BEGIN blocks",
	},
	{
		Name:  "php",
		Flags: "-r,--run=code(php)!args(inert*)!in(data) -f,--file=script!args(inert*) -l,--syntax-check!args(read+) -i,--info!secrets(environment) -m,--modules!alone -v!alone -n --rf,--rc,--re,--ri=!args() -w,--strip!args(read) -s!args(read)",
		Args:  "script? inert*", In: "code(php)?", Style: "first", Source: "php(1) 8.3; -d, -c, -S, -t, -B and -R are gaps",
	},
	{Name: "lua luajit lua5.1 lua5.3 lua5.4", Flags: "-e=code(lua)!in(data) -l=script -i -v!alone -W -E", Args: "script? inert*", In: "code(lua)?", Style: "first", Source: "lua(1) 5.4"},
	{Name: "tclsh wish osascript gdb-python", Args: "inert*", Does: "opaque(an interpreter)", Style: "bare", Source: "their manuals"},
	{Name: "tokei", Flags: "-C,--compact -f,--files -e,--exclude= --hidden -l,--languages -n,--num-format= --no-ignore --no-ignore-parent --no-ignore-dot --no-ignore-vcs -o,--output= -s,--sort= -r,--rsort= -t,--type,--types= -c,--columns= -v,--verbose", Args: "read*.", Does: "deep", Source: "tokei 12.1 manual"},
}
