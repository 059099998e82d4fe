package command

// Checkers and formatters of one language or format each, beside the linters
// that look at any. Those whose configuration is code, or may name some, run
// the project. Left out is what names rules, plug-ins or programs elsewhere.

const formatterOutput = "one(pretty,progress,summary,json,junit,html,text,checkstyle,stylish,github-actions,markdown,sarif,tap,codeclimate)"

var verifyRows = []Row{
	{Name: "ansible-lint", Flags: "-p,--parseable -q -v --offline!does(project) --strict -x,--skip-list= -w,--warn-list= -t,--tags= --profile= --nocolor -f,--format= -L!alone -T!alone", Args: "project*", Does: "project installs(the roles that the project names)", Source: "ansible-lint --help 6.13: installs what requirements.yml names, unless --offline; -r names rules, --write is left out"},
	{Name: "cfn-lint", Flags: "-t,--template=read -r,--regions= -i,--ignore-checks= -c,--include-checks= -f,--format= -I,--info -l!alone", Args: "read*", Does: "project", Source: "cfn-lint --help 1: .cfnlintrc may name rules in Python; -a and -s load code"},
	{Name: "checkbashisms", Flags: "-f,--force -l,--lint -n,--newline -p,--posix -x,--extra -e,--early-fail", Args: "read+", Source: "checkbashisms(1) devscripts 2.23"},
	{Name: "clj-kondo", Flags: "--lint=read* --fail-level= --report-level= --parallel --lang=", Does: "project", Source: "clj-kondo --help 2024: hooks of the project run in it; --config and --copy-configs are left out"},
	{Name: "flawfinder", Flags: "-c,--context -C,--columns -D,--dataonly -Q,--quiet -S,--singleline -F,--falsepositive -m,--minlevel= -n,--neverignore -i,--immediate --csv --html --sarif", Args: "read+", Out: "content", Source: "flawfinder(1) 2.0"},
	{Name: "golint", Style: "single", Flags: "-set_exit_status -min_confidence=", Args: "read*.", Source: "golint -help 2020"},
	{Name: "luacheck", Flags: "-g,--no-global -u,--no-unused -r,--no-redefined -a,--no-unused-args -s,--no-unused-secondaries -q -qq --no-color --std= --globals= --ignore= --only= --formatter=one(TAP,JUnit,visual_studio,plain,default) --config=project -j=", Args: "project+", Does: "project", Source: "luacheck(1) 1.1: .luacheckrc is code"},
	{Name: "perlcritic", Flags: "-# --severity= -s,--single-policy= --theme= --quiet -C,--count --gentle --stern --harsh --cruel --brutal --noprofile!does() --statistics", Args: "read+", Does: "project", Source: "perlcritic(1) 1.148: .perlcriticrc names policies and a pager; -p and --include name policies"},
	{Name: "pod2text", Flags: "-a,--alt -c,--color -i,--indent= -l,--loose -m,--margin= -o,--overstrike -q,--quotes= -s,--sentence -t,--termcap -u,--utf8 -w,--width= --code", Args: "read? write?", Out: "content", In: "data?", Source: "pod2text(1) 5.36"},
	{Name: "redocly", Source: "redocly --help 1: redocly.yaml names plug-ins", Sub: []Row{
		{Name: "lint stats", Flags: "--format= --max-problems= --skip-rule= --extends=one(minimal,recommended,recommended-strict) --config=project", Args: "project*", Does: "project network(schemas)", Source: "redocly lint --help 1"},
		{Name: "push login logout", Args: "inert*", Does: "external(the registry)", Style: "bare", Source: "redocly push --help 1"},
	}},
	{Name: "spectral", Source: "spectral --help 6", Sub: []Row{
		{Name: "lint", Flags: "-r,--ruleset=project -f,--format= -F,--fail-severity= -q,--quiet -v,--verbose -D,--display-only-failures -o,--output=write", Args: "read+", Does: "project network(schemas)", Source: "spectral lint --help 6: rulesets hold code"},
	}},
	{Name: "opa", Source: "opa --help 0.60", Sub: []Row{
		{Name: "test", Flags: "-v,--verbose -c,--coverage -f,--format= -r,--run= --timeout= -b,--bundle", Args: "project+", Does: "project network(what policies ask)", Source: "opa test --help 0.60: http.send"},
		{Name: "check", Flags: "-s,--strict -f,--format= -b,--bundle", Args: "read+", Source: "opa check --help 0.60"},
		{Name: "fmt", Flags: "-w,--write!edits -l,--list -d,--diff --fail", Args: "read*", Out: "content", In: "data?", Source: "opa fmt --help 0.60"},
		{Name: "version", Source: "opa version"},
	}},
	{Name: "conftest", Source: "conftest --help 0.50", Sub: []Row{
		{Name: "test", Flags: "-p,--policy=project -o,--output= -n,--namespace= --all-namespaces --combine --no-color --no-fail --parser= -d,--data=read", Args: "read+", Does: "project network(what policies ask)", Source: "conftest test --help 0.50; --update fetches policies"},
		{Name: "verify", Flags: "-p,--policy=project -o,--output=", Does: "project network(what policies ask)", Source: "conftest verify --help 0.50"},
		{Name: "push pull", Args: "inert*", Does: "external(a registry of policies)", Style: "bare", Source: "conftest push --help 0.50"},
	}},
	{Name: "prisma", Source: "prisma --help 6", Sub: []Row{
		{Name: "validate generate", Flags: "--schema=project", Does: "project network(engines)", Source: "prisma validate --help 6: prisma.config.ts is code, generators are programs"},
		{Name: "format", Flags: "--schema=edit --check!does(project)", Does: "project edit(prisma/schema.prisma)", Source: "prisma format --help 6"},
		{Name: "version", Flags: "--json", Source: "prisma version --help 6"},
		{Name: "migrate/* db/* studio init", Args: "inert*", Does: "external(change of a database)", Style: "bare", Source: "prisma --help 6"},
	}},
	{Name: "solhint", Flags: "-f,--formatter=" + formatterOutput + " -w,--max-warnings= -q,--quiet -c,--config=project --ignore-path=read --noPoster --disc", Args: "project+", Does: "project network(updates)", Source: "solhint --help 5; --fix is left out"},
	{Name: "tslint", Flags: "-c,--config=project -p,--project=project -e,--exclude= -q,--quiet -t,--format=one(stylish,json,prose,verbose,checkstyle,junit,msbuild,pmd,tap,vso,codeFrame,filesList)", Args: "project*", Does: "project", Source: "tslint --help 6; --fix, -r and -s are left out"},
	{Name: "stylua", Flags: "--check!args(read*) -f,--config-path=read -g,--glob= -v,--verbose --color= --syntax=", Args: "edit*", Source: "stylua --help 2"},
}
