package bench

import (
	"encoding/json"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/question"
)

// Who decided, as [Row.Decider] says it.
const (
	DeciderGuard    = "guard"    // a guard or a gate
	DeciderRule     = "rule"     // the operator's rules, a person's word, …
	DeciderProvider = "provider" // a link of the provider answered
	DeciderNobody   = "nobody"   // it was left to a person because nothing settled it
)

// outages are the causes of an escalation that only says that a provider did
// not answer: such a case is measured again, and is an error in the end.
var outages = []decision.Cause{
	decision.CauseTimeout, decision.CauseUnavailable, decision.CauseUnreadable, decision.CauseRefused,
	decision.CauseOverload, decision.CausePanic,
}

// failed reports whether a decision is no judgment.
func failed(d decision.Decision) bool {
	return d.Action == decision.Escalate && slices.Contains(outages, d.Cause)
}

// newRow begins the row of a case with what is known before it is judged.
func newRow(c Case) Row {
	params, _ := redact.Value(c.Call.Params)
	return Row{
		TraceID: c.TraceID, Timestamp: c.Timestamp, Agent: c.Call.Agent, Tool: c.Call.Tool, Params: asJSON(params),
		Policy: c.Policy, PolicyRule: c.PolicyRule, Label: Final(c.Label.String()), Verdict: FinalError, Final: FinalError,
		Signals: map[string]float64{}, Meta: asJSON(nil), Answers: asJSON(nil),
		ID: c.ID, Set: c.Set, Line: c.Line, Families: append([]string{}, c.Families...), Limits: []decision.Limit{}, Said: []Said{},
	}
}

// judged is the row of a case that a decision was made on.
func judged(c Case, d decision.Decision) Row {
	r := newRow(c)
	r.Final, r.Confidence, r.Reasoning = Final(d.Action.String()), d.Confidence, d.Reasoning
	r.MS = float64(d.Elapsed.Microseconds()) / 1000
	r.Meta, r.Answers = asJSON(d.Evaluator), asJSON(d.Evidence.Answers)
	if d.Evidence.Signals != nil {
		r.Signals = d.Evidence.Signals
	}
	if limits, ok := d.Evidence.Limits.([]decision.Limit); ok {
		r.Limits = limits
	}
	r.Rule, r.Cause, r.Decider, r.Opaque = d.RuleMatched, d.Cause, deciderOf(d), len(d.Evidence.Opaque) > 0
	r.Verdict = r.Final
	for _, l := range d.Evidence.Links {
		s := saidBy(l)
		if l.State == decision.LinkAnswered {
			r.Verdict = Final(s.Action.String())
		}
		r.Said = append(r.Said, s)
	}
	if failed(d) {
		r.Final, r.Error = FinalError, string(d.Cause)
	}
	r.Review = Review(r)
	return r
}

func deciderOf(d decision.Decision) string {
	answered := slices.ContainsFunc(d.Evidence.Links, func(l decision.Link) bool { return l.State == decision.LinkAnswered })
	switch {
	case answered:
		return DeciderProvider
	case d.Cause == decision.CauseUnsettled || failed(d) && len(d.Evidence.Links) > 0:
		return DeciderNobody
	case d.Evidence.Rule != nil:
		return DeciderRule
	}
	return DeciderGuard
}

// saidBy keeps what a link said.
func saidBy(l decision.Link) Said {
	s := Said{Link: l.Name, State: l.State, Cause: l.Cause, MS: l.MS, Free: l.Free}
	if l.Said == nil {
		return s
	}
	v := l.Said
	s.Action, s.Confidence, s.Threshold, s.Basis = v.Action, v.Confidence, v.Threshold, v.Basis
	s.Reasoning, s.Source = redact.Text(v.Reasoning), v.Source
	s.Answers, _ = v.Answers.(map[string]question.Answer)
	s.Limits, _ = v.Limits.([]decision.Limit)
	if p, ok := v.Evaluator.(decision.Provenance); ok {
		s.Model, s.Questions = p.Model, p.Questions
	}
	return s
}

// asJSON is a value as JSON; null where it has none.
func asJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}
