package command

// Tools of Ruby, and of Elixir and Crystal, which resemble them. Tasks are
// those of the project; a gem runs code when it is installed. Left out are
// flags that load a library (-r, --require, -I).

var rubyRows = []Row{
	{Name: "gem", Flags: "-v!alone -h!alone", Source: "gem help 3.5", Sub: []Row{
		{Name: "list query contents which environment env specification dependency info check",
			Flags: "-a,--all -l,--local -d,--details -i,--installed -e,--exact -v,--version= --no-versions --versions -q,--quiet",
			Args:  "inert*", Source: "gem help list"},
		{Name: "search outdated", Flags: "-a,--all -r,--remote -e,--exact -d,--details", Args: "inert*", Does: "network(registry)",
			Source: "gem help search"},
		{Name: "build", Flags: "-o,--output=write --strict -C=chdir", Args: "project?", Does: "project", Source: "gem help build"},
		{Name: "install update uninstall fetch unpack pristine cleanup i",
			Flags: "-v,--version= -g,--file=read --no-document -N --user-install -q,--quiet --pre -a,--all -x,--executables " +
				"--conservative",
			Args: "inert*", Does: "installs(a gem)", Source: "gem help install"},
		{Name: "push", Args: "upload", Flags: "-k,--key= --host=host --otp=secret", Does: "external(publish) sends(package)", Source: "gem help push"},
		{Name: "yank", Args: "inert", Flags: "-v,--version=", Does: "remotedelete(a package)", Source: "gem help yank"},
		{Name: "owner signin signout", Args: "inert*", Does: "external(the registry) secrets(the login of the registry)", Source: "gem help owner"},
		{Name: "sources", Flags: "-l,--list", Source: "gem help sources; adding and removing is left out"},
	}},
	{Name: "bundle bundler", Flags: "-v!alone --no-color --verbose", Source: "bundle(1) 2.5", Sub: []Row{
		{Name: "exec", Style: "first", Flags: "--keep-file-descriptors", Args: "exec", Does: "project", Source: "bundle-exec(1)"},
		{Name: "list show info check outdated platform env doctor licenses version",
			Flags: "--paths --path --name-only --only-group= --parseable --strict --only-explicit --group= --filter-minor " +
				"--filter-major --filter-patch --dry-run --local",
			Args: "inert*", Does: "project network(registry)", Source: "bundle-list(1): reads the Gemfile, which is code"},
		{Name: "install update add remove lock cache package binstubs pristine clean",
			Flags: "--jobs= -j= --local --quiet --without= --with= --path=tree --deployment --frozen --all --gemfile=project --retry= " +
				"--conservative --group= --skip-install --version= --update[=] --add-platform= --normalize-platforms --force " +
				"--standalone --redownload",
			Args: "inert*", Does: "installs(gems)", Source: "bundle-install(1)"},
		{Name: "init", Does: "create(Gemfile)", Source: "bundle-init(1)"},
		{Name: "audit", Flags: "--update -u --quiet", Args: "one(check,update)?", Does: "network(vulnerabilities) project",
			Source: "bundle audit help"},
		{Name: "config config/list config/get", Args: "inert?", Does: "secrets(settings may hold a login)", Source: "bundle-config(1)"},
		{Name: "config/set", Args: "inert*", Flags: "--local --global", Does: "persistence", Source: "bundle-config(1)"},
		{Name: "gem", Args: "tree", Does: "tree(.)", Source: "bundle-gem(1)"},
	}},
	{Name: "rake",
		Flags: "-T,--tasks[=] -D,--describe[=] -P,--prereqs -W,--where[=] -n,--dry-run -q,--quiet -s,--silent -t,--trace[=] " +
			"-v,--verbose -j,--jobs[=] -m,--multitask -f,--rakefile=project -C,--directory=chdir -A,--all -N,--no-search --backtrace " +
			"--rules",
		Args: "task*", Does: "project", Source: "rake --help 13; -e, -E, -p, -r, -I and -R run other code"},
	{Name: "rspec",
		Flags: "-e,--example= -E,--example-matches= -t,--tag= -f,--format=one(p,progress,d,documentation,h,html,f,failures,j,json) " +
			"-o,--out=write --fail-fast[=] --no-fail-fast --only-failures -n,--next-failure --order= --seed= -b,--backtrace -c,--color " +
			"--colour --force-color --no-color -p,--profile[=] --no-profile -w,--warnings --init!tree(.) --dry-run -P,--pattern= " +
			"--exclude-pattern= --bisect[=] ",
		Args: "project*", Does: "project", Source: "rspec --help 3.13; -r, -I and -O are left out"},
	{Name: "rubocop standardrb",
		Flags: "-a,--autocorrect!args(edit*.) -A,--autocorrect-all!args(edit*.) --auto-correct!args(edit*.) --fix!args(edit*.) " +
			"-x,--fix-layout!args(edit*.) -l,--lint --only= --except= -c,--config=project " +
			"-f,--format=one(progress,p,simple,s,quiet,q,offenses,o,json,j,clang,c,emacs,e,fuubar,fu,files,fi,html,h,github,junit," +
			"worst,w,pacman,tap) -o,--out=write -d,--debug -D,--display-cop-names -P,--parallel --no-parallel --cache= " +
			"--cache-root=tree --show-cops[=] --show-docs-url[=] -L,--list-target-files --auto-gen-config!create(.rubocop_todo.yml) " +
			"--fail-level= -F,--fail-fast --force-exclusion --color --no-color -V,--verbose-version --display-only-fail-level-offenses " +
			"--regenerate-todo -S,--display-style-guide -E,--extra-details",
		Args: "project*.", Does: "project", Source: "rubocop --help 1.70; -r, --plugin and --server are left out"},
	{Name: "rails", Source: "rails --help 8", Sub: []Row{
		{Name: "test test:system test:all", Flags: "-v,--verbose -n,--name= -f,--fail-fast -s,--seed= -b,--backtrace -d,--defer-output",
			Args: "project*", Does: "project", Source: "rails test --help"},
		{Name: "routes about stats notes zeitwerk:check db:version db:migrate:status", Flags: "-c= -g= -E,--expanded --unused",
			Args: "inert*", Does: "project", Source: "rails --help"},
		{Name: "destroy d", Flags: "-p,--pretend -s,--skip", Args: "inert+", Does: "project discards(generated files and what was written into them)",
			Source: "rails destroy --help"},
		{Name: "generate g", Flags: "--skip-migration --no-test-framework --api --force -p,--pretend -s,--skip", Args: "inert+",
			Does: "project", Source: "rails generate --help"},
		{Name: "db:migrate db:rollback db:seed db:setup db:prepare db:schema:load", Args: "inert*",
			Does: "project external(changes the database)", Source: "rails --help"},
		{Name: "db:drop db:reset db:purge db:truncate_all db:migrate:reset db:schema:cache:clear", Args: "inert*",
			Does: "project discards(the database)", Source: "rails --help"},
		{Name: "server s", Flags: "-p,--port= -e,--environment=one(development,test)", Does: "project", Source: "rails server --help"},
		{Name: "console c runner r dbconsole db credentials:show credentials:edit secrets:show", Args: "inert*",
			Does: "opaque(runs code or shows secrets)", Source: "rails --help"},
	}},
	{Name: "brakeman reek fasterer haml-lint slim-lint erb_lint sorbet srb steep rbs",
		Flags: "-q,--quiet -z -A -w= -f,--format= -o,--output=write --no-pager --color --no-color --lint-all -a --autocorrect " +
			"-c,--config=project",
		Args: "project*", Does: "project", Source: "brakeman --help"},
	{Name: "minitest mutant guard foreman overmind hivemind cap mina", Args: "task*", Does: "project", Source: "foreman help; cap and mina deploy"},
	{Name: "fastlane pod", Args: "inert*", Does: "project external(what its lanes do)", Source: "fastlane --help"},
	{Name: "rbenv rvm chruby", Source: "rbenv help", Sub: []Row{
		{Name: "versions version which list commands root", Args: "inert*", Flags: "--bare", Source: "rbenv help"},
		{Name: "install uninstall global local use rehash", Args: "inert*", Does: "installs(versions of Ruby)", Source: "rbenv help"},
	}},
	{Name: "irb pry erb", Args: "inert*", Does: "opaque(runs code)", Source: "irb(1)"},
	// Elixir and Erlang.
	{Name: "mix", Source: "mix help 1.18", Sub: []Row{
		{Name: "compile test format credo dialyzer docs coveralls coveralls.html deps deps.tree deps.compile xref phx.routes " +
			"hex.outdated hex.audit help app.tree gettext.extract deps.audit sobelow lint check doctor",
			Flags: "--warnings-as-errors --force --no-deps-check --strict --check-formatted --dry-run --trace --cover --failed --stale " +
				"--only= --exclude= --include= --seed= --max-failures= --slowest= --partitions= --raise --all --format= --verbose " +
				"--no-color --color --check-equivalent --search= --names",
			Args: "project*", Does: "project network(registry)", Source: "mix help"},
		{Name: "new", Flags: "--sup --app= --module= --umbrella", Args: "tree", Source: "mix help new"},
		{Name: "deps.get deps.update deps.unlock deps.clean local.hex local.rebar archive.install escript.install",
			Flags: "--all --only= --force --unused --check-unused --check-locked", Args: "inert*", Does: "installs(packages)",
			Source: "mix help deps.get"},
		{Name: "ecto.migrate ecto.create ecto.rollback ecto.setup ecto.load", Args: "inert*",
			Does: "project external(changes the database)", Source: "mix help ecto.migrate"},
		{Name: "ecto.drop ecto.reset", Args: "inert*", Does: "project discards(the database)", Source: "mix help ecto.drop"},
		{Name: "hex.publish", Args: "inert*", Does: "project external(publish) sends(package)", Source: "mix help hex.publish"},
		{Name: "phx.server", Does: "project", Source: "mix help phx.server"},
	}},
	{Name: "rebar3 gleam shards", Flags: "--check",
		Args: "one(compile,test,eunit,ct,dialyzer,xref,clean,tree,fmt,format,check,build,docs,version,list)*",
		Does: "project network(registry)", Source: "rebar3 help, gleam help"},
	{Name: "elixir iex erl escript crystal", Style: "first", Flags: "-v!alone --short-version!alone", Args: "script inert*",
		Source: "elixir(1): run a file"},
	{Name: "elixirc erlc", Flags: "-o=tree", Args: "project+", Does: "project", Source: "elixirc(1), erlc(1)"},
}
