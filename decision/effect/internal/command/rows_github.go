package command

// Commands of code hosting services. Looking is network traffic with the
// user's own account; everything that others see, or that starts their
// machines, is an external act; what cannot be brought back is a remote
// deletion. --web opens a browser and is left out.

const ghJSON = "--json= -q,--jq= -t,--template= "

const ghList = ghJSON + "-L,--limit= -s,--state= -a,--assignee= -A,--author= -l,--label= -S,--search= -B,--base= -H,--head= -d,--draft " +
	"-m,--milestone= --mention= --app= --sort= -u,--user= -b,--branch= -c,--commit= -e,--event= -w,--workflow= --created= --status= " +
	"--all --active --visibility= --language= --topic= --archived --no-archived --source --fork --exclude-drafts " +
	"--exclude-pre-releases --order= -k,--key= -r,--ref= -i,--include= -E,--exclude= --owner="

var ghRows = []Row{
	{Name: "gh", Shared: "-R,--repo=", Source: "gh(1) 2.60", Sub: []Row{
		{Name: "status", Flags: "-e,--exclude= -o,--org=", Does: "network(api)", Out: "network", Source: "gh-status(1)"},
		{Name: "issue/list pr/list release/list run/list workflow/list label/list repo/list gist/list cache/list ruleset/list org/list " +
			"project/list variable/list codespace/list", Flags: ghList,
			Args: "inert*", Does: "network(api)", Out: "network", Source: "gh(1)"},
		{Name: "issue/status pr/status", Flags: ghJSON + "-c,--conflict-status", Does: "network(api)", Out: "network", Source: "gh(1)"},
		{Name: "issue/view pr/view", Flags: ghJSON + "-c,--comments", Args: "inert?", Does: "network(api)", Out: "network", Source: "gh(1)"},
		{Name: "release/view workflow/view gist/view ruleset/view ruleset/check project/view variable/get",
			Flags: ghJSON + "-y,--yaml -r,--ref= --raw --files -f,--filename= -p,--parents -o,--org= --owner=", Args: "inert?",
			Does: "network(api)", Out: "network", Source: "gh(1)"},
		{Name: "repo/view", Flags: ghJSON + "-b,--branch=", Args: "inert?", Does: "network(api)", Out: "network", Source: "gh-repo-view(1)"},
		{Name: "run/view", Flags: ghJSON + "--log --log-failed -v,--verbose --exit-status -j,--job= -a,--attempt=", Args: "inert?",
			Does: "network(api)", Out: "network", Source: "gh-run-view(1)"},
		{Name: "run/watch", Flags: "--exit-status -i,--interval= --compact", Args: "inert?", Does: "network(api)", Out: "network",
			Source: "gh-run-watch(1)"},
		{Name: "pr/diff", Flags: "--name-only --patch --color=", Args: "inert?", Does: "network(api)", Out: "network", Source: "gh-pr-diff(1)"},
		{Name: "pr/checks", Flags: ghJSON + "--required --watch -i,--interval= --fail-fast", Args: "inert?", Does: "network(api)",
			Out: "network", Source: "gh-pr-checks(1)"},
		{Name: "search/issues search/prs search/repos search/code search/commits",
			Flags: ghList + " --match= --updated= --merged --review= --stars= --filename= --extension= --size= --author-date= --license= " +
				"--number-topics= --repo= --closed=",
			Args: "inert*", Does: "network(api)", Out: "network", Source: "gh-search(1)"},
		{Name: "auth/status", Flags: "-h,--hostname= -a,--active", Does: "network(api)", Source: "gh-auth-status(1); --show-token is left out"},
		{Name: "auth/token", Flags: "-h,--hostname= -u,--user=", Does: "secrets(the token of the account)", Out: "secret", Source: "gh-auth-token(1)"},
		{Name: "secret/list", Flags: ghJSON + "-a,--app= -e,--env= -o,--org= -u,--user", Does: "network(api)", Out: "network",
			Source: "gh-secret-list(1); names only"},
		{Name: "config/get", Flags: "-h,--host=", Args: "inert", Source: "gh-config-get(1)"},
		{Name: "config/list alias/list extension/list version", Source: "gh(1)"},
		{Name: "pr/checkout", Flags: "-b,--branch= --detach --recurse-submodules", Args: "inert", Does: "network(git) project tree(.)",
			Source: "gh-pr-checkout(1); --force is left out"},
		{Name: "repo/clone", Flags: "-u,--upstream-remote-name= --!opaque(flags of git clone)", Args: "inert tree?",
			Does: "network(git) tree(.)", Source: "gh-repo-clone(1)"},
		{Name: "release/download", Flags: "-A,--archive= --clobber -D,--dir=tree -O,--output=write -p,--pattern= --skip-existing",
			Args: "inert?", Does: "network(api) tree(.)", Source: "gh-release-download(1)"},
		{Name: "run/download", Flags: "-D,--dir=tree -n,--name= -p,--pattern=", Args: "inert?", Does: "network(api) tree(.)",
			Source: "gh-run-download(1)"},
		// What others see.
		{Name: "issue/create issue/comment issue/edit issue/close issue/reopen issue/lock issue/unlock issue/pin issue/unpin " +
			"issue/transfer issue/develop",
			Flags: "-t,--title= -b,--body= -F,--body-file=read -a,--assignee= -l,--label= -m,--milestone= -p,--project= -c,--comment= " +
				"-r,--reason= --add-label= --remove-label= --add-assignee= --remove-assignee= --add-project= --remove-project= " +
				"--template= -e,--editor",
			Args: "inert*", Does: "external(issue)", Source: "gh-issue(1)"},
		{Name: "pr/create pr/comment pr/edit pr/close pr/reopen pr/ready pr/review pr/merge pr/lock pr/unlock pr/update-branch pr/revert",
			Flags: "-t,--title= -b,--body= -F,--body-file=read -B,--base= -H,--head= -d,--draft -f,--fill --fill-first --fill-verbose " +
				"-a,--approve --assignee= -l,--label= -m,--merge -p,--project= -r,--reviewer= --request-changes -c,--comment --undo " +
				"-s,--squash --rebase --auto --admin -D,--delete-branch!remotedelete(a branch) --add-label= --remove-label= " +
				"--add-reviewer= --match-head-commit= --subject= --milestone= --no-maintainer-edit",
			Args: "inert*", Does: "external(pull request)", Source: "gh-pr(1)"},
		{Name: "issue/delete release/delete release/delete-asset run/delete label/delete repo/delete gist/delete cache/delete " +
			"variable/delete secret/delete secret/remove project/delete codespace/delete ssh-key/delete gpg-key/delete " +
			"repo/deploy-key/delete", Flags: "-y,--yes --confirm --cleanup-tag --all -a,--app= -e,--env= -o,--org= -u,--user",
			Args: "inert*", Does: "remotedelete(what is named)", Source: "gh(1)"},
		{Name: "repo/create repo/edit repo/rename repo/fork repo/archive repo/unarchive repo/sync repo/set-default repo/deploy-key/add " +
			"label/create label/edit label/clone project/create project/edit project/item-add ssh-key/add gpg-key/add " +
			"codespace/create",
			Args: "inert*", Does: "external(repository)", Source: "gh(1)"},
		{Name: "release/create release/edit release/upload",
			Flags: "-t,--title= -n,--notes= -F,--notes-file=read --generate-notes -d,--draft -p,--prerelease --latest[=] --target= " +
				"--tag= --verify-tag --clobber --notes-from-tag --notes-start-tag= --discussion-category=",
			Args: "inert upload*", Does: "external(release)", Source: "gh-release(1)"},
		{Name: "gist/create gist/edit", Flags: "-d,--desc= -f,--filename= -p,--public -a,--add=upload -r,--remove=", Args: "upload*",
			Does: "external(gist)", In: "sends", Source: "gh-gist(1)"},
		{Name: "run/rerun run/cancel workflow/run workflow/enable workflow/disable",
			Flags: "--failed -d,--debug -j,--job= -f,--raw-field= --json -r,--ref=", Args: "inert*", Does: "external(workflow)",
			Source: "gh-run(1), gh-workflow(1)"},
		{Name: "secret/set",
			Flags: "-b,--body=secret -a,--app= -e,--env= -f,--env-file=upload -o,--org= -r,--repos= -u,--user -v,--visibility=",
			Args:  "inert?", Does: "external(secret)", In: "sends", Source: "gh-secret-set(1)"},
		{Name: "variable/set", Flags: "-b,--body=payload -e,--env= -o,--org=", Args: "inert?", Does: "external(variable)", In: "sends",
			Source: "gh-variable-set(1)"},
		{Name: "auth/login auth/logout auth/refresh auth/setup-git auth/switch",
			Flags: "-h,--hostname= -w,--web -s,--scopes= -u,--user= --with-token", Does: "secrets(the login of the account)",
			Source: "gh-auth(1)"},
		{Name: "alias/set", Args: "inert shell", Does: "persistence", Source: "gh-alias-set(1): an alias may be a shell command"},
		{Name: "extension/install", Args: "inert", Does: "installs(extension)", Source: "gh-extension-install(1)"},
		// gh api sends GET unless a method or a field says otherwise.
		{Name: "api",
			Flags: ghJSON + "-X,--method=one(GET,HEAD) -X,--method=one(DELETE)!remotedelete(resource) -X,--method=!external(request) " +
				"-i,--include --paginate --slurp -p,--preview= --cache= --silent -H,--header=one(Accept:*,X-GitHub-Api-Version:*) " +
				"-f,--raw-field=payload!external(request) -F,--field=form!external(request) --input=upload!external(request)",
			Args: "one(repos/*,/repos/*,orgs/*,/orgs/*,users/*,/users/*,user,/user,user/repos,search/*,/search/*,gists/*,notifications," +
				"rate_limit,meta,/meta,licenses,emojis,events)",
			Does: "network(api)", Out: "network", Source: "gh-api(1); a full URL would go to another host"},
		// A GraphQL document is read-only if it begins as a query; which of
		// several operations runs would be said by operationName.
		{Name: "api/graphql",
			Flags: ghJSON + "--paginate --slurp --cache= --silent -f,--raw-field=one(query=query *,query=query{*,query={*,query= " +
				"{*,query= query*,owner=*,name=*,repo=*,login=*,org=*,endCursor=*) -f,--raw-field=payload!external(request) " +
				"-F,--field=one(number=#,first=#,last=#,pr=#,issue=#,pullNumber=#) -F,--field=form!external(request)",
			Does: "network(api)", Out: "network", Source: "gh-api(1)"},
	}},
}

