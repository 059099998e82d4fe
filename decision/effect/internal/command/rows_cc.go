package command

// Compilers of C and its kin, and build systems. A compiler reads and writes
// files and runs no code of the project, but plug-ins (-fplugin, -load), other
// tools (-B, -wrapper, -specs, -fuse-ld=path) and what goes straight to the
// linker or assembler (-Wl, -Wa, -Wp, -X…) can; they are left out. A build
// system runs whatever its files say; variables on the command line of make
// (CC=, SHELL=) change what that is, and a task is no such word.

const ccFlags = "-o,-output=write!does() -c!does(tree(.)) -S!does(tree(.)) -E!does() -M!does() -MM!does() -MD -MMD -MP -MF=write -MT= " +
	"-MQ= -I=list -isystem=list -iquote=list -idirafter=list -include=read -imacros=read -D= -U= -L=list -l= -O -O0 -O1 -O2 -O3 -Os " +
	"-Og -Oz -Ofast -g -g0 -g1 -g2 -g3 -ggdb -ggdb3 -gdwarf-4 -gdwarf-5 -debug -std=one(c*,gnu*,iso*) -ansi -pedantic -pedantic-errors " +
	"-w -v -pthread -static -shared -pie -no-pie -rdynamic -s -m32 -m64 -march=one(*) -mtune=one(*) -mcpu=one(*) -msse4.2 -mavx -mavx2 " +
	"-fPIC -fpic -fPIE -fpie -fopenmp -fsanitize=one(*) -fno-sanitize-recover -fno-omit-frame-pointer -fomit-frame-pointer " +
	"-fstack-protector -fstack-protector-strong -fstack-protector-all -fno-exceptions -fno-rtti -fexceptions -fvisibility=one(*) " +
	"-fno-strict-aliasing -fwrapv -ffast-math -funroll-loops -flto[=one(auto,thin,full,#)] -fsyntax-only!does() -fdiagnostics-color[=] " +
	"-fcolor-diagnostics -fno-common -fcommon -fno-builtin -ffreestanding -fprofile-arcs -ftest-coverage -fcoverage-mapping " +
	"-fprofile-instr-generate -coverage -fanalyzer -fmodules -stdlib=one(libc++,libstdc++) -nostdlib -nostdinc -nodefaultlibs " +
	"-nostartfiles -x= -Wall -Wextra -Wpedantic -Waddress -Warray-bounds -Wattributes -Wparentheses -Wpointer-arith -Wpacked -Wpadded " +
	"-Wl*!opaque(goes to the linker) -Wa*!opaque(goes to the assembler) -Wp*!opaque(goes to the preprocessor) -W* -dM " +
	"-dumpversion!alone -dumpmachine!alone -print-search-dirs!alone -print-multiarch!alone -version!alone -help!alone " +
	"@*!opaque(options from a file) -H -P -C -pipe -save-temps -time -target= -arch= -framework= -fmax-errors=one(#) " +
	"-ferror-limit=one(#) -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=one(#)"

