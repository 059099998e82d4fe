package backtest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// SuggestOptions say what is worth a proposal.
type SuggestOptions struct {
	// People are the resolvers whose approvals count.
	People memory.People
	// Days is how many days before the last record approvals count and calls are
	// looked at; 0 or less: all. A refusal counts whenever it was.
	Days int
	// Min is how many approvals since the last refusal it takes. 0 or less means
	// [memory.DefaultMinPrecedents].
	Min int
	// Words is the store of what people decided, which knows what was taken back
	// and what is older than the journal. Nil: nothing was, and nothing is.
	Words decision.Words
}

// Suggestions are standing approvals that people may want to make.
type Suggestions struct {
	From  time.Time `json:"from"` // since when calls were looked at
	To    time.Time `json:"to"`
	Calls int       `json:"calls"`
	Left  int       `json:"left"` // of the calls, to a person

	// Proposed save the most first. NotProposed were approved as often, and why
	// they are not proposed. At most [MaxRows] of each; never nil.
	Proposed    []Suggestion  `json:"proposed"`
	NotProposed []NotProposed `json:"not_proposed"`
}

// Suggestion is a standing approval that nobody has made, and what speaks for it.
type Suggestion struct {
	// Standing is what could be created; it has no id, and is in no store.
	Standing decision.Standing `json:"standing"`
	// Rule is the same as a rule of the config, in YAML; empty where none says it.
	Rule string `json:"rule,omitempty"`
	Does string `json:"does"` // the effects of the calls
	Approvals

	Covered int `json:"covered"` // calls that it would have covered
	Saved   int `json:"saved"`   // of those, left to a person
	// Share is Saved of all calls that were left to a person, 0 to 1.
	Share    float64   `json:"share"`
	Examples []Example `json:"examples"` // of the covered, the newest; at most 3
}

// Approvals are those that people gave to one kind of call.
type Approvals struct {
	Count  int       `json:"approvals"` // since the last refusal
	People []string  `json:"people"`    // who gave them, sorted; at most 20
	First  time.Time `json:"first"`
	Last   time.Time `json:"last"`
}

// NotProposed is a kind of call that people approved often, and may not be
// approved for good.
type NotProposed struct {
	Agent string `json:"agent_id"`
	Tool  string `json:"tool"`
	Does  string `json:"does"`
	Text  string `json:"text"` // the newest of the calls, in a line, with secrets masked
	Approvals
	Why string `json:"why"`
}

// Example is a call that would have been covered.
type Example struct {
	ID   string    `json:"approval_id"`
	Time time.Time `json:"time"`
	Text string    `json:"text"` // in a line, with secrets masked
}

const (
	maxExamples = 3
	maxPeople   = 20
)

// Suggest proposes standing approvals for what people approved often enough and
// nobody refused: by agent, tool and effect signature, and by the exact call
// where it carries a command or does what may only be approved exactly. It
// applies none. What could not be created is not proposed, nor is what would
// have covered a call that anybody refused or the supervisor denied. The error is
// that of ctx, or of the store.
func Suggest(ctx context.Context, h *History, o SuggestOptions) (Suggestions, error) {
	if o.Min <= 0 {
		o.Min = memory.DefaultMinPrecedents
	}
	s := &suggesting{History: h, SuggestOptions: o, begin: h.begin(o.Days)}
	s.Proposed, s.NotProposed = []Suggestion{}, []NotProposed{}
	s.survey()
	for _, g := range s.groups() {
		if err := ctx.Err(); err != nil {
			return Suggestions{}, err
		}
		if err := s.consider(ctx, g); err != nil {
			return Suggestions{}, err
		}
	}
	slices.SortStableFunc(s.Proposed, func(a, b Suggestion) int {
		return cmp.Or(b.Saved-a.Saved, b.Count-a.Count)
	})
	slices.SortStableFunc(s.NotProposed, func(a, b NotProposed) int { return b.Count - a.Count })
	s.Proposed = s.Proposed[:min(len(s.Proposed), MaxRows)]
	s.NotProposed = s.NotProposed[:min(len(s.NotProposed), MaxRows)]
	return s.Suggestions, nil
}

// suggesting is one run of Suggest.
type suggesting struct {
	*History
	SuggestOptions
	Suggestions
	begin time.Time
	about map[[2]string][]*call // the last decision on each call, by agent and tool
}

// survey finds the calls, and counts those in the time that is looked at.
func (s *suggesting) survey() {
	s.about = map[[2]string][]*call{}
	known := map[*call]bool{}
	for _, one := range s.steps {
		c := one.call
		if known[c] || c.known && s.open[c.decision.ID] != c {
			continue
		}
		known[c] = true
		key := [2]string{c.decision.Agent, c.decision.Tool}
		s.about[key] = append(s.about[key], c)
		if !c.known || one.at.Before(s.begin) {
			continue
		}
		if s.From.IsZero() {
			s.From = one.at
		}
		s.To = one.at
		s.Suggestions.Calls++
		if c.left() {
			s.Left++
		}
	}
}

// group is the calls of one kind that people approved.
type group struct {
	standing decision.Standing
	calls    []*call // oldest first
	why      string  // it cannot be created
}

// groups returns what people approved in the time that is looked at, in the
// order in which each kind was first approved.
func (s *suggesting) groups() []*group {
	var list []*group
	byKey := map[string]*group{}
	for _, one := range s.steps {
		c := one.call
		if one.outcome == nil || one.outcome != c.settled || one.at.Before(s.begin) || c.decision.Agent == "" ||
			!c.known || c.fate(s.People) != fateSaved {
			continue
		}
		a, why := proposal(c)
		key := a.Agent + "\x00" + a.Tool + "\x00" + a.Fingerprint + "\x00" + a.Signature
		g := byKey[key]
		if g == nil {
			g = &group{standing: a, why: why}
			byKey[key] = g
			list = append(list, g)
		}
		g.calls = append(g.calls, c)
	}
	return list
}

// proposal returns the standing approval that a call could be covered by, the
// widest that may be: its effect signature, else exactly the call. Why says that
// neither may.
func proposal(c *call) (a decision.Standing, why string) {
	d := &c.decision
	effects := decision.Effects{List: d.Evidence.Effects, Gaps: d.Evidence.Opaque, Covered: c.looked()}
	a = decision.Standing{Scope: decision.StandingPermanent, Agent: d.Agent, Tool: d.Tool, Signature: effects.Signature()}
	if !standing.NeedsExact(d.Tool, c.params) && len(effects.List) > 0 && standing.Unfit(a, effects) == "" {
		return a, ""
	}
	a.Signature, a.Fingerprint = "", d.Fingerprint
	if !c.looked() {
		return a, "what the call does was not recorded"
	}
	return a, standing.Unfit(a, effects)
}
