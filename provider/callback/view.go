package callback

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// listedCall is a call as sup7_pending lists it; the fields are the reference's.
type listedCall struct {
	ID            string                `json:"id"`
	Agent         string                `json:"agent_id"`
	Tool          string                `json:"tool"`
	Params        any                   `json:"params"`
	PolicyRule    string                `json:"policy_rule"`
	InjectionRisk bool                  `json:"injection_risk"`
	RecentTraces  []textmodel.TraceView `json:"recent_traces"`
	ActiveGrants  []textmodel.GrantView `json:"active_grants"`
}

// detailedCall is a call as its resource shows it: the call, what it would do,
// what the agent did before, and why the rules left it open.
type detailedCall struct {
	ID       string             `json:"id"`
	Deadline time.Time          `json:"deadline"`
	Call     textmodel.CallView `json:"call"`
	Effects  []effectView       `json:"effects"`
	// Unseen is what the analysis could not see. With any of it an approve counts
	// as escalate.
	Unseen   []gapView     `json:"unseen"`
	HandedOn *handedOnView `json:"handed_on_by,omitempty"`
}

type effectView struct {
	Kind         decision.EffectKind `json:"kind"`
	Target       string              `json:"target"`
	Zone         decision.Zone       `json:"zone"`
	Segment      string              `json:"segment,omitempty"`
	Irreversible bool                `json:"irreversible,omitempty"`
	Concern      string              `json:"concern,omitempty"`
}

type gapView struct {
	Reason  string `json:"reason"`
	Segment string `json:"segment,omitempty"`
}

type handedOnView struct {
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// waiting returns a call as the queue keeps it.
func (p *Provider) waiting(ctx context.Context, c *decision.Call, s textmodel.Shown) (waiting, error) {
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return waiting{}, err
	}
	v := s.View
	w := waiting{what: what{c.Agent, fingerprint}, id: idOf(c)}
	w.listed, err = textmodel.JSON(listedCall{
		ID: w.id, Agent: v.Agent, Tool: v.Tool, Params: v.Params, PolicyRule: v.PolicyRule, InjectionRisk: v.InjectionRisk,
		RecentTraces: orEmpty(v.RecentActivity), ActiveGrants: orEmpty(v.ActiveGrants),
	})
	deadline := time.Now().Add(p.timeFor(ctx)).UTC().Truncate(time.Second)
	w.detail = func() string { return p.detail(ctx, c, v, w.id, deadline) }
	return w, err
}

// orEmpty makes of no list an empty one, which JSON shows as [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (p *Provider) detail(ctx context.Context, c *decision.Call, v textmodel.CallView, id string, deadline time.Time) string {
	effects := c.Effects(ctx)
	d := detailedCall{ID: id, Deadline: deadline, Call: v, Effects: []effectView{}, Unseen: []gapView{}}
	for _, e := range effects.List[:min(len(effects.List), maxEffects)] {
		d.Effects = append(d.Effects, effectView{
			e.Kind, p.short(e.Target), e.Zone, p.short(e.Segment), e.Irreversible, e.Concern,
		})
	}
	for _, g := range effects.Gaps[:min(len(effects.Gaps), maxEffects)] {
		d.Unseen = append(d.Unseen, gapView{p.short(g.Reason), p.short(g.Segment)})
	}
	if !effects.Covered && len(d.Unseen) == 0 {
		d.Unseen = append(d.Unseen, gapView{Reason: "the analysis does not know what this tool does"})
	}
	if h, ok := decision.HandedOn(ctx); ok {
		d.HandedOn = &handedOnView{p.short(h.Source), p.short(h.Reasoning)}
	}
	text, err := textmodel.JSON(d)
	if err != nil {
		return "{}" // a view that was encoded before always can be again
	}
	return text
}

// maxTextBytes bounds one text that is shown of an effect or a rule.
const maxTextBytes = 512

// short masks and cuts a text about the call.
func (p *Provider) short(text string) string {
	text = p.review.Text(text)
	if len(text) <= maxTextBytes {
		return text
	}
	cut := maxTextBytes
	for cut > 0 && text[cut]&0xc0 == 0x80 { // not within a character
		cut--
	}
	return text[:cut] + "…"
}
