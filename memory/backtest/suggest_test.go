package backtest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
	"github.com/flux7-go/supervisor/rules"
	"github.com/flux7-go/supervisor/rules/standing"
)

// TestFC106ManyApprovalsAreARuleToSuggestAndNeverOneToApply approves one call
// again and again: the owner is told. One refusal ends that, and what was learnt
// settles nothing by itself.
func TestFC106ManyApprovalsAreARuleToSuggestAndNeverOneToApply(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(2, d.bash("ls src"))
	assert.Empty(t, d.suggest(backtest.SuggestOptions{}).Proposed, "too few")
	d.approved(1, d.bash("ls src"))
	s := d.suggest(backtest.SuggestOptions{})
	require.Len(t, s.Proposed, 1)
	assert.Equal(t, 3, s.Proposed[0].Count)

	store := memory.NewStore(memory.Options{})
	set, err := standing.New(standing.Options{Store: store, Analyzer: d.analyzer})
	require.NoError(t, err)
	_, settled := set.Evaluate(t.Context(), d.bash("ls src"))
	assert.False(t, settled, "nothing is applied")
	p := s.Proposed[0].Standing
	p.CreatedBy = "person:owner"
	_, _, err = set.Create(t.Context(), standing.Request{Standing: p})
	require.NoError(t, err)
	_, settled = set.Evaluate(t.Context(), d.bash("ls src"))
	assert.True(t, settled, "what the owner makes of it covers what people approved")
	_, settled = set.Evaluate(t.Context(), d.bash("ls doc"))
	assert.False(t, settled, "and nothing else")

	d.asked(d.bash("ls src"), "denied")
	s = d.suggest(backtest.SuggestOptions{})
	assert.Empty(t, s.Proposed)
	require.Len(t, s.NotProposed, 1)
	assert.Contains(t, s.NotProposed[0].Why, "person:ann refused one of them")
	assert.Zero(t, s.NotProposed[0].Count, "the count begins anew")
	d.approved(2, d.bash("ls src"))
	assert.Equal(t, 2, d.suggest(backtest.SuggestOptions{}).NotProposed[0].Count)
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		write func(d *diary)
		want  int
		why   string
	}{
		"reads of several files": {func(d *diary) { d.approved(2, d.read(project+"a")); d.approved(1, d.read(project+"b")) }, 1, ""},
		"one of them refused":    {func(d *diary) { d.asked(d.read(project+"x"), "denied"); d.approved(5, d.read(project+"a")) }, 0, "refused one"},
		"a read of another zone": {func(d *diary) { d.asked(d.read("/etc/hosts"), "denied"); d.approved(5, d.read(project+"a")) }, 1, ""},
		"refused by a program": {func(d *diary) {
			d.settle(d.decide(d.read(project+"x"), decision.Escalate, nil), "bot:x", "denied")
			d.approved(5, d.read(project+"a"))
		}, 0, "bot:x refused"},
		"denied by the provider":      {func(d *diary) { d.decide(d.read(project+"x"), decision.Deny, nil); d.approved(5, d.read(project+"a")) }, 0, "the supervisor refused"},
		"several commands":            {func(d *diary) { d.approved(2, d.bash("ls src")); d.approved(2, d.bash("ls doc")) }, 0, ""},
		"another command was refused": {func(d *diary) { d.asked(d.bash("ls doc"), "denied"); d.approved(3, d.bash("ls src")) }, 1, ""},
		"an opaque command":           {func(d *diary) { d.approved(3, d.bash("python3 x.py")) }, 0, "cannot be seen whole"},
		"a deletion":                  {func(d *diary) { d.approved(3, d.bash("rm -rf build")) }, 0, "destructive"},
		"a secret":                    {func(d *diary) { d.approved(3, d.read(project+".env")) }, 0, "destructive"},
		"a mail": {func(d *diary) {
			d.approved(3, d.call("email.send", map[string]any{"to": "bob@example.com", "subject": "s", "body": "b"}))
		}, 1, ""},
		"by programs": {func(d *diary) {
			for range 3 {
				d.settle(d.decide(d.read(project+"a"), decision.Escalate, nil), "agent:x", "approved")
			}
		}, 0, ""},
		"what a standing approval covers": {func(d *diary) {
			for range 3 {
				d.settle(d.decide(d.read(project+"a"), decision.Escalate, func(d *decision.Decision) { d.RuleMatched = "standing:permanent" }), "person:ann", "approved")
			}
		}, 0, "covers it already"},
		"a refusal that may be of this kind": {func(d *diary) {
			d.settle(d.decide(d.read(project+"x"), decision.Escalate, func(d *decision.Decision) { d.Evidence.Effects = nil }), "person:bob", "denied")
			d.approved(3, d.read(project+"a"))
		}, 0, "person:bob refused"},
		"a refusal of long ago": {func(d *diary) {
			d.asked(d.read(project+"x"), "denied")
			d.now = d.now.AddDate(1, 0, 0)
			d.approved(3, d.read(project+"a"))
		}, 0, "refused one"},
		"approvals of long ago": {func(d *diary) {
			d.approved(2, d.read(project+"x"))
			d.now = d.now.AddDate(1, 0, 0)
			d.approved(1, d.read(project+"a"))
		}, 0, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(t)
			tt.write(d)
			s := d.suggest(backtest.SuggestOptions{Days: 30})
			require.Len(t, s.Proposed, tt.want)
			if tt.why == "" {
				assert.Empty(t, s.NotProposed)
				return
			}
			require.Len(t, s.NotProposed, 1)
			assert.Contains(t, s.NotProposed[0].Why, tt.why)
		})
	}
}

