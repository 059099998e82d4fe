package grant_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/grant"
	"github.com/flux7-go/supervisor/rules/standing"
)

// bank is a granter, and what hears of grants.
type bank struct {
	granted []decision.GrantRequest
	revoked []string
	err     error
	told    []string // state, kind, reason
}

func (b *bank) Grant(_ context.Context, r decision.GrantRequest) (decision.Grant, error) {
	if b.err != nil {
		return decision.Grant{}, b.err
	}
	b.granted = append(b.granted, r)
	return decision.Grant{ID: fmt.Sprint("g", len(b.granted))}, nil
}

func (b *bank) Revoke(_ context.Context, id string) error {
	if b.err != nil {
		return b.err
	}
	b.revoked = append(b.revoked, id)
	return nil
}

// house is a sink of grants with what it needs around it.
type house struct {
	t     *testing.T
	bank  *bank
	store *memory.Store
	set   *standing.Set
	now   time.Time
	*grant.Grants
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, bank: &bank{}, store: memory.NewStore(memory.Options{}), now: time.Now()}
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/p"}, WorkingDir: "/p"})
	require.NoError(t, err)
	h.set, err = standing.New(standing.Options{Store: h.store, Analyzer: effect.NewAnalyzer(scope), Now: func() time.Time { return h.now }})
	require.NoError(t, err)
	h.Grants = h.another()
	return h
}

// another is the sink of another process with the same store.
func (h *house) another() *grant.Grants {
	return grant.New(grant.Options{
		Duration: func(rule string) time.Duration {
			return map[string]time.Duration{"clock": time.Hour, "notes": time.Hour}[rule]
		},
		Granter: func() decision.Granter {
			if h.bank == nil {
				return nil
			}
			return h.bank
		},
		Standing: func() *standing.Set { return h.set },
		Tell: func(_ context.Context, fields map[string]any) {
			if h.bank != nil {
				h.bank.told = append(h.bank.told, fmt.Sprint(fields["state"], " ", fields["kind"]))
			}
		},
		Now: func() time.Time { return h.now },
	})
}

// tell tells the sink of an event that concerns it, and reports whether it does.
func (h *house) tell(e decision.Event) bool {
	h.t.Helper()
	if !h.Concerns(e) {
		return false
	}
	require.NoError(h.t, h.Record(h.t.Context(), e))
	return true
}

var clock = decision.Call{Agent: "coder", Tool: "datetime.now", TraceID: "t-1"}

// decided is a decision of a rule on a call of the mesh.
func decided(id, rule string, a decision.Action, c decision.Call) decision.Event {
	fingerprint, _ := decision.Fingerprint(&c)
	return decision.Event{Call: &c, Decision: &decision.Decision{
		ID: id, Action: a, RuleMatched: rule, Agent: c.Agent, Tool: c.Tool, Via: decision.ViaMesh, Fingerprint: fingerprint,
		Evidence: decision.Evidence{Rule: &decision.RuleRef{Name: rule}},
	}}
}

func became(e decision.Event, o decision.Outcome) decision.Event {
	return decision.Event{Type: decision.EventOutcome, Decision: e.Decision, Outcome: &o}
}

func (h *house) approve(id, rule string, c decision.Call) {
	h.t.Helper()
	e := decided(id, rule, decision.Approve, c)
	require.True(h.t, h.tell(e))
	require.True(h.t, h.tell(became(e, decision.Outcome{State: decision.OutcomeSent})))
}

func TestAGrantIsGivenOnceTheApproveWasSent(t *testing.T) {
	t.Parallel()
	for state, want := range map[decision.OutcomeState]int{
		decision.OutcomeSent: 1, decision.OutcomeLost: 0, decision.OutcomeFailed: 0, decision.OutcomeUnsent: 0,
	} {
		h := newHouse(t)
		e := decided("a1", "clock", decision.Approve, clock)
		assert.True(t, h.tell(e))
		assert.Empty(t, h.bank.granted)
		h.tell(became(e, decision.Outcome{State: state}))
		require.Len(t, h.bank.granted, want, state)
		if want == 1 {
			assert.Equal(t, decision.GrantRequest{Agent: "coder", Tool: "datetime.now", Duration: time.Hour, ApprovalID: "a1", TraceID: "t-1"}, h.bank.granted[0])
		}
		h.tell(became(e, decision.Outcome{State: decision.OutcomeSent}))
		assert.Equal(t, state != decision.OutcomeSent && state != decision.OutcomeUnsent, len(h.bank.granted) == 0, "an unsent one may arrive yet: %s", state)
	}
}

