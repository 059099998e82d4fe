package command

// Cargo compiles and runs the project, its build scripts and its macros. Left
// out are --config and -Z, which can name a linker, a runner or a wrapper, and
// the flags of rustc that do so. What follows "run" tells the project's own
// program what to do.

const cargoCommon = "-q,--quiet -v,--verbose -vv --color= --locked --frozen --offline --manifest-path=project --target-dir=tree " +
	"-C=chdir "

const cargoBuild = cargoCommon + "-p,--package= --workspace --all --exclude= --lib --bins --bin= --tests --test= --examples --example= " +
	"--benches --bench= --all-targets -F,--features= --all-features --no-default-features --target= -r,--release --profile= -j,--jobs= " +
	"--keep-going --message-format= --timings[=] --future-incompat-report --ignore-rust-version --artifact-dir=tree "

const rustCodegen = "one(opt-level=*,lto,lto=*,target-cpu=*,target-feature=*,debuginfo=*,codegen-units=*,panic=*,overflow-checks=*," +
	"strip=*,debug-assertions=*,embed-bitcode=*,metadata=*,relocation-model=*,force-frame-pointers=*,instrument-coverage)"

var rustRows = []Row{
	{Name: "cargo", Flags: "+stable +beta +nightly -V!alone --list!alone --explain= " + cargoCommon, Source: "cargo(1) 1.95", Sub: []Row{
		{Name: "build b check c rustdoc", Flags: cargoBuild, Does: "project", Source: "cargo-build(1)"},
		{Name: "rustc", Flags: cargoBuild + "--print= --crate-type=", Does: "project", Source: "cargo-rustc(1): flags after -- are left out"},
		{Name: "test t bench", Flags: cargoBuild + "--no-run --no-fail-fast --doc", Args: "inert*", Does: "project", Source: "cargo-test(1)"},
		{Name: "run r", Flags: cargoBuild, Args: "task*", Does: "project", Source: "cargo-run(1)"},
		{Name: "doc d", Flags: cargoBuild + "--no-deps --document-private-items", Does: "project", Source: "cargo-doc(1); --open starts a browser"},
		{Name: "clippy", Flags: cargoBuild + "--fix --allow-dirty --allow-staged --no-deps",
			Args: "one(-D,-W,-A,-F,-Dwarnings,warnings,unused*,clippy::*,-Dclippy::*,-Wclippy::*,-Aclippy::*,rust_*,missing_docs," +
				"--deny=warnings)*",
			Does: "project", Source: "cargo clippy --help"},
		{Name: "fix", Flags: cargoBuild + "--allow-dirty!doubts(changes what is not committed) --allow-staged --allow-no-vcs!doubts(changes what is not committed) --edition --edition-idioms --broken-code",
			Does: "project", Source: "cargo-fix(1)"},
		{Name: "fmt", Flags: cargoCommon + "--all -p,--package= --check!does(list(.)) --message-format=",
			Args: "one(--check,-l,-v,--emit=stdout)*", Does: "edit(.)",
			Source: "cargo fmt --help; --check writes nothing, but the flag may follow --"},
		{Name: "clean", Flags: cargoBuild + "--doc -n,--dry-run", Does: "project", Source: "cargo-clean(1): removes target"},
		{Name: "metadata tree",
			Flags: cargoCommon + "--format-version= --no-deps -F,--features= --all-features --no-default-features --filter-platform= " +
				"-e,--edges= -i,--invert= -d,--duplicates --depth= --prefix= --no-dedupe -p,--package= --workspace --target= " +
				"--charset= -f,--format= --prune=",
			Does: "network(registry)", Out: "content", Source: "cargo-tree(1)"},
		{Name: "vendor", Flags: cargoCommon + "--no-delete --versioned-dirs --respect-source-config", Args: "tree?",
			Does: "network(registry) tree(vendor)", Source: "cargo-vendor(1)"},
		{Name: "fetch generate-lockfile", Flags: cargoCommon + "--target= --ignore-rust-version",
			Does: "network(registry) project", Source: "cargo-fetch(1)"},
		{Name: "update",
			Flags: cargoCommon + "-p,--package= --precise= --aggressive --recursive --dry-run!does(network(registry)) -w,--workspace --breaking",
			Args:  "inert*", Does: "installs(other versions of packages)", Source: "cargo-update(1): the next build runs their code"},
		{Name: "search info", Flags: cargoCommon + "--limit= --registry= --index=", Args: "inert+", Does: "network(registry)",
			Out: "network", Source: "cargo-search(1)"},
		{Name: "add",
			Flags: cargoCommon + "--dev --build --target= -F,--features= --no-default-features --default-features --optional " +
				"--no-optional --rename= -p,--package= --dry-run!does(network(registry))",
			Args: "inert+", Does: "edit(Cargo.toml) installs(packages)", Source: "cargo-add(1): the next build runs their code; --path and --git are left out"},
		{Name: "rm remove", Flags: cargoCommon + "--dev --build --target= -p,--package= --dry-run!does()",
			Args: "inert+", Does: "edit(Cargo.toml)", Source: "cargo-remove(1)"},
		{Name: "new init", Flags: "--bin --lib --name= --edition= --vcs= -q,--quiet", Args: "tree?", Does: "tree(.)", Source: "cargo-new(1)"},
		{Name: "locate-project pkgid read-manifest verify-project version help report",
			Flags: cargoCommon + "--workspace --message-format= -p,--package=", Args: "inert*", Source: "cargo(1)"},
		{Name: "package", Flags: cargoBuild + "-l,--list --no-verify --no-metadata --allow-dirty", Does: "project", Source: "cargo-package(1)"},
		{Name: "publish", Flags: cargoBuild + "--dry-run!does(project) --allow-dirty --no-verify --token=secret --registry= --index=",
			Does: "project external(publish) sends(package)", Source: "cargo-publish(1)"},
		{Name: "yank owner", Flags: "--undo --registry= --vers,--version= --add= --remove= --list --token=secret -q", Args: "inert*",
			Does: "external(the registry)", Source: "cargo-yank(1)"},
		{Name: "login logout", Args: "secret?", Does: "secrets(the login of the registry)", Source: "cargo-login(1)"},
		{Name: "install uninstall binstall",
			Flags: cargoBuild + "--git= --branch= --tag= --rev= --path=project --root=tree -f,--force --version= --vers= --list!does() " +
				"--no-track -y,--no-confirm",
			Args: "inert*", Does: "installs(a program)", Source: "cargo-install(1)"},
		// Subcommands that others provide.
		{Name: "nextest/run nextest/list",
			Flags: cargoBuild + "-E,--filter-expr,--filterset= --no-capture --nocapture --no-fail-fast --fail-fast --retries= -P= " +
				"--test-threads= --run-ignored= --status-level= --failure-output= --no-run --partition=",
			Args: "inert*", Does: "project", Source: "cargo-nextest"},
		{Name: "audit deny/check outdated machete udeps hack/check",
			Flags: cargoBuild + "--json --deny= --ignore= -R,--root-deps-only --depth= --with-metadata --fix --each-feature " +
				"--feature-powerset",
			Args: "inert*", Does: "project network(registry)", Source: "cargo audit --help"},
		{Name: "llvm-cov tarpaulin",
			Flags: cargoBuild + "--html --lcov --json --text --output-path=write --output-dir=tree --out= --skip-clean " +
				"--ignore-filename-regex= --fail-under-lines=",
			Does: "project", Source: "cargo llvm-cov --help"},
		{Name: "expand bloat miri/test sort", Flags: cargoBuild + "--check -n= --crates --grouped", Args: "inert*", Does: "project",
			Source: "cargo expand --help"},
	}},
	{Name: "rustc", Style: "cc",
		Flags: "-o=write -out-dir=tree -edition= -crate-type= -crate-name= -emit= -cfg= -check-cfg= -L=list -l= -A,-allow= -W,-warn= " +
			"-D,-deny= -F,-forbid= -cap-lints= -C,-codegen=" + rustCodegen + " -O -g -test -target= -explain=!does() -print= -v,-verbose " +
			"-V,-version -color= -error-format= -json=",
		Args: "project*", Does: "project tree(.)", Source: "rustc --help 1.95; -C linker, --extern and -Z are left out"},
	{Name: "rustfmt",
		Flags: "--check!args(read*) --emit=one(stdout)!args(read*) --backup --edition= --style-edition= --config-path=read --config= " +
			"-l,--files-with-diff -q,--quiet -v,--verbose --color= --print-config=!alone -V!alone",
		Args: "edit*", Out: "content", In: "data?", Source: "rustfmt --help 1.8"},
	{Name: "clippy-driver rustdoc", Flags: "-o=tree --edition= --test -L=list --crate-name= -W= -D= -A=", Args: "project+",
		Does: "project", Source: "rustdoc --help"},
	{Name: "rustup", Flags: "-v,--verbose -q,--quiet -V!alone", Source: "rustup --help 1.28", Sub: []Row{
		{Name: "show check which toolchain/list target/list component/list override/list", Flags: "--installed --toolchain= -v,--verbose",
			Args: "inert*", Source: "rustup --help"},
		{Name: "show/active-toolchain show/home show/profile", Flags: "-v,--verbose", Source: "rustup show"},
		{Name: "run", Style: "first", Flags: "--install!installs(a toolchain)", Args: "inert exec", Does: "project", Source: "rustup run"},
		{Name: "update install toolchain/install target/add component/add default override/set self/update",
			Flags: "--no-self-update --profile= --toolchain= -c= -t=", Args: "inert*", Does: "installs(a toolchain)",
			Source: "rustup --help"},
		{Name: "toolchain/uninstall uninstall target/remove component/remove override/unset self/uninstall", Args: "inert*",
			Does: "installs(removes a toolchain)", Source: "rustup --help"},
	}},
	{Name: "wasm-pack", Source: "wasm-pack --help", Sub: []Row{
		{Name: "build test",
			Flags: "--target= -t= --release --dev --out-dir=tree -d=tree --out-name= --node --chrome --firefox --headless --scope=",
			Args:  "project?", Does: "project", Source: "wasm-pack build --help"},
		{Name: "publish", Args: "inert*", Does: "project external(publish) sends(package)", Source: "wasm-pack publish --help"},
	}},
	{Name: "mdbook", Source: "mdbook --help", Sub: []Row{
		{Name: "build test clean", Flags: "-d,--dest-dir=tree -L,--library-path=list", Args: "project?", Does: "project",
			Source: "mdbook build --help: preprocessors of the book run"},
		{Name: "init", Flags: "--force --title= --ignore=", Args: "tree?", Does: "tree(.)", Source: "mdbook init --help"},
	}},
}
