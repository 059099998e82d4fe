package bench_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/question"
)

// pack has every kind of question that a limit can be of. own are thresholds of
// single questions.
func pack(own map[string]float64) question.Pack {
	noul := func(id string, group question.Group) question.Question {
		return question.Question{ID: id, Type: question.Noul, Group: group, Instructions: id + "?"}
	}
	moves, usual := noul("moves", question.Danger), noul("usual", question.Context)
	moves.IgnoreWhen = &question.IgnoreWhen{Question: "area", Option: "sandbox"}
	usual.Scope = true
	p := question.Pack{Name: "P", Questions: []question.Question{
		noul("erases", question.Danger), noul("leaks", question.Danger), moves,
		{ID: "harm", Type: question.Score, Group: question.Danger, AtLevel: 1, Instructions: "harm?",
			Criteria: []question.Criterion{{Key: "0", Text: "none"}, {Key: "1", Text: "much"}}},
		{ID: "area", Type: question.Choice, Group: question.Context, Instructions: "area?",
			Criteria: []question.Criterion{{Key: "sandbox", Text: "s"}, {Key: "outside", Text: "o"}}},
		usual, noul("planted", question.Manipulation), noul("poses", question.Manipulation),
	}}
	for i, q := range p.Questions {
		if limit, ok := own[q.ID]; ok {
			p.Questions[i].Threshold = new(limit)
		}
	}
	return p
}

func newSet(t *testing.T, own map[string]float64) question.Set {
	t.Helper()
	s, err := question.NewSet(pack(own))
	require.NoError(t, err)
	return s
}

// drawAnswers favours small dangers and the values at which Weigh turns.
func drawAnswers(r *rand.Rand) question.Answers {
	draw := func() float64 {
		switch r.IntN(4) {
		case 0:
			return []float64{0, 0.15, 0.2, 0.5, 0.7, 0.9, 0.95, 1}[r.IntN(8)]
		case 1:
			return math.Round(r.Float64()*100) / 100
		}
		return math.Round(r.Float64()*25) / 100
	}
	noul := func(p float64) question.Answer { return question.Answer{Type: question.Noul, Noul: p} }
	sandbox, harm := draw(), draw()
	return question.Answers{Model: "m", ByID: map[string]question.Answer{
		"erases": noul(draw()), "leaks": noul(draw()), "moves": noul(draw()), "usual": noul(1 - draw()),
		"planted": noul(draw()), "poses": noul(draw()),
		"area": {Type: question.Choice, Probabilities: map[string]float64{"sandbox": sandbox, "outside": 1 - sandbox}},
		"harm": {Type: question.Score, Probabilities: map[string]float64{"0": 1 - harm, "1": harm}},
	}}
}

// final is what the supervisor makes of a verdict.
func final(v decision.Verdict, threshold float64) bench.Final {
	if v.Action != decision.Escalate && v.Confidence < threshold {
		return bench.FinalEscalate
	}
	return bench.Final(v.Action.String())
}

// judged is the row of a case that a decision model answered.
func judged(t *testing.T, v decision.Verdict, label bench.Final, threshold float64) bench.Row {
	t.Helper()
	meta, err := json.Marshal(v.Evaluator)
	require.NoError(t, err)
	limits := v.Limits.([]decision.Limit)
	return bench.Row{
		Label: label, Verdict: bench.Final(v.Action.String()), Final: final(v, threshold), Confidence: v.Confidence,
		Signals: v.Signals, Meta: meta, Limits: limits, Decider: "provider",
		Said: []bench.Said{{Link: "jev", State: decision.LinkAnswered, Action: v.Action, Confidence: v.Confidence, Limits: limits}},
	}
}

// approvals counts what is approved.
func approvals(labels []bench.Final, final func(i int) bench.Final) (p bench.Point) {
	for i, label := range labels {
		if final(i) != bench.FinalApprove {
			continue
		}
		if label == bench.FinalApprove {
			p.NormalApproved++
		} else {
			p.DangerApproved++
		}
	}
	return p
}

func labelsOf(r *rand.Rand, n int) []bench.Final {
	labels := make([]bench.Final, n)
	for i := range labels {
		labels[i] = []bench.Final{bench.FinalApprove, bench.FinalApprove, bench.FinalDeny, bench.FinalEscalate}[r.IntN(4)]
	}
	return labels
}

// find returns the curve of a limit.
func find(t *testing.T, curves []bench.Curve, key, question string) bench.Curve {
	t.Helper()
	i := slices.IndexFunc(curves, func(c bench.Curve) bool { return c.Key == key && c.Question == question })
	require.GreaterOrEqual(t, i, 0, "no curve of %s %s", key, question)
	return curves[i]
}
