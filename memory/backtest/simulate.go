package backtest

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// DefaultDays is how far back [Simulate] and [Suggest] look in practice: enough
// for habits to show, and as long as people remember why they said so.
const DefaultDays = 30

// SimulateOptions say what is tried.
type SimulateOptions struct {
	// People are the resolvers who count as persons.
	People memory.People
	// Days is how many days before the last record count; 0 or less: all. What
	// people decided before that is known to precedents as it was.
	Days int
	// Precedents are tried where Standing is nil. Its People and Now are not read.
	Precedents memory.PrecedentOptions
	// Standing is a permanent standing approval that is tried as if it had been
	// there from the beginning; when it ends does not count, its MaxUses does. An
	// error of [standing.ErrRefused] says that it could not be created.
	Standing *decision.Standing
}

// Simulation is what would have been approved, and what became of it.
type Simulation struct {
	From time.Time `json:"from"` // of the first call that counts
	To   time.Time `json:"to"`   // of the last

	Totals
	// Unclear counts the calls that might have been approved: what they did, or
	// with which arguments, is not recorded.
	Unclear int `json:"unclear"`
	Dropped int `json:"dropped"` // calls beyond [MaxCalls]

	// Rows are the kinds of call: those with refused calls first, then those that
	// the supervisor denied, then by how many would have been approved. At most
	// [MaxRows]; never nil.
	Rows []Row `json:"rows"`
	More int   `json:"more_rows"` // that are not listed
	// Dangers are the calls that would have been approved and were refused by a
	// person or denied, those of people first, newest first; at most [MaxRows],
	// never nil.
	Dangers []Danger `json:"dangers"`
}

// MaxRows bounds the rows and the dangers that are listed.
const MaxRows = 100

// Totals counts calls.
type Totals struct {
	Calls    int `json:"calls"`
	Left     int `json:"left"`     // to a person
	Approved int `json:"approved"` // would have been approved

	// Of the approved: what a person refused, what was denied by the supervisor or
	// another program, what a person was asked about and approved, and what nobody
	// answered. The rest was approved without a person.
	Refused int `json:"refused"`
	Denied  int `json:"denied"`
	Saved   int `json:"saved"`
	Waited  int `json:"waited"`
}

func (t *Totals) add(c *call, approved bool, f fate) {
	t.Calls++
	if c.left() {
		t.Left++
	}
	if !approved {
		return
	}
	t.Approved++
	if n := map[fate]*int{fateRefused: &t.Refused, fateDenied: &t.Denied, fateSaved: &t.Saved, fateWaited: &t.Waited}[f]; n != nil {
		*n++
	}
}

// Row is one kind of call.
type Row struct {
	Agent string `json:"agent_id"`
	Tool  string `json:"tool"`
	Does  string `json:"does"` // its effects; "?" where nobody could tell, or nobody looked
	Totals
}

// Danger is a call that would have been approved, and was not.
type Danger struct {
	ID    string    `json:"approval_id"`
	Time  time.Time `json:"time"`
	Agent string    `json:"agent_id"`
	Tool  string    `json:"tool"`
	Text  string    `json:"text"` // what of it fits a line, with secrets masked
	// By is who refused it; empty: the supervisor denied it. Person says that it is
	// a person.
	By     string `json:"resolved_by,omitempty"`
	Person bool   `json:"person"`
	// Precedents are the approvals that it would have rested on; empty for a
	// standing approval.
	Precedents []string `json:"precedents,omitempty"`
}

// trial is what is tried: whether it approves a call at a time, and whether that
// can be told.
type trial func(ctx context.Context, c *call) (approved, clear bool, precedents []string)

// Simulate walks through the history in its order: a call is held against what
// had been recorded by then, never against what came later. It judges the last
// decision on each call, where nothing that comes before precedents or standing
// approvals had settled it. The error is that of ctx, or says what is wrong with
// the options.
func Simulate(ctx context.Context, h *History, o SimulateOptions) (Simulation, error) {
	var now time.Time
	words := memory.NewStore(memory.Options{MaxWords: len(h.steps) + 1, Now: func() time.Time { return now }})
	try, err := o.trial(words, func() time.Time { return now })
	if err != nil {
		return Simulation{}, err
	}
	learn, begin := memory.Observe(words, o.People), h.begin(o.Days)
	t := newTally(h)
	for _, s := range h.steps {
		if err := ctx.Err(); err != nil {
			return Simulation{}, err
		}
		now = s.at
		if s.outcome != nil {
			e := decision.Event{Type: decision.EventOutcome, Time: s.at, Decision: &s.call.decision, Outcome: s.outcome}
			if err := learn.Record(ctx, e); err != nil {
				return Simulation{}, err
			}
			continue
		}
		if h.open[s.call.decision.ID] != s.call || s.at.Before(begin) {
			continue
		}
		approved, clear, precedents := try(ctx, s.call)
		t.add(s.call, s.call.fate(o.People), approved, clear, precedents)
	}
	return t.result(), nil
}

func (o SimulateOptions) trial(words decision.Words, now func() time.Time) (trial, error) {
	if o.Standing != nil {
		return standingTrial(*o.Standing)
	}
	p := o.Precedents
	p.People, p.Now = o.People, now
	return func(ctx context.Context, c *call) (approved, clear bool, precedents []string) {
		if c.reach != reachOpen {
			return false, true, nil
		}
		v, settled := memory.PrecedentFor(ctx, words, p, c.decision, c.params)
		return settled && v.Action == decision.Approve, settled || c.looked(), v.Precedents
	}, nil
}

// looked reports whether it is recorded what the call would do.
func (c *call) looked() bool {
	return len(c.decision.Evidence.Effects) > 0 || len(c.decision.Evidence.Opaque) > 0
}

// standingTrial tries a standing approval that could be created.
func standingTrial(a decision.Standing) (trial, error) {
	switch a.Scope {
	case "":
		a.Scope = decision.StandingPermanent
	case decision.StandingSession:
		return nil, fmt.Errorf("%w: one of a session ends after a quarter of an hour: try a permanent one", standing.ErrRefused)
	}
	a.ExpiresAt = time.Time{}
	a, err := Proposable(a)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, c *call) (approved, clear bool, precedents []string) {
		if c.reach == reachNone || a.MaxUses > 0 && a.Uses >= a.MaxUses {
			return false, true, nil
		}
		if approved, clear = standing.CoveredBefore(a, c.decision, c.params); approved {
			a.Uses++
		}
		return approved, clear, nil
	}, nil
}

// Proposable returns a permanent standing approval as it would be created, or an
// error that wraps [standing.ErrRefused].
func Proposable(a decision.Standing) (decision.Standing, error) {
	set, err := standing.New(standing.Options{})
	if err != nil {
		return a, err
	}
	made, _, err := set.Propose(context.Background(), standing.Request{Standing: a})
	return made, err
}