var glabRows = []Row{
	{Name: "glab", Shared: "-R,--repo=", Source: "glab(1) 1.50", Sub: []Row{
		{Name: "issue/list mr/list ci/list release/list label/list repo/list pipeline/list schedule/list snippet/list variable/list",
			Flags: "-A,--all -c,--closed -m,--merged -a,--assignee= --author= -l,--label= -s,--search= -F,--output= -p,--page= " +
				"-P,--per-page= --status= -o,--orderBy= -S,--sort= -d,--draft --mine -M,--milestone= -g,--group=",
			Does: "network(api)", Out: "network", Source: "glab(1)"},
		{Name: "issue/view mr/view release/view repo/view",
			Flags: "-c,--comments -s,--system-logs -F,--output= -p,--page= -P,--per-page= -b,--branch=", Args: "inert?",
			Does: "network(api)", Out: "network", Source: "glab(1)"},
		{Name: "mr/diff", Flags: "--color= --raw", Args: "inert?", Does: "network(api)", Out: "network", Source: "glab mr diff"},
		{Name: "ci/status ci/get ci/trace pipeline/status",
			Flags: "-b,--branch= -l,--live -c,--compact -p,--pipeline-id= -d,--with-job-details -F,--output=", Args: "inert?",
			Does: "network(api)", Out: "network", Source: "glab ci"},
		{Name: "ci/lint", Flags: "--dry-run --include-jobs --ref=", Args: "upload?", Does: "network(api)", Out: "network", Source: "glab ci lint"},
		{Name: "auth/status version", Source: "glab(1)", Does: "network(api)"},
		{Name: "repo/clone", Flags: "--!opaque(flags of git clone)", Args: "inert tree?", Does: "network(git) tree(.)", Source: "glab repo clone"},
		{Name: "mr/checkout", Flags: "-b,--branch=", Args: "inert", Does: "network(git) project tree(.)", Source: "glab mr checkout"},
		{Name: "issue/create issue/note issue/close issue/reopen issue/update mr/create mr/note mr/close mr/reopen mr/update mr/merge " +
			"mr/approve mr/revoke mr/rebase ci/run ci/retry ci/cancel release/create release/upload repo/create repo/fork " +
			"snippet/create label/create variable/set",
			Flags: "-t,--title= -d,--description= -m,--message= -y,--yes --fill -b,--target-branch= -s,--source-branch= -l,--label= " +
				"-a,--assignee= --draft",
			Args: "inert*", Does: "external(what others see)", Source: "glab(1)"},
		{Name: "issue/delete mr/delete release/delete repo/delete ci/delete label/delete variable/delete", Flags: "-y,--yes -w,--with-tag",
			Args: "inert*", Does: "remotedelete(what is named)", Source: "glab(1)"},
		{Name: "variable/get variable/export", Args: "inert?", Does: "secrets(variables of pipelines)", Out: "secret", Source: "glab variable"},
		{Name: "api",
			Flags: "-X,--method=one(GET,HEAD) -X,--method=one(DELETE)!remotedelete(resource) -X,--method=!external(request) " +
				"-i,--include --paginate --output= -f,--raw-field=payload!external(request) -F,--field=form!external(request) " +
				"--input=upload!external(request)",
			Args: "one(projects/*,groups/*,users/*,user,version)", Does: "network(api)", Out: "network", Source: "glab api"},
	}},
}

