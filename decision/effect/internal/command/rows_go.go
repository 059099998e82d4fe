package command

// The go command compiles and runs the project's code and, as far as that
// imports them, modules whose sums are recorded in go.sum. Flags that name
// another program (-exec, -toolexec, -vettool, -gccgoflags), replace files
// (-overlay) or go to another linker (-ldflags with -extld) are left out or
// cannot be told. A package with a version ("x@latest") comes from elsewhere;
// the role project takes none.

// goBuild are the flags that build, run, test, vet, list and install share.
const goBuild = "-C=chdir -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs[=] " +
	"-compiler=one(gc) -gcflags= -json -ldflags=one(*ext*)!opaque(the linker may run a program) -ldflags= -linkshared " +
	"-mod=one(mod,readonly,vendor) -modcacherw -modfile=project -pgo= -tags= -trimpath -installsuffix= -pkgdir=!opaque(packages from " +
	"elsewhere) "

const goTest = goBuild + "-bench= -benchmem -benchtime= -blockprofile=write -blockprofilerate= -count= -coverprofile=write -cpu= " +
	"-cpuprofile=write -failfast -fullpath -fuzz= -fuzztime= -fuzzminimizetime= -list= -memprofile=write -memprofilerate= " +
	"-mutexprofile=write -mutexprofilefraction= -o=write -outputdir=tree -parallel= -run= -short -shuffle= -skip= -timeout= " +
	"-trace=write -vet= -c -i -update -golden"

