package provider_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

func TestK1TheFirstAnswerWinsAndTheReasoningSaysWhoDidNot(t *testing.T) {
	t.Parallel()
	c := chainOf(t, link("a:one", fails(errPlain)), link("b:two", panics), link("c:three", answers(decision.Deny)))
	v, err := c.Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "[c, a failed, b failed] fine", v.Reasoning)
	assert.Equal(t, "c:three", v.Source)
	assert.Equal(t, decision.Deny, v.Action)
	assert.Equal(t, []string{"a failed unavailable", "b failed panic", "c answered"}, states(v))
}

func TestK2AnEscalateIsAnAnswer(t *testing.T) {
	t.Parallel()
	second := link("b", answers(decision.Approve))
	v, err := chainOf(t, link("a", answers(decision.Escalate)), second).Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Equal(t, "[a] fine", v.Reasoning)
	assert.Zero(t, asked(second))
}

func TestK5WhenNobodyAnswersTheErrorIsTheLastFailure(t *testing.T) {
	t.Parallel()
	refused := decision.Errorf(decision.CauseRefused, "declined")
	for name, tt := range map[string]struct {
		links  []provider.Link
		cause  decision.Cause
		states []string
	}{
		"all fail":           {[]provider.Link{link("a", fails(errDown)), link("b", fails(refused))}, decision.CauseRefused, []string{"a failed unavailable", "b failed refused"}},
		"some fail and pass": {[]provider.Link{link("a", fails(refused)), link("b", passes)}, decision.CauseRefused, []string{"a failed refused", "b passed"}},
		"no number":          {[]provider.Link{link("a", confidence(1.2))}, decision.CauseUnreadable, []string{"a failed unreadable"}},
		"no action":          {[]provider.Link{link("a", unknownAction)}, decision.CauseUnreadable, []string{"a failed unreadable"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := chainOf(t, tt.links...)
			v, err := c.Judge(t.Context(), call)
			require.Error(t, err)
			assert.Equal(t, tt.cause, decision.CauseOf(err))
			assert.Equal(t, tt.states, states(v))
			assert.Equal(t, decision.Escalate, v.Action, "what comes with an error is not read")
			assert.Equal(t, "chain", c.Name())
		})
	}
}

func TestALinkMayPass(t *testing.T) {
	t.Parallel()
	v, err := chainOf(t, link("a", passes), link("b", answers(decision.Approve))).Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "[b, a passed] fine", v.Reasoning)

	c := chainOf(t, link("a", passes), link("b", passes))
	for range provider.DefaultFailures + 1 {
		v, err = c.Judge(t.Context(), call)
		require.ErrorIs(t, err, decision.ErrPass)
	}
	assert.Equal(t, []string{"a passed", "b passed"}, states(v), "and a pass is no failure")
	assert.Equal(t, "ok", c.LinkHealth()[0].State)
}

func TestALinkThatIsLeftOutDidNotPass(t *testing.T) {
	t.Parallel()
	c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{link("a", fails(errDown)), link("b", passes)}})
	_, err := c.Judge(t.Context(), call)
	require.ErrorIs(t, err, errDown)
	v, err := c.Judge(t.Context(), call)
	require.NotErrorIs(t, err, decision.ErrPass)
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	assert.Equal(t, []string{"a skipped", "b passed"}, states(v))
}

func TestK6ALinksOwnThresholdCountsByPresence(t *testing.T) {
	t.Parallel()
	zero, own := 0.0, 0.3
	for name, tt := range map[string]struct{ ofLink, ofVerdict, want *float64 }{
		"none":            {nil, nil, nil},
		"the link's zero": {&zero, &own, &zero},
		"the verdict's":   {nil, &own, &own},
	} {
		l := link("a", func(context.Context, *decision.Call) (decision.Verdict, error) {
			return decision.Verdict{Threshold: tt.ofVerdict}, nil
		})
		l.Threshold = tt.ofLink
		v, err := chainOf(t, l).Judge(t.Context(), call)
		require.NoError(t, err)
		assert.Same(t, tt.want, v.Threshold, name)
	}
}

