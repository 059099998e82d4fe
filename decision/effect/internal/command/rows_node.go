package command

// Package managers of Node run whatever package.json names: scripts are tasks
// of the project. Installing runs scripts of strangers. Any setting of npm can
// be given as a flag (--script-shell, --node-options, --registry), so only
// harmless ones are listed.

const npmShared = "--prefix=chdir -C=chdir -w,--workspace= -ws,--workspaces --include-workspace-root -s,--silent -q,--quiet -d " +
	"--verbose --loglevel= --json --no-color --color[=] --no-fund --no-audit --no-progress --no-update-notifier --if-present --offline " +
	"--prefer-offline "

// scriptArgs are what is commonly handed to a script for tests or checks and
// does not lead out of the project.
const scriptArgs = "one(--coverage,--no-coverage,--watch=false,--watchAll=false,--ci,--run,--fix,--verbose,--silent,--quiet,--bail," +
	"--passWithNoTests,--updateSnapshot,-u,-i,--runInBand,--no-watch,--check,--noEmit,--production,--mode=*,--max-warnings=#,src/*," +
	"test/*,tests/*,packages/*,lib/*)*"

const npmInstallFlags = "-g,--global -D,--save-dev -P,--save-prod -O,--save-optional -E,--save-exact -S,--save --no-save " +
	"--ignore-scripts --legacy-peer-deps --force -f --production --omit= --include= --package-lock-only --no-package-lock " +
	"--dry-run!does(network(registry)) --frozen-lockfile --no-optional --prod --immutable --exact --dev --peer --optional"

// nodeTools are the programs that projects have in node_modules and run
// through npx and its like.
const nodeTools = "tool(tsc,vue-tsc,eslint,prettier,biome,jest,vitest,mocha,ava,tap,nyc,c8,webpack,vite,rollup,esbuild,parcel,tsup," +
	"turbo,stylelint,oxlint,xo,standard,markdownlint,markdownlint-cli2,cspell,svelte-check,next,nuxt,astro,playwright,cypress,depcheck," +
	"knip,madge,babel,swc,tailwindcss,commitlint,lint-staged,ng,nx,lerna,remark,htmlhint,jshint,typedoc,jsdoc,rimraf,mkdirp," +
	"concurrently,npm-check-updates,ncu,publint,attw,size-limit)"

