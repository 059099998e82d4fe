package command

import "slices"

// Git keeps what was committed, so commits, merges and switched branches can
// be undone from its reflog; what was never committed cannot. Every command
// that changes a repository may run its hooks and filters, and so runs the
// project's own code. Options that name a program to run (--exec,
// --upload-pack, --receive-pack, --open-files-in-pager, --ext-diff,
// --show-signature, --gpg-sign) and those that open an editor are left out.

// gitGlobal are the options before the subcommand. Of -c only keys that
// cannot name a program or another place are listed; most others can.
const gitGlobal = "-C=chdir --no-pager -P --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs " +
	"--icase-pathspecs --no-replace-objects --git-dir=one(.git,./.git) " +
	"-c=one(color.*,advice.*,column.*,status.*,user.name=*,user.email=*,core.quotepath=*,core.quotePath=*,core.abbrev=*,core.pager=cat," +
	"core.autocrlf=*,core.safecrlf=*,core.filemode=*,core.fileMode=*,core.ignorecase=*,core.longpaths=*,diff.algorithm=*," +
	"diff.renames=*,diff.renameLimit=*,diff.noprefix=*,diff.context=*,diff.mnemonicPrefix=*,log.date=*,log.decorate=*,log.follow=*," +
	"log.showSignature=false,blame.date=*,grep.lineNumber=*,format.pretty=*,commit.gpgsign=false,tag.gpgsign=false," +
	"init.defaultBranch=*,merge.conflictStyle=*,merge.conflictstyle=*,protocol.version=#,pull.rebase=false,pull.ff=*,fetch.prune=false," +
	"gc.auto=0,core.commentChar=*,pager.log=false,pager.diff=false,pager.show=false,pager.branch=false,pager.tag=false) -v!alone " +
	"-h!alone --exec-path!alone --html-path!alone --man-path!alone"

// gitDiff are the options of everything that shows differences.
const gitDiff = "-p,-u,--patch -s,--no-patch -U,--unified= --output=write --output-indicator-new= --output-indicator-old= " +
	"--output-indicator-context= --raw --patch-with-raw --patch-with-stat --indent-heuristic --no-indent-heuristic --minimal " +
	"--patience --histogram --anchored= --diff-algorithm= --stat[=] --stat-width= --stat-count= --compact-summary --numstat " +
	"--shortstat -X,--dirstat[=] --cumulative --dirstat-by-file[=] --summary -z --name-only --name-status --submodule[=] --color[=] " +
	"--no-color --color-moved[=] --no-color-moved --color-moved-ws= --no-color-moved-ws --word-diff[=] --word-diff-regex= " +
	"--color-words[=] --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev[=] " +
	"-B,--break-rewrites[=] -M,--find-renames[=] -C,--find-copies[=] --find-copies-harder -D,--irreversible-delete -l= --diff-filter= " +
	"-S=text -G=text --find-object= --pickaxe-all --pickaxe-regex -O=read --skip-to= --rotate-to= -R --relative[=] --no-relative -a,--text " +
	"--ignore-cr-at-eol --ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines " +
	"-I,--ignore-matching-lines= --inter-hunk-context= -W,--function-context --exit-code --quiet --no-ext-diff --no-textconv " +
	"--ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index "

// gitWalk are the options that choose commits.
const gitWalk = "-# -n,--max-count= --skip= --since= --after= --since-as-filter= --until= --before= --author=text --committer=text " +
	"--grep-reflog= --grep=text --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp -E,--extended-regexp -F,--fixed-strings " +
	"-P,--perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= --no-min-parents --no-max-parents " +
	"--first-parent --exclude-first-parent-only --not --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= " +
	"--reflog --alternate-refs --single-worktree --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only " +
	"--right-only --cherry -g,--walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse " +
	"--simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order --reverse --no-walk[=] --do-walk "

// gitPretty are the options that shape how commits are shown.
const gitPretty = "--pretty[=] --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs[=] --no-expand-tabs " +
	"--notes[=] --no-notes --show-notes[=] --standard-notes --no-standard-notes --relative-date --date= --parents --children " +
	"--left-right --graph --no-graph --show-linear-break[=] "

