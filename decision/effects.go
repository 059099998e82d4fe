package decision

import (
	"context"
	"slices"
	"sync"
)

// EffectKind is what a call would do to something.
type EffectKind string

// The kinds of effect.
const (
	Reads           EffectKind = "reads"
	Creates         EffectKind = "creates"
	Overwrites      EffectKind = "overwrites" // also: may overwrite
	Deletes         EffectKind = "deletes"
	Executes        EffectKind = "executes"         // a program whose doings the other effects tell
	ExecutesProject EffectKind = "executes_project" // the project's own code: its build, tests, scripts
	ExecutesUnseen  EffectKind = "executes_unseen"  // code that nobody has looked at
	Network         EffectKind = "network"
	Secrets         EffectKind = "secrets"
	Privilege       EffectKind = "privilege"
	Persistence     EffectKind = "persistence" // writes what runs by itself later
	External        EffectKind = "external"    // mail, payment, publish, deploy, push
	Disrupts        EffectKind = "disrupts"    // stops a process, a service, the machine
	SelfTamper      EffectKind = "self_tamper"
	Injection       EffectKind = "injection" // text that addresses the deciding or a reading model
)

// Zone is where an effect takes place.
type Zone string

// The zones. ZoneUnknown, the zero value, is nowhere that could be trusted.
const (
	ZoneUnknown Zone = ""
	ZoneProject Zone = "project"
	ZoneHome    Zone = "home"
	ZoneTemp    Zone = "temp"
	ZoneSystem  Zone = "system"
	ZoneRemote  Zone = "remote"
	ZoneNone    Zone = "none"
)

// Effect is one thing that a call would do.
type Effect struct {
	Kind    EffectKind `json:"kind"`
	Target  string     `json:"target"` // a resolved path, a host, the name of what is acted on
	Zone    Zone       `json:"zone"`
	Segment string     `json:"segment"` // the part of the input that shows it

	// Irreversible says that what is at hand does not undo it.
	Irreversible bool `json:"irreversible,omitempty"`
	// Sends names the local data that leaves with a network or external
	// effect: paths, "environment", "input". Empty: none.
	Sends []string `json:"sends,omitempty"`
	// Concern says what speaks against an effect that is routine of its kind
	// and zone otherwise: "ip address", "name of a backup". Empty: nothing.
	Concern string `json:"concern,omitempty"`
	// By is the row of knowledge that says so: "git push", "mail tool".
	By string `json:"by,omitempty"`
}

// Gap is a part of a call whose effects could not be seen, and why.
type Gap struct {
	Reason  string `json:"reason"`
	Segment string `json:"segment"`
}

// AssumedDir is the reason of a gap that leaves nothing unseen but whether the
// working directory is the one that was assumed: the effects are those of the
// call if it is.
const AssumedDir = "relative path, and the working directory is assumed"

// Effects is what a call would do, with an account of what could not be seen.
// The zero value covers nothing: it is opaque.
type Effects struct {
	List    []Effect
	Gaps    []Gap
	Covered bool // the analyser knows this tool and looked at all of the call
	// Segments are the simple commands of a command line, in order, each as
	// its words with quotes removed and one blank between them; a redirection
	// that writes a file is a segment of its own, "> file". Nil: the call has
	// no command line.
	Segments []string
}

// Opaque reports whether the call may do more than List says.
func (e Effects) Opaque() bool { return !e.Covered || len(e.Gaps) > 0 }

// Analyzer tells what a call would do, without running anything. It must be
// safe for concurrent use and must not change the call.
type Analyzer interface {
	Analyze(ctx context.Context, c *Call) Effects
}

// Screener is the ability of an Analyzer to tell without analysing that a call
// has no effect of the kind [SelfTamper]. MayTamper must be cheap, and false
// only where Analyze would find none. Without it every call is analysed before
// it may run.
type Screener interface{ MayTamper(c *Call) bool }

// Previewer is the ability of an Analyzer to tell for less what Analyze tells,
// but for the kind [Injection]: text that addresses a model is looked for word by
// word. Analyze may take up what [Call.Previewed] has. Without it a call whose
// effects are asked for, whatever for, is analysed whole.
type Previewer interface {
	Preview(ctx context.Context, c *Call) Effects
}

// AnalyzerFunc is a function that is an [Analyzer].
type AnalyzerFunc func(ctx context.Context, c *Call) Effects

// Analyze calls f.
func (f AnalyzerFunc) Analyze(ctx context.Context, c *Call) Effects { return f(ctx, c) }

