package command

// Tools of PHP. Composer runs scripts and plugins of the project and, when it
// installs, of strangers.

const composerShared = "-q,--quiet -v,--verbose -vv -vvv -n,--no-interaction --ansi --no-ansi --no-plugins --no-scripts --profile " +
	"-d,--working-dir=chdir --no-cache "

const phpcsFlags = "-standard=project -extensions= -ignore= " +
	"-report=one(full,summary,json,xml,checkstyle,csv,emacs,source,diff,code,info,junit,gitblame,performance) -report-file=write -n -w " +
	"-s -p -v -q -colors -no-colors -sniffs= -exclude= -error-severity= -warning-severity= -parallel= -encoding= -tab-width= -l " +
	"-i!alone -e -severity="

var phpRows = []Row{
	{Name: "composer", Shared: composerShared, Flags: "-V!alone", Source: "composer list 2.8", Sub: []Row{
		{Name: "show info outdated why why-not depends prohibits licenses suggests search fund audit check-platform-reqs status " +
			"diagnose validate about",
			Flags: "-t,--tree -D,--direct -i,--installed -l,--latest -o,--outdated -m,--minor-only -f,--format= --strict " +
				"--no-check-publish --no-check-all --no-check-lock --locked --no-dev --self -a,--all -N,--name-only -P,--path -s",
			Args: "inert*", Does: "network(registry) project", Out: "names", Source: "composer list"},
		{Name: "dump-autoload dumpautoload clear-cache clearcache",
			Flags: "-o,--optimize -a,--classmap-authoritative --no-dev --apcu --strict-psr", Does: "project",
			Source: "composer dump-autoload"},
		{Name: "run-script run", Flags: "-l,--list --timeout= --dev --no-dev", Args: "task? task*", Does: "project", Source: "composer run-script"},
		{Name: "test lint check fix cs phpstan analyse stan format", Args: "", Does: "project", Source: "composer run-script: scripts of these names"},
		{Name: "install i update u upgrade require r remove rm reinstall create-project self-update global bump",
			Flags: "--dev --no-dev -o,--optimize-autoloader --prefer-dist --prefer-source --no-progress --ignore-platform-reqs " +
				"--ignore-platform-req= -w,--with-dependencies -W,--with-all-dependencies --no-update --no-install --lock " +
				"--dry-run!does(network(registry) project) --no-autoloader -a --classmap-authoritative",
			Args: "inert*", Does: "installs(packages)", Source: "composer install"},
		{Name: "init", Flags: "--name= --description= --type= --require= --license=", Does: "create(composer.json)", Source: "composer init"},
		{Name: "exec", Style: "first", Flags: "-l,--list", Args: "exec", Does: "project", Source: "composer exec"},
		{Name: "config", Args: "inert*", Does: "edit(composer.json) secrets(settings may hold a login)", Source: "composer config"},
		{Name: "archive", Flags: "-f,--format= --dir=tree --file=", Does: "project tree(.)", Source: "composer archive"},
	}},
	{Name: "phpunit paratest pest",
		Flags: "--filter= --exclude-filter= --group= --exclude-group= --testsuite= --exclude-testsuite= --testdox --colors[=] " +
			"--stop-on-failure --stop-on-error --stop-on-defect --coverage-text[=write] --coverage-html=tree --coverage-clover=write " +
			"--coverage-xml=tree --log-junit=write -c,--configuration=project --no-configuration --no-coverage --list-tests " +
			"--list-groups --list-suites --order-by= --random-order --random-order-seed= --verbose -v --debug --do-not-cache-result " +
			"--cache-directory=tree --fail-on-warning --fail-on-risky --display-deprecations --display-warnings --no-progress " +
			"--no-output --parallel -p= --process-isolation --testdox-html=write --testdox-text=write --coverage --min= --repeat= " +
			"--teamcity --ci",
		Args: "project*", Does: "project", Source: "phpunit --help 11; --bootstrap, --extension, --include-path and -d are left out"},
	{Name: "phpstan", Shared: "-q,--quiet -v,--verbose -n,--no-interaction --ansi --no-ansi", Source: "phpstan list 2", Sub: []Row{
		{Name: "analyse analyze",
			Flags: "-c,--configuration=project -l,--level= --no-progress --debug -a,--autoload-file=project --error-format= " +
				"-b,--generate-baseline[=write] --memory-limit= --xdebug --allow-empty-baseline --pro!external(a web service) " +
				"--fail-without-result-cache",
			Args: "project*", Does: "project", Source: "phpstan analyse --help"},
		{Name: "clear-result-cache diagnose list worker help", Flags: "-c,--configuration=project", Args: "inert*", Does: "project",
			Source: "phpstan list"},
	}},
	{Name: "psalm phan",
		Flags: "-c,--config=project -m --no-progress --show-info= --no-cache --threads= --output-format= --report=write --alter " +
			"--issues= --dry-run --stats --no-diff --diff --set-baseline=write --update-baseline --use-baseline=read " +
			"--shepherd!external(a web service)!sends(findings) --taint-analysis --find-unused-code[=] --debug",
		Args: "project*", Does: "project", Source: "psalm --help 6; --plugin loads code"},
	{Name: "rector",
		Flags: "-c,--config=project -n,--dry-run --no-progress-bar --no-diffs --clear-cache --debug --only= --output-format= " +
			"--memory-limit= --xdebug",
		Args: "one(process,list-rules,list) project*", Does: "project", Source: "rector list 2; --autoload-file loads code"},
	{Name: "deptrac infection",
		Flags: "--no-progress --threads= --min-msi= --min-covered-msi= --formatter=one(table,console,json,junit,dot,progress) -j= " +
			"--filter= --show-mutations --only-covered -q --no-interaction -n",
		Args: "one(analyse,run)?", Does: "project", Source: "deptrac list, infection --help"},
	{Name: "phpcs", Style: "single", Flags: phpcsFlags, Args: "project*", Does: "project",
		Source: "phpcs --help 3.11; --bootstrap, --filter, --config-set and --runtime-set are left out"},
	{Name: "phpcbf", Style: "single", Flags: phpcsFlags, Args: "edit*", Does: "project", Source: "phpcbf --help 3.11"},
	{Name: "php-cs-fixer",
		Flags: "--dry-run --diff --config=project --rules= --allow-risky= --using-cache= --cache-file=write -v,--verbose -vv -vvv " +
			"--format= --show-progress= --path-mode= --stop-on-violation --test --dirty --preset= -q,--quiet --fix --clear-cache " +
			"--no-interaction -n --ansi --no-ansi --sequential",
		Args: "one(fix,check,list-files,describe,list) edit*", Does: "project", Source: "php-cs-fixer help fix"},
	{Name: "pint", Flags: "--test --dirty --bail --preset= --config=project -v -q --format= --output-format= --parallel", Args: "edit*.",
		Does: "project", Source: "pint --help 1"},
	{Name: "ecs", Flags: "--fix --config=project --clear-cache --no-progress-bar --output-format=", Args: "one(check,list-checkers) edit*",
		Does: "project", Source: "ecs list"},
	{Name: "phplint phpmd phpcpd phploc parallel-lint",
		Flags: "-v --no-progress --exclude= --fuzzy --min-lines= --min-tokens= --exclude-dir= -e= --colors", Args: "project+",
		Does: "project", Source: "phpmd --help"},
	{Name: "symfony drush wp sail valet phinx", Args: "inert*", Does: "opaque(its commands are those of the application)", Source: "symfony help"},
	{Name: "phpize pecl pear", Args: "inert*", Does: "installs(an extension)", Source: "pecl help"},
}