var ciRows = []Row{
	{Name: "hub", Source: "hub(1)", Sub: []Row{
		{Name: "browse", Flags: "-u -c", Args: "inert*", Source: "hub-browse(1)", Does: "opaque(opens a browser)"},
		{Name: "ci-status issue pr release", Flags: "-v -f,--format= -L,--limit= -s,--state=", Does: "network(api)", Out: "network", Source: "hub(1)"},
		{Name: "create fork pull-request sync delete", Args: "inert*", Does: "external(repository)", Source: "hub(1)"},
	}},
	{Name: "circleci", Source: "circleci help 0.1", Sub: []Row{
		{Name: "version", Source: "circleci(1)"},
		{Name: "diagnostic", Does: "network(api)", Source: "circleci(1)"},
		{Name: "config/validate config/process", Flags: "-c,--config=upload -o,--org-slug= --org-id= --verbose --skip-update-check",
			Args: "upload?", Does: "network(api)", Out: "content", Source: "circleci(1)"},
		{Name: "context/list project/list orb/list orb/info orb/source orb/validate pipeline/list runner/instance/list namespace/list",
			Flags: "--org-slug= --org-id= --json -u,--uncertified --sort= -d,--details", Args: "inert*", Does: "network(api)",
			Out: "network", Source: "circleci(1)"},
		{Name: "context/delete context/remove-secret orb/delete pipeline/delete namespace/delete runner/token/delete",
			Flags: "-f,--force --org-slug= --org-id=", Args: "inert*", Does: "remotedelete(what is named)", Source: "circleci(1)"},
		{Name: "context/create context/store-secret context/show orb/publish orb/create project/create pipeline/run", Args: "inert*",
			Does: "external(pipeline)", Source: "circleci(1)"},
		{Name: "local/execute", Flags: "-c,--config=project --job=", Args: "task?", Does: "project", Source: "circleci(1)"},
	}},
	{Name: "gitlab-runner", Source: "gitlab-runner(1)", Sub: []Row{
		{Name: "list status verify", Does: "network(api)", Source: "gitlab-runner(1)"},
		{Name: "unregister", Flags: "-n,--name= -t,--token=secret --all-runners -u,--url=url", Does: "remotedelete(a runner)",
			Source: "gitlab-runner(1)"},
		{Name: "register", Does: "external(a runner)", Source: "gitlab-runner(1)"},
	}},
	{Name: "act",
		Flags: "-l,--list!does(read(.)) -n,--dryrun -j,--job=task -W,--workflows=project -g,--graph!does(read(.)) -q,--quiet " +
			"-v,--verbose --validate!does(read(.)) --env-file=read -s,--secret=secret --secret-file=secret",
		Args: "task?", Does: "project network(registry)", Source: "act --help"},
	{Name: "actionlint", Style: "single", Flags: "-color -no-color -oneline -format= -ignore= -verbose -version!alone", Args: "read*",
		Does: "list(.github)", Out: "content", Source: "actionlint(1); -shellcheck and -pyflakes name programs"},
	{Name: "pre-commit", Source: "pre-commit(1)", Sub: []Row{
		{Name: "run",
			Flags: "-a,--all-files --files=list -v,--verbose --hook-stage= --show-diff-on-failure --color= -c,--config=project " +
				"--from-ref= --to-ref=",
			Args: "task?", Does: "project network(registry)", Source: "pre-commit run: hooks of the project's configuration"},
		{Name: "validate-config validate-manifest", Args: "read*", Source: "pre-commit(1)"},
		{Name: "install", Does: "persistence", Source: "pre-commit(1): writes a git hook"},
		{Name: "autoupdate", Flags: "--freeze --repo=", Does: "network(registry) edit(.pre-commit-config.yaml)", Source: "pre-commit(1)"},
		{Name: "clean gc sample-config", Source: "pre-commit(1)", Does: "project"},
	}},
}