func TestLabelsAreUnambiguous(t *testing.T) {
	t.Parallel()
	first := link("jev:cloudflare", inTurn(answers(decision.Deny), fails(errDown)))
	second := link("jev:cloudflare", inTurn(answers(decision.Deny), fails(errDown)))
	named := link("jev:cloudflare", answers(decision.Deny))
	named.Name = "night shift"
	other := link("jev:nimble", answers(decision.Deny))
	taken := link("x", answers(decision.Deny))
	taken.Name = "jev#3"
	c := chainOf(t, first, second, other, named, taken)
	var names []string
	for _, h := range c.LinkHealth() {
		names = append(names, h.Name)
	}
	assert.Equal(t, []string{"jev", "jev#2", "jev#4", "night shift", "jev#3"}, names, "a given name wins")

	c = chainOf(t, first, second, named)
	for _, want := range []struct{ source, reasoning string }{
		{"jev:cloudflare", "[jev] fine"},
		{"jev:cloudflare#2", "[jev#2, jev failed] fine"},
		{"night shift", "[night shift, jev failed, jev#2 failed] fine"},
	} {
		v, err := c.Judge(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, want.source, v.Source)
		assert.Equal(t, want.reasoning, v.Reasoning)
	}
}

func TestALabelIsNotTheNameThatWasGivenToAnother(t *testing.T) {
	t.Parallel()
	named := link("x", answers(decision.Deny))
	named.Name = "jev:cloudflare"
	v, err := chainOf(t, link("jev:cloudflare", answers(decision.Deny)), named).Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "jev:cloudflare#2", v.Source)
}

func TestASourceOfItsOwnIsKeptUnlessTheLinkIsRenamed(t *testing.T) {
	t.Parallel()
	says := func(context.Context, *decision.Call) (decision.Verdict, error) {
		return decision.Verdict{Source: "jev:told-by-server"}, nil
	}
	v, err := chainOf(t, link("jev:x", says)).Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "jev:told-by-server", v.Source)
	named := link("jev:x", says)
	named.Name = "mine"
	v, err = chainOf(t, named).Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "mine", v.Source)
}

func TestASingleProviderKeepsItsNameAndItsReasoning(t *testing.T) {
	t.Parallel()
	c := mustChain(t, provider.Options{Single: true, Links: []provider.Link{link("ollama:qwen", answers(decision.Deny))}})
	v, err := c.Judge(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "fine", v.Reasoning)
	assert.Equal(t, "ollama:qwen", v.Source)
	assert.Equal(t, "ollama:qwen", c.Name())
	assert.Equal(t, []string{"ollama answered"}, states(v))
}

// TestNothingApprovesButALink tries every behaviour of three links.
func TestNothingApprovesButALink(t *testing.T) {
	t.Parallel()
	all := everyBehaviour()
	for first := range all {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			for second := range all {
				for third := range all {
					synctest.Test(t, func(t *testing.T) { checkAnswer(t, first, second, third) })
				}
			}
		})
	}
}

func checkAnswer(t *testing.T, kinds ...string) {
	var links []provider.Link
	for _, kind := range kinds {
		links = append(links, link(kind, everyBehaviour()[kind]))
	}
	want := map[string]decision.Action{"approves": decision.Approve, "denies": decision.Deny, "escalates": decision.Escalate}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	v, err := chainOf(t, links...).Judge(ctx, call)
	for _, kind := range kinds {
		if action, isAnswer := want[kind]; isAnswer {
			require.NoError(t, err, kinds)
			require.Equal(t, action, v.Action, kinds)
			return
		}
	}
	require.Error(t, err, kinds)
	require.Equal(t, decision.Escalate, v.Action, kinds)
	require.Len(t, v.Links, len(kinds), "every link is accounted for")
	require.NoError(t, ctx.Err(), "within the budget")
}

