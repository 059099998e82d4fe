package memory

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// Defaults of [PrecedentOptions].
const (
	// DefaultMinPrecedents is the reference's.
	DefaultMinPrecedents = 3
	// DefaultPrecedentAge is how old an approval may be that counts.
	DefaultPrecedentAge = 90 * 24 * time.Hour
	// maxPrecedentsShown bounds the ids in the evidence.
	maxPrecedentsShown = 20
)

// PrecedentOptions sets up [Precedents].
type PrecedentOptions struct {
	// Min is how many approvals by people it takes. 0 or less means
	// [DefaultMinPrecedents].
	Min int
	// MaxAge is how old they may be. One counts whole for the first half of it,
	// then less and less, and at MaxAge not at all. 0 or less means
	// [DefaultPrecedentAge].
	MaxAge time.Duration
	// Writes lets precedents approve calls that create or change files of the
	// project, or run its code, too.
	Writes bool
	// People are the resolvers whose approvals count. The zero value: nobody's.
	People People
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// precedents is what [Precedents] returns.
type precedents struct {
	store decision.Words
	opts  PrecedentOptions
}

// Precedents returns the rule that approves what people approved before, often
// enough, and nobody refused since such approvals were last revoked.
//
// Alike are calls of the same agent, tool and effect signature; of a call that
// carries any text but paths, or changes anything, only those of the same
// fingerprint are. It settles nothing that could harm: see [unfit]. It only
// approves; whatever is unclear, an error of the store too, is handed on. Of the
// approvals the [MaxLimit] newest count; refusals are looked for by themselves,
// however many approvals there are. Where there are so many of those that one
// might be missed, the call is handed on as well.
//
// The confidence is (n+1)/(n+2) for n approvals, each weighed by its age: the
// rule of succession. The verdict carries that of Min approvals as its own
// threshold, so that Min is what decides.
func Precedents(store decision.Words, opts PrecedentOptions) decision.Rule {
	return newPrecedents(store, opts)
}

func newPrecedents(store decision.Words, opts PrecedentOptions) *precedents {
	if opts.Min <= 0 {
		opts.Min = DefaultMinPrecedents
	}
	if opts.MaxAge <= 0 {
		opts.MaxAge = DefaultPrecedentAge
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &precedents{store: store, opts: opts}
}

// Needs implements [decision.Needer].
func (*precedents) Needs() decision.Need { return decision.NeedNothing }

// Evaluate implements [decision.Rule].
func (p *precedents) Evaluate(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	if c.Agent == "" || c.InjectionRisk {
		return decision.Verdict{}, false
	}
	effects := c.Effects(ctx)
	if unfit(effects, p.opts.Writes) != "" {
		return decision.Verdict{}, false
	}
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return decision.Verdict{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	return p.judge(ctx, subject{agent: c.Agent, tool: c.Tool, fingerprint: fingerprint, signature: signature(effects), exact: mustBeExact(c, effects)})
}

func (p *precedents) judge(ctx context.Context, l subject) (decision.Verdict, bool) {
	history, err := p.history(ctx, l)
	if err != nil {
		return decision.Verdict{Notes: []string{"precedents: " + oneline.Clean(err.Error(), 200)}}, false
	}
	return p.weigh(history, l)
}

// subject says which words are about calls like the one under judgment.
type subject struct {
	agent, tool, fingerprint, signature string
	exact                               bool
}

// same reports whether an approval is about such a call.
func (l subject) same(w decision.Word) bool {
	if l.exact {
		return w.Fingerprint == l.fingerprint && w.Signature == l.signature
	}
	return w.Signature == l.signature
}

// history returns the words on such calls, each once, newest first.
func (p *precedents) history(ctx context.Context, l subject) ([]decision.Word, error) {
	queries := []decision.WordQuery{{Agent: l.agent, Tool: l.tool, Fingerprint: l.fingerprint, Limit: MaxLimit}}
	if l.signature != "" {
		queries = append(queries, decision.WordQuery{Agent: l.agent, Tool: l.tool, Signature: l.signature, Limit: MaxLimit})
	}
	var history []decision.Word
	known := map[string]bool{}
	for _, q := range queries {
		found, err := p.words(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, w := range found {
			if !known[w.ID] && w.Agent == l.agent && w.Tool == l.tool {
				known[w.ID] = true
				history = append(history, w)
			}
		}
	}
	slices.SortStableFunc(history, func(a, b decision.Word) int { return b.Time.Compare(a.Time) })
	return history, nil
}

// words returns what a query selects, the refusals first. An answer that is full
// of refusals may lack one that stands; all that it lacks are older.
func (p *precedents) words(ctx context.Context, q decision.WordQuery) ([]decision.Word, error) {
	q.Action = decision.Deny
	refusals, err := p.store.FindWords(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(refusals) >= MaxLimit {
		return nil, fmt.Errorf("more than %d refusals of calls of this kind: one that stands could be missed", MaxLimit-1)
	}
	q.Action = decision.Approve
	approvals, err := p.store.FindWords(ctx, q)
	return append(refusals, approvals...), err
}

// weigh decides by the words after the last revocation.
func (p *precedents) weigh(history []decision.Word, l subject) (decision.Verdict, bool) {
	now := p.opts.Now()
	revoked := lastRevocation(history)
	weight := 0.0
	var ids []string
	for _, w := range history {
		if !w.Revoked.IsZero() || !revoked.IsZero() && !w.Time.After(revoked) {
			continue
		}
		if w.Action != decision.Approve {
			return decision.Verdict{}, false
		}
		if one := p.weight(now.Sub(w.Time)); one > 0 && l.same(w) && p.opts.People.Includes(w.By) {
			weight += one
			ids = append(ids, w.ID)
		}
	}
	if weight < float64(p.opts.Min) {
		return decision.Verdict{}, false
	}
	threshold := succession(float64(p.opts.Min))
	return decision.Verdict{
		Action: decision.Approve, Confidence: succession(weight), Threshold: &threshold, Source: PrecedentSource,
		Basis: decision.BasisPrecedent, Precedents: ids[:min(len(ids), maxPrecedentsShown)],
		Reasoning: fmt.Sprintf("people approved %d calls like this one in the last %s and refused none", len(ids), days(p.opts.MaxAge)),
	}, true
}

// lastRevocation is when words on such calls were last taken back.
func lastRevocation(history []decision.Word) (last time.Time) {
	for _, w := range history {
		if w.Revoked.After(last) {
			last = w.Revoked
		}
	}
	return last
}

// weight is what an approval of an age counts: 1 up to half of MaxAge, then in
// a straight line down to 0. One from the future, of a clock that is wrong,
// counts nothing.
func (p *precedents) weight(age time.Duration) float64 {
	half := p.opts.MaxAge / 2
	switch {
	case age < 0 || age >= p.opts.MaxAge:
		return 0
	case age <= half:
		return 1
	}
	return float64(p.opts.MaxAge-age) / float64(p.opts.MaxAge-half)
}

func succession(n float64) float64 { return (n + 1) / (n + 2) }

func days(d time.Duration) string {
	if d < 48*time.Hour {
		return d.String()
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
