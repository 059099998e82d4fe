package command

// Linters, formatters, counters and other tools that look at sources of any
// language. Those here whose configuration is plain data only read.

const semgrepFlags = "-f,--config=read -e,--pattern= -l,--lang= --json --sarif --error --quiet -q --include= --exclude= " +
	"--metrics=one(off) --severity= -o,--output=write --validate --max-target-bytes= --timeout= --verbose -v --no-git-ignore --dryrun " +
	"--disable-version-check"

const astGrepRun = "-p,--pattern= -l,--lang= -r,--rewrite= -U,--update-all!edits --json[=] --heading= --color= --globs= -A= -B= -C= " +
	"--selector= --strictness= --no-ignore= --debug-query[=] -j="

var lintRows = []Row{
	{Name: "shellcheck",
		Flags: "-a,--check-sourced -C,--color[=] -i,--include= -e,--exclude= --extended-analysis= -f,--format= --list-optional!alone " +
			"--norc --rcfile=read -o,--enable= -P,--source-path=list -s,--shell= -S,--severity= -V!alone -W,--wiki-link-count= " +
			"-x,--external-sources",
		Args: "read*", Out: "content", In: "data?", Source: "shellcheck(1) 0.10"},
	{Name: "shfmt",
		Flags: "-l,--list -w,--write!edits -d,--diff -s,--simplify -mn,--minify -ln,--language-dialect= -p,--posix --filename= " +
			"-i,--indent= -bn,--binary-next-line -ci,--case-indent -sr,--space-redirects -kp,--keep-padding -fn,--func-next-line " +
			"-f,--find --to-json --from-json --apply-ignore",
		Args: "read*", Out: "content", In: "data?", Source: "shfmt(1) 3.10"},
	{Name: "bats",
		Flags: "-c,--count -t,--tap -T,--timing -p,--pretty -f,--filter= -j,--jobs= -r,--recursive -o,--output=tree " +
			"--formatter=one(pretty,tap,tap13,junit) -F=one(pretty,tap,tap13,junit) --print-output-on-failure " +
			"--show-output-of-passing-tests --verbose-run -x,--trace --filter-tags= --filter-status= --no-tempdir-cleanup " +
			"--report-formatter=one(junit,tap) -v!alone",
		Args: "project+", Does: "project", Source: "bats(1) 1.11"},
	{Name: "hadolint",
		Flags: "-f,--format= -c,--config=read --ignore= --trusted-registry= --no-fail --no-color -t,--failure-threshold= --error= " +
			"--warning= --info= --style= --require-label= --strict-labels --disable-ignore-pragma -V,--verbose --file-path-in-report=",
		Args: "read*", Out: "content", In: "data?", Source: "hadolint --help 2.12"},
	{Name: "yamllint", Flags: "-c,--config-file=read -d,--config-data= --list-files -f,--format= -s,--strict --no-warnings -v!alone",
		Args: "read*", Out: "content", In: "data?", Source: "yamllint --help 1.35"},
	{Name: "yamlfmt", Style: "single",
		Flags: "-lint!args(read*.) -dry!args(read*.) -quiet -conf=read -dstar -in -formatter= -exclude= -extensions=", Args: "edit*.",
		Source: "yamlfmt -help"},
	{Name: "taplo", Flags: "--check -c,--config=read --colors= -o,--option= -d,--diff -f,--force --no-schema",
		Args: "one(fmt,format,lint,check) edit*", Source: "taplo --help"},
	{Name: "dprint", Flags: "-c,--config=read --excludes= --list-different --diff --allow-no-files --incremental[=]",
		Args: "one(fmt,check) edit*", Does: "network(plug-ins)", Source: "dprint help; its plug-ins are sandboxed"},
	{Name: "jsonlint", Flags: "-q,--quiet -c,--compact -s,--sort-keys -i,--in-place!edits -V,--validate=read -t,--indent=", Args: "read*",
		Out: "content", In: "data?", Source: "jsonlint --help"},
	{Name: "ajv", Flags: "-s=read -d=read -r=read --spec= --strict= --all-errors --errors= --verbose --data= --strict-schema=",
		Args: "one(validate,compile)", Source: "ajv help 5; -c loads code"},
	{Name: "check-jsonschema",
		Flags: "--schemafile=read --builtin-schema= -o,--output-format= -v,--verbose -q,--quiet --no-cache --default-filetype= " +
			"--traceback-mode= --check-metaschema",
		Args: "read+", Does: "network(schemas)", Source: "check-jsonschema --help"},
	{Name: "codespell",
		Flags: "-w,--write-changes!edits -S,--skip= -L,--ignore-words-list= -I,--ignore-words=read -D,--dictionary=read --builtin= " +
			"-x,--exclude-file=read -q,--quiet-level= -f,--check-filenames -H,--check-hidden -d,--disable-colors -c,--enable-colors " +
			"-r,--regex= -s,--summary --count -i,--interactive= -A= -B= -C= --ignore-regex= --uri-ignore-words-list= --config=read " +
			"--toml=read",
		Args: "read*.", Out: "content", Source: "codespell --help 2.4"},
	{Name: "typos",
		Flags: "-w,--write-changes!edits -c,--config=read --diff --format= --files --identifiers --words --locale= --exclude= --hidden " +
			"--no-ignore --sort -j,--threads= --force-exclude --color= -q,--quiet -v,--verbose --isolated",
		Args: "read*.", Out: "content", Source: "typos --help"},
	{Name: "aspell hunspell misspell", Flags: "-l -d= -i= -D -w!edits -error -locale= -a --lang= --mode= -p=read", Args: "inert*",
		In: "data", Source: "aspell(1)"},
	{Name: "vale",
		Flags: "--config=project --output=one(CLI,JSON,line) --minAlertLevel= --no-exit --no-wrap --glob= --ext= --ignore-syntax " +
			"--no-global --sort -v!alone",
		Args: "read*", Out: "content", In: "data?", Source: "vale --help 3; an output by path is a template, a filter an expression", Sub: []Row{
			{Name: "ls-config ls-metrics ls-dirs", Flags: "--config=read", Args: "read?", Source: "vale --help"},
			{Name: "sync", Flags: "--config=read", Does: "network(styles) tree(styles)", Source: "vale sync: fetches what the configuration names"},
			{Name: "fix install compile host-install host-uninstall run tag transform", Args: "inert*", Does: "opaque(an internal command)",
				Source: "vale --help"},
		}},
	{Name: "proselint write-good alex textlint",
		Flags: "--json --version --quiet --no-color -f= --fix!edits --rule= --rulesdir=project --config=project -c=project --why",
		Args:  "read*", Does: "project", Source: "textlint --help"},
	{Name: "editorconfig-checker ec", Style: "single",
		Flags: "-config=read --config=read -exclude= -verbose -v -no-color -format= -dry-run -ignore-defaults " +
			"-disable-trim-trailing-whitespace",
		Args: "read*.", Source: "editorconfig-checker -help"},
	{Name: "lychee markdown-link-check linkchecker",
		Flags: "--offline --no-progress -q,--quiet -v,--verbose -f,--format= --exclude= --exclude-path= -c,--config=read --timeout= " +
			"--max-retries= -p,--progress --cache --accept= --include= -o,--output=write -t= -a= -r= --root-dir=list --base=",
		Args: "read+", Does: "network(links in the documents)", Source: "lychee --help"},
	{Name: "cloc",
		Flags: "--by-file --by-file-by-lang --by-percent= --json --yaml --csv --xml --md --quiet --exclude-dir= --exclude-ext= " +
			"--exclude-lang= --include-lang= --include-ext= --not-match-d= --not-match-f= --match-d= --match-f= --vcs=one(git) --diff " +
			"--git --skip-uniqueness --hide-rate --sum-one --max-file-size= --timeout= --processes= --fullpath --report-file=write " +
			"--out=write --list-file=read --show-lang --progress-rate= --ignored=write --counted=write --follow-links " +
			"--skip-win-hidden --strip-str-comments",
		Args: "read*", Out: "content", Source: "cloc --help 2; --extract-with, --config, --vcs=CMD and --read-lang-def are left out"},
	{Name: "scc loc sloccount",
		Flags: "--by-file -f,--format= -s,--sort= -o,--output=write -c,--no-complexity -d,--no-duplicates --no-cocomo -w,--wide " +
			"-i,--include-ext= --exclude-dir= -n,--no-large --count-as= -M,--not-match= -x,--exclude-ext= -a --languages -l " +
			"-v,--verbose --no-gen -z --min -t,--types= -e,--exclude= --files -C,--compact --hidden --no-ignore --streaming= -u --ci " +
			"-p --avg-wage=",
		Args: "read*.", Out: "content", Source: "scc --help 3, tokei --help 12"},
	{Name: "onefetch",
		Flags: "--no-art -o,--output=one(json,yaml) -d,--disabled-fields= --no-title --no-bold --no-color-palette --true-color= " +
			"-a,--ascii-language= -l,--languages -p,--package-managers --no-merges -E,--no-bots[=] --number-of-authors= --email " +
			"--include-hidden -T,--type= --image=read -z,--iso-time --nerd-fonts -c,--ascii-colors=",
		Args: "read*.", Source: "onefetch --help 2"},
	{Name: "ctags etags",
		Flags: "-R,--recurse[=] -f=write -o=write -e -a -x --languages= --exclude= --fields= --extras= --kinds-c= --sort= " +
			"--tag-relative= -L=read -n --list-languages --list-kinds",
		Args: "read*", Does: "write(tags)", Source: "ctags(1); --options reads settings that may run programs"},
	{Name: "cscope global gtags", Flags: "-R -b -q -k -d -L -0= -1= -2= -3= -i=read -f=write -s=list -x -r -c -g", Args: "inert*",
		Does: "project", Source: "cscope(1)"},
	{Name: "hyperfine",
		Flags: "-w,--warmup= -m,--min-runs= -M,--max-runs= -r,--runs= -p,--prepare=shell -s,--setup=shell -c,--cleanup=shell " +
			"--conclude=shell -P,--parameter-scan=!opaque(the commands are made up) -L,--parameter-list=!opaque(the commands are made " +
			"up) -i,--ignore-failure --style= --sort= -u,--time-unit= --export-asciidoc=write --export-csv=write --export-json=write " +
			"--export-markdown=write --export-orgmode=write --show-output --output=one(null,pipe,inherit) -n,--command-name= -N",
		Args: "shell+", Source: "hyperfine(1) 1.19; --shell names a program"},
	{Name: "entr", Style: "first", Flags: "-a -c -d -n -p -r -s!args(shell) -z", Args: "exec", In: "data", Source: "entr(1)"},
	{Name: "watchexec", Style: "first", Flags: "-e,--exts= -w,--watch=list -i,--ignore= -r,--restart -c,--clear -n -q,--quiet",
		Args: "exec", Source: "watchexec --help"},
	{Name: "watchman", Args: "inert*", Does: "opaque(triggers run programs)", Source: "watchman --help"},
	{Name: "ast-grep", Flags: astGrepRun, Args: "read*.", Out: "content", In: "data?", Source: "ast-grep --help 0.30", Sub: []Row{
		{Name: "run",
			Flags: astGrepRun,
			Args:  "read*.", Out: "content", In: "data?", Source: "ast-grep run --help"},
		{Name: "scan test",
			Flags: "-r,--rule=read -c,--config=project -U,--update-all!edits --json[=] --report-style= --filter= --format= --color= " +
				"--inline-rules= --skip-snapshot-tests --error[=] --globs= --no-ignore=",
			Args: "read*.", Does: "project", Out: "content", Source: "ast-grep scan --help"},
	}},
	{Name: "semgrep", Flags: semgrepFlags, Args: "read*.", Does: "network(rules)", Out: "content",
		Source: "semgrep --help; --autofix is left out", Sub: []Row{
			{Name: "scan", Flags: semgrepFlags, Args: "read*.", Does: "network(rules)", Out: "content", Source: "semgrep scan --help"},
			{Name: "show install-semgrep-pro lsp test validate", Args: "inert*", Does: "opaque(an internal command)", Source: "semgrep --help"},
			{Name: "ci login logout publish", Args: "inert*", Does: "external(a web service) sends(findings)", Source: "semgrep ci --help"},
		}},
	{Name: "comby", Style: "single",
		Flags: "-matcher= -exclude= -exclude-dir= -stdout -json-lines -diff -count -match-only -match-n= -in-place!edit(.) -i!edit(.) " +
			"-f= -d=chdir -stdin",
		Args: "inert inert inert*", Does: "read(.)", Out: "content", Source: "comby -help"},
	{Name: "sonar-scanner codecov coveralls codeclimate snyk", Args: "inert*", Does: "external(a web service) sends(sources)",
		Source: "sonar-scanner -h"},
	{Name: "gitleaks trufflehog",
		Flags: "-v,--verbose --no-git --no-banner -s,--source=read --redact[=] -f,--report-format= -r,--report-path=write " +
			"-c,--config=read --exit-code= --staged --log-opts=one(--all) --no-color -l,--log-level= --json " +
			"--only-verified!network(api) --no-update --baseline-path=read",
		Args: "inert*", Does: "secrets(finds secrets)", Out: "secret", Source: "gitleaks --help 8"},
	{Name: "trivy",
		Flags: "--severity= -f,--format= -o,--output=write --exit-code= -q,--quiet --ignore-unfixed --scanners= --skip-dirs= " +
			"--skip-files= --no-progress --fail-on= --offline-scan --timeout=",
		Args: "one(fs,filesystem,config) read", Does: "network(vulnerabilities)", Source: "trivy --help"},
	{Name: "grex",
		Flags: "-d,--digits -D,--non-digits -s,--spaces -S,--non-spaces -w,--words -W,--non-words -r,--repetitions -i,--ignore-case " +
			"-g,--capture-groups -x,--verbose -c,--colorize --no-anchors --no-start-anchor --no-end-anchor --min-repetitions= " +
			"--min-substring-length= -e,--escape --with-surrogates -f,--file=read",
		Args: "inert*", Out: "text", Source: "grex --help 1.4"},
	{Name: "difft difftastic",
		Flags: "--check-only --color= --display= --context= --width= --tab-width= --background= --syntax-highlight= --exit-code " +
			"--strip-cr= --skip-unchanged --sort-paths --ignore-comments --list-languages!alone --override= --graph-limit= " +
			"--byte-limit= --parse-error-limit=",
		Args: "read read", Out: "content", Source: "difft(1) 0.60"},
	{Name: "mac2unix unix2mac",
		Flags: "-b,--keep-bom -m,--add-bom -r,--remove-bom -c,--convmode= -k,--keepdate -l,--newline -q,--quiet -f,--force " +
			"-i,--info[=]!args(read*) -n,--newfile!args(read write) -o,--oldfile -s,--safe -S,--skip-symlink -e,--add-eol -ascii -7 " +
			"-iso -u,--keep-utf16 -v,--verbose -O,--to-stdout!args(read*)",
		Args: "edit*", Out: "content", In: "data?", Source: "dos2unix(1) 7.5"},
	{Name: "figlet toilet cowsay lolcat boxes", Flags: "-w= -c -t -a= -d= -p= -n", Args: "inert*", Out: "text", In: "data",
		Source: "figlet(6); -f names a file, of cowsay one with code"},
}
