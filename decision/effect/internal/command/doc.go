// Package command knows what programs do with their arguments. It is data: a
// [Row] a program, and one reader that holds the words of a command line
// against it. It knows no shell and no file system: its answer is a [Plan] of
// acts on words, which package effect turns into effects.
//
// # Flags
//
// A row lists every flag that it understands, separated by blanks; any other
// flag is a gap. Names of one flag are joined by commas:
//
//	-a,--all           no value
//	-n,--lines=        takes a value that means nothing outside the program
//	-o,--output=write  takes a value with a role
//	--color[=]         takes a value only if attached: --color=always
//	--inplace[=write]  the same, with a role
//	-f,--force!privilege         brings an act
//	-e,--regexp=!args(read*)     changes what the operands are
//	--dry-run!does(network)      changes what the row does
//	--version!alone              without effect if it is the only argument
//
// Several "!" may follow each other. Single-letter flags without value may be
// bundled, unless the row's style says otherwise.
//
// # Roles
//
// The operands of a row, and the values of its flags, have roles. An operand
// role may be followed by "*" (any number), "+" (one or more) or "?" (none or
// one); one such role may stand anywhere in the list: "read+ write".
//
//	inert    means nothing outside the program: a pattern, a number, a name
//	read     a file whose content is read
//	list     a file or directory of which only names and properties are shown
//	write    a file that is made or overwritten
//	append   a file that is made or appended to
//	edit     a file that is read and rewritten
//	create   a directory or an empty file that is made if it is not there
//	delete   a file or directory that is removed; "deep" makes it recursive
//	move     a file that is moved away
//	tree     a directory that is written into (unpacking, cloning)
//	link     what a link that is made points at
//	props    a file whose mode, owner, times or attributes change
//	chdir    the directory in which the program works from there on
//	exec     a command line: this word and all that follow
//	shell    a text that a shell runs
//	code(x)  a text in the language x that an interpreter runs
//	script   a file of code that is run
//	sql(x)   SQL of the dialect x
//	url      is fetched
//	host     is contacted; also host:port and user@host
//	remote   host:path or user@host:path, else a local file that is read
//	secret   a credential
//	env      NAME=value pairs and then a command line, as of env(1)
//
// # Acts
//
// What a row does beside its operands, and what flags add, are acts separated
// by blanks; some take a text in parentheses:
//
//	network(what)      talks to a service: "registry", "api"
//	sends(what)        carries local data out: "commits", "package"
//	external(what)     acts on the outside world: "push", "publish", "payment"
//	remotedelete(what) deletes something that is not on this machine
//	installs(what)     puts software on this machine, or into the project
//	privilege          runs with other rights, or changes them
//	persistence        puts what runs by itself later
//	disrupts(what)     stops processes, services or the machine
//	discards(what)     throws work away: "uncommitted changes"
//	secrets(what)      shows or takes credentials
//	project            runs the project's own code, in the working directory
//	unseen(what)       runs code that nobody has looked at
//	opaque(why)        does what cannot be told from its arguments
//	deep               deletes, copies or changes whole trees
//	read(path) list(path) write(path) …   a role applied to a fixed path;
//	                   "." is the working directory
//	args(roles)        the operands are these instead
//	does(acts)         the row does this instead
//	alone              see above
//
// # Flow
//
// Out says what the standard output carries: "content" (what it read),
// "names" (of files), "text" (its operands, as echo), "stdin" (its input passed
// on), "network" (what came from there), "decoded" (its input or operands in
// another coding), "secret", or nothing of interest (""). In says what becomes
// of the standard input: "" (not read), "data", "shell" (run), "code(x)" (run),
// "args" (words for the command line that it wraps, as xargs), "sql(x)",
// "sends" (leaves the machine). "data?" and the like hold only if no operand
// names a file.
package command
