// Package command knows what programs do with their arguments. It is data: a
// [Row] a program, and one reader that holds the words of a command line
// against it. It knows no shell and no file system: its answer is a [Plan] of
// acts on words, which package effect turns into effects.
//
// What a row does not name is a gap: an unknown flag, a word too many, a word
// too few, a word that may or may not be a flag.
//
// # Flags
//
// A row lists every flag that it understands, separated by blanks. Names of
// one flag are joined by commas:
//
//	-a,--all           no value
//	-n,--lines=        takes a value that means nothing outside the program
//	-o,--output=write  takes a value with a role
//	--color[=]         takes a value only if attached: --color=always
//	--inplace[=write]  the same, with a role
//	-f,--force!privilege         brings an act
//	-e,--regexp=!shift           changes what the operands are
//	--dry-run!does(network)      changes what the row does
//	--version!alone              without effect if it is the only argument
//	--arg==            takes two values; the role is that of the second
//	--names=param*     takes all words up to the next flag
//	--!discards(x)     what "--" brings
//	-#                 a dash and digits: head -5
//	-Xmx*              any word that begins so
//	+G @* /s           words with a plus, an at or a slash are flags as well,
//	                   if any is listed
//	e                  this letter in a first word without dash: ps aux
//
// Several "!" may follow each other. A flag may be listed several times with
// roles of kind one(…): the first that fits the value holds, and the last may
// have another role. "--" may be listed to tell what it brings. Single-letter flags without value may be
// bundled, unless the row's style says otherwise. "--help" and "--version" as
// the only argument are understood by every row whose style is not "bare".
//
// # Roles
//
// The operands of a row, and the values of its flags, have roles. An operand
// role may be followed by "*" (any number), "+" (one or more), "?" (none or
// one) or "*." (any number; none is the working directory). Only one of the
// roles may take any number; it may stand anywhere: "read+ write".
//
//	inert    means nothing outside the program: a number, a name, a word of the
//	         program's own. If it looks like a path that leads out of the
//	         project it is a gap all the same
//	text     a text that is never a path, whatever it looks like: a pattern, a
//	         message
//	one(a,b) one of these texts; "*" stands for anything, "#" for digits; any
//	         other text is a gap
//	not(a,b) any text but these, which are gaps
//	read     a file whose content is read; "-" and /dev/stdin are the input
//	list     a file or directory of which only names and properties are shown
//	write    a file that is made or overwritten; "-" is the output
//	append   a file that is made or appended to
//	edit     a file that is read and rewritten
//	create   a directory or an empty file that is made if it is not there
//	delete   a file or directory that is removed; "deep" makes it recursive
//	move     a file that is moved away
//	dest     where the files read, moved or linked go: that file, or a file of
//	         the same name in that directory
//	tree     a directory that is written into (unpacking, cloning)
//	link     what a link that is made points at
//	local(read)  the same, of a program to which a word with ":", "|" or "@" is
//	         something else, which is a gap; also local(write), local(edit)
//	props    a file whose mode, owner, times or attributes change
//	chdir    the directory in which the program works from there on
//	exec     a command line: this word and all that follow; exec(remote) and
//	         exec(container) run it there
//	env      NAME=value pairs and then a command line, as of env(1)
//	join     this word and all that follow are joined and run by a shell
//	shell    a text that a shell runs; shell(remote), shell(container)
//	code(x)  a text in the language x that an interpreter runs
//	script   a file of code that is run
//	sql(x)   SQL of the dialect x
//	url      is fetched; url(POST) says how
//	host     is contacted; also host:port and user@host
//	remote   host:path or user@host:path, else a local file that is read
//	remote(store)  s3://bucket/key or name:path in a store of objects, else a
//	         local file that is read; also remotedest(store)
//	repo     a repository: the name of a remote, which means nothing, a URL, a
//	         host:path, or a local path that is read
//	remotedest  dest, or host:path, to which the files leave
//	payload  a text that leaves the machine
//	data     the same, or @file, which is read and leaves; "@-" is the input
//	param    a parameter of a cloud service: text, or file://path, fileb://path
//	         or @path, which is read and leaves
//	form     name=text, name=@file, name=<file or name@file, which leave
//	header   a header of HTTP, which leaves; @file; some carry a credential
//	upload   a file that is read and leaves the machine
//	secret   a credential
//	project  a file or directory of the project's own code, which is run
//	task     the name of a task of the project's own code: a make target
//	tool(a,b) as exec, but the program must be one of these
//	archive  a file that is read, unless a flag says otherwise: tar -f
//	suffix   the ending of a backup; one with a slash lies elsewhere, a gap
//	place    the text that xargs(1) replaces in the inner command line
//	sed awk jq  a program of that language, which is looked into
//	mode     a mode of chmod(1); setuid and setgid are privilege
//	variable the name of an environment variable that is shown
//	sought   a part of the names of files that are looked for everywhere
//	condition  an expression of test(1): this word and all that follow
//
// A "^" before a role says that the path counts from where the program was
// started, although a flag of role chdir changes where it works.
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
//	doubts(why)        nothing more than its operands say, and yet a person
//	                   should look
//	secrets(what)      shows or takes credentials
//	project            runs the project's own code, in the working directory
//	unseen(what)       runs code that nobody has looked at
//	opaque(why)        does what cannot be told from its arguments
//	deep               deletes, copies or changes whole trees
//	everywhere         searches hidden and ignored files as well
//	read(path) list(path) write(path) project(path) …   a role applied to a
//	                   fixed path; "." is the working directory
//
// Only flags have these:
//
//	args(roles)        the operands are these instead
//	shift              the first of the operand roles falls away, because the
//	                   flag gives it; however many flags say so
//	does(acts)         the row does this instead
//	edits              the operands that are read are rewritten as well
//	narrow             only files of certain names are searched
//	quiet              of sed(1): only what its script prints is kept
//	archive(role)      what happens to the archive: read, write, edit
//	out(flow) in(flow) its output or input carries this instead
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
// names a file, or one of them is "-".
//
// # Subcommands
//
// The name of a subcommand of several words joins them by "/": "remote/add".
// The reader takes the longest that fits. A "*" in a word stands for anything:
// "ec2/describe-*"; an exact name comes first, then the pattern with the most
// letters, but a pattern only if no shorter name fits. A subcommand whose name begins with
// a dash is one that a flag selects, "-m/json.tool" of Python; it does not
// oblige the first operand to be a subcommand.
package command