func TestWhatOpensNoGrant(t *testing.T) {
	t.Parallel()
	approve := decision.Approve
	for name, change := range map[string]func(e *decision.Event){
		"another rule": func(e *decision.Event) {
			e.Decision.RuleMatched, e.Decision.Evidence.Rule = "x", &decision.RuleRef{Name: "x"}
		},
		"not the rule itself": func(e *decision.Event) { e.Decision.Evidence.Rule = &decision.RuleRef{Name: "other"} },
		"no rule":             func(e *decision.Event) { e.Decision.Evidence.Rule = nil },
		"an escalate":         func(e *decision.Event) { e.Decision.Action = decision.Escalate },
		"observed":            func(e *decision.Event) { e.Decision.Observed = &approve },
		"no call":             func(e *decision.Event) { e.Call = nil },
		"another type":        func(e *decision.Event) { e.Type = decision.EventPausedCall },
	} {
		h := newHouse(t)
		e := decided("a1", "clock", decision.Approve, clock)
		change(&e)
		assert.False(t, h.tell(e), name)
		h.tell(became(e, decision.Outcome{State: decision.OutcomeSent}))
		assert.Empty(t, h.bank.granted, name)
		assert.Empty(t, h.bank.told, name)
	}
}

func TestARefusalEndsWhatWasAndWhatWouldBeGranted(t *testing.T) {
	t.Parallel()
	refusals := map[string]decision.Event{
		"a deny":            decided("a9", "no", decision.Deny, clock),
		"a person's":        became(decided("a9", "ask", decision.Escalate, clock), decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "denied"}),
		"one that was lost": became(decided("a9", "clock", decision.Approve, clock), decision.Outcome{State: decision.OutcomeLost, By: "person:ann", Status: "denied"}),
	}
	for name, refusal := range refusals {
		h := newHouse(t)
		h.approve("a1", "clock", clock)
		late := decided("a2", "clock", decision.Approve, clock)
		h.tell(late)
		require.True(t, h.tell(refusal), name)
		assert.Equal(t, []string{"g1"}, h.bank.revoked, name)
		h.tell(became(late, decision.Outcome{State: decision.OutcomeSent}))
		assert.Len(t, h.bank.granted, 1, "%s: an approve from before opens none", name)
		assert.Equal(t, []string{"opened mesh", "revoked mesh"}, h.bank.told, name)
	}
	h := newHouse(t)
	h.approve("a1", "clock", clock)
	other := clock
	other.Agent = "ann"
	h.tell(decided("a9", "no", decision.Deny, other))
	other = clock
	other.Tool = "weather.get_forecast"
	h.tell(decided("a9", "no", decision.Deny, other))
	assert.Empty(t, h.bank.revoked, "of another agent or tool")
}

func TestAGrantThatCannotBeRevokedIsTriedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.approve("a1", "clock", clock)
	h.bank.err = errors.New("the mesh is down")
	deny := decided("a9", "no", decision.Deny, clock)
	require.Error(t, h.Record(t.Context(), deny))
	h.bank.err = nil
	require.NoError(t, h.Record(t.Context(), deny))
	assert.Equal(t, []string{"g1"}, h.bank.revoked)

	h = newHouse(t)
	h.approve("a1", "clock", clock)
	kept := h.bank
	h.bank = nil
	require.ErrorContains(t, h.Record(t.Context(), deny), "no queue takes grants")
	h.bank = kept
	h.now = h.now.Add(time.Hour)
	require.NoError(t, h.Record(t.Context(), deny))
	assert.Empty(t, h.bank.revoked, "it has ended by itself")
}

func TestAGrantThatIsNotGiven(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bank.err = errors.New("the mesh is down")
	h.approve("a1", "clock", clock)
	assert.Equal(t, []string{"failed mesh"}, h.bank.told, "it is not sent again")
	h.bank.err = nil

	nobody := clock
	nobody.Agent = ""
	h.approve("a2", "clock", nobody)
	deletion := decision.Call{Agent: "coder", Tool: "fs.delete", Params: map[string]any{"path": "/p/a"}}
	h.approve("a3", "notes", deletion)
	assert.Equal(t, []string{"failed mesh", "failed mesh", "failed standing"}, h.bank.told, "nobody, and what no standing approval may cover")
	assert.Empty(t, h.bank.granted)

	h.set = nil
	h.approve("a4", "notes", decision.Call{Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/p/a", "content": "x"}})
	assert.Equal(t, "failed standing", h.bank.told[len(h.bank.told)-1])
}

// TestAStandingGrantOfAnEarlierProcessEnds has the memory of one lost.
func TestAStandingGrantOfAnEarlierProcessEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	write := decision.Call{Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/p/a", "content": "x"}}
	h.approve("a1", "notes", write)
	_, err := h.store.SaveStanding(t.Context(), decision.Standing{Scope: decision.StandingPermanent, Agent: "coder", Tool: "fs.write", Fingerprint: "f", CreatedBy: "person:ann"})
	require.NoError(t, err)
	h.Grants = h.another()
	h.tell(decided("a9", "no", decision.Deny, write))
	list, err := h.store.FindStandings(t.Context(), "coder", "fs.write", h.now)
	require.NoError(t, err)
	require.Len(t, list, 1, "a person's stays")
	assert.Equal(t, "person:ann", list[0].CreatedBy)
}

func TestGrantsAreBounded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for i := range grant.MaxOpen + 1 {
		c := clock
		c.Agent = fmt.Sprint("agent-", i)
		h.approve(c.Agent, "clock", c)
	}
	assert.Len(t, h.bank.granted, grant.MaxOpen)
	h.now = h.now.Add(time.Hour)
	h.approve("later", "clock", clock)
	assert.Len(t, h.bank.granted, grant.MaxOpen+1, "what has ended makes room")
}
