package command

// Tools of Python. Packages from an index run code when they are installed;
// test runners, type checkers and linters that load plugins run the project's
// code. Left out are flags that load plugins (pytest -p, pylint
// --load-plugins, mypy --python-executable), override settings that can do so
// (pytest -o, tox -x), or name another index.

const pipInstall = "-r,--requirement=read -c,--constraint=read -e,--editable=project -U,--upgrade --upgrade-strategy= --user " +
	"-t,--target=tree --no-deps --pre -q,--quiet -v,--verbose --no-cache-dir --break-system-packages --force-reinstall " +
	"-I,--ignore-installed --no-build-isolation --only-binary= --no-binary= --prefer-binary --no-input --disable-pip-version-check " +
	"--require-hashes --progress-bar= --root-user-action= --no-warn-script-location --no-compile --system "

const blackFlags = "--check!args(read*) --diff!args(read*) -l,--line-length= -t,--target-version= --color --no-color " +
	"-S,--skip-string-normalization -C,--skip-magic-trailing-comma --preview --unstable --fast --safe --include= --exclude= " +
	"--extend-exclude= --force-exclude= -q,--quiet -v,--verbose --config=read --workers= -W= --pyi --ipynb --required-version= " +
	"--stdin-filename= --no-cache -c,--code=!args()"

const isortFlags = "-c,--check-only,--check!args(read*) --diff!args(read*) --profile= -l,--line-length= " +
	"--settings-path,--settings-file,--settings=read --sp=read -q,--quiet -v,--verbose --skip= -s= --skip-glob= --sg= " +
	"--filter-files --gitignore --src= --atomic -m,--multi-line= --tc,--trailing-comma --color --float-to-top " +
	"--known-first-party= -p= --show-settings!args() -a,--add-import= -j,--jobs="