// gitLog are the options of log and what behaves like it. Their -p and -S mean
// what they mean to diff; -L names a range of lines in a file.
const gitLog = gitDiff + gitWalk + gitPretty + "--follow --no-follow --no-decorate --decorate[=] --decorate-refs= --decorate-refs-exclude= " +
	"--clear-decorations --source --mailmap --no-mailmap --use-mailmap --no-use-mailmap --full-diff --log-size -L= --diff-merges= " +
	"--no-diff-merges -m -c --cc --dd --remerge-diff --combined-all-paths -t -r"

// gitRows is git with all its subcommands.
func gitRows() []Row {
	return []Row{{Name: "git", Flags: gitGlobal, Sub: slices.Concat(gitLooking, gitChanging, gitRemotes), Source: "git(1) 2.39"}}
}

// gitLooking are the commands that only look at a repository.
var gitLooking = []Row{
	// What is in the repository and the working tree.
	{Name: "status",
		Flags: "-s,--short -b,--branch --show-stash --porcelain[=] --long -v,--verbose -u,--untracked-files[=] --ignore-submodules[=] " +
			"--ignored[=] -z --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]",
		Args: "list*", Does: "list(.)", Out: "names", Source: "git-status(1)"},
	{Name: "log whatchanged", Flags: gitLog, Args: "read*", Out: "content", Does: "list(.)", Source: "git-log(1)"},
	{Name: "show", Flags: gitLog, Args: "read*", Out: "content", Does: "list(.)", Source: "git-show(1)"},
	{Name: "diff", Flags: gitDiff + "--cached --staged --merge-base --no-index -1,--base -2,--ours -3,--theirs -0 -c --cc", Args: "read*",
		Does: "list(.)", Out: "content", Source: "git-diff(1)"},
	{Name: "diff-files", Flags: gitDiff + "-1,--base -2,--ours -3,--theirs -0 -c --cc -q", Args: "read*", Does: "list(.)", Out: "content",
		Source: "git-diff-files(1)"},
	{Name: "diff-index", Flags: gitDiff + "--cached -m --merge-base", Args: "read+", Out: "content", Does: "list(.)", Source: "git-diff-index(1)"},
	{Name: "diff-tree",
		Flags: gitDiff + gitPretty + "-r -t --root --stdin -m -c --cc --combined-all-paths -v --no-commit-id --always --merge-base",
		Args:  "read*", Does: "list(.)", Out: "content", In: "data", Source: "git-diff-tree(1)"},
	{Name: "range-diff", Flags: gitDiff + "--creation-factor= --no-dual-color --left-only --right-only --notes[=] --no-notes",
		Args: "read+", Does: "list(.)", Out: "content", Source: "git-range-diff(1)"},
	{Name: "blame annotate",
		Flags: "-b --root --show-stats -L= -l -t -S=read --reverse[=] --first-parent -p,--porcelain --line-porcelain --incremental " +
			"--encoding= --contents=read --date= --progress --no-progress -M[=] -C[=] --ignore-rev= --ignore-revs-file=read " +
			"--color-lines --color-by-age -h -c --score-debug -f,--show-name -n,--show-number -s -e,--show-email -w --abbrev=",
		Args: "read+", Does: "list(.)", Out: "content", Source: "git-blame(1)"},
	{Name: "shortlog",
		Flags: "-n,--numbered -s,--summary -e,--email --format[=] --date= --group= -c,--committer[=] -w[=] -# --max-count= --since= " +
			"--after= --until= --before= --author=text --grep=text --merges --no-merges --first-parent --all --branches[=] --tags[=] " +
			"--remotes[=]",
		Args: "read*", Does: "list(.)", In: "data", Source: "git-shortlog(1)"},
	{Name: "grep",
		Flags: "--cached --no-index!everywhere --untracked --no-exclude-standard!everywhere --exclude-standard --recurse-submodules -a,--text --no-textconv " +
			"-i,--ignore-case -I --max-depth= -r,--recursive --no-recursive -w,--word-regexp -v,--invert-match -h -H --full-name " +
			"-E,--extended-regexp -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column " +
			"-l,--files-with-matches --name-only -L,--files-without-match -z,--null -o,--only-matching -c,--count --color[=] " +
			"--no-color --break --heading -p,--show-function -# -C,--context= -A,--after-context= -B,--before-context= " +
			"-W,--function-context -m,--max-count= --threads= -f=read!args(read*) -e=text!args(read*) --and --or --not --all-match " +
			"-q,--quiet",
		Args: "text read*", Does: "read(.)", Out: "content", Source: "git-grep(1)"},
	{Name: "ls-files",
		Flags: "-c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage --directory --no-empty-directory " +
			"--empty-directory -u,--unmerged -k,--killed -z --deduplicate -x,--exclude= -X,--exclude-from=read " +
			"--exclude-per-directory= --exclude-standard --error-unmatch --with-tree= -t -v -f --full-name --recurse-submodules " +
			"--abbrev[=] --debug --eol --sparse --format=",
		Args: "list*", Does: "list(.)", Out: "names", Source: "git-ls-files(1)"},
	{Name: "ls-tree", Flags: "-d -r -t -l,--long -z --name-only --name-status --object-only --abbrev[=] --full-name --full-tree --format=",
		Args: "inert inert*", Does: "list(.)", Out: "names", Source: "git-ls-tree(1)"},
	{Name: "cat-file",
		Flags: "-t -s -e -p --mailmap --no-mailmap --use-mailmap --no-use-mailmap --batch[=] --batch-check[=] --batch-command[=] " +
			"--batch-all-objects --buffer --unordered --allow-unknown-type --follow-symlinks -z",
		Args: "read*", Does: "list(.)", Out: "content", In: "data", Source: "git-cat-file(1)"},
	{Name: "rev-parse",
		Flags: "--sq-quote --revs-only --no-revs --flags --no-flags --default= --prefix= --verify -q,--quiet --sq --short[=] --not " +
			"--abbrev-ref[=] --symbolic --symbolic-full-name --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= " +
			"--exclude-hidden= --disambiguate= --local-env-vars --path-format= --git-dir --git-common-dir --resolve-git-dir= " +
			"--git-path= --show-toplevel --show-superproject-working-tree --shared-index-path --absolute-git-dir --is-inside-git-dir " +
			"--is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-object-format[=] " +
			"--since= --after= --until= --before= --end-of-options",
		Args: "inert*", Does: "list(.)", Source: "git-rev-parse(1)"},
	{Name: "rev-list",
		Flags: gitWalk + gitPretty + "--quiet --disk-usage[=] --use-bitmap-index --bisect-vars --bisect-all --objects --in-commit-order " +
			"--objects-edge --objects-edge-aggressive --indexed-objects --unpacked --object-names --no-object-names --filter= " +
			"--no-filter --missing= --header --no-commit-header --commit-header --timestamp --count",
		Args: "inert*", Does: "list(.)", Source: "git-rev-list(1)"},
	{Name: "describe",
		Flags: "--dirty[=] --broken[=] --all --tags --contains --abbrev= --candidates= --exact-match --debug --long --match= " +
			"--exclude= --always --first-parent",
		Args: "inert*", Does: "list(.)", Source: "git-describe(1)"},
	{Name: "name-rev", Flags: "--tags --refs= --exclude= --all --annotate-stdin --name-only --no-undefined --always", Args: "inert*",
		Does: "list(.)", In: "data", Source: "git-name-rev(1)"},
	{Name: "for-each-ref",
		Flags: "--count= --sort= --format= --color[=] --shell --perl --python --tcl --points-at= --merged[=] --no-merged[=] " +
			"--contains[=] --no-contains[=] --ignore-case --stdin --exclude= --omit-empty",
		Args: "inert*", Does: "list(.)", Source: "git-for-each-ref(1)"},
	{Name: "show-ref",
		Flags: "--head -d,--dereference -s,--hash[=] --verify --exists --abbrev[=] --heads --branches --tags -q,--quiet " +
			"--exclude-existing[=]",
		Args: "inert*", Does: "list(.)", Source: "git-show-ref(1)"},
	{Name: "show-branch",
		Flags: "-r,--remotes -a,--all --current --topo-order --date-order --sparse --more= --list --merge-base --independent --no-name " +
			"--sha1-name --topics -g,--reflog[=] --color[=] --no-color",
		Args: "inert*", Does: "list(.)", Source: "git-show-branch(1)"},
	{Name: "merge-base", Flags: "-a,--all --octopus --is-ancestor --independent --fork-point", Args: "inert+", Does: "list(.)",
		Source: "git-merge-base(1)"},
	{Name: "merge-tree",
		Flags: "--write-tree --trivial-merge -z --name-only --messages --no-messages --allow-unrelated-histories --merge-base=",
		Args:  "inert+", Does: "list(.)", Out: "content", Source: "git-merge-tree(1)"},
	{Name: "cherry", Flags: "-v,--verbose --abbrev[=]", Args: "inert*", Does: "list(.)", Source: "git-cherry(1)"},
	{Name: "check-ignore", Flags: "-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index", Args: "list*", Does: "list(.)",
		Out: "names", In: "data", Source: "git-check-ignore(1)"},
	{Name: "check-attr", Flags: "-a,--all --cached --stdin -z --source=", Args: "inert*", Does: "list(.)", Out: "names", In: "data",
		Source: "git-check-attr(1)"},
	{Name: "check-ref-format", Flags: "--normalize --allow-onelevel --no-allow-onelevel --refspec-pattern --branch", Args: "inert",
		Source: "git-check-ref-format(1)"},
	{Name: "check-mailmap", Flags: "--stdin", Args: "inert*", In: "data", Source: "git-check-mailmap(1)"},
	{Name: "count-objects", Flags: "-v,--verbose -H,--human-readable", Does: "list(.)", Source: "git-count-objects(1)"},
	{Name: "fsck",
		Flags: "--unreachable --dangling --no-dangling --root --tags --cache --no-reflogs --full --no-full --connectivity-only " +
			"--strict --verbose --name-objects --progress --no-progress",
		Args: "inert*", Does: "list(.)", Source: "git-fsck(1)"},
	{Name: "verify-commit verify-tag", Flags: "-v,--verbose --raw --format=", Args: "inert+", Does: "project", Source: "git-verify-commit(1)"},
	{Name: "hash-object", Flags: "-t= --stdin --stdin-paths --path= --no-filters --literally", Args: "read*", Does: "list(.)", In: "data",
		Source: "git-hash-object(1)"},
	{Name: "column", Flags: "--command= --mode= --raw-mode= --width= --indent= --nl= --padding=", Out: "stdin", In: "data", Source: "git-column(1)"},
	{Name: "stripspace", Flags: "-s,--strip-comments -c,--comment-lines", Out: "stdin", In: "data", Source: "git-stripspace(1)"},
	{Name: "interpret-trailers",
		Flags: "--trim-empty --trailer= --where= --no-where --if-exists= --if-missing= --only-trailers --only-input --unfold --parse " +
			"--no-divider",
		Args: "read*", Out: "content", In: "data?", Source: "git-interpret-trailers(1)"},
	{Name: "version", Flags: "--build-options", Source: "git-version(1)"},
	{Name: "help", Flags: "-a,--all -g,--guides -c,--config -m,--man -i,--info --no-external-commands --no-aliases --verbose",
		Args: "inert*", Source: "git-help(1)"},
	{Name: "var", Flags: "-l", Args: "inert?", Source: "git-var(1)"},
	{Name: "bugreport", Flags: "-o,--output-directory=tree -s,--suffix= --no-diagnose", Does: "tree(.)", Source: "git-bugreport(1)"},
	{Name: "diagnose", Flags: "-o,--output-directory=tree -s,--suffix= --mode=", Does: "tree(.)", Source: "git-diagnose(1)"},
}
