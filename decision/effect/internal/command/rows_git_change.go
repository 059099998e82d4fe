package command

// What each command says when it changes a repository: hooks and filters of
// the project run (githooks(5): even a new tag may run one).

const gitMergeFlags = "--commit --no-commit --edit --no-edit --cleanup= --ff --no-ff --ff-only --no-gpg-sign --log[=] --no-log " +
	"--signoff --no-signoff --stat -n,--no-stat --squash --no-squash -s,--strategy=one(ort,recursive,resolve,ours,subtree,octopus) " +
	"-X,--strategy-option= --summary --no-summary --autostash --no-autostash --allow-unrelated-histories --rerere-autoupdate " +
	"--no-rerere-autoupdate --overwrite-ignore --no-overwrite-ignore "

const gitBranches = "main,master,develop,trunk,-,@,@{-1},@{u},HEAD,HEAD~*,HEAD^*,origin/*,upstream/*,feature/*,feat/*,fix/*,bugfix/*," +
	"hotfix/*,chore/*"

// gitLogin are the keys of git-config(1) that hold a login, or a part of one.
const gitLogin = "not(*extraheader*,*extraHeader*,*password*,*passwd*,*secret*,*token*,*credential*,http*)"

var gitChanging = []Row{
	{Name: "init", Flags: "-q,--quiet --bare --object-format= --ref-format= -b,--initial-branch=", Args: "create?", Does: "create(.)",
		Source: "git-init(1)"},
	{Name: "add stage",
		Flags: "-n,--dry-run -v,--verbose -f,--force --sparse -u,--update -A,--all --no-ignore-removal --no-all --ignore-removal " +
			"-N,--intent-to-add --refresh --ignore-errors --ignore-missing --no-warn-embedded-repo --renormalize --chmod=one(+x,-x) " +
			"--pathspec-from-file=read --pathspec-file-nul",
		Args: "read*", Does: "project", Source: "git-add(1)"},
	{Name: "commit",
		Flags: "-a,--all -C,--reuse-message= --fixup= --squash= --reset-author --short --branch --porcelain --long -z,--null " +
			"-F,--file=read --author=text --date= -m,--message=text -t,--template=read -s,--signoff --no-signoff --trailer= --allow-empty " +
			"--allow-empty-message --cleanup= --no-edit --amend --no-post-rewrite -i,--include -o,--only --pathspec-from-file=read " +
			"--pathspec-file-nul -u,--untracked-files[=] -v,--verbose -q,--quiet --dry-run --status --no-status --no-gpg-sign",
		Args: "list*", Does: "project", In: "data", Source: "git-commit(1); --no-verify skips the project's checks and is left out"},
	{Name: "mv", Flags: "-f,--force!discards(the file in the way) -k -n,--dry-run -v,--verbose", Args: "move+ dest", Does: "project",
		Source: "git-mv(1)"},
	{Name: "rm", Flags: "-f,--force -n,--dry-run!args(list+) -r!deep --cached!args(list+) --ignore-unmatch --sparse -q,--quiet",
		Args: "delete+", Does: "project", Source: "git-rm(1)"},
	{Name: "checkout",
		Flags: "-q,--quiet --progress --no-progress -f,--force!discards(uncommitted changes) --ours!discards(uncommitted changes) " +
			"--theirs!discards(uncommitted changes) -b=!args(inert?) -B=!args(inert?)!discards(where the branch was) -t,--track[=] " +
			"--no-track --guess --no-guess -l -d,--detach!args(inert?) --orphan=!args(inert?) -m,--merge --conflict= " +
			"--recurse-submodules --no-recurse-submodules --!args(inert*)!discards(uncommitted changes)",
		Args: "one(" + gitBranches + ")?", Does: "project",
		Source: "git-checkout(1); an operand that may be a file would be restored from the index, so only names that are branches by " +
			"custom are listed"},
	{Name: "switch",
		Flags: "-c,--create= -C,--force-create=!discards(where the branch was) -d,--detach --guess --no-guess " +
			"-f,--force!discards(uncommitted changes) --discard-changes!discards(uncommitted changes) -m,--merge --conflict= " +
			"-q,--quiet --progress --no-progress -t,--track[=] --no-track --orphan= --recurse-submodules --no-recurse-submodules",
		Args: "inert*", Does: "project", Source: "git-switch(1)"},
	{Name: "restore",
		Flags: "-s,--source= -W,--worktree!discards(uncommitted changes) -S,--staged!does(project) -q,--quiet --progress --no-progress " +
			"--ours --theirs -m,--merge --conflict= --ignore-unmerged --overlay --no-overlay --pathspec-from-file=read " +
			"--pathspec-file-nul",
		Args: "inert*", Does: "project discards(uncommitted changes)", Source: "git-restore(1)"},
	{Name: "reset",
		Flags: "-q,--quiet --no-quiet --refresh --no-refresh --soft --mixed -N --keep --hard!discards(uncommitted changes) " +
			"--merge!discards(uncommitted changes) --pathspec-from-file=read --pathspec-file-nul",
		Args: "inert*", Does: "project", Source: "git-reset(1)"},
	{Name: "clean", Flags: "-d -f,--force -n,--dry-run!does(list(.)) -q,--quiet -e,--exclude= -x -X", Args: "inert*",
		Does: "discards(untracked files)", Source: "git-clean(1)"},
	{Name: "stash", Flags: "-a,--all -u,--include-untracked --no-include-untracked -k,--keep-index --no-keep-index -S,--staged -q,--quiet",
		Does: "project", Source: "git-stash(1)", Sub: []Row{
			{Name: "push",
				Flags: "-a,--all -u,--include-untracked --no-include-untracked -k,--keep-index --no-keep-index -S,--staged -q,--quiet " +
					"-m,--message=text --pathspec-from-file=read --pathspec-file-nul",
				Args: "list*", Does: "project", Source: "git-stash(1)"},
			{Name: "save", Flags: "-a,--all -u,--include-untracked -k,--keep-index --no-keep-index -q,--quiet", Args: "inert*",
				Does: "project", Source: "git-stash(1)"},
			{Name: "list", Flags: gitLog, Args: "inert*", Source: "git-stash(1)"},
			{Name: "show", Flags: gitDiff + "--include-untracked --only-untracked --no-include-untracked", Args: "inert?", Out: "content",
				Source: "git-stash(1)"},
			{Name: "pop apply", Flags: "--index -q,--quiet", Args: "inert?", Does: "project", Source: "git-stash(1)"},
			{Name: "branch", Args: "inert inert?", Does: "project", Source: "git-stash(1)"},
			{Name: "create", Args: "inert*", Source: "git-stash(1)"},
			{Name: "drop", Flags: "-q,--quiet", Args: "inert?", Does: "discards(stashed changes)", Source: "git-stash(1)"},
			{Name: "clear", Does: "discards(stashed changes)", Source: "git-stash(1)"},
		}},
	{Name: "branch",
		Flags: "-d,--delete -D!discards(a branch) --create-reflog -f,--force!discards(where the branch was) -m,--move -M!discards(a " +
			"branch) -c,--copy -C!discards(a branch) --color[=] --no-color -i,--ignore-case --column[=] --no-column -r,--remotes " +
			"-a,--all -l,--list --show-current -v,--verbose -q,--quiet --abbrev= --no-abbrev -t,--track[=] --no-track " +
			"-u,--set-upstream-to= --unset-upstream --contains[=] --no-contains[=] --merged[=] --no-merged[=] --sort= --points-at= " +
			"--format= --omit-empty",
		Args: "inert*", Does: "project", Source: "git-branch(1)"},
	{Name: "tag",
		Flags: "-a,--annotate --no-sign -f,--force!discards(where the tag was) -d,--delete!discards(a tag) -n[=] -l,--list --sort= " +
			"--color[=] -i,--ignore-case --column[=] --no-column --contains[=] --no-contains[=] --merged[=] --no-merged[=] " +
			"--points-at= -m,--message=text -F,--file=read --cleanup= --create-reflog --format= --trailer=",
		Args: "inert*", Does: "project", In: "data", Source: "git-tag(1)"},
	{Name: "merge",
		Flags: gitMergeFlags + "-q,--quiet -v,--verbose --progress --no-progress -m= --into-name= -F,--file=read --abort!discards(a merge " +
			"in progress) --quit --continue",
		Args: "inert*", Does: "project", Source: "git-merge(1)"},
	{Name: "cherry-pick",
		Flags: "--cleanup= -x -r -m,--mainline= -n,--no-commit -s,--signoff --no-gpg-sign --ff --allow-empty --allow-empty-message " +
			"--keep-redundant-commits --empty= --strategy=one(ort,recursive,resolve,ours,subtree) -X,--strategy-option= " +
			"--rerere-autoupdate --no-rerere-autoupdate --continue --skip!discards(a pick in progress) --quit --abort!discards(a pick " +
			"in progress)",
		Args: "inert*", Does: "project", Source: "git-cherry-pick(1)"},
	{Name: "revert",
		Flags: "-m,--mainline= --no-edit --cleanup= -n,--no-commit --no-gpg-sign -s,--signoff " +
			"--strategy=one(ort,recursive,resolve,ours,subtree) -X,--strategy-option= --rerere-autoupdate --no-rerere-autoupdate " +
			"--reference --continue --skip!discards(a revert in progress) --quit --abort!discards(a revert in progress)",
		Args: "inert*", Does: "project", Source: "git-revert(1)"},
	{Name: "rebase",
		Flags: "--onto= --keep-base --continue --abort --quit --apply --empty= --no-keep-empty --keep-empty --reapply-cherry-picks " +
			"--no-reapply-cherry-picks --allow-empty-message --skip --show-current-patch!does() -m,--merge " +
			"-s,--strategy=one(ort,recursive,resolve,ours,subtree) -X,--strategy-option= --rerere-autoupdate --no-rerere-autoupdate " +
			"--no-gpg-sign -q,--quiet -v,--verbose --stat -n,--no-stat --verify -C= --no-ff --force-rebase -f --fork-point " +
			"--no-fork-point --ignore-whitespace --whitespace= --committer-date-is-author-date --ignore-date --reset-author-date " +
			"--signoff -r,--rebase-merges[=] --root --autosquash --no-autosquash --autostash --no-autostash --update-refs " +
			"--no-update-refs",
		Args: "inert*", Does: "project discards(the commits as they were)", Source: "git-rebase(1); --exec and --interactive are left out"},
	{Name: "am", Flags: "--abort!does(discards(a series in progress)) --quit!does(project) --show-current-patch[=]!does()", Args: "read*",
		Does: "opaque(the patch says which files it writes)", In: "data?", Source: "git-am(1)"},
	{Name: "apply",
		Flags: "--stat!does() --numstat!does() --summary!does() --check!does() --index --cached --intent-to-add -3,--3way -R,--reverse " +
			"--reject -z -p= -C= --unidiff-zero --no-add --binary --exclude= --include= --ignore-space-change --ignore-whitespace " +
			"--whitespace= --inaccurate-eof -v,--verbose -q,--quiet --recount",
		Args: "read*", Does: "opaque(the patch says which files it writes)", In: "data?",
		Source: "git-apply(1); --apply undoes --stat and is left out"},
	{Name: "bisect", Source: "git-bisect(1)", Sub: []Row{
		{Name: "start", Flags: "--term-old= --term-good= --term-new= --term-bad= --no-checkout --first-parent", Args: "inert*",
			Does: "project", Source: "git-bisect(1)"},
		{Name: "good bad old new skip reset next", Args: "inert*", Does: "project", Source: "git-bisect(1)"},
		{Name: "log terms", Source: "git-bisect(1)"},
		{Name: "run", Style: "first", Args: "exec", Does: "project", Source: "git-bisect(1)"},
	}},
	{Name: "worktree", Source: "git-worktree(1)", Sub: []Row{
		{Name: "list", Flags: "-v,--verbose --porcelain -z --expire=", Source: "git-worktree(1)"},
		{Name: "add",
			Flags: "-b= -d,--detach --checkout --no-checkout --guess-remote --no-guess-remote --track --no-track --lock --reason= " +
				"-q,--quiet --orphan",
			Args: "tree inert?", Does: "project", Source: "git-worktree(1)"},
		{Name: "prune", Flags: "-n,--dry-run -v,--verbose --expire=", Does: "project", Source: "git-worktree(1)"},
		{Name: "lock unlock", Flags: "--reason=", Args: "list", Does: "project", Source: "git-worktree(1)"},
		{Name: "move", Args: "move dest", Does: "project", Source: "git-worktree(1)"},
		{Name: "remove", Flags: "-f,--force!discards(uncommitted changes)", Args: "delete", Does: "project deep", Source: "git-worktree(1)"},
	}},
	{Name: "notes", Flags: "--ref=", Source: "git-notes(1)", Sub: []Row{
		{Name: "list show", Args: "inert?", Source: "git-notes(1)"},
		{Name: "add append", Flags: "-f,--force!discards(a note) -m,--message=text -F,--file=read -C,--reuse-message= --allow-empty",
			Args: "inert?", Does: "project", Source: "git-notes(1)"},
		{Name: "remove", Flags: "--ignore-missing", Args: "inert*", Does: "discards(a note)", Source: "git-notes(1)"},
	}},
	{Name: "reflog", Flags: gitLog, Args: "inert*", Source: "git-reflog(1)"},
	{Name: "reflog/show", Flags: gitLog, Args: "inert*", Source: "git-reflog(1)"},
	{Name: "reflog/exists", Args: "inert", Source: "git-reflog(1)"},
	{Name: "reflog/expire reflog/delete",
		Flags: "--all --single-worktree --expire= --expire-unreachable= --updateref --rewrite --stale-fix -n,--dry-run!does() --verbose",
		Args:  "inert*", Does: "discards(what the reflog keeps)", Source: "git-reflog(1)"},
	{Name: "gc",
		Flags: "--aggressive --auto --cruft --no-cruft --no-prune --quiet --keep-largest-pack --detach --no-detach " +
			"--prune[=]!discards(unreachable objects)",
		Does: "project", Source: "git-gc(1)"},
	{Name: "prune", Flags: "-n,--dry-run!does() -v,--verbose --progress --expire=", Args: "inert*", Does: "discards(unreachable objects)",
		Source: "git-prune(1)"},
	{Name: "maintenance/run", Flags: "--auto --quiet --task=", Does: "project", Source: "git-maintenance(1)"},
	{Name: "maintenance/start maintenance/register", Does: "persistence", Source: "git-maintenance(1): start makes the system's scheduler run it"},
	{Name: "filter-branch", Flags: "-f,--force --all", Args: "inert*", Does: "unseen(filters) discards(history)", Source: "git-filter-branch(1)"},
	{Name: "filter-repo",
		Flags: "--dry-run!does(project) -f,--force --analyze!does(project) --path= --path-glob= --invert-paths --path-rename= " +
			"--replace-text=read --replace-refs= --strip-blobs-bigger-than= --subdirectory-filter= --to-subdirectory-filter= --refs= " +
			"--partial",
		Does: "discards(history)", Source: "git-filter-repo(1)"},
	{Name: "update-ref", Flags: "-m= --no-deref --create-reflog -d!discards(a ref)", Args: "inert+",
		Does: "project discards(where the ref was)", Source: "git-update-ref(1)"},
	{Name: "symbolic-ref", Flags: "-q,--quiet --short --recurse --no-recurse", Args: "inert", Source: "git-symbolic-ref(1)"},
	{Name: "update-index",
		Flags: "--add --remove --refresh -q --really-refresh --assume-unchanged --no-assume-unchanged --skip-worktree " +
			"--no-skip-worktree --chmod=one(+x,-x) --verbose",
		Args: "list*", Does: "project", Source: "git-update-index(1)"},
	{Name: "write-tree", Flags: "--missing-ok --prefix=", Does: "project", Source: "git-write-tree(1)"},
	{Name: "sparse-checkout/list", Source: "git-sparse-checkout(1)"},
	{Name: "sparse-checkout/init sparse-checkout/set sparse-checkout/add sparse-checkout/reapply sparse-checkout/disable",
		Flags: "--cone --no-cone --sparse-index --no-sparse-index --skip-checks", Args: "inert*", Does: "project doubts(takes files out of the tree)",
		Source: "git-sparse-checkout(1)"},
	{Name: "rerere", Flags: "", Source: "git-rerere(1)", Does: "project"},
	{Name: "rerere/status rerere/diff rerere/remaining", Source: "git-rerere(1)"},
	{Name: "archive",
		Flags: "--format=one(tar,zip,tgz,tar.gz) -l,--list -v,--verbose --prefix= -o,--output=write --add-file=read " +
			"--worktree-attributes -#",
		Args: "read*", Out: "content", Source: "git-archive(1)"},
	{Name: "bundle/create", Flags: "-q,--quiet --progress --all-progress --version= --all --branches[=] --tags[=] --since= -#",
		Args: "write inert*", Source: "git-bundle(1)"},
	{Name: "bundle/verify bundle/list-heads", Flags: "-q,--quiet", Args: "read inert*", Source: "git-bundle(1)"},
	{Name: "format-patch",
		Flags: gitDiff + "-# -n,--numbered -N,--no-numbered --start-number= --numbered-files -k,--keep-subject --signoff " +
			"-o,--output-directory=tree --stdout!does()!out(content) --attach[=] --no-attach --inline[=] --thread[=] --no-thread " +
			"--in-reply-to= --ignore-if-in-upstream --always --cover-from-description= --subject-prefix= --rfc -v,--reroll-count= " +
			"--to= --cc= --from[=] --add-header= --cover-letter --no-cover-letter --interdiff= --range-diff= --notes[=] --no-notes " +
			"--signature= --no-signature --signature-file=read --suffix= --no-binary --zero-commit --base[=] --no-base --root " +
			"--progress",
		Args: "inert*", Does: "tree(.)", Out: "names", Source: "git-format-patch(1)"},
	{Name: "config",
		Flags: "--local --show-origin --show-scope --name-only -z,--null --type= --bool --int --path --includes --no-includes " +
			"--default= -l,--list!args() --get,--get-all,--get-regexp!args(" + gitLogin + " inert?) --get-urlmatch!args(" + gitLogin + " inert)",
		Args: "one(user.name,user.email,init.defaultBranch,init.defaultbranch,color.ui,pull.rebase,pull.ff,core.autocrlf,core.filemode," +
			"core.ignorecase,commit.gpgsign) inert?",
		Does: "project", Source: "git-config(1); other keys can name programs and places, --global and --file write elsewhere"},
}