var pythonRows = []Row{
	{Name: "pip pip3", Flags: "-V!alone -q,--quiet -v,--verbose --disable-pip-version-check --no-input", Source: "pip --help 23", Sub: []Row{
		{Name: "install", Flags: pipInstall + "--dry-run!does(network(registry))", Args: "inert*", Does: "installs(packages)",
			Source: "pip install --help"},
		{Name: "uninstall", Flags: "-y,--yes -r,--requirement=read --break-system-packages", Args: "inert*",
			Does: "installs(removes packages)", Source: "pip uninstall --help"},
		{Name: "download wheel", Flags: pipInstall + "-d,--dest=tree -w,--wheel-dir=tree --platform= --python-version=", Args: "inert*",
			Does: "installs(packages) tree(.)", Source: "pip download --help: builds packages"},
		{Name: "list freeze",
			Flags: "-o,--outdated!network(registry) -u,--uptodate!network(registry) -e,--editable -l,--local --user --format= " +
				"--not-required --exclude= --all -r=read --path=list --disable-pip-version-check",
			Out: "names", Source: "pip list --help"},
		{Name: "show", Flags: "-f,--files -v,--verbose", Args: "inert+", Source: "pip show --help"},
		{Name: "check inspect debug help", Args: "inert*", Source: "pip --help"},
		{Name: "index/versions", Flags: "--pre", Args: "inert", Does: "network(registry)", Source: "pip index --help"},
		{Name: "hash", Flags: "-a,--algorithm=", Args: "read+", Source: "pip hash --help"},
		{Name: "config/list config/get config/debug", Args: "inert?", Does: "secrets(settings may hold a login)", Source: "pip config --help"},
		{Name: "config/set config/unset config/edit", Flags: "--global --user --site", Args: "inert*", Does: "persistence",
			Source: "pip config --help"},
		{Name: "cache/dir cache/info cache/list", Args: "inert?", Source: "pip cache --help"},
		{Name: "cache/purge cache/remove", Args: "inert?", Does: "discards(the cache of packages)", Source: "pip cache --help"},
	}},
	{Name: "pipx", Source: "pipx --help 1.7", Sub: []Row{
		{Name: "list environment", Flags: "--json --short --include-injected --value=", Source: "pipx list"},
		{Name: "run", Style: "first", Flags: "--spec= --python= --verbose", Args: "exec", Does: "unseen(a package from the registry)",
			Source: "pipx run"},
		{Name: "install inject upgrade upgrade-all reinstall uninstall uninstall-all ensurepath",
			Flags: "--force --include-deps --python=", Args: "inert*", Does: "installs(a program)", Source: "pipx install"},
	}},
	{Name: "uvx", Style: "first", Flags: "--from= --with= --python=", Args: "exec", Does: "unseen(a package from the registry)", Source: "uvx --help"},
	{Name: "uv", Flags: "-V!alone",
		Shared: "-q,--quiet -v,--verbose --offline --no-cache -n --no-progress --color= --directory=chdir --project=chdir --native-tls",
		Source: "uv --help 0.5", Sub: []Row{
			{Name: "run", Style: "first",
				Flags: "-p,--python=one(3,3.#) --frozen --locked --no-sync --isolated --all-extras --extra= --group= --dev --no-dev " +
					"--all-groups --package= -m,--module=!opaque(runs a module)",
				Args: "exec", Does: "project network(registry)", Source: "uv run --help; --with and --env-file are left out"},
			{Name: "sync lock",
				Flags: "--frozen --locked --all-extras --extra= --group= --dev --no-dev --all-groups --check --dry-run -U,--upgrade " +
					"--no-install-project --inexact --package=",
				Does: "installs(packages)", Source: "uv sync --help"},
			{Name: "add remove", Flags: "--dev --group= --optional= --extra= --frozen --no-sync --editable -r=read", Args: "inert*",
				Does: "installs(packages) edit(pyproject.toml)", Source: "uv add --help"},
			{Name: "tree", Flags: "-d,--depth= --frozen --outdated --invert --package= --no-dedupe", Does: "network(registry)", Source: "uv tree --help"},
			{Name: "export", Flags: "--frozen --no-hashes --format= -o,--output-file=write --no-dev --all-extras", Does: "network(registry)",
				Source: "uv export --help"},
			{Name: "init", Flags: "--name= --app --lib --package --python= --bare --no-readme", Args: "tree?", Does: "tree(.)", Source: "uv init --help"},
			{Name: "venv", Flags: "-p,--python= --seed --clear --prompt=", Args: "tree?", Does: "tree(.venv)", Source: "uv venv --help"},
			{Name: "build", Flags: "--sdist --wheel -o,--out-dir=tree --package=", Args: "project?", Does: "project", Source: "uv build --help"},
			{Name: "version self/version help cache/dir python/list python/find python/dir tool/list tool/dir pip/list pip/freeze pip/show " +
				"pip/check pip/tree", Flags: "--outdated --format= --only-installed --bump=",
				Args: "inert*", Source: "uv --help"},
			{Name: "pip/install pip/sync pip/uninstall tool/install tool/upgrade tool/uninstall python/install python/uninstall self/update",
				Flags: pipInstall, Args: "inert*", Does: "installs(packages)", Source: "uv pip --help"},
			{Name: "pip/compile",
				Flags: "-o,--output-file=write -U,--upgrade --all-extras --extra= --generate-hashes --no-header --universal -p=",
				Args:  "read+", Does: "network(registry)", Source: "uv pip compile --help"},
			{Name: "tool/run", Style: "first", Args: "exec", Does: "unseen(a package from the registry)", Source: "uv tool run"},
			{Name: "publish", Flags: "-t,--token=secret -u,--username= -p,--password=secret --index= --publish-url=url", Args: "inert*",
				Does: "external(publish) sends(package)", Source: "uv publish --help"},
			{Name: "cache/clean cache/prune", Args: "inert*", Does: "discards(the cache of packages)", Source: "uv cache --help"},
		}},
	{Name: "poetry", Flags: "-V!alone", Shared: "-C,--directory=chdir -n,--no-interaction -q,--quiet -v,--verbose --no-ansi --ansi",
		Source: "poetry --help 2", Sub: []Row{
			{Name: "run", Style: "first", Args: "exec", Does: "project", Source: "poetry run"},
			{Name: "show", Flags: "-t,--tree -l,--latest -o,--outdated -a,--all -T,--top-level --with= --without= --only=", Args: "inert?",
				Does: "network(registry)", Source: "poetry show"},
			{Name: "check about list version env/info env/list search", Flags: "--lock --strict -s,--short --next-phase --dry-run -p,--path",
				Args: "one(patch,minor,major,prerelease)?", Does: "project", Source: "poetry --help"},
			{Name: "build", Flags: "-f,--format= -o,--output=tree", Does: "project", Source: "poetry build"},
			{Name: "lock install sync update add remove self/add self/update",
				Flags: "--no-root --with= --without= --only= --all-extras -E,--extras= --sync --dry-run -G,--group= -D,--dev --no-update " +
					"--lock",
				Args: "inert*", Does: "installs(packages)", Source: "poetry install"},
			{Name: "new init", Flags: "--name= --src --python= --dependency=", Args: "tree?", Does: "tree(.)", Source: "poetry new"},
			{Name: "export", Flags: "-f,--format= -o,--output=write --without-hashes --with= --without= --only=", Source: "poetry export"},
			{Name: "publish", Flags: "-r,--repository= -u,--username= -p,--password=secret --build --dry-run",
				Does: "external(publish) sends(package)", Source: "poetry publish"},
			{Name: "config", Args: "inert*", Does: "persistence secrets(settings may hold a login)", Source: "poetry config"},
		}},
	{Name: "pipenv", Source: "pipenv --help", Sub: []Row{
		{Name: "run", Style: "first", Args: "exec", Does: "project", Source: "pipenv run"},
		{Name: "graph check verify requirements scripts", Flags: "--json --json-tree --reverse --dev", Does: "network(registry)",
			Source: "pipenv graph"},
		{Name: "install sync update upgrade lock uninstall", Flags: "-d,--dev --deploy --system --skip-lock -r=read", Args: "inert*",
			Does: "installs(packages)", Source: "pipenv install"},
	}},
	{Name: "hatch", Source: "hatch --help", Sub: []Row{
		{Name: "run", Style: "first", Args: "exec", Does: "project", Source: "hatch run"},
		{Name: "test fmt build version env/show dep/show status", Flags: "-c,--cover --check -a,--all -v", Args: "project*",
			Does: "project", Source: "hatch --help"},
		{Name: "publish", Args: "inert*", Does: "external(publish) sends(package)", Source: "hatch publish"},
	}},
	{Name: "pdm rye", Source: "pdm --help", Sub: []Row{
		{Name: "run", Style: "first", Args: "exec", Does: "project", Source: "pdm run"},
		{Name: "list info show lint fmt test build", Flags: "--tree --graph --freeze -q,--quiet -v,--verbose", Args: "inert*",
			Does: "project", Source: "pdm --help"},
		{Name: "install sync update add remove lock", Flags: "-d,--dev -G,--group= --no-lock --frozen", Args: "inert*",
			Does: "installs(packages)", Source: "pdm install"},
		{Name: "publish", Args: "inert*", Does: "external(publish) sends(package)", Source: "pdm publish"},
	}},
	{Name: "conda mamba micromamba", Flags: "-V!alone", Source: "conda --help 24", Sub: []Row{
		{Name: "list info", Flags: "-n,--name= -p,--prefix=list --json -e,--envs,--export -a,--all --revisions", Args: "inert?", Source: "conda list"},
		{Name: "env/list env/export search", Flags: "-n,--name= --json --no-builds --from-history -c,--channel= -f,--file=write",
			Args: "inert?", Does: "network(registry)", Source: "conda search"},
		{Name: "run", Style: "first", Flags: "-n,--name= -p,--prefix=list --no-capture-output --live-stream", Args: "exec",
			Does: "project", Source: "conda run"},
		{Name: "create install update upgrade remove uninstall clean env/create env/update env/remove init activate",
			Flags: "-n,--name= -y,--yes -c,--channel= -f,--file=read -p,--prefix=tree --all", Args: "inert*", Does: "installs(packages)",
			Source: "conda install"},
	}},
	{Name: "virtualenv", Flags: "-p,--python=one(3,3.#,python,python3,python3.#) --clear --system-site-packages --prompt= -q,--quiet",
		Args: "tree", Does: "project", Source: "virtualenv --help"},
	{Name: "pyenv", Source: "pyenv help", Sub: []Row{
		{Name: "versions version which root whence commands", Flags: "--bare", Args: "inert*", Source: "pyenv help"},
		{Name: "local", Args: "inert", Does: "create(.python-version)", Source: "pyenv help"},
		{Name: "install uninstall global", Args: "inert*", Flags: "-s -f -v", Does: "installs(versions of Python)", Source: "pyenv help"},
	}},
	{Name: "twine", Source: "twine --help", Sub: []Row{
		{Name: "check", Flags: "--strict", Args: "read+", Source: "twine check"},
		{Name: "upload register",
			Flags: "-r,--repository= --repository-url=url -u,--username= -p,--password=secret --skip-existing --verbose " +
				"--non-interactive -s,--sign -c,--comment= --config-file=secret",
			Args: "upload+", Does: "external(publish) sends(package)", Source: "twine upload"},
	}},
	{Name: "pytest py.test",
		Flags: "-k= -m= -v,--verbose -vv -q,--quiet -s -x,--exitfirst --maxfail= --lf,--last-failed --ff,--failed-first " +
			"--nf,--new-first --sw,--stepwise --stepwise-skip -r= --tb= --durations= --durations-min= --co,--collect-only --no-header " +
			"--no-summary --capture= --color= -l,--showlocals --junitxml,--junit-xml=write --junit-prefix= --cov[=project] " +
			"--cov-report= --cov-branch --cov-fail-under= --no-cov --cov-append -n,--numprocesses= --dist= --timeout= --strict-markers " +
			"--strict-config --strict -W,--pythonwarnings= --fixtures --markers --setup-show --setup-only --setup-plan --import-mode= " +
			"--rootdir=project -c,--config-file=project --confcutdir=list --noconftest --cache-show[=] --cache-clear --deselect= " +
			"--ignore=list --ignore-glob= --doctest-modules --doctest-glob= --continue-on-collection-errors --runxfail " +
			"--disable-warnings --disable-pytest-warnings --log-level= --log-cli-level= --log-file=write --basetemp=delete --reruns= " +
			"--benchmark-only --benchmark-skip --asyncio-mode= --snapshot-update --randomly-seed= --full-trace --show-capture=",
		Args: "project*", Does: "project", Source: "pytest --help 8; -p, --pdbcls, --pyargs and -o are left out"},
	{Name: "tox",
		Flags: "-e=task -l,--listenvs -a,--listenvs-all -r,--recreate -p,--parallel[=] -q,--quiet -v,--verbose -c,--conf=project --notest " +
			"--develop --skip-missing-interpreters[=] --result-json=write --workdir=tree -f= --showconfig -s=",
		Args: "one(run,r,list,l,config,c,run-parallel,p,quickstart)?", Does: "project", Source: "tox --help 4; -x overrides settings"},
	{Name: "tox-quickstart", Does: "create(tox.ini)", Args: "tree?", Source: "tox-quickstart --help"},
	{Name: "nox",
		Flags: "-s,--session,--sessions= -e= -l,--list -r,--reuse-existing-virtualenvs -R -v,--verbose -f,--noxfile=project " +
			"-k,--keywords= -t,--tags= --no-install --stop-on-first-error -p,--python=",
		Does: "project", Source: "nox --help"},
	{Name: "invoke inv fab doit", Flags: "-l,--list -e,--echo -f=project -c,--collection=", Args: "task*", Does: "project",
		Source: "invoke --help: run tasks of the project"},
	{Name: "coverage", Style: "first", Source: "coverage help 7", Sub: []Row{
		{Name: "run", Style: "first",
			Flags: "-a,--append --branch -p,--parallel-mode --source= --omit= --include= --rcfile=project --data-file=write " +
				"-m=one(pytest,unittest,nose2)!args(project*)",
			Args: "script inert*", Does: "project", Source: "coverage help run"},
		{Name: "report html xml json lcov combine debug annotate",
			Flags: "-m,--show-missing --skip-covered --skip-empty --fail-under= --omit= --include= --format= --sort= --precision= " +
				"-i,--ignore-errors -d,--directory=tree -o=write --rcfile=project --data-file=read --keep -a,--append --pretty-print " +
				"-q,--quiet --title= --contexts=",
			Args: "read*", Does: "project", Source: "coverage help report"},
		{Name: "erase", Does: "project", Source: "coverage help erase"},
	}},
	{Name: "ruff", Flags: "-V!alone", Shared: "--config=project --isolated -q,--quiet -s,--silent -v,--verbose --color=",
		Source: "ruff help 0.9", Sub: []Row{
			{Name: "check",
				Flags: "--fix!args(edit*.) --unsafe-fixes --no-fix --fix-only!args(edit*.) --show-fixes --diff -w,--watch --ignore= " +
					"--select= --extend-select= --extend-ignore= --fixable= --unfixable= --per-file-ignores= --output-format= " +
					"-o,--output-file=write --target-version= --preview --no-preview --statistics --add-noqa!args(edit*.) --show-files " +
					"--show-settings --exclude= --extend-exclude= --respect-gitignore --no-respect-gitignore --force-exclude " +
					"--line-length= -n,--no-cache --cache-dir=tree --stdin-filename= -e,--exit-zero --exit-non-zero-on-fix " +
					"--exit-non-zero-on-format --ignore-noqa --extension=",
				Args: "read*.", Out: "content", In: "data?", Source: "ruff help check"},
			{Name: "format",
				Flags: "--check!args(read*.) --diff!args(read*.) --preview --no-preview --exclude= --extend-exclude= --respect-gitignore " +
					"--no-respect-gitignore --force-exclude --line-length= --target-version= --range= -n,--no-cache --cache-dir=tree " +
					"--stdin-filename= --exit-non-zero-on-format --extension=",
				Args: "edit*.", In: "data?", Source: "ruff help format"},
			{Name: "rule linter config version analyze/graph help", Flags: "--all --output-format= --direction=", Args: "inert*", Source: "ruff help"},
			{Name: "clean", Does: "project", Source: "ruff help clean"},
		}},
	{Name: "black",
		Flags: blackFlags,
		Args:  "edit+", Out: "content", In: "data?", Source: "black --help 24"},
	{Name: "isort",
		Flags: isortFlags,
		Args:  "edit+", Source: "isort --help 5"},
	{Name: "autopep8 yapf autoflake pyupgrade docformatter",
		Flags: "-i,--in-place!args(edit+) -d,--diff -r,--recursive -a,--aggressive --max-line-length= --style= -p,--parallel " +
			"-e,--exclude= --select= --ignore= --remove-all-unused-imports --remove-unused-variables --check -c -v -l,--list-fixes " +
			"--py3-plus --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus!args(edit+)",
		Args: "edit+", Out: "content", Source: "autopep8 --help: some write unless told otherwise"},
	{Name: "flake8 pycodestyle pydocstyle pyflakes mccabe",
		Flags: "--max-line-length= --max-complexity= --select= --ignore= --extend-ignore= --extend-select= --exclude= " +
			"--extend-exclude= --filename= --count --statistics --show-source " +
			"--format=one(default,pylint,quiet-filename,quiet-nothing) -q,--quiet -v,--verbose --config=project " +
			"--append-config=project --isolated -j,--jobs= --per-file-ignores= --exit-zero --benchmark --color= -o,--output-file=write " +
			"--tee --stdin-display-name= --first --diff --convention= --add-ignore= --match=",
		Args: "read*.", Does: "project",
		Source: "flake8 --help 7: its plugins are those that are installed and those of the configuration"},
	{Name: "mypy",
		Flags: "-p,--package= -m,--module= -c,--command= --strict --ignore-missing-imports --no-error-summary --show-error-codes " +
			"--hide-error-codes --pretty --no-incremental --cache-dir=tree --config-file=project --python-version= --platform= " +
			"--exclude= --follow-imports= --check-untyped-defs --disallow-untyped-defs --disallow-incomplete-defs " +
			"--no-implicit-optional --warn-unused-ignores --warn-return-any --warn-redundant-casts --explicit-package-bases " +
			"--namespace-packages --install-types!installs(type stubs) --non-interactive --txt-report=tree --html-report=tree " +
			"--xml-report=tree --junit-xml=write --no-color-output --show-column-numbers --show-traceback --show-error-context " +
			"--error-summary --disable-error-code= --enable-error-code= --no-site-packages -v,--verbose --scripts-are-modules " +
			"--allow-untyped-defs --soft-error-limit= --sqlite-cache --skip-cache-mtime-checks -O,--output=",
		Args: "project*", Does: "project",
		Source: "mypy --help 1.13; --python-executable, --custom-typing-module and --shadow-file are left out"},
	{Name: "dmypy", Args: "one(run,check,start,stop,status,restart,recheck) project*", Does: "project", Source: "dmypy --help"},
	{Name: "pyright basedpyright pyre ty pytype",
		Flags: "-p,--project=project --outputjson --stats --verbose -w,--watch --pythonversion= --pythonplatform= --level= --warnings " +
			"--dependencies --threads[=] --skipunannotated --verifytypes= --output-format= --python-version=",
		Args: "project*", Does: "project", Source: "pyright --help; --pythonpath names an interpreter"},
	{Name: "pylint",
		Flags: "--disable= -d= --enable= -e= -E,--errors-only -f,--output-format=one(text,json,json2,colorized,parseable,msvs,github) " +
			"-r,--reports= -s,--score= -j,--jobs= --rcfile=project --ignore= --ignore-paths= --ignore-patterns= --max-line-length= " +
			"--fail-under= --fail-on= --exit-zero --recursive= --list-msgs --list-msgs-enabled --help-msg= --msg-template= " +
			"--source-roots= --py-version= --output=write --persistent= --generated-members= --clear-cache-post-run= -v,--verbose",
		Args: "project*", Does: "project", Source: "pylint --help 3; --load-plugins and --init-hook are left out"},
	{Name: "bandit",
		Flags: "-r,--recursive!deep -a= -n= -c,--configfile=read -p,--profile= -t,--tests= -s,--skip= -l,--level -i,--confidence " +
			"-f,--format=one(csv,custom,html,json,screen,txt,xml,yaml,sarif) --severity-level= --confidence-level= -o,--output=write " +
			"-v,--verbose -q,--quiet -x,--exclude= -b,--baseline=read --ini=read --exit-zero -d,--debug --ignore-nosec",
		Args: "read*", Out: "content", Source: "bandit --help 1.8"},
	{Name: "vulture radon xenon pyroma interrogate deptry pip-audit safety detect-secrets pipdeptree pip-licenses",
		Flags: "--min-confidence= --exclude= -s -a -n= -i= -v,--verbose -q,--quiet -j,--json -r,--requirement=read -f,--format= --tree " +
			"--fail-under= -e= --strict --desc --ignore-vuln= --full-report --reverse -p,--packages=",
		Args: "project*", Does: "project network(vulnerabilities)", Source: "vulture --help, radon --help, pip-audit --help"},
	{Name: "jupyter", Source: "jupyter --help", Sub: []Row{
		{Name: "nbconvert",
			Flags: "--to=one(script,html,markdown,python,notebook,rst) --stdout --output=write --output-dir=tree --execute!unseen(a notebook) " +
				"--inplace --clear-output --no-input",
			Args: "edit+", Does: "project", Source: "jupyter nbconvert --help"},
		{Name: "kernelspec/list", Source: "jupyter --help"},
		{Name: "notebook lab server", Args: "inert*", Does: "external(opens this machine to the network)", Source: "jupyter server --help"},
	}},
	{Name: "alembic flask django-admin", Args: "inert*", Does: "opaque(its commands are those of the application)", Source: "alembic --help"},
	{Name: "uvicorn gunicorn hypercorn daphne",
		Flags: "--reload --port= -p= --workers= -w= --log-level= --host=one(127.0.0.1,localhost) " +
			"-b,--bind=one(127.0.0.1:*,localhost:*) --factory --timeout= -k=",
		Args: "inert", Does: "project", Source: "uvicorn --help: an application of the project"},
	{Name: "cookiecutter copier", Args: "inert*", Does: "unseen(a template with hooks)", Source: "cookiecutter --help"},
	{Name: "pydoc pydoc3", Args: "inert*", Flags: "-k=", Does: "project", Source: "pydoc(1): imports the module; -p serves and -b opens a browser"},
	{Name: "bumpversion bump2version bump-my-version commitizen cz", Flags: "--dry-run --verbose --allow-dirty", Args: "inert*",
		Does: "project", Source: "bump2version --help"},
	{Name: "sqlfluff", Source: "sqlfluff --help", Sub: []Row{
		{Name: "lint parse",
			Flags: "--dialect= -d= -r,--rules= -e,--exclude-rules= -f,--format= --config=project --templater= -v,--verbose " +
				"--processes= -n,--nocolor --write-output=write",
			Args: "project*.", Does: "project", Source: "sqlfluff lint --help"},
		{Name: "fix format",
			Flags: "--dialect= -d= -r,--rules= -e,--exclude-rules= -f,--force --config=project -v,--verbose --processes= --check",
			Args:  "edit*.", Does: "project", Source: "sqlfluff fix --help"},
		{Name: "dialects rules version", Source: "sqlfluff --help"},
	}},
}
