package backtest_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
)

// TestAnOutcomeOfAnotherCallIsNotOfThisOne has an id used again for another call.
func TestAnOutcomeOfAnotherCallIsNotOfThisOne(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(3, d.read(project+"a"))
	id := d.decide(d.read(project+"a"), decision.Escalate, nil)
	d.decided[id].Fingerprint = "another"
	d.settle(id, "person:ann", "denied")
	assert.Equal(t, backtest.Totals{Calls: 4, Left: 4, Approved: 1, Waited: 1}, d.simulate(backtest.SimulateOptions{}).Totals)
}

func TestWhatIsMaskedIsNotCompared(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	write := d.call("fs.write", map[string]any{"path": project + "a", "content": "password = 'hunter2-hunter2-hunter2'"})
	d.decide(write, decision.Escalate, func(d *decision.Decision) {
		d.Evidence.Effects = []decision.Effect{{Kind: decision.Creates, Zone: decision.ZoneProject, Target: project + "a"}}
	})
	a := decision.Standing{Agent: "coder", Tool: "fs.write", Arguments: map[string]any{"path": project + "a"}}
	s := d.simulate(backtest.SimulateOptions{Standing: &a})
	assert.Equal(t, [2]int{0, 1}, [2]int{s.Approved, s.Unclear})
}

// TestEffectsThatAJournalHasCutAreNotAllThereWas reads a record of a call that
// does more than the record says.
func TestEffectsThatAJournalHasCutAreNotAllThereWas(t *testing.T) {
	t.Parallel()
	for cut, want := range map[string]int{``: 1, `"cut":["reasoning"],`: 1, `"cut":["effects"],`: 0, `"cut":["opaque"],`: 0} {
		line := `{"timestamp":"2026-03-02T09:00:00Z","approval_id":"a","agent_id":"coder","tool":"fs.read","decision":"escalated","fingerprint":"f",` + cut +
			`"cause":"judged","effects":[{"kind":"reads","zone":"project"}],"timings":{"rules":0,"provider":1},"call":{"params":{"path":"a"},"replayable":true}}`
		h, err := backtest.Read(func(yield func(json.RawMessage, error) bool) { yield(json.RawMessage(line), nil) })
		require.NoError(t, err)
		a := decision.Standing{Agent: "coder", Tool: "fs.read"}
		s, err := backtest.Simulate(t.Context(), h, backtest.SimulateOptions{Standing: &a})
		require.NoError(t, err)
		assert.Equal(t, want, s.Approved, cut)
	}
}

func TestWhatAPersonRefusedComesBeforeWhatWasDenied(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	refused := d.asked(d.read(project+"a"), "denied")
	older := d.decide(d.read(project+"b"), decision.Deny, nil)
	newer := d.decide(d.read(project+"c"), decision.Deny, nil)
	a := decision.Standing{Agent: "coder", Tool: "fs.read"}
	var ids []string
	for _, danger := range d.simulate(backtest.SimulateOptions{Standing: &a}).Dangers {
		ids = append(ids, danger.ID)
	}
	assert.Equal(t, []string{refused, newer, older}, ids)
}

// TestARefusalWhoseEffectsNobodyKnowsCounts is in the store alone.
func TestARefusalWhoseEffectsNobodyKnowsCounts(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(3, d.read(project+"a"))
	store := memory.NewStore(memory.Options{})
	w := decision.Word{ID: "old", Agent: "coder", Tool: "fs.read", Action: decision.Deny, By: "person:bob", Time: monday.Add(-time.Hour)}
	require.NoError(t, store.SaveWord(t.Context(), w))
	s := d.suggest(backtest.SuggestOptions{Words: store})
	require.Len(t, s.NotProposed, 1)
	assert.Contains(t, s.NotProposed[0].Why, "person:bob")
}
