package command

// Tools of projects in JavaScript and TypeScript. Their configuration is code
// of the project, so they run it; flags that load a plugin, parser, formatter
// or resolver from a path are left out or limited to names that come with the
// tool.

var nodeToolRows = []Row{
	{Name: "tsc vue-tsc", Style: "single",
		Flags: "-p,-project=project -b,-build -noEmit -w,-watch -outDir=tree -outFile=write -declaration -d -declarationDir=tree " +
			"-emitDeclarationOnly -strict -t,-target= -m,-module= -moduleResolution= -lib= -jsx= -skipLibCheck -esModuleInterop " +
			"-allowJs -checkJs -resolveJsonModule -pretty -sourceMap -inline -incremental -tsBuildInfoFile=write -listFiles " +
			"-listFilesOnly -listEmittedFiles -showConfig -init!create(tsconfig.json) -rootDir=list -baseUrl=list -noEmitOnError " +
			"-diagnostics -extendedDiagnostics -explainFiles -traceResolution -noImplicitAny -noUnusedLocals -noUnusedParameters " +
			"-isolatedModules -composite -f,-force -clean -v,-verbose -all -types= -generateTrace=tree -preserveWatchOutput " +
			"-forceConsistentCasingInFileNames -removeComments -experimentalDecorators",
		Args: "project*", Does: "project", Source: "tsc --all 5"},
	{Name: "eslint",
		Flags: "--fix!args(edit*.) --fix-dry-run --fix-type= -c,--config=project --no-eslintrc --no-config-lookup --ext= --env= " +
			"--global= --rule= --max-warnings= --quiet --cache --cache-location=write --cache-strategy= " +
			"-f,--format=one(stylish,json,compact,unix,junit,html,checkstyle,tap,visualstudio,json-with-metadata) " +
			"-o,--output-file=write --color --no-color --ignore-path=read --ignore-pattern= --no-ignore --no-inline-config " +
			"--report-unused-disable-directives --no-error-on-unmatched-pattern --stdin --stdin-filename= --debug --print-config=list " +
			"--no-warn-ignored --pass-on-no-patterns --exit-on-fatal-error --stats --concurrency=",
		Args: "project*.", Does: "project", Out: "content", In: "data", Source: "eslint --help 9"},
	{Name: "prettier",
		Flags: "-c,--check -w,--write!args(edit+) -l,--list-different --config=project --no-config --config-precedence= " +
			"--no-editorconfig --ignore-path=read --ignore-unknown -u --log-level= --loglevel= --cache --cache-location=write " +
			"--no-color --stdin-filepath= --parser= --tab-width= --use-tabs --print-width= --single-quote --no-semi --semi " +
			"--trailing-comma= --arrow-parens= --end-of-line= --prose-wrap= --quote-props= --bracket-same-line --no-bracket-spacing " +
			"--jsx-single-quote --find-config-path= --file-info= --support-info --no-error-on-unmatched-pattern",
		Args: "project*", Does: "project", Out: "content", In: "data", Source: "prettier --help 3; --plugin is left out"},
	{Name: "biome",
		Shared: "--colors= --verbose --config-path=project --max-diagnostics= --diagnostic-level= --log-level= --reporter= " +
			"--error-on-warnings --use-server --vcs-enabled= --changed --staged --since= --skip= --only= --files-ignore-unknown= " +
			"--no-errors-on-unmatched",
		Source: "biome --help 2", Sub: []Row{
			{Name: "check lint format ci",
				Flags: "--write!args(edit*.) --fix!args(edit*.) --apply!args(edit*.) --apply-unsafe!args(edit*.) --unsafe " +
					"--formatter-enabled= --linter-enabled= --assist-enabled= --indent-style= --indent-width= --line-width= " +
					"--javascript-formatter-quote-style= --stdin-file-path= --enforce-assist= --suppress",
				Args: "project*.", Does: "project", In: "data", Source: "biome --help 2"},
			{Name: "version rage explain", Args: "inert*", Source: "biome --help 2"},
			{Name: "init", Flags: "--jsonc", Does: "create(biome.json)", Source: "biome init"},
			{Name: "migrate", Flags: "--write", Does: "edit(biome.json)", Source: "biome migrate"},
			{Name: "search", Args: "inert read*.", Out: "content", Source: "biome search"},
		}},
	{Name: "jest",
		Flags: "--ci --coverage[=] --coverageDirectory=tree --coverageReporters= --collectCoverageFrom= --watch[=] --watchAll[=] " +
			"-t,--testNamePattern= --testPathPattern= --testPathPatterns= --testPathIgnorePatterns= -i,--runInBand -w,--maxWorkers= " +
			"-b,--bail[=] --verbose[=] --silent[=] -u,--updateSnapshot --passWithNoTests -o,--onlyChanged --changedSince= " +
			"--detectOpenHandles --forceExit --json --outputFile=write -c,--config=project --rootDir=project --clearCache --no-cache " +
			"--cache --logHeapUsage --listTests --showConfig --findRelatedTests --errorOnDeprecated --expand --testTimeout= " +
			"--projects=project --selectProjects= --maxConcurrency= --colors --randomize --shard= --workerThreads",
		Args: "project*", Does: "project", Source: "jest --help 29; --setupFiles, --runner, --transform, --reporters and others load code"},
	{Name: "vitest",
		Flags: "--run --coverage[=] -t,--testNamePattern= -u,--update --ui[=] -w,--watch[=] -c,--config=project -r,--root=project " +
			"--dir=project --silent[=] " +
			"--reporter=one(default,verbose,dot,json,junit,tap,basic,tap-flat,hanging-process,html,github-actions,blob) " +
			"--outputFile=write --passWithNoTests --bail= --retry= --no-color --project= --changed[=] --shard= --hideSkippedTests " +
			"--logHeapUsage --maxWorkers= --pool=one(forks,threads) --no-file-parallelism --testTimeout=",
		Args: "project*", Does: "project", Source: "vitest --help 3"},
	{Name: "mocha",
		Flags: "-R,--reporter=one(spec,dot,nyan,tap,landing,list,progress,json,json-stream,min,doc,markdown,xunit) -g,--grep= " +
			"-f,--fgrep= -i,--invert -b,--bail -t,--timeout= --recursive --exit -w,--watch -p,--parallel -j,--jobs= --retries= " +
			"--forbid-only --forbid-pending -c,--color --no-color --check-leaks -s,--slow= -u,--ui=one(bdd,tdd,qunit,exports) " +
			"--config=project --package=project --spec=project --extension= --ignore= --sort --dry-run --full-trace -d,--diff",
		Args: "project*", Does: "project", Source: "mocha --help 10; --require and --file are left out"},
	{Name: "tap c8", Style: "first",
		Flags: "-v,--verbose -s,--serial -u,--update-snapshots --fail-fast -m,--match= " +
			"-r,--reporter=one(text,lcov,html,json,text-summary,cobertura) --all --check-coverage --reports-dir=tree",
		Args: "exec?", Does: "project", Source: "tap(1), c8(1): run the tests or the command that follows"},
	{Name: "webpack",
		Flags: "-c,--config=project --mode= -w,--watch -d,--devtool= -o,--output-path=tree --progress --json[=write] --stats[=] --env= " +
			"-t,--target= --no-color --fail-on-warnings --node-env= --config-name=",
		Args: "project*", Does: "project", Source: "webpack --help 5"},
	{Name: "vite",
		Flags: "-c,--config=project --mode= -m= --outDir=tree --emptyOutDir --minify[=] --sourcemap[=] --port= --strictPort " +
			"-l,--logLevel= --base= -w,--watch --ssr[=] --force -d,--debug[=] --manifest",
		Args: "one(build,dev,serve,preview,optimize)?", Does: "project",
		Source: "vite --help 6; --host opens it to the network and --open a browser"},
	{Name: "rollup parcel tsup",
		Flags: "-c,--config[=project] -d,--dir=tree -o,--file=write -f,--format= -w,--watch --sourcemap[=] --environment= --silent " +
			"--minify --dts --clean --target= --out-dir=tree --dist-dir=tree --no-cache --log-level=",
		Args: "project*", Does: "project", Source: "rollup --help 4; --plugin is left out"},
	{Name: "esbuild",
		Flags: "--bundle --minify --sourcemap[=] --outfile=write --outdir=tree --platform= --target= --format= --watch[=] --external:* " +
			"--loader:* --define:* --log-level= --metafile=write --splitting --tree-shaking= --analyze[=] --jsx= --tsconfig=project " +
			"--entry-names= --asset-names= --legal-comments= --packages= --keep-names --charset=",
		Args: "project*", Does: "project", In: "data?", Source: "esbuild --help 0.25"},
	{Name: "turbo nx lerna",
		Flags: "--filter= -F= --parallel --force --no-cache --concurrency= --continue --dry[=] --dry-run[=] --graph --skip-nx-cache --target=task -t=task --targets=task " +
			"--all --affected --base= --head= --cwd=chdir --since= --scope= --stream --output-style= --ui=",
		Args: "one(run,run-many,affected,list,ls,show,graph,report,build,test,lint,typecheck,check,dev,format) task*", Does: "project",
		Source: "turbo --help 2, nx --help 20"},
	{Name: "stylelint",
		Flags: "--fix!args(edit*) --config=project --ignore-path=read --cache --cache-location=write --max-warnings= -q,--quiet " +
			"-o,--output-file=write -f,--formatter=one(compact,github,json,string,tap,unix,verbose) --allow-empty-input --color " +
			"--no-color --report-needless-disables",
		Args: "project*", Does: "project", Source: "stylelint --help 16; --custom-syntax and --custom-formatter load code"},
	{Name: "oxlint",
		Flags: "--fix!args(edit*.) --fix-suggestions -D,--deny= -A,--allow= -W,--warn= -c,--config=project -f,--format= --quiet " +
			"--max-warnings= --deny-warnings --threads= --rules --silent --tsconfig=project --import-plugin --react-plugin",
		Args: "project*.", Does: "project", Source: "oxlint --help"},
	{Name: "xo standard semistandard ts-standard",
		Flags: "--fix!args(edit*.) --prettier --space[=] --no-semicolon --env= --global= --ignore= --quiet --reporter= --verbose " +
			"--stdin -v!alone --ext=",
		Args: "project*.", Does: "project", Source: "standard --help, xo --help; --parser and --plugin are left out"},
	{Name: "markdownlint markdownlint-cli2",
		Flags: "-f,--fix!args(edit*) -c,--config=project -i,--ignore= -j,--json -o,--output=write -q,--quiet -s,--stdin --disable= " +
			"--enable= -d,--dot",
		Args: "project*", Does: "project", Source: "markdownlint --help; --rules loads code"},
	{Name: "cspell",
		Flags: "--no-progress --no-summary -c,--config=project --words-only -u,--unique --show-context --show-suggestions --locale= " +
			"--no-must-find-files --gitignore --dot --files= --color --no-color -q,--quiet",
		Args: "one(lint,trace,check) project*", Does: "project", Source: "cspell --help"},
	{Name: "jshint htmlhint remark csslint",
		Flags: "-c,--config=project -q,--quiet --reporter=one(unix,checkstyle,jslint) --exclude= -f,--frail --no-color -v,--verbose",
		Args:  "project*", Does: "project", Source: "jshint --help"},
	{Name: "svelte-check",
		Flags: "--tsconfig=project --workspace=project --fail-on-warnings --threshold= --output= --watch --no-tsconfig --ignore=",
		Does:  "project", Source: "svelte-check --help"},
	{Name: "ng next nuxt astro",
		Flags: "--configuration= -c= --watch[=] --prod --production --no-watch --browsers= --code-coverage --port= -p= --turbo " +
			"--turbopack --no-lint --ssr",
		Args: "one(build,dev,lint,test,check,sync,info,typecheck,prepare,start,serve,preview) inert?", Does: "project",
		Source: "ng --help, next --help"},
	{Name: "playwright cypress",
		Flags: "-g,--grep= --project= --headed --headless --reporter=one(list,line,dot,json,junit,html,spec,null) -c,--config=project " +
			"--workers= --retries= --list --max-failures= -x --last-failed --update-snapshots --spec=project " +
			"--browser=one(chromium,chrome,firefox,webkit,electron,edge) -b=one(chrome,firefox,electron) --e2e --component --trace= " +
			"--timeout= --shard= --quiet",
		Args: "one(test,run,show-report,verify,version,info) project*", Does: "project",
		Source: "playwright test --help, cypress run --help; cypress --record sends results"},
	{Name: "depcheck knip madge publint attw size-limit",
		Flags: "--json --ignores= --production --strict --include= --exclude= --circular --extensions= --no-progress --skip-missing " +
			"--config=project -c=project --reporter=one(symbols,compact,json,markdown,codeclimate) --dependencies --exports --files " +
			"--pack --no-exit-code",
		Args: "project*", Does: "project", Source: "depcheck --help, knip --help"},
	{Name: "babel swc",
		Flags: "-d,--out-dir=tree -o,--out-file=write --source-maps[=] -x,--extensions= -w,--watch --config-file=project --no-babelrc " +
			"--ignore= --only= --copy-files --env-name= --minified --verbose",
		Args: "project+", Does: "project", Source: "babel --help 7; --plugins and --presets load code"},
	{Name: "tailwindcss",
		Flags: "-i,--input=read -o,--output=write -w,--watch[=] -m,--minify -c,--config=project --cwd=chdir --content= --optimize",
		Does:  "project", Out: "content", Source: "tailwindcss --help 4"},
	{Name: "sass lessc",
		Flags: "-s,--style= --no-source-map --source-map -I,--load-path=list --update --no-color -q,--quiet --embed-sources --stdin " +
			"--include-path=list --strict-imports",
		Args: "local(read) local(write)?", Does: "project", Out: "content",
		Source: "sass --help 1.83, lessc --help 4; lessc --plugin and --js run code"},
	{Name: "commitlint", Flags: "-f,--from= -t,--to= -e,--edit[=read] -l,--last -q,--quiet -V,--verbose -g,--config=project --strict",
		Does: "project", In: "data", Source: "commitlint --help"},
	{Name: "lint-staged",
		Flags: "--allow-empty -p,--concurrent= -c,--config=project --cwd=chdir -d,--debug -q,--quiet -v,--verbose --diff= --no-stash",
		Does:  "project", Source: "lint-staged --help"},
	{Name: "rimraf", Args: "delete+", Does: "deep", Flags: "-i -v --verbose --preserve-root", Source: "rimraf --help"},
	{Name: "mkdirp", Args: "create+", Flags: "-m,--mode=", Source: "mkdirp --help"},
	{Name: "concurrently", Style: "first", Flags: "-k,--kill-others -n,--names= -c,--prefix-colors= -r,--raw --success= -s=",
		Args: "shell+", Does: "project", Source: "concurrently --help"},
	{Name: "npm-check-updates ncu",
		Flags: "-u,--upgrade!edit(package.json) -t,--target= -f,--filter= -x,--reject= --dep= --jsonUpgraded -i -g,--global " +
			"--packageFile=read --format= -e,--errorLevel=",
		Args: "inert*", Does: "network(registry)", Source: "ncu --help"},
	{Name: "typedoc jsdoc",
		Flags: "--out=tree -d,--destination=tree --options=project -c,--configure=project -r,--recurse --entryPoints=project " +
			"--tsconfig=project --json=write --readme=read -R=read --name= --emit=",
		Args: "project*", Does: "project", Source: "typedoc --help; --plugin is left out"},
	{Name: "http-server serve live-server", Args: "inert*", Does: "external(serves files to the network)", Source: "http-server --help"},
	{Name: "now surge gh-pages", Args: "inert*",
		Does: "external(deploy)", Source: "gh-pages --help"},
	{Name: "semantic-release release-it np changeset standard-version", Args: "inert*", Does: "project external(a release)",
		Source: "semantic-release --help"},
}
