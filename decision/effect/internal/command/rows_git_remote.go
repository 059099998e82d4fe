package command

// What git does with other repositories. A name of a remote is inert; where
// it leads is the project's own configuration. Push, and whatever redirects
// later pushes, act on the outside world.

const gitFetchFlags = "--all -a,--append --atomic --depth= --deepen= --shallow-since= --shallow-exclude= --unshallow --update-shallow " +
	"--negotiation-tip= --dry-run -k,--keep --prefetch --tags --no-tags --refmap= -j,--jobs= --progress --no-progress " +
	"-o,--server-option= --show-forced-updates --no-show-forced-updates -4,--ipv4 -6,--ipv6 -q,--quiet -v,--verbose " +
	"--recurse-submodules[=] --no-recurse-submodules "

var gitRemotes = []Row{
	{Name: "fetch",
		Flags: gitFetchFlags + "-t -n -p,--prune -P,--prune-tags -f,--force --multiple --auto-maintenance --no-auto-maintenance --auto-gc " +
			"--no-auto-gc --write-commit-graph --refetch --filter= -m",
		Args: "repo? not(+*,*:*)*", Does: "network(git) project", Source: "git-fetch(1); a refspec with a target moves branches"},
	{Name: "pull", Flags: gitFetchFlags + gitMergeFlags + "-t -p,--prune --no-rebase -r,--rebase[=]!discards(the commits as they were)",
		Args: "not(*:*,*/*)? not(+*,*:*)*", Does: "network(git) project", Source: "git-pull(1); from an address it brings what nobody has looked at"},
	{Name: "clone",
		Flags: "-l,--local --no-hardlinks -q,--quiet -v,--verbose --progress -n,--no-checkout --reject-shallow --no-reject-shallow " +
			"--bare --sparse --filter= --also-filter-submodules --mirror -o,--origin= -b,--branch= --revision= --depth= " +
			"--shallow-since= --shallow-exclude= --single-branch --no-single-branch --no-tags --tags --recurse-submodules[=] " +
			"--recursive --shallow-submodules --no-shallow-submodules -j,--jobs= -4,--ipv4 -6,--ipv6",
		Args: "repo tree?", Does: "network(git) tree(.)", Source: "git-clone(1); --template brings hooks and --config settings"},
	{Name: "ls-remote",
		Flags: "-h,--heads -b,--branches -t,--tags --refs -q,--quiet --exit-code --get-url --symref --sort= -o,--server-option=",
		Args:  "repo? inert*", Does: "network(git)", Source: "git-ls-remote(1)"},
	{Name: "push",
		Flags: "--all!sends(commits) --branches --prune!remotedelete(branches) --mirror!remotedelete(branches) " +
			"-n,--dry-run!does(network(git) project) --porcelain -d,--delete!remotedelete(a branch) --tags --follow-tags --atomic " +
			"--no-atomic -o,--push-option= --force-with-lease[=]!discards(remote history) -f,--force!discards(remote history) " +
			"--force-if-includes --repo=repo -u,--set-upstream --thin --no-thin -q,--quiet -v,--verbose --progress " +
			"--no-recurse-submodules --recurse-submodules= -4,--ipv4 -6,--ipv6",
		Args: "repo? inert*", Does: "external(push) sends(commits) project", Source: "git-push(1); --no-verify skips the project's checks"},
	{Name: "remote", Flags: "-v,--verbose", Source: "git-remote(1)", Sub: []Row{
		{Name: "show", Flags: "-n", Args: "inert*", Does: "network(git)", Source: "git-remote(1)"},
		{Name: "get-url", Flags: "--push --all", Args: "inert", Source: "git-remote(1)"},
		{Name: "update", Flags: "-p,--prune", Args: "inert*", Does: "network(git) project", Source: "git-remote(1)"},
		{Name: "prune", Flags: "-n,--dry-run", Args: "inert+", Does: "network(git) project", Source: "git-remote(1)"},
		{Name: "add", Flags: "-f -t= -m= --tags --no-tags", Args: "inert repo", Does: "edit(.git/config) external(where pushes go)",
			Source: "git-remote(1)"},
		{Name: "set-url", Flags: "--push --add --delete", Args: "inert repo inert?", Does: "edit(.git/config) external(where pushes go)",
			Source: "git-remote(1)"},
		{Name: "rename remove rm set-head set-branches", Flags: "-a,--auto -d,--delete --add", Args: "inert+", Does: "edit(.git/config)",
			Source: "git-remote(1)"},
	}},
	{Name: "submodule", Flags: "-q,--quiet --cached", Source: "git-submodule(1)", Sub: []Row{
		{Name: "status", Flags: "--cached --recursive", Args: "list*", Source: "git-submodule(1)"},
		{Name: "summary", Flags: "--cached --files -n,--summary-limit=", Args: "inert*", Source: "git-submodule(1)"},
		{Name: "init sync", Flags: "--recursive", Args: "list*", Does: "project", Source: "git-submodule(1)"},
		{Name: "update",
			Flags: "--init --remote!installs(newer code than the project names) -N,--no-fetch --no-recommend-shallow --recommend-shallow --depth= --recursive --progress " +
				"-j,--jobs= --single-branch --no-single-branch --checkout --filter= -f,--force!discards(uncommitted changes)",
			Args: "list*", Does: "network(git) project", Source: "git-submodule(1)"},
		{Name: "add", Flags: "-b,--branch= --name= --depth= --progress", Args: "repo tree?", Does: "network(git) project tree(.)",
			Source: "git-submodule(1)"},
		{Name: "deinit", Flags: "-f,--force --all", Args: "list*", Does: "project discards(changes in submodules)", Source: "git-submodule(1)"},
	}},
	{Name: "request-pull", Flags: "-p", Args: "inert repo inert?", Does: "network(git)", Out: "content", Source: "git-request-pull(1)"},
	{Name: "send-email", Flags: "--to= --cc= --bcc= --from= --subject= --annotate --compose --dry-run --confirm= --suppress-cc= -#",
		Args: "inert*", Does: "external(mail) sends(patches)", Source: "git-send-email(1)"},
	{Name: "credential", Args: "inert", Does: "secrets(stored passwords)", Out: "secret", Source: "git-credential(1)"},
	{Name: "lfs", Source: "git-lfs(1)", Sub: []Row{
		{Name: "status", Flags: "-p,--porcelain -j,--json", Source: "git-lfs-status(1)"},
		{Name: "ls-files", Flags: "-l,--long -s,--size -d,--debug -a,--all --deleted -I,--include= -X,--exclude= -n,--name-only -j,--json",
			Args: "inert*", Out: "names", Source: "git-lfs-ls-files(1)"},
		{Name: "env version logs", Source: "git-lfs(1)"},
		{Name: "track untrack", Flags: "-v,--verbose -d,--dry-run -f,--filename -l,--lockable --not-lockable", Args: "inert*",
			Does: "edit(.gitattributes)", Source: "git-lfs-track(1)"},
		{Name: "fetch pull", Flags: "-I,--include= -X,--exclude= --recent -a,--all -p,--prune -r", Args: "inert*",
			Does: "network(git) project", Source: "git-lfs-fetch(1)"},
		{Name: "checkout", Args: "list*", Does: "project", Source: "git-lfs-checkout(1)"},
		{Name: "prune", Flags: "-d,--dry-run -v,--verbose --verify-remote", Does: "discards(local copies of large files)", Source: "git-lfs-prune(1)"},
		{Name: "push", Flags: "-d,--dry-run -a,--all", Args: "inert+", Does: "external(push) sends(files)", Source: "git-lfs-push(1)"},
	}},
	// git-extras(1).
	{Name: "summary", Flags: "-l,--line --dedup-by-email --no-merges", Args: "inert*", Source: "git-extras: git-summary(1)"},
	{Name: "effort", Flags: "--above=", Args: "inert*", Source: "git-extras: git-effort(1)"},
	{Name: "standup", Flags: "-a= -w= -m= -d= -u= -D= -A= -s -r -h -f!network(git) -g -B -n= -b=", Args: "inert*",
		Source: "git-extras: git-standup(1)"},
	{Name: "changelog",
		Flags: "-l,--list!does(read(.)) -a,--all -t,--tag= -f,--final-tag= -s,--start-tag= --start-commit= -n,--no-merges " +
			"-m,--merges-only -p,--prune-old -x,--stdout!does(read(.))",
		Args: "edit?", Does: "edit(CHANGELOG.md)", Source: "git-extras: git-changelog(1)"},
}