func TestOptionsThatAreRefused(t *testing.T) {
	t.Parallel()
	ok := link("a", passes)
	change := func(f func(*provider.Link)) []provider.Link {
		l := ok
		f(&l)
		return []provider.Link{l}
	}
	two := -0.5
	for says, o := range map[string]provider.Options{
		"Links must be 1":             {},
		"Links must be 1 to 32":       {Links: make([]provider.Link, provider.MaxLinks+1)},
		"Single":                      {Single: true, Links: []provider.Link{ok, ok}},
		"Budget":                      {Links: []provider.Link{ok}, Budget: -1},
		"Cooldown":                    {Links: []provider.Link{ok}, Cooldown: -2},
		"Failures":                    {Links: []provider.Link{ok}, Failures: -1},
		"Links[0]: Provider":          {Links: make([]provider.Link, 1)},
		"Links[0]: Name":              {Links: change(func(l *provider.Link) { l.Name = "a, b failed" })},
		"Links[0]: MaxInFlight":       {Links: change(func(l *provider.Link) { l.MaxInFlight = -1 })},
		"Links[0]: Timeout":           {Links: change(func(l *provider.Link) { l.Timeout = -1 })},
		"Links[0]: Threshold":         {Links: change(func(l *provider.Link) { l.Threshold = &two })},
		`two links are named "twice"`: {Links: append(change(func(l *provider.Link) { l.Name = "twice" }), change(func(l *provider.Link) { l.Name = "twice" })...)},
	} {
		_, err := provider.NewChain(o)
		require.ErrorContains(t, err, says)
	}
}

type needy struct {
	*fake
	need decision.Need
}

func (n needy) Needs() decision.Need { return n.need }

func TestAChainNeedsWhatItsLinksNeed(t *testing.T) {
	t.Parallel()
	traces := provider.Link{Provider: needy{&fake{name: "t"}, decision.NeedTraces}}
	grants := provider.Link{Provider: needy{&fake{name: "g"}, decision.NeedGrants}}
	assert.Equal(t, decision.NeedTraces, chainOf(t, link("a", passes), traces).Needs())
	assert.Equal(t, decision.NeedTraces|decision.NeedGrants, chainOf(t, traces, grants).Needs())
	assert.Equal(t, decision.NeedNothing, chainOf(t, link("a", passes)).Needs())
}

type counting struct {
	*fake
	committed *[]string
}

func (c counting) Commit(_ context.Context, _ *decision.Call, v decision.Verdict) error {
	*c.committed = append(*c.committed, c.name)
	return nil
}

func TestTheLinkThatAnsweredCountsTheUse(t *testing.T) {
	t.Parallel()
	var committed []string
	c := chainOf(t,
		provider.Link{Provider: counting{&fake{name: "a", judge: passes}, &committed}},
		provider.Link{Provider: counting{&fake{name: "b", judge: answers(decision.Approve)}, &committed}},
		link("c", answers(decision.Approve)),
	)
	v, err := c.Judge(t.Context(), call)
	require.NoError(t, err)
	require.NoError(t, c.Commit(t.Context(), call, v))
	assert.Equal(t, []string{"b"}, committed)
}

func ExampleChain() {
	local := &fake{name: "ollama:qwen3", judge: answers(decision.Deny)}
	hosted := &fake{name: "jev:cloudflare", judge: fails(errDown)}
	chain, err := provider.NewChain(provider.Options{
		Links: []provider.Link{{Provider: hosted, Timeout: 5 * time.Second}, {Provider: local}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := chain.Judge(context.Background(), &decision.Call{Tool: "fs.delete"})
	fmt.Println(v.Action, v.Source, v.Reasoning, err)
	for _, h := range chain.LinkHealth() {
		fmt.Println(h.Name, h.State, h.ConsecutiveFailures)
	}
	// Output:
	// deny ollama:qwen3 [ollama, jev failed] fine <nil>
	// jev failing 1
	// ollama ok 0
}
