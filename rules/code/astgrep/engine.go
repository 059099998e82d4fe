package astgrep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// Defaults and limits.
const (
	// DefaultTimeout bounds one run of the program. It takes some ten
	// milliseconds for a thousand lines.
	DefaultTimeout = 10 * time.Second
	// DefaultProcesses is how many runs there are at the same time. Others wait.
	DefaultProcesses = 4
	// MaxSource bounds the bytes of a content, as for linked grammars.
	MaxSource = 1 << 20
	// MaxOutput bounds the report of one run, which quotes what was found. A
	// larger one is an error with cause overload.
	MaxOutput = 16 << 20
)

// name is what the config calls the engine.
const name = "astgrep"

// Options say how the program is run. The zero Options is valid.
type Options struct {
	// Path is the program. Empty: ast-grep, looked for in PATH. It should be the
	// binary itself, not a script that starts it: only what is started here is
	// ended when the time is over.
	Path string
	// Timeout bounds one run. 0 means [DefaultTimeout].
	Timeout time.Duration
	// Processes bounds the runs at the same time. 0 means [DefaultProcesses].
	Processes int
}

// Engine is a [code.Engine] over the ast-grep program. It knows every language of
// [astrule.Languages] and is safe for concurrent use.
type Engine struct {
	path    string
	timeout time.Duration
	places  chan struct{}

	mu       sync.Mutex
	accepted map[*astrule.Rule]bool // rules that the program has read without a fault
}

var _ code.Engine = (*Engine)(nil)

// New makes an engine. It starts nothing; the error says that there is no such
// program, or what is wrong with the options.
func New(o Options) (*Engine, error) {
	if o.Timeout < 0 || o.Processes < 0 {
		return nil, errors.New("astgrep: Timeout and Processes must not be negative; 0 means the default")
	}
	path, err := exec.LookPath(cmp.Or(o.Path, "ast-grep"))
	if err != nil {
		return nil, fmt.Errorf("astgrep: there is no ast-grep here (npm install --global @ast-grep/cli): %w", err)
	}
	return &Engine{
		path: path, timeout: cmp.Or(o.Timeout, DefaultTimeout), places: make(chan struct{}, cmp.Or(o.Processes, DefaultProcesses)),
		accepted: map[*astrule.Rule]bool{},
	}, nil
}

// Name is "astgrep".
func (e *Engine) Name() string { return name }

// Knows reports whether rules can name the language.
func (e *Engine) Knows(language string) bool {
	l, known := astrule.FindLanguage(language)
	return known && l.Name == language
}

// Compile has the program read the rules, those that it has not read before. The
// error names rules that it refuses by their ids.
func (e *Engine) Compile(ctx context.Context, rules []*astrule.Rule) (code.Program, error) {
	if len(rules) == 0 {
		return nil, errors.New("there are no rules")
	}
	p := &program{engine: e, rules: rules}
	docs := make([]string, len(rules))
	for i, r := range rules {
		doc, err := inline(i, r)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
		docs[i] = doc
	}
	p.batches = batches(rules[0].Language, docs)
	return p, e.accept(ctx, p, docs)
}

// accept tries out rules that are new.
func (e *Engine) accept(ctx context.Context, p *program, docs []string) error {
	if e.known(p.rules) {
		return nil
	}
	if _, err := p.run(ctx, nil); err != nil {
		var refusal *refusedError
		if !errors.As(err, &refusal) {
			return err
		}
		return e.blame(ctx, p, docs, err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.accepted)+len(p.rules) > astrule.MaxRules {
		clear(e.accepted) // of rules that were replaced since; the rest is read again
	}
	for _, r := range p.rules {
		e.accepted[r] = true
	}
	return nil
}

func (e *Engine) known(rules []*astrule.Rule) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range rules {
		if !e.accepted[r] {
			return false
		}
	}
	return true
}

// blame finds the rules that the program refuses.
func (e *Engine) blame(ctx context.Context, p *program, docs []string, err error) error {
	var bad []string
	for i, r := range p.rules {
		var refusal *refusedError
		if _, err := e.run(ctx, docs[i], nil); errors.As(err, &refusal) {
			bad = append(bad, r.ID)
		}
	}
	if len(bad) == 0 {
		return err
	}
	return decision.Errorf(decision.CauseInvalid, "%w: %s", err, strings.Join(bad, ", "))
}