var nodeRows = []Row{
	{Name: "npm", Shared: npmShared, Flags: "-v!alone -h!alone", Source: "npm(1) 11", Sub: []Row{
		{Name: "run run-script", Args: "task? " + scriptArgs, Does: "project", Source: "npm-run-script(1)"},
		{Name: "test t start stop restart", Args: scriptArgs, Does: "project", Source: "npm-test(1)"},
		{Name: "install i add in ci clean-install install-test it cit update up upgrade dedupe ddp", Flags: npmInstallFlags,
			Args: "inert*", Does: "installs(packages)", Source: "npm-install(1)"},
		{Name: "uninstall remove rm un unlink", Flags: npmInstallFlags, Args: "inert+", Does: "project edit(package.json)",
			Source: "npm-uninstall(1)"},
		{Name: "link ln", Args: "inert*", Does: "installs(packages)", Source: "npm-link(1)"},
		{Name: "list ls ll la",
			Flags: "-a,--all --depth= -g,--global -l,--long -p,--parseable --omit= --include= --link --package-lock-only --prod --dev",
			Args:  "inert*", Out: "names", Source: "npm-ls(1)"},
		{Name: "outdated view info show search find fund why explain doctor ping whoami",
			Flags: "-a,--all -g,--global -l,--long -p,--parseable --depth= --searchlimit=", Args: "inert*", Does: "network(registry)",
			Out: "network", Source: "npm(1)"},
		{Name: "audit", Flags: "--audit-level= --omit= --include= --production --package-lock-only --dry-run", Does: "network(registry)",
			Source: "npm-audit(1)"},
		{Name: "audit/signatures", Does: "network(registry)", Source: "npm-audit(1)"},
		{Name: "audit/fix", Flags: "-f,--force --dry-run!does(network(registry))", Does: "installs(packages)", Source: "npm-audit(1)"},
		{Name: "root prefix bin version help help-search completion", Flags: "-g,--global -l", Args: "", Source: "npm(1)"},
		{Name: "version/major version/minor version/patch version/prerelease version/preminor version/premajor",
			Flags: "-m,--message= --no-git-tag-version --preid=", Does: "project edit(package.json)", Source: "npm-version(1)"},
		{Name: "init create", Flags: "-y,--yes", Does: "tree(.)", Source: "npm-init(1); with a name it runs a package from the registry"},
		{Name: "pkg/get", Args: "inert*", Does: "read(package.json)", Out: "content", Source: "npm-pkg(1)"},
		{Name: "pkg/set pkg/delete pkg/fix", Args: "inert*", Does: "edit(package.json)", Source: "npm-pkg(1)"},
		{Name: "pack", Flags: "--dry-run --pack-destination=tree", Does: "project tree(.)", Source: "npm-pack(1)"},
		{Name: "rebuild rb prune", Flags: "--omit= --production --dry-run", Args: "inert*", Does: "project", Source: "npm-rebuild(1)"},
		{Name: "exec x", Style: "first", Flags: "--no -y,--yes", Args: nodeTools, Does: "project network(registry)",
			Source: "npm-exec(1); --call and --package are left out"},
		{Name: "config/get",
			Args: "one(registry,prefix,cache,loglevel,init-*,save-*,fund,audit,engine-strict,ignore-scripts,script-shell,userconfig," +
				"globalconfig)",
			Source: "npm-config(1)"},
		{Name: "config/list config/ls get", Flags: "-l,--long", Source: "npm-config(1): credentials are hidden"},
		{Name: "config/set config/delete set", Args: "inert*", Does: "persistence edit(~/.npmrc)", Source: "npm-config(1)"},
		{Name: "cache/verify cache/ls", Args: "inert*", Source: "npm-cache(1)"},
		{Name: "cache/clean", Flags: "-f,--force", Does: "discards(the cache of packages)", Source: "npm-cache(1)"},
		{Name: "publish stage", Flags: "--access= --tag= --dry-run!does(project) --otp=secret --provenance", Args: "read?",
			Does: "project external(publish) sends(package)", Source: "npm-publish(1)"},
		{Name: "unpublish", Flags: "-f,--force", Args: "inert?", Does: "remotedelete(a package)", Source: "npm-unpublish(1)"},
		{Name: "deprecate undeprecate dist-tag owner access team org hook star unstar profile trust", Args: "inert*",
			Does: "external(the registry)", Source: "npm(1)"},
		{Name: "token login adduser logout", Args: "inert*", Does: "secrets(the login of the registry)", Source: "npm-token(1)"},
		{Name: "explore edit docs repo bugs home", Args: "inert*", Does: "opaque(runs a shell, an editor or a browser)", Source: "npm-explore(1)"},
	}},
	{Name: "npx", Style: "first", Flags: "--no --no-install -y,--yes -q,--quiet", Args: nodeTools, Does: "project network(registry)",
		Source: "npx(1): a program that is not in node_modules is fetched and run, so only tools of projects are listed"},
	{Name: "bunx", Style: "first", Flags: "--bun", Args: nodeTools, Does: "project network(registry)", Source: "bunx --help"},
	{Name: "pnpm", Flags: "-v!alone",
		Shared: "-C,--dir=chdir -r,--recursive --filter= -F= -w,--workspace-root --silent --reporter= --color --no-color --if-present " +
			"--parallel --stream --aggregate-output --offline --prefer-offline --no-bail --sort --workspace-concurrency=",
		Source: "pnpm(1) 9", Sub: []Row{
			{Name: "run run-script", Style: "first", Args: "task? " + scriptArgs, Does: "project", Source: "pnpm run"},
			{Name: "test t start build lint dev format typecheck check compile", Style: "first", Args: scriptArgs, Does: "project", Source: "pnpm run"},
			{Name: "install i add update up upgrade link ln import fetch",
				Flags: npmInstallFlags + " --lockfile-only --no-frozen-lockfile --latest -L", Args: "inert*", Does: "installs(packages)",
				Source: "pnpm install"},
			{Name: "remove rm uninstall un prune dedupe rebuild rb", Flags: npmInstallFlags, Args: "inert*",
				Does: "project edit(package.json)", Source: "pnpm remove"},
			{Name: "list ls ll la why outdated licenses audit view info",
				Flags: "--depth= --json --long --parseable -g,--global -P,--prod -D,--dev --audit-level= --only-projects", Args: "inert*",
				Does: "network(registry)", Out: "names", Source: "pnpm list"},
			{Name: "root bin store/path store/status", Flags: "-g,--global", Source: "pnpm root"},
			{Name: "init", Does: "tree(.)", Source: "pnpm init"},
			{Name: "exec", Style: "first", Args: nodeTools, Does: "project", Source: "pnpm exec"},
			{Name: "dlx create", Style: "first", Args: "exec", Does: "unseen(a package from the registry)", Source: "pnpm dlx"},
			{Name: "publish", Flags: "--access= --tag= --no-git-checks --dry-run!does(project)", Args: "inert*",
				Does: "project external(publish) sends(package)", Source: "pnpm publish"},
			{Name: "store/prune", Does: "discards(the cache of packages)", Source: "pnpm store"},
			{Name: "deploy", Args: "tree", Does: "project external(deploy)", Source: "pnpm deploy"},
		}},
	{Name: "yarn", Flags: npmInstallFlags + " -v!alone --immutable-cache --check-cache",
		Shared: "--cwd=chdir -s,--silent --json --verbose --no-progress --non-interactive --offline", Does: "installs(packages)",
		Source: "yarn(1) 1.22 and 4", Sub: []Row{
			{Name: "run", Style: "first", Args: "task? " + scriptArgs, Does: "project",
				Source: "yarn run; a name that is no script runs node_modules/.bin"},
			{Name: "test start build lint dev format typecheck check compile watch storybook", Style: "first", Args: scriptArgs,
				Does: "project", Source: "yarn run"},
			{Name: "install add upgrade up link import dedupe set unplug",
				Flags: npmInstallFlags + " --immutable-cache --check-cache --check-files --mode=", Args: "inert*", Does: "installs(packages)",
				Source: "yarn install"},
			{Name: "remove autoclean", Flags: npmInstallFlags, Args: "inert*", Does: "project edit(package.json)", Source: "yarn remove"},
			{Name: "list why info outdated audit licenses versions npm/info npm/audit",
				Flags: "--depth= --pattern= --level= --groups= -A,--all -R,--recursive", Args: "inert*", Does: "network(registry)",
				Out: "names", Source: "yarn list"},
			{Name: "workspaces/list workspaces/info bin cache/dir cache/list help version/check", Flags: "-v,--verbose", Args: "inert*",
				Source: "yarn workspaces"},
			{Name: "workspace", Style: "first", Args: "inert one(run,test,build,lint,start,dev,format,typecheck) task?", Does: "project",
				Source: "yarn workspace"},
			{Name: "workspaces/foreach", Style: "first", Flags: "-p,--parallel -v,--verbose -t,--topological -A,--all -R,--recursive",
				Args: "one(run) task", Does: "project", Source: "yarn workspaces foreach"},
			{Name: "init", Flags: "-y,--yes -p,--private", Does: "tree(.)", Source: "yarn init"},
			{Name: "exec", Style: "first", Args: "exec", Does: "project", Source: "yarn exec"},
			{Name: "dlx create", Style: "first", Args: "exec", Does: "unseen(a package from the registry)", Source: "yarn dlx"},
			{Name: "publish npm/publish", Flags: "--access= --tag= --new-version=", Args: "inert*",
				Does: "project external(publish) sends(package)", Source: "yarn publish"},
			{Name: "config/get config/list", Args: "inert?", Source: "yarn config"},
			{Name: "config/set", Args: "inert*", Does: "persistence", Source: "yarn config"},
			{Name: "cache/clean", Does: "discards(the cache of packages)", Source: "yarn cache"},
			{Name: "login logout npm/login npm/logout", Does: "secrets(the login of the registry)", Source: "yarn login"},
		}},
	{Name: "bun", Flags: "-v!alone --revision!alone", Source: "bun(1) 1.2", Sub: []Row{
		{Name: "run", Style: "first", Flags: "--silent --if-present --filter=", Args: "task " + scriptArgs, Does: "project", Source: "bun run"},
		{Name: "test",
			Flags: "--coverage --timeout= --rerun-each= --bail[=] -t,--test-name-pattern= --only --todo -u,--update-snapshots --watch",
			Args:  "project*", Does: "project", Source: "bun test; --preload is left out"},
		{Name: "install i add a update remove rm link unlink", Flags: npmInstallFlags + " --no-cache -y -d", Args: "inert*",
			Does: "installs(packages)", Source: "bun install"},
		{Name: "pm/ls pm/cache pm/hash pm/bin outdated why audit info", Flags: "-a,--all", Args: "inert*", Does: "network(registry)",
			Source: "bun pm"},
		{Name: "init", Flags: "-y,--yes", Does: "tree(.)", Source: "bun init"},
		{Name: "build", Flags: "--outdir=tree --outfile=write --target= --format= --minify --sourcemap[=] --splitting --external= --watch",
			Args: "project+", Does: "project", Source: "bun build"},
		{Name: "x", Style: "first", Args: nodeTools, Does: "project network(registry)", Source: "bunx"},
		{Name: "create", Args: "inert*", Does: "unseen(a package from the registry)", Source: "bun create"},
		{Name: "publish", Args: "inert*", Does: "project external(publish) sends(package)", Source: "bun publish"},
	}},
	{Name: "deno", Flags: "-V!alone -q,--quiet", Source: "deno(1) 2", Sub: []Row{
		{Name: "fmt",
			Flags: "--check!args(read*) --ext= --ignore= --line-width= --indent-width= --single-quote --no-semicolons --use-tabs",
			Args:  "edit*.", Source: "deno fmt"},
		{Name: "lint", Flags: "--fix!args(edit*.) --json --compact --rules --rules-tags= --rules-include= --rules-exclude= --ignore=",
			Args: "project*.", Does: "project", Source: "deno lint"},
		{Name: "check doc info", Flags: "--all --json --doc --no-remote", Args: "project*", Does: "project", Source: "deno check"},
		{Name: "test bench",
			Flags: "--coverage=tree --fail-fast[=] --filter= --no-run --parallel --doc --ignore= --watch --reporter= " +
				"--junit-path=write --shuffle[=] --no-check",
			Args: "project*", Does: "project", Source: "deno test: without permissions; --allow-… are left out"},
		{Name: "task", Style: "first", Flags: "-q,--quiet --cwd=chdir", Args: "task? task*", Does: "project", Source: "deno task"},
		{Name: "install add cache update", Flags: "-g,--global -D,--dev --frozen", Args: "inert*", Does: "installs(packages)", Source: "deno install"},
		{Name: "types completions", Source: "deno types", Args: "inert*"},
		{Name: "coverage", Flags: "--lcov --html --output=write --detailed", Args: "read*", Source: "deno coverage"},
		{Name: "publish", Flags: "--dry-run!does(project)", Does: "project external(publish) sends(package)", Source: "deno publish"},
	}},
	{Name: "corepack fnm volta n", Args: "inert*", Does: "installs(versions of Node)", Source: "corepack(1)"},
	{Name: "nvm", Source: "nvm --help", Sub: []Row{
		{Name: "ls list current which version use", Args: "inert*", Flags: "--silent", Source: "nvm"},
		{Name: "ls-remote", Flags: "--lts", Does: "network(registry)", Source: "nvm"},
		{Name: "install uninstall alias", Args: "inert*", Flags: "--lts", Does: "installs(versions of Node)", Source: "nvm"},
	}},
	{Name: "tsx ts-node", Style: "first", Flags: "--esm -T,--transpile-only -P,--project=project --watch", Args: "script inert*",
		Source: "tsx(1), ts-node(1): run a file"},
	{Name: "pm2 forever nodemon", Args: "inert*", Does: "opaque(starts and stops processes)", Source: "pm2(1)"},
}