var goRows = []Row{
	{Name: "go", Flags: "-C=chdir", Style: "single", Source: "go(1) 1.26", Sub: []Row{
		{Name: "build", Style: "single", Flags: goBuild + "-o=write", Args: "project*.", Does: "project", Source: "go help build"},
		{Name: "test", Style: "single", Flags: goTest, Args: "project*.", Does: "project", Source: "go help test, go help testflag"},
		{Name: "vet", Style: "single",
			Flags: goBuild + "-c= -fix -diff -printf -copylocks -shadow -unusedresult -atomic -bools -assign -nilfunc -structtag " +
				"-composites -unsafeptr -lostcancel -loopclosure",
			Args: "project*.", Does: "project", Source: "go help vet"},
		{Name: "run", Style: "first", Flags: goBuild, Args: "project task*", Does: "project", Source: "go help run"},
		{Name: "generate", Style: "single", Flags: goBuild + "-run= -skip=", Args: "project*.", Does: "project",
			Source: "go help generate: runs the commands in the project's sources"},
		{Name: "fix", Style: "single", Flags: goBuild + "-fix= -go= -diff", Args: "project*.", Does: "project", Source: "go help fix"},
		{Name: "fmt", Style: "single", Flags: "-n -x -mod=", Args: "edit*.", Source: "go help fmt"},
		{Name: "list", Style: "single",
			Flags: goBuild + "-f= -m -u -deps -test -e -export -find -retracted -versions -compiled -reuse=read", Args: "inert*",
			Does: "network(modules)", Out: "names", Source: "go help list"},
		{Name: "doc", Style: "single", Flags: "-C=chdir -all -c -cmd -short -src -u -ex", Args: "inert*", Out: "content", Source: "go help doc"},
		{Name: "env", Style: "single", Flags: "-json -changed -u!edit(~/.config/go/env) -w!persistence!edit(~/.config/go/env)",
			Args: "inert*", Source: "go help env: -w can change the compiler and the proxy"},
		{Name: "version", Style: "single", Flags: "-m -v -json", Args: "read*", Source: "go help version"},
		{Name: "help", Style: "bare", Args: "inert*", Source: "go help"},
		{Name: "bug", Style: "single", Does: "opaque(opens a browser)", Source: "go help bug"},
		{Name: "clean", Style: "single",
			Flags: goBuild + "-i!discards(installed programs) -r -cache!discards(the build cache) -testcache -modcache!discards(the module cache) " +
				"-fuzzcache!discards(fuzzing inputs)",
			Args: "project*.", Does: "project", Source: "go help clean"},
		{Name: "get", Style: "single", Flags: goBuild + "-t -u[=] -tool", Args: "inert*", Does: "installs(modules)", Source: "go help get"},
		{Name: "install", Style: "single", Flags: goBuild, Args: "inert*", Does: "installs(a program)", Source: "go help install"},
		{Name: "tool", Style: "first", Flags: "-n -modfile=project", Source: "go help tool", Sub: []Row{
			{Name: "vet", Style: "single", Flags: "-c= -json -fix", Args: "inert*", Does: "project", Source: "go tool vet help"},
			{Name: "cover", Style: "single", Flags: "-func=read -html=read -o=write -mode=", Args: "", Source: "go tool cover -help"},
			{Name: "pprof", Style: "single",
				Flags: "-top -text -list= -peek= -cum -flat -nodecount= -sample_index= -raw -traces -lines -functions -unit=",
				Args:  "read+", Out: "content", Source: "go tool pprof -help; -http and the output formats open programs"},
			{Name: "dist", Style: "bare", Args: "one(list,version,env)", Source: "go tool dist"},
			{Name: "dist/list", Style: "single", Flags: "-json -broken", Source: "go tool dist list -help"},
			{Name: "nm objdump buildid doc addr2line", Style: "single",
				Flags: "-size -sort= -type -n -s= -gnu -S -all -src -u -short -cmd", Args: "inert*", Out: "content",
				Source: "go help tool"},
			{Name: "trace", Style: "single", Flags: "-d=", Args: "read", Does: "opaque(opens a browser)",
				Source: "go tool trace: -http opens a server"},
			{Name: "compile", Style: "single", Flags: "-V!alone -S -m -N -l -o=write -p= -d=", Args: "read*", Does: "project",
				Source: "go tool compile -help"},
		}},
		{Name: "mod/tidy", Style: "single", Flags: "-C=chdir -e -v -x -go= -compat= -diff",
			Does: "network(modules) edit(go.mod) edit(go.sum)", Source: "go help mod tidy"},
		{Name: "mod/download", Style: "single", Flags: "-C=chdir -x -json -reuse=read", Args: "inert*", Does: "network(modules)",
			Source: "go help mod download"},
		{Name: "mod/verify", Style: "single", Flags: "-C=chdir", Source: "go help mod verify"},
		{Name: "mod/graph mod/why", Style: "single", Flags: "-C=chdir -go= -x -m -vendor", Args: "inert*", Does: "network(modules)",
			Source: "go help mod graph"},
		{Name: "mod/init", Style: "single", Flags: "-C=chdir", Args: "inert?", Does: "create(go.mod)", Source: "go help mod init"},
		{Name: "mod/vendor", Style: "single", Flags: "-C=chdir -e -v -o=tree", Does: "network(modules) tree(vendor)", Source: "go help mod vendor"},
		{Name: "mod/edit", Style: "single",
			Flags: "-C=chdir -fmt -print!does() -json!does() -go= -require= -droprequire= -module= -exclude= -retract= -tool=",
			Args:  "edit?", Does: "edit(go.mod)", Source: "go help mod edit; -replace and -toolchain lead elsewhere"},
		{Name: "work/init work/use work/sync work/edit", Style: "single",
			Flags: "-C=chdir -r -fmt -print!does() -json!does() -go= -use=project", Args: "project*", Does: "edit(go.work)",
			Source: "go help work"},
		{Name: "telemetry", Style: "bare", Args: "one(off,local)?", Source: "go help telemetry"},
	}},
	{Name: "gofmt", Style: "single", Flags: "-d -e -l -s -w!args(edit*) -r= -cpuprofile=write", Args: "read*", Out: "content", In: "data?",
		Source: "gofmt(1) 1.26"},
	{Name: "gofumpt", Style: "single", Flags: "-d -e -l -extra -lang= -modpath= -w!args(edit*)", Args: "read*", Out: "content",
		In: "data?", Source: "gofumpt -h"},
	{Name: "goimports", Style: "single", Flags: "-d -e -l -local= -srcdir=list -format-only -v -w!args(edit*)", Args: "read*",
		Does: "list(.)", Out: "content", In: "data?", Source: "goimports -h"},
	{Name: "gci", Flags: "-s,--section= --custom-order --skip-generated --skip-vendor", Source: "gci --help", Sub: []Row{
		{Name: "list diff print", Flags: "-s,--section= --custom-order --skip-generated", Args: "read+", Source: "gci --help"},
		{Name: "write", Flags: "-s,--section= --custom-order --skip-generated", Args: "edit+", Source: "gci --help"},
	}},
	{Name: "golangci-lint", Shared: "-c,--config=project -v,--verbose --color= --no-config", Source: "golangci-lint(1) 2", Sub: []Row{
		{Name: "run",
			Flags: "-E,--enable= -D,--disable= --enable-only= --default= --fast-only --fix --timeout= -j,--concurrency= --new " +
				"--new-from-rev= --new-from-merge-base= --whole-files --tests --build-tags= --modules-download-mode= " +
				"--issues-exit-code= --max-issues-per-linter= --max-same-issues= --allow-parallel-runners --allow-serial-runners " +
				"--show-stats --path-mode= --out-format= --output.text.path=write --output.json.path=write",
			Args: "project*.", Does: "project", Source: "golangci-lint run --help"},
		{Name: "fmt", Flags: "-d,--diff -E,--enable= --stdin", Args: "edit*.", Does: "project", Source: "golangci-lint fmt --help"},
		{Name: "linters formatters version help config/path config/verify", Args: "inert*", Source: "golangci-lint help"},
		{Name: "cache/status", Source: "golangci-lint cache"},
		{Name: "cache/clean", Does: "project", Source: "golangci-lint cache"},
		{Name: "custom", Does: "project installs(a linter)", Source: "golangci-lint custom"},
	}},
	{Name: "staticcheck", Style: "single",
		Flags: "-checks= -explain= -f= -fail= -go= -tests[=] -tags= -show-ignored -matrix -list-checks -version!alone " +
			"-debug.version!alone",
		Args: "project*.", Does: "project", Source: "staticcheck -help"},
	{Name: "govulncheck", Style: "single", Flags: "-C=chdir -mode= -scan= -show= -json -format= -tags= -test -version", Args: "project*.",
		Does: "project network(vulnerabilities)", Source: "govulncheck -help"},
	{Name: "gosec", Style: "single",
		Flags: "-fmt= -out=write -severity= -confidence= -include= -exclude= -exclude-dir= -tests -quiet -nosec -conf=read -tags= " +
			"-no-fail",
		Args: "project*", Does: "project", Source: "gosec -help"},
	{Name: "revive", Style: "single", Flags: "-config=read -formatter= -exclude= -set_exit_status -max_open_files=", Args: "read*",
		Does: "project", Source: "revive -help"},
	{Name: "errcheck ineffassign unconvert unparam deadcode nilaway", Style: "single",
		Flags: "-blank -asserts -ignore= -test -tests -tags= -verbose -json -filter= -generated -f=", Args: "project*.", Does: "project",
		Source: "errcheck -help"},
	{Name: "gocyclo gocognit", Style: "single", Flags: "-over= -top= -avg -ignore=", Args: "read+", Source: "gocyclo -help"},
	{Name: "gopls", Style: "first", Flags: "-v,--v", Source: "gopls help", Sub: []Row{
		{Name: "version", Source: "gopls help"},
		{Name: "check", Args: "project+", Does: "project", Source: "gopls help check"},
		{Name: "definition references implementation symbols workspace_symbol call_hierarchy highlight signature stats", Style: "single",
			Flags: "-json -d -declaration -anon", Args: "inert*", Does: "project", Out: "content", Source: "gopls help"},
		{Name: "format", Style: "single", Flags: "-d -l -w!args(edit+)", Args: "read+", Does: "project", Source: "gopls help format"},
		{Name: "rename", Style: "single", Flags: "-d -l -w", Args: "inert inert", Does: "project", Source: "gopls help rename"},
	}},
	{Name: "gotestsum", Style: "first",
		Flags: "-f,--format= --junitfile=write --jsonfile=write --packages= --rerun-fails[=] --max-fails= --no-color --hide-summary= " +
			"--format-hide-empty-pkg",
		Does: "project", Source: "gotestsum --help; --post-run-command runs a program, and what follows -- are flags of go test"},
	{Name: "mockgen", Style: "single",
		Flags: "-source=project -destination=write -package= -mock_names= -self_package= -typed -write_generate_directive " +
			"-write_package_comment",
		Args: "project? inert?", Does: "project", Source: "mockgen -help; -exec_only runs a program"},
	{Name: "stringer", Style: "single", Flags: "-type= -output=write -trimprefix= -linecomment -tags=", Args: "project*.", Does: "project",
		Source: "stringer -help"},
	{Name: "wire", Args: "project*.", Flags: "-tags= -header_file=read", Style: "single", Does: "project", Source: "wire help"},
	{Name: "benchstat", Style: "single", Flags: "-alpha= -col= -row= -table= -filter= -format= -ignore=", Args: "read+", Out: "content",
		Source: "benchstat -help"},
	{Name: "dlv", Does: "opaque(a debugger runs what it is told)", Args: "inert*", Source: "dlv(1)"},
	{Name: "air", Flags: "-c=project -d", Does: "project", Args: "inert*", Source: "air -h"},
	{Name: "goreleaser", Source: "goreleaser(1)", Sub: []Row{
		{Name: "check healthcheck", Flags: "-f,--config=project -q,--quiet", Source: "goreleaser check"},
		{Name: "build",
			Flags: "-f,--config=project --snapshot --single-target --clean -o,--output=write --skip= --id= -p,--parallelism= --timeout=",
			Does:  "project", Source: "goreleaser build"},
		{Name: "release", Flags: "-f,--config=project --clean --draft --snapshot!does(project) --skip= --timeout=",
			Does: "project external(a release)", Source: "goreleaser release"},
	}},
	{Name: "mage task just",
		Flags: "-l,--list -f,--justfile,--taskfile=project -d,--dir,--working-directory=chdir -n,--dry-run,--dry -v,--verbose -q " +
			"-s,--silent -p,--parallel",
		Args: "task*", Does: "project", Source: "mage -h, task(1), just(1): run tasks of the project"},
}
