package supervisor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

func TestADoubtOnlyTightensWhatIsInferred(t *testing.T) {
	t.Parallel()
	approve := func(b supervisor.Basis) supervisor.Verdict {
		return supervisor.Verdict{Action: supervisor.Approve, Confidence: 1, Source: "x", Reasoning: "fine", Basis: b}
	}
	for name, tt := range map[string]struct {
		says       supervisor.Verdict
		with, none supervisor.Action
	}{
		"a condition":       {approve(supervisor.BasisCondition), supervisor.Escalate, supervisor.Approve},
		"a precedent":       {approve(supervisor.BasisPrecedent), supervisor.Escalate, supervisor.Approve},
		"static analysis":   {approve(supervisor.BasisStructural), supervisor.Escalate, supervisor.Approve},
		"a text model":      {approve(supervisor.BasisText), supervisor.Escalate, supervisor.Approve},
		"a decision model":  {approve(supervisor.BasisModel), supervisor.Approve, supervisor.Approve},
		"the operator":      {approve(supervisor.BasisOperator), supervisor.Approve, supervisor.Approve},
		"a person":          {approve(supervisor.BasisPerson), supervisor.Approve, supervisor.Approve},
		"a deny stays":      {denyWord("x"), supervisor.Deny, supervisor.Deny},
		"an escalate stays": {escalateWord("x"), supervisor.Escalate, supervisor.Escalate},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mustNew(t, supervisor.Options{Analyzer: seen(supervisor.Effect{Kind: decision.Reads, Zone: decision.ZoneProject}), Rules: []supervisor.Rule{settles(tt.says)}})
			assert.Equal(t, tt.none, evaluate(t, s, supervisor.Call{Tool: "t"}).Action)
			d := evaluate(t, s, supervisor.Call{Tool: "t", Doubts: []string{"its server says that it may destroy"}})
			assert.Equal(t, tt.with, d.Action)
			if tt.with != tt.none {
				assert.Equal(t, supervisor.CauseOpaque, d.Cause)
				assert.Equal(t, []decision.Gap{{Reason: "its server says that it may destroy", Segment: "t"}}, d.Evidence.Opaque, "the person who decides sees it")
			}
		})
	}
}
