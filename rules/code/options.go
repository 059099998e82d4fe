package code

import (
	"errors"
	"log/slog"
	"time"
)

// Defaults and limits of [Options].
const (
	// DefaultBudget bounds the matching of syntax trees for one content. The
	// grammars need 10 ms for a thousand lines; only junk takes longer.
	DefaultBudget = time.Second
	// DefaultJudgeTimeout bounds the judging of semantic rules for one content.
	DefaultJudgeTimeout = 30 * time.Second
	// DefaultReloadInterval is how often the files of the rules are looked at
	// for changes, at most. It keeps the file system out of the hot path.
	DefaultReloadInterval = time.Second
	// MaxContentBytes bounds what is checked. Larger content is not checked
	// and does not pass where a rule names its path. It is what the
	// parameters of a call may hold.
	MaxContentBytes = 4 << 20
)

// Edits says what an edit answers for.
type Edits uint8

// What an edit answers for.
const (
	EditsAll Edits = iota // all of the file that results
	EditsNew              // what the file did not have before
)

// Suppressions says what a comment "ast-grep-ignore" does. Agents can write
// such comments.
type Suppressions uint8

// What such a comment does.
const (
	SuppressionsOff    Suppressions = iota // nothing
	SuppressionsReport                     // it makes a warning of the violation
	SuppressionsAllow                      // it hides the violation
)

// OnError says what becomes of content that a rule could not be held against: a
// judge that does not answer, an engine that fails or is missing.
type OnError uint8

// What becomes of it.
const (
	OnErrorReject OnError = iota // it does not pass
	OnErrorWarn                  // it passes, with a note
)

// Options say how rules are held against content. The zero Options is valid: it
// has no engine and no judge, so content that a rule of tier 1 or 3 names does
// not pass.
type Options struct {
	// Root is the project's directory, to which paths are relative. Empty: the
	// parent of the rules' directory.
	Root string
	// Engines match syntax trees. The first that knows a rule's language is
	// used.
	Engines []Engine
	// Judge makes the judge of semantic rules when it is first needed; model is
	// llm_model of the config, which may be empty. Nil: there is none.
	Judge func(model string) (Judge, error)
	// Edits is what [Project.ValidateEdit] holds an edit responsible for.
	Edits Edits
	// Suppressions is what comments do that turn a rule off.
	Suppressions Suppressions
	// OnError is what becomes of content that could not be checked.
	OnError OnError
	// RejectBroken has content with syntax errors not pass where a rule of tier
	// 1 names its path. By default what can be read of it is checked, with a
	// note.
	RejectBroken bool
	// Budget bounds tier 1 for one content. 0 means [DefaultBudget].
	Budget time.Duration
	// JudgeTimeout bounds tier 3 for one content. 0 means [DefaultJudgeTimeout].
	JudgeTimeout time.Duration
	// ReloadInterval is how often the files are looked at for changes, at most.
	// 0 means [DefaultReloadInterval].
	ReloadInterval time.Duration
	// Logger gets what an operator should see, such as rules that could not be
	// reloaded. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.JudgeTimeout == 0 {
		o.JudgeTimeout = DefaultJudgeTimeout
	}
	if o.ReloadInterval == 0 {
		o.ReloadInterval = DefaultReloadInterval
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func (o Options) validate() error {
	var errs []error
	for name, d := range map[string]time.Duration{"Budget": o.Budget, "JudgeTimeout": o.JudgeTimeout, "ReloadInterval": o.ReloadInterval} {
		if d < 0 {
			errs = append(errs, errors.New(name+" must not be negative; 0 means the default"))
		}
	}
	for _, e := range o.Engines {
		if e == nil {
			errs = append(errs, errors.New("Engines holds a nil"))
		}
	}
	return errors.Join(errs...)
}