func TestASuggestionSaysWhatItWouldHaveCovered(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(2, d.read(project+"a"))
	d.settle(d.decide(d.read(project+"b"), decision.Escalate, nil), "person:bob", "approved")
	d.decide(d.read(project+"c"), decision.Approve, nil)
	d.decide(d.bash("python3 x.py"), decision.Escalate, nil)
	d.decide(d.read(project+"d"), decision.Deny, func(d *decision.Decision) { d.Evidence.Timings = map[string]float64{"guards": 0} })
	s := d.suggest(backtest.SuggestOptions{})
	require.Len(t, s.Proposed, 1)
	p := s.Proposed[0]
	assert.Equal(t, [2]int{4, 3}, [2]int{p.Covered, p.Saved})
	assert.InDelta(t, 0.75, p.Share, 1e-9)
	assert.Equal(t, []string{"person:ann", "person:bob"}, p.People)
	assert.Equal(t, 5*time.Minute-time.Minute, p.Last.Sub(p.First))
	assert.Equal(t, "reads project", p.Does)
	require.Len(t, p.Examples, 3)
	assert.Equal(t, project+"c", p.Examples[0].Text)
	var text strings.Builder
	require.NoError(t, s.WriteText(&text))
	for _, want := range []string{"3 approvals", "person:bob", "saved 3 of the 4", "(75%)", "nothing was changed", "| - name: suggested-coder-fs-read"} {
		assert.Contains(t, text.String(), want)
	}
}

func TestASecretIsNoExample(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	const secret = "abcdefghijkl0123456789"
	d.approved(3, d.bash("curl -H 'Authorization: Bearer "+secret+"' https://host.example"))
	d.approved(3, d.bash("echo "+strings.Repeat("x", 100)+" https://bob:"+secret+"@host.example"))
	var text strings.Builder
	require.NoError(t, d.suggest(backtest.SuggestOptions{}).WriteText(&text))
	assert.Contains(t, text.String(), "curl -H")
	assert.NotContains(t, text.String(), secret[:5])
}

// TestWhatWasTakenBackIsInTheStore asks a store about refusals and revocations,
// which no journal tells.
func TestWhatWasTakenBackIsInTheStore(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	refused := d.asked(d.read(project+"x"), "denied")
	d.approved(3, d.read(project+"a"))
	signature := d.read(project + "a").Effects(t.Context()).Signature()
	store := memory.NewStore(memory.Options{})
	word := decision.Word{ID: refused, Agent: "coder", Tool: "fs.read", Signature: signature, Action: decision.Deny, By: "person:ann", Time: monday}
	require.NoError(t, store.SaveWord(t.Context(), word))
	assert.Empty(t, d.suggest(backtest.SuggestOptions{Words: store}).Proposed)
	_, err := store.RevokeWords(t.Context(), decision.WordQuery{}, monday.Add(90*time.Second))
	require.NoError(t, err)
	assert.Len(t, d.suggest(backtest.SuggestOptions{Words: store}).Proposed, 1, "the refusal was taken back")
	_, err = store.RevokeWords(t.Context(), decision.WordQuery{}, d.now)
	require.NoError(t, err)

	word.ID, word.By = "another", "person:bob"
	require.NoError(t, store.SaveWord(t.Context(), word))
	s := d.suggest(backtest.SuggestOptions{Words: store})
	require.Len(t, s.NotProposed, 1)
	assert.Contains(t, s.NotProposed[0].Why, "person:bob", "older than the journal")
}

// TestTheRuleSaysTheSame reads the text of rules that are suggested, and holds
// calls against them.
func TestTheRuleSaysTheSame(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		approved func(d *diary) *decision.Call
		others   func(d *diary) []*decision.Call
	}{
		"reads": {func(d *diary) *decision.Call { return d.read(project + "a") }, func(d *diary) []*decision.Call {
			return []*decision.Call{d.read("/etc/hosts"), d.read(project + ".env")}
		}},
		"a command": {func(d *diary) *decision.Call { return d.bash("ls 'it''s' \"src\"") }, func(d *diary) []*decision.Call {
			return []*decision.Call{d.bash("ls doc"), d.bash("ls src; rm -rf build")}
		}},
		"letter case": {func(d *diary) *decision.Call { return d.bash("git branch --list x") }, func(d *diary) []*decision.Call { return []*decision.Call{d.bash("git branch -D x")} }},
		"a page":      {func(d *diary) *decision.Call { return d.bash("curl https://host.example/a") }, func(d *diary) []*decision.Call { return []*decision.Call{d.bash("curl https://other.example/a")} }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(t)
			d.approved(3, tt.approved(d))
			s := d.suggest(backtest.SuggestOptions{})
			require.Len(t, s.Proposed, 1, "%+v", s.NotProposed)
			var list []struct{ Name, When, Action, Description string }
			require.NoError(t, yaml.Unmarshal([]byte(s.Proposed[0].Rule), &list), s.Proposed[0].Rule)
			require.Len(t, list, 1)
			set, err := rules.New([]rules.Spec{{Name: list[0].Name, When: list[0].When, Action: decision.Approve, Confidence: 1}}, rules.Options{})
			require.NoError(t, err, list[0].When)
			v, settled := set.Evaluate(t.Context(), tt.approved(d))
			assert.True(t, settled && v.Action == decision.Approve, list[0].When)
			for _, c := range tt.others(d) {
				_, settled = set.Evaluate(t.Context(), c)
				assert.False(t, settled, c.Params)
			}
		})
	}
}