var ccRows = []Row{
	{Name: "gcc g++ cc c++ clang clang++ gcc-11 gcc-12 gcc-13 gcc-14 g++-11 g++-12 g++-13 g++-14 clang-14 clang-15 clang-16 clang-17 " +
		"clang-18 clang++-18 gfortran x86_64-linux-gnu-gcc aarch64-linux-gnu-gcc arm-none-eabi-gcc musl-gcc tcc", Style: "cc",
		Flags: ccFlags, Args: "read+", Does: "write(a.out)", Source: "gcc(1) 12, clang(1) 18"},
	{Name: "emcc em++", Style: "cc", Flags: ccFlags, Args: "read+", Does: "project write(a.out.js)", Source: "emcc --help"},
	{Name: "zig", Source: "zig help 0.13", Sub: []Row{
		{Name: "build",
			Flags: "-Doptimize=one(*) -Dtarget=one(*) --release=one(safe,fast,small) --summary= -l,--list-steps -p,--prefix=tree " +
				"--verbose",
			Args: "task*", Does: "project", Source: "zig build --help"},
		{Name: "test build-exe build-lib build-obj run", Style: "cc", Flags: "-O= -target= -lc -femit-bin=write -test-filter=",
			Args: "project", Does: "project", Source: "zig test --help"},
		{Name: "fmt", Flags: "--check!args(read+)", Args: "edit+", Source: "zig fmt --help"},
		{Name: "version env targets zen", Source: "zig help"},
		{Name: "init", Does: "tree(.)", Source: "zig init --help"},
	}},
	{Name: "ld objcopy", Args: "inert*", Does: "opaque(rewrites binaries)", Source: "ld(1), objcopy(1)"},
	{Name: "make gmake",
		Flags: "-B,--always-make -C,--directory=chdir -d --debug[=] -f,--file,--makefile=project -i,--ignore-errors " +
			"-I,--include-dir=project -j,--jobs[=] -k,--keep-going -l,--load-average[=] -n,--just-print,--dry-run,--recon " +
			"-O,--output-sync[=] -o,--old-file= -p,--print-data-base -q,--question -r,--no-builtin-rules -R,--no-builtin-variables " +
			"-s,--silent,--quiet --no-silent -S,--no-keep-going -t,--touch --trace -v!alone -w,--print-directory --no-print-directory " +
			"-W,--what-if= --warn-undefined-variables",
		Args: "task*", Does: "project", Source: "make(1) 4.3; --eval and -e are left out; -n runs lines that are marked with +"},
	{Name: "cmake",
		Flags: "-S=project -B=tree -G= " +
			"-D=one(CMAKE_BUILD_TYPE=*,CMAKE_BUILD_TYPE:STRING=*,CMAKE_CXX_STANDARD=#,CMAKE_C_STANDARD=#,CMAKE_INSTALL_PREFIX=*,*=ON," +
			"*=OFF,*=on,*=off,*=TRUE,*=FALSE,*=YES,*=NO,*=1,*=0) -U= --fresh -Wdev -Wno-dev -Wdeprecated -Wno-deprecated -L -LA -LAH " +
			"-N --log-level= --list-presets[=] --preset= --graphviz=write --trace --warn-uninitialized --build=chdir!args(one(#)?) " +
			"--target=task -t=task --config= --clean-first -j,--parallel[=] -v,--verbose --workflow --install=!installs(the built " +
			"program) --open=!opaque(opens a program) -P=script -E!args(one(true,false,capabilities,environment))",
		Args: "project?", Does: "project",
		Source: "cmake(1) 3.30; -C, --toolchain, --prefix and variables that name programs are left out"},
	{Name: "ctest",
		Flags: "-C,--build-config= -V,--verbose -VV,--extra-verbose --output-on-failure -j,--parallel[=] -R,--tests-regex= " +
			"-E,--exclude-regex= -L,--label-regex= -LE,--label-exclude= -N,--show-only[=] -Q,--quiet -O,--output-log=write " +
			"--test-dir=chdir --rerun-failed --stop-on-failure --repeat= --timeout= --schedule-random --stop-time= " +
			"-I,--tests-information= --no-tests= --output-junit=write --preset= --progress --print-labels --test-load= " +
			"--resource-spec-file=read",
		Args: "one(#)?", Does: "project", Source: "ctest(1) 3.30; -S runs a script, -D submits"},
	{Name: "cpack", Flags: "-G= -C= --config=project -B=tree", Does: "project", Source: "cpack(1)"},
	{Name: "ninja samu",
		Flags: "-C=chdir -f=project -j= -k= -l= -n -v,--verbose --quiet -d=one(explain,stats,list,keepdepfile,keeprsp) -w= " +
			"-t=one(list,targets,query,commands,compdb,graph,deps,rules,missingdeps,inputs,clean,cleandead)",
		Args: "task*", Does: "project", Source: "ninja(1) 1.12"},
	{Name: "meson", Source: "meson help 1.6", Sub: []Row{
		{Name: "setup configure",
			Flags: "--buildtype= --reconfigure --wipe --warnlevel= --werror --optimization= --debug --default-library= " +
				"-D=one(b_*,c_std=*,cpp_std=*,warning_level=*,buildtype=*,werror=*,default_library=*,tests=*,docs=*,examples=*) " +
				"--prefix=list --libdir= --backend= --strip --unity=",
			Args: "tree? project?", Does: "project", Source: "meson setup --help; --native-file and --cross-file name programs"},
		{Name: "compile", Flags: "-C=chdir -j,--jobs= -v,--verbose --clean -l,--load-average=", Args: "task*", Does: "project",
			Source: "meson compile --help; --ninja-args is left out"},
		{Name: "test",
			Flags: "-C=chdir -v,--verbose -q,--quiet --suite= --no-suite= --list --no-rebuild --print-errorlogs --no-stdsplit " +
				"--repeat= -t,--timeout-multiplier= --num-processes= -j= --maxfail= --benchmark --logbase= --setup=",
			Args: "inert*", Does: "project", Source: "meson test --help; --wrapper and --gdb-path run programs"},
		{Name: "introspect",
			Flags: "-a,--all --targets --tests --buildoptions --dependencies --projectinfo -i,--indent --benchmarks --ast " +
				"--buildsystem-files --installed -f",
			Args: "project?", Does: "project", Source: "meson introspect --help"},
		{Name: "install", Flags: "-C=chdir --destdir=tree --no-rebuild -n,--dry-run -q --tags=",
			Does: "project installs(the built program)", Source: "meson install --help"},
		{Name: "wrap/list wrap/search wrap/info wrap/status", Args: "inert?", Does: "network(registry)", Source: "meson wrap --help"},
		{Name: "subprojects wrap", Args: "inert*", Does: "network(registry) project installs(sources of others)", Source: "meson subprojects --help"},
		{Name: "init format fmt", Flags: "-i,--inplace -q,--check-only -n= --name= -l= --language= -t= --type= -r,--recursive",
			Args: "edit*", Does: "project", Source: "meson init --help"},
		{Name: "build", Args: "", Does: "project tree(build)", Source: "meson help: without a command it is setup"},
	}},
	{Name: "bazel bazelisk", Source: "bazel help 8", Sub: []Row{
		{Name: "build test coverage",
			Flags: "-c,--compilation_mode= -k,--keep_going -j,--jobs= --config= --test_output= --test_filter= --test_arg= " +
				"--nocache_test_results --cache_test_results= --verbose_failures --color= --curses= --show_progress " +
				"--test_tag_filters= --build_tag_filters= --runs_per_test= --test_timeout= --build_tests_only --test_summary= " +
				"--flaky_test_attempts= -s,--subcommands[=] --combined_report= --noshow_progress",
			Args: "inert*", Does: "project network(registry)",
			Source: "bazel help build; --run_under, --shell_executable, overrides and remote services are left out"},
		{Name: "run", Flags: "-c,--compilation_mode= --config= --verbose_failures", Args: "task task*", Does: "project network(registry)",
			Source: "bazel help run"},
		{Name: "query cquery aquery",
			Flags: "--output= --keep_going -k --noimplicit_deps --notool_deps --order_output= --config= --universe_scope=", Args: "inert*",
			Does: "project network(registry)", Out: "names", Source: "bazel help query"},
		{Name: "info version help clean mod dump fetch analyze-profile license", Flags: "--expunge!discards(all that was built and fetched)", Args: "inert*",
			Does: "project network(registry)", Source: "bazel help"},
		{Name: "shutdown", Does: "disrupts(the build server)", Source: "bazel help"},
	}},
	{Name: "buildifier", Style: "single",
		Flags: "-mode=one(check,diff,print_if_changed)!args(read*) -mode=one(fix) -lint=one(off,warn,fix) -r -v -type= -warnings= " +
			"-d!args(read*)",
		Args: "edit*", Source: "buildifier -help"},
	{Name: "scons waf xmake", Args: "task*", Flags: "-j= -c -n -Q -s -k -u -C=chdir -f=project", Does: "project", Source: "scons(1)"},
	{Name: "autoreconf autoconf automake aclocal libtoolize",
		Flags: "-i,--install -f,--force -v,--verbose -s,--symlink -W= --add-missing --copy --foreign --gnu -I=project", Args: "project?",
		Does: "project", Source: "autoreconf(1)"},
	{Name: "pkg-config pkgconf",
		Flags: "--cflags --libs --modversion --exists --list-all --static --variable= --print-errors --atleast-version= " +
			"--exact-version= --cflags-only-I --libs-only-l --libs-only-L --short-errors --silence-errors --print-requires " +
			"--print-variables",
		Args: "inert*", Source: "pkg-config(1)"},
	{Name: "distcc", Args: "exec?", Style: "first", Does: "external(compiles on other machines) sends(sources)", Source: "distcc(1) 3.4"},
	{Name: "ccache sccache", Style: "first",
		Flags: "-s,--show-stats -z,--zero-stats -p,--show-config -C,--clear!discards(the compiler's cache)", Args: "exec?",
		Source: "ccache(1)"},
	{Name: "bear", Style: "first", Flags: "--output=write --append", Args: "exec", Does: "project write(compile_commands.json)", Source: "bear(1)"},
	{Name: "protoc",
		Flags: "-I=list --proto_path=list --decode= --encode= --decode_raw --descriptor_set_in=read -o,--descriptor_set_out=write " +
			"--include_imports --include_source_info --print_free_field_numbers --error_format= --fatal_warnings " +
			"--dependency_out=write --cpp_out=tree --csharp_out=tree --java_out=tree --js_out=tree --kotlin_out=tree --objc_out=tree " +
			"--php_out=tree --pyi_out=tree --python_out=tree --ruby_out=tree --rust_out=tree --go_out=tree --go_opt= " +
			"--go-grpc_out=tree --go-grpc_opt= --grpc_python_out=tree --grpc-gateway_out=tree --grpc-gateway_opt= --ts_out=tree " +
			"--ts_opt= --java_opt= --python_opt= --swift_out=tree --dart_out=tree --doc_out=tree --doc_opt= --openapiv2_out=tree " +
			"--openapiv2_opt= --validate_out=tree --grpc_out=tree @*!opaque(options from a file)",
		Args: "read+", In: "data", Source: "protoc --help 29; --plugin and outputs of unknown generators run programs"},
	{Name: "buf", Source: "buf --help 1.50", Sub: []Row{
		{Name: "lint format build breaking generate ls-files dep/graph config/ls-lint-rules config/ls-breaking-rules",
			Flags: "--error-format= -w,--write -d,--diff --exit-code --path=list --config=read --against=one(.git*,*.git#*) " +
				"-o,--output=tree --template=project --exclude-path=list --disable-symlinks --include-imports",
			Args: "project?", Does: "project network(registry)", Source: "buf --help; generate runs the plug-ins of buf.gen.yaml"},
		{Name: "dep/update mod/update", Args: "inert?", Does: "network(registry) edit(buf.lock)", Source: "buf dep --help"},
		{Name: "push", Args: "inert*", Does: "external(publish) sends(package)", Source: "buf push --help"},
	}},
	{Name: "flatc thrift capnp swig bison flex yacc lex re2c",
		Flags: "-o=write -d -v -t -l -I=list -r -python -c++ --cpp --python --go --rust --java --ts -gen= -out=tree -outdir=tree " +
			"--header-file=write --defines=write --report= -W= -Wall -Werror",
		Args: "read+", Does: "tree(.)", Source: "bison(1), flatc --help"},
	{Name: "gcov",
		Flags: "-b,--branch-probabilities -c,--branch-counts -f,--function-summaries -o,--object-directory=list -r,--relative-only " +
			"-a,--all-blocks -l,--long-file-names -n,--no-output -p,--preserve-paths -s,--source-prefix= -t,--stdout -j,--json-format",
		Args: "read*", Does: "tree(.)", Source: "gcov(1) 14"},
	{Name: "gcovr",
		Flags: "-r,--root=list -e,--exclude= -f,--filter= --html[=write]!args(write*) --html-details[=write]!args(write*) --xml[=write]!args(write*) -x[=write]!args(write*) --txt[=write]!args(write*) " +
			"--json[=write]!args(write*) -o,--output=write -s,--print-summary --branches -b --fail-under-line= -j= -d,--delete!discards(coverage " +
			"data) --sort-uncovered -v,--verbose",
		Args: "list*", Does: "project", Out: "content", Source: "gcovr --help 8"},
	{Name: "lcov",
		Flags: "-o,--output-file=write -c,--capture -d,--directory=list -r,--remove=read -e,--extract=read -a,--add-tracefile=read " +
			"-l,--list=read --summary=read -q,--quiet -b,--base-directory=list --no-external -t,--test-name= -z,--zerocounters",
		Args: "inert*", Does: "project", Out: "content", Source: "lcov(1) 2; --gcov-tool and --rc can name programs"},
	{Name: "genhtml",
		Flags: "-o,--output-directory=tree -t,--title= -s,--show-details --legend -q,--quiet -p,--prefix= --branch-coverage " +
			"--function-coverage -f,--frames",
		Args: "read+", Does: "tree(.)", Source: "genhtml(1) 2; --html-epilog and the like only read"},
	{Name: "clang-format",
		Flags: "-i!edits -n,--dry-run --Werror " +
			"--style=one(llvm,LLVM,google,Google,chromium,Chromium,mozilla,Mozilla,webkit,WebKit,microsoft,Microsoft,gnu,GNU,file) " +
			"-style=one(llvm,LLVM,google,Google,chromium,Chromium,mozilla,Mozilla,webkit,WebKit,microsoft,Microsoft,gnu,GNU,file) " +
			"--fallback-style= --assume-filename= --lines= --offset= --length= --sort-includes --verbose --dump-config --ferror-limit=",
		Args: "read*", Out: "content", In: "data?", Source: "clang-format(1) 18"},
	{Name: "clang-tidy run-clang-tidy",
		Flags: "-checks= --checks= -p=list --fix!edits -fix!edits --fix-errors!edits -fix-errors!edits --header-filter= " +
			"-header-filter= --warnings-as-errors= -warnings-as-errors= --quiet -quiet --list-checks -list-checks --dump-config " +
			"--use-color --format-style= --explain-config --config-file=read --export-fixes=write --line-filter= --system-headers -j= " +
			"--!opaque(flags of the compiler)",
		Args: "read*", Does: "project", Out: "content",
		Source: "clang-tidy(1) 18; --load and --extra-arg are left out, and so are compiler flags after --"},
	{Name: "cppcheck",
		Flags: "--enable= --disable= --suppress= --suppressions-list=read --std= --language= -x= " +
			"--platform=one(unix32,unix64,win32A,win32W,win64,native,unspecified) -I=list -i=list -D= -U= -j= -q,--quiet -v,--verbose " +
			"--error-exitcode= --inline-suppr --force -f --xml --xml-version= --template= --output-file=write --project=read " +
			"--errorlist!alone --check-config --check-level= --max-configs= --inconclusive --report-progress --doc!alone " +
			"--cppcheck-build-dir=tree --file-list=read --checkers-report=write --includes-file=read --relative-paths[=] --fsigned-char",
		Args: "read*", Out: "content", Source: "cppcheck(1) 2.16; --addon, --library, --rule and --clang load code"},
	{Name: "cpplint include-what-you-use iwyu_tool.py cmake-format cmake-lint gersemi",
		Flags: "--filter= --linelength= --verbose= --counting= --recursive --quiet --extensions= --root= --exclude= " +
			"-i,--in-place!edits --check -c=read",
		Args: "read+", Source: "cpplint --help"},
	{Name: "arduino-cli platformio pio", Args: "inert*", Does: "opaque(builds and uploads to devices)", Source: "arduino-cli help"},
}
