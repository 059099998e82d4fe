package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// Interpreter tells what a simple command does with its words.
type Interpreter interface {
	Interpret(words []command.Word) command.Plan
}

// Engine reads command lines. Its fields may not be changed after the first
// use; then it is safe for concurrent use.
type Engine struct {
	Commands Interpreter
	// Wrappers are programs that run the command line behind their name and do
	// nothing else.
	Wrappers []string
	Home     string // empty: unknown
	// WorkingDir is where Run starts if it is given no directory, as an
	// absolute path. Empty: unknown.
	WorkingDir string

	parsers parsers
}

// Resolver tells where a path leads that counts from dir, so that two names of
// one file are known to be one. False: the content of the file is not
// followed.
type Resolver func(path, dir string) (string, bool)

// Run reads one command line that a shell would run in dir; an empty dir is
// the one that relative paths count from anyway.
func (e *Engine) Run(text, dir string, resolve Resolver) Report {
	r := e.newRun(text, dir, resolve)
	r.text(text, unknown) // what the harness gives it, nobody knows
	r.springAll()
	return r.report
}

func (e *Engine) newRun(text, dir string, resolve Resolver) *run {
	return &run{engine: e, resolve: resolve, place: place{dirs: []string{dir}}, segment: text}
}

// RunArgs reads a command line that is given as words and run without a shell.
func (e *Engine) RunArgs(words []string, dir string, resolve Resolver) Report {
	r := e.newRun(strings.Join(words, " "), dir, resolve)
	r.argv(words)
	return r.report
}

// argv runs one command that is given as words.
func (r *run) argv(words []string) {
	if len(words) == 0 {
		return
	}
	line := make([]word, len(words))
	for i, w := range words {
		line[i] = literal(w)
	}
	r.external(line, unknown)
	r.springAll()
}

// run is the state of reading one command line.
type run struct {
	engine  *Engine
	resolve Resolver
	report  Report

	steps   int
	nesting int
	looping int
	moves   int      // how often the directory was changed
	aborts  int      // how often the shell may have left a line for the next one
	jumps   []string // where a return, break or continue was found
	calls   int      // of functions and sourced files that are being read
	learned int      // grows with all that may change what was read before

	source  string // the text that positions count in
	segment string
	by      string
	away    string

	vars       map[string]*variable
	trail      []*bool // what became definite, in order
	picks      []pick
	args       []word // $1 and on
	argsSure   bool
	argsSet    int // how often they were set
	funcs      map[string]*function
	aliases    map[string]string
	files      map[string]*file
	moved      []movement
	traps      []trapped
	reading    map[string]int // files that are read while other commands run
	beside     int            // commands that run beside others are being read
	devices    []*device      // by number: process substitutions
	fds        map[string]*fd
	oddSplit   bool // IFS is not what it was
	oddRead    bool // IFS is another one for this read
	plainShell bool // the text is read by sh(1), which may be bash or not
	linked     bool // names of files may lead elsewhere than Resolve says

	log *writeLog // nil: nobody asks what is written

	place
}

// place is where the shell is. A subshell has its own.
type place struct {
	dirs   []string // that it may be in; shared, so it is replaced and never changed
	failed []string // where it is if the last cd failed
}

// jumping reads what a return, break or continue may end early: behind it the
// shell may be wherever it was then.
func (r *run) jumping(f func()) {
	outer := r.jumps
	r.jumps = nil
	f()
	r.addDirs(r.jumps)
	r.jumps = outer
}

// text reads text as a shell does that is in the state of r.
func (r *run) text(text string, in Data) Data {
	if !r.enter() {
		return unknown
	}
	defer r.leave()
	if splitsOperator(text) {
		r.gap("line continuation inside an operator")
		text = strings.ReplaceAll(text, "\\\n", "")
	}
	file, err := r.engine.parsers.parse(text)
	if err != nil {
		r.gap(err.Error())
		return unknown
	}
	if r.plainShell && readsOtherwise(file) {
		r.gap("text for bash that another shell reads otherwise")
	}
	source, segment := r.source, r.segment
	r.source = text
	defer func() { r.source, r.segment = source, segment }()
	return r.list(file.Stmts, in)
}

// enter counts one level of nesting.
func (r *run) enter() bool {
	r.nesting++
	if r.nesting > maxNesting {
		r.gap("nested deeper than is looked at")
		r.nesting--
		return false
	}
	return true
}

func (r *run) leave() { r.nesting-- }

// step counts one command.
func (r *run) step() bool {
	if r.steps++; r.steps > maxSteps {
		r.gap("more commands than are looked at")
		return false
	}
	return true
}

// subshell runs f as in a process of its own: directories and what became
// definite do not come back. Values of variables do, which over-estimates.
func (r *run) subshell(f func() Data) Data {
	saved, args, sure, set, fds, odd := r.place, r.args, r.argsSure, r.argsSet, r.fds, r.oddSplit
	r.failed = nil
	mark := len(r.trail)
	out := f()
	r.forget(mark)
	r.place, r.args, r.argsSure, r.argsSet, r.fds = saved, args, sure, set, fds
	r.oddSplit = r.oddSplit || odd
	return out
}

// maybe runs f as something that may not happen.
func (r *run) maybe(f func()) {
	before := r.dirs
	mark, set := len(r.trail), r.argsSet
	f()
	r.forget(mark)
	r.doubtArgs(set)
	r.settle()
	after := r.dirs
	r.dirs = before
	if r.addDirs(after) {
		r.learned++
	}
}

// setSegment makes the source of a statement the one that is reported.
func (r *run) setSegment(s *syntax.Stmt) {
	from, to := int(s.Pos().Offset()), int(s.End().Offset())
	if s.Semicolon.IsValid() {
		to = int(s.Semicolon.Offset())
	}
	if from < to && to <= len(r.source) {
		r.segment = strings.TrimRight(r.source[from:to], " \n\t")
	}
}