// notAnalysed is what a call does when there is nobody to look: anything.
var notAnalysed = Effects{Gaps: []Gap{{Reason: "no analyser is configured"}}}

// analysis holds what was found out about one call. Copies of the call share it.
type analysis struct {
	analyzer  Analyzer
	once      sync.Once
	effects   Effects
	done      bool
	preOnce   sync.Once
	preview   Effects
	previewed bool
	mu        sync.Mutex
	notes     []note // see Remember; few
}

// WithAnalyzer returns a copy of c whose [Call.Effects] asks a. The copy
// shares Params with c, so neither may be changed afterwards.
func (c *Call) WithAnalyzer(a Analyzer) *Call {
	out := *c
	out.analysis = &analysis{analyzer: a}
	return &out
}

// Effects returns what the call would do, its Doubts among the gaps. The
// analyser runs at most once a call, when somebody first asks; without an
// analyser every call is opaque. It is safe for concurrent use.
func (c *Call) Effects(ctx context.Context) Effects {
	a := c.analysis
	if a == nil {
		return notAnalysed
	}
	a.once.Do(func() {
		effects := notAnalysed
		if a.analyzer != nil {
			effects = a.analyzer.Analyze(ctx, c)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.effects, a.done = c.doubted(effects), true
	})
	effects, _ := c.Analyzed()
	return effects
}

// Preview returns what [Call.Effects] does, but perhaps without those of the kind
// [Injection]: see [Previewer]. The analyser is asked at most once for it.
func (c *Call) Preview(ctx context.Context) Effects {
	a := c.analysis
	if a == nil {
		return notAnalysed
	}
	previewer, ok := a.analyzer.(Previewer)
	if !ok {
		return c.Effects(ctx)
	}
	a.preOnce.Do(func() {
		preview := previewer.Preview(ctx, c)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.preview, a.previewed = preview, true
	})
	effects, _ := c.Analyzed()
	return effects
}

// Previewed returns what the analyser's Preview has told about the call, if it was
// asked.
func (c *Call) Previewed() (Effects, bool) {
	if c.analysis == nil {
		return Effects{}, false
	}
	c.analysis.mu.Lock()
	defer c.analysis.mu.Unlock()
	return c.analysis.preview, c.analysis.previewed
}

// doubted returns effects with the call's Doubts among the gaps.
func (c *Call) doubted(effects Effects) Effects {
	for _, doubt := range c.Doubts {
		effects.Gaps = append(slices.Clip(effects.Gaps), Gap{Reason: doubt, Segment: c.Tool})
	}
	return effects
}

// MayTamper reports whether [Call.Effects] may hold one of the kind
// [SelfTamper]. It analyses nothing.
func (c *Call) MayTamper() bool {
	if c.analysis == nil {
		return true
	}
	screener, ok := c.analysis.analyzer.(Screener)
	return !ok || screener.MayTamper(c)
}

// Remember returns the value of a key, which make returns when the key is first
// asked for: what a part found out about this call, for others that judge it. It
// is forgotten with the call. As with the keys of a context, a key is of a type
// that its package does not export; make must return at once. It is safe for
// concurrent use. Without [Call.WithAnalyzer] it returns nil: nobody is judging
// the call.
func (c *Call) Remember(key any, make func() any) any {
	a := c.analysis
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range a.notes {
		if a.notes[i].key == key {
			return a.notes[i].value
		}
	}
	value := make()
	a.notes = append(a.notes, note{key, value})
	return value
}

// note is one thing that a call remembers.
type note struct{ key, value any }

// Analyzed returns the effects if somebody has asked for them, else those of the
// preview if somebody has asked for that, without analysing anything.
func (c *Call) Analyzed() (Effects, bool) {
	if c.analysis == nil {
		return Effects{}, false
	}
	c.analysis.mu.Lock()
	defer c.analysis.mu.Unlock()
	if !c.analysis.done && c.analysis.previewed {
		return c.doubted(c.analysis.preview), true
	}
	return c.analysis.effects, c.analysis.done
}

// Known reports whether it is one of the kinds above.
func (k EffectKind) Known() bool {
	switch k {
	case Reads, Creates, Overwrites, Deletes, Executes, ExecutesProject, ExecutesUnseen, Network, Secrets, Privilege, Persistence,
		External, Disrupts, SelfTamper, Injection:
		return true
	}
	return false
}

// Known reports whether it is one of the zones above, and says where.
func (z Zone) Known() bool {
	switch z {
	case ZoneProject, ZoneHome, ZoneTemp, ZoneSystem, ZoneRemote, ZoneNone:
		return true
	}
	return false
}
