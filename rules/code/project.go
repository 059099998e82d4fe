package code

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Project is the rules of one project. It is safe for concurrent use.
type Project struct {
	Options
	dir  string
	root string

	live     atomic.Pointer[state]
	checked  atomic.Int64 // when the files were last looked at, in Unix nanoseconds
	reload   sync.Mutex
	verdicts verdicts
	judges   judges
}

// state is what the files said when they were read.
type state struct {
	*ruleSet
	plans    plans
	stamp    string
	warnings []Fault
	// broken is why the files as they are now cannot be used.
	broken error
	// keeps says that the rules are those of before the files broke.
	keeps bool
}

// Load reads the rules in a directory .supervisor. The error is a [*Faults] with
// all that is wrong, except for what is wrong with the options.
//
// The files are read again when they change; see [Project.Err].
func Load(dir string, opts Options) (*Project, error) {
	p, err := open(dir, opts)
	if err != nil {
		return nil, err
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// open is Load, except that broken rules are no error: nothing that they might
// name passes then.
func open(dir string, opts Options) (*Project, error) {
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, fmt.Errorf("code options: %w", err)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	p := &Project{Options: opts, dir: dir, root: opts.Root}
	if p.root == "" {
		p.root = filepath.Dir(dir)
	}
	if p.root, err = filepath.Abs(p.root); err != nil {
		return nil, err
	}
	p.judges.make = opts.Judge
	p.checked.Store(p.Now().UnixNano())
	p.live.Store(p.read(nil))
	return p, nil
}

// read makes the state of the files. Where they are broken, the rules of before
// stay.
func (p *Project) read(before *state) *state {
	l := &loader{Options: p.Options, dir: p.dir, fold: foldsCase(p.dir)}
	stamp := l.stamp()
	set, err := l.load()
	made := &state{ruleSet: set, stamp: stamp, warnings: l.warnings, broken: err}
	if err != nil && before != nil {
		made.ruleSet, made.keeps = before.ruleSet, true
		p.Logger.Error("the rules of a project could not be reloaded; the last good ones stay in force", "dir", p.dir, "error", err)
	}
	return made
}

// current returns the rules in force. It looks at the files if nobody did for a
// while.
func (p *Project) current() *state {
	now, live := p.Now().UnixNano(), p.live.Load()
	if time.Duration(now-p.checked.Load()) < p.ReloadInterval || !p.reload.TryLock() {
		return live
	}
	defer p.reload.Unlock()
	p.checked.Store(now)
	if l := (&loader{Options: p.Options, dir: p.dir}); l.stamp() == live.stamp {
		return live
	}
	before := live
	if live.broken != nil && !live.keeps {
		before = nil // what never was good is not kept
	}
	live = p.read(before)
	p.live.Store(live)
	return live
}

// Err is what is wrong with the files as they are now; nil if they are in force.
// A project whose files broke after it was loaded goes on with the last good
// rules.
func (p *Project) Err() error { return p.current().broken }

// Warnings are what is doubtful in the rules: what is legal and probably not
// meant.
func (p *Project) Warnings() []Fault { return p.current().warnings }

// Mode is the mode in force.
func (p *Project) Mode() Mode { return p.current().mode }

// Root is the project's directory.
func (p *Project) Root() string { return p.root }

// judges makes the judge when it is first asked for.
type judges struct {
	mu   sync.Mutex
	make func(model string) (Judge, error)
	made map[string]Judge
}

var errNoJudge = errors.New("no judge of semantic rules is configured")

func (p *Project) judge(model string) (Judge, error) {
	j := &p.judges
	j.mu.Lock()
	defer j.mu.Unlock()
	if made, ok := j.made[model]; ok {
		return made, nil
	}
	if j.make == nil {
		return nil, errNoJudge
	}
	made, err := j.make(model)
	if err != nil {
		return nil, err
	}
	j.made = map[string]Judge{model: made} // the model of now; one is enough
	return made, nil
}

// Validate holds content that is to be written to a file against the rules. The
// path is relative to the project, or absolute. It never fails: what could not
// be checked is in the result, which then did not pass.
func (p *Project) Validate(ctx context.Context, path string, content []byte) Result {
	s := p.current()
	rel, ok := p.relative(path)
	if !ok {
		return outside(path)
	}
	plan := s.plan(rel)
	if plan == nil {
		return Result{Path: rel, Passed: true, mode: s.mode}
	}
	return (&check{project: p, rules: s, plan: plan, path: rel}).run(ctx, content)
}
