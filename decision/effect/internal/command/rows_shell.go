package command

// shellFlags are those of a Bourne shell before its script. -i is a gap: an
// interactive shell runs a script in spite of -n.
const shellFlags = "-c!args(shell inert*)!in(data) -s!args(inert*)!in(shell) -n!args(read? inert*)!in(data) -b -e -f -h -l -m -p -t -u -v -x -B -C -E -H -P -T -o=one(pipefail,errexit,nounset,xtrace,noglob,noclobber) -O=one(globstar,nullglob,failglob,inherit_errexit) +e +x +u +B +H --login --noprofile --norc --posix --restricted --verbose " +
	"--init-file,--rcfile=script "

// shellRows are shells, and those builtins of a shell that do nothing to how it
// goes on. The others are the business of who reads the shell: cd, pushd, popd,
// source, ., eval, exec, trap, alias, unalias, set, shopt, unset, export,
// declare, typeset, local, readonly, read, mapfile, readarray, let, getopts,
// enable, builtin, hash, bind, complete, fc, history, coproc.
var shellRows = []Row{
	{Name: "bash sh dash ash ksh mksh zsh", Flags: shellFlags, Args: "script? inert*", In: "shell?", Style: "first", Source: "bash 5.2, dash 0.5 and zsh 5.9 manuals"},
	{Name: "rbash", Like: "bash"},
	{Name: "fish", Flags: "-c,--command=code(fish)!in(data) -N,--no-config -l,--login -n,--no-execute!args(read*)!in(data) -P,--private", Args: "script? inert*", In: "code(fish)?", Style: "first", Source: "fish(1) 3.7"},
	{Name: "csh tcsh", Flags: "-c!args(code(csh) inert*)!in(data) -f", Args: "script? inert*", In: "code(csh)?", Style: "first", Source: "tcsh(1) 6.24"},
	{Name: "pwsh powershell powershell.exe nu xonsh elvish", Args: "inert*", Does: "opaque(another kind of shell)", Style: "bare", Source: "their manuals"},
	{Name: "test [", Args: "condition", Style: "bare", Source: coreutils + ", bash 5.2"},
	{Name: "true false :", Args: "inert*", Style: "bare", Source: coreutils},
	{Name: "exit return break continue shift", Args: "inert?", Style: "bare", Source: "POSIX shell"},
	{Name: "wait jobs times suspend logout", Flags: "-l -n -p -r -s -f", Args: "inert*", Source: "bash 5.2 manual"},
	{Name: "umask ulimit", Flags: "-S -p -a -b -c -d -e -f -H -i -k -l -m -n -P -q -r -s -t -T -u -v -x", Args: "inert*", Source: "bash 5.2 manual"},
	{Name: "clear reset tput tabs", Flags: "-x -T=", Args: "inert*", Source: "ncurses 6.4 manual"},
	{Name: "stty", Flags: "-a,--all -g,--save -F,--file=edit", Args: "inert*", Source: "coreutils"},
	{Name: "dircolors", Flags: "-b,--sh,--bourne-shell -c,--csh,--c-shell -p,--print-database", Args: "read?", Source: coreutils},
}
