package command

// Haskell, OCaml and interpreters that need no row of their own: a file named
// to them is code named by path. Left out are flags that load a plug-in or a
// preprocessor (-fplugin, -pgm, -pp, -ppx).

var mlRows = []Row{
	{Name: "R Rscript julia octave sbcl ghci runghc runhaskell ocaml racket guile clisp swipl", Style: "first", Flags: "-v!alone",
		Args: "script inert*", Source: "Rscript(1): run a file"},
	{Name: "ghc", Style: "single",
		Flags: "-o=write -O -O0 -O1 -O2 -Wall -Wextra -W -Werror -i=list -threaded -c -fno-code -v0 -v1 -outputdir=tree -odir=tree " +
			"-hidir=tree -dynamic -static -package= -XOverloadedStrings -XLambdaCase -version!alone -numeric-version!alone -make " +
			"-rtsopts",
		Args: "project+", Does: "project tree(.)", Source: "ghc(1) 9.10: Template Haskell runs code; -pgm and -fplugin are left out"},
	{Name: "cabal", Flags: "-v[=]", Source: "cabal --help 3.14", Sub: []Row{
		{Name: "build test bench haddock check sdist configure clean",
			Flags: "--enable-tests --enable-benchmarks -j,--jobs[=] -O[=] --dry-run --offline --test-show-details= -v[=] " +
				"--only-dependencies --project-file=project --ghc-options=one(-Wall,-Werror,-O0,-O2) -w=one(ghc,ghc-9*)",
			Args: "inert*", Does: "project network(registry)", Source: "cabal build --help"},
		{Name: "run", Style: "first", Flags: "-v[=]", Args: "task task*", Does: "project network(registry)", Source: "cabal run --help"},
		{Name: "exec", Style: "first", Flags: "-v[=]", Args: "exec", Does: "project", Source: "cabal exec --help"},
		{Name: "list info list-bin outdated path", Flags: "--installed --simple-output", Args: "inert*", Does: "network(registry)",
			Source: "cabal list --help"},
		{Name: "init", Flags: "-n,--non-interactive -p,--package-name= --lib --exe --libandexe -m,--minimal --tests --language= --simple",
			Does: "tree(.)", Source: "cabal init --help"},
		{Name: "update fetch get freeze gen-bounds", Args: "inert*", Does: "network(registry) project", Source: "cabal update --help"},
		{Name: "install", Args: "inert*", Flags: "--lib --overwrite-policy=", Does: "installs(a program)", Source: "cabal install --help"},
		{Name: "upload report", Flags: "--publish --candidate", Args: "inert*", Does: "external(publish) sends(package)",
			Source: "cabal upload --help"},
	}},
	{Name: "stack", Flags: "--silent -v,--verbose --resolver= --no-install-ghc --system-ghc --stack-yaml=project --color=",
		Source: "stack --help 3", Sub: []Row{
			{Name: "build test bench haddock",
				Flags: "--file-watch --fast --pedantic --test --bench --haddock --no-run-tests --coverage --ta= --dry-run --flag= " +
					"--only-dependencies -j= --copy-bins!installs(a program) --keep-going --no-haddock-deps " +
					"--ghc-options=one(-Wall,-Werror,-O0,-O2)",
				Args: "inert*", Does: "project network(registry)", Source: "stack build --help; --exec runs a program"},
			{Name: "run", Args: "task*", Does: "project network(registry)", Source: "stack run --help"},
			{Name: "exec", Style: "first", Args: "exec", Does: "project", Source: "stack exec --help"},
			{Name: "path ls query dot list hpc/report unpack", Flags: "--local-bin --project-root --depth=", Args: "inert*",
				Does: "network(registry) project", Source: "stack --help"},
			{Name: "new init", Flags: "--bare --force", Args: "inert inert?", Does: "network(templates) tree(.)", Source: "stack new --help"},
			{Name: "clean purge", Args: "inert*", Does: "project", Source: "stack clean --help"},
			{Name: "install setup update upgrade config", Args: "inert*", Does: "installs(a program)", Source: "stack install --help"},
			{Name: "upload sdist", Args: "inert*", Does: "project external(publish) sends(package)", Source: "stack upload --help"},
		}},
	{Name: "hlint ormolu fourmolu stylish-haskell",
		Flags: "-i!edits --inplace!edits -m= --mode=one(check,stdout) --mode=one(inplace)!edits --json --report[=write] -j= --ignore= " +
			"--no-exit-code -r --check-idempotence -c=project --with-group=",
		Args: "read*", Does: "project", Out: "content", Source: "hlint --help, ormolu --help; --refactor runs a program"},
	{Name: "ocamlc ocamlopt ocamlfind", Style: "single",
		Flags: "-o=write -c -i -g -w= -I=list -a -package= -linkpkg -thread -verbose -version!alone", Args: "project+",
		Does: "project tree(.)", Source: "ocamlc(1) 5; -pp, -ppx and -cc run programs"},
	{Name: "dune", Flags: "--root=chdir", Source: "dune(1) 3.17", Sub: []Row{
		{Name: "build runtest test clean fmt format utop describe show promote promotion top",
			Flags: "--root=chdir --profile= --release -j= --force -f --watch -w --display= --auto-promote --no-buffer --only-packages= " +
				"-p= --verbose --error-reporting= --check --preview",
			Args: "inert*", Does: "project", Source: "dune-build(1)"},
		{Name: "exec", Style: "first", Flags: "--root=chdir --profile=", Args: "exec", Does: "project", Source: "dune-exec(1)"},
		{Name: "init/project init/exe init/lib init/test", Flags: "--libs= --ppx= --kind=", Args: "inert+", Does: "tree(.)", Source: "dune-init(1)"},
		{Name: "install uninstall", Args: "inert*", Does: "installs(the built program)", Source: "dune-install(1)"},
	}},
	{Name: "ocamlformat",
		Flags: "-i,--inplace!edits --check --enable-outside-detected-project --impl --intf --name= -o=write -p,--profile=", Args: "read+",
		Out: "content", Source: "ocamlformat(1)"},
	{Name: "opam", Source: "opam(1) 2.3", Sub: []Row{
		{Name: "list show search env var switch/list switch/show config/list", Flags: "-a -i,--installed --shell= -f,--field=",
			Args: "inert*", Source: "opam(1)"},
		{Name: "exec", Style: "first", Args: "exec", Does: "project", Source: "opam-exec(1)"},
		{Name: "install remove update upgrade init pin switch reinstall", Flags: "-y,--yes --deps-only --with-test --with-doc -v",
			Args: "inert*", Does: "installs(packages)", Source: "opam-install(1)"},
	}},
}
