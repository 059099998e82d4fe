package callback_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/provider/callback"
)

func TestAReviewerAnswers(t *testing.T) {
	t.Parallel()
	for _, action := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		t.Run(action.String(), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
			r := d.connect(t, "claude")
			c := write("a-1")
			c.PolicyRule = "ask-writes"
			c.RecentTraces = []decision.Trace{{Tool: "fs.read", Policy: "allow", Params: map[string]any{"path": "x"}}}
			c.ActiveGrants = []decision.Grant{{Tools: "fs.*", Remaining: "5m"}}
			result := d.judge(t.Context(), c)
			assert.Equal(t, listed{
				ID: "a-1", Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/srv/app/a.txt", "content": "hello"}, PolicyRule: "ask-writes",
				RecentTraces: []map[string]any{{"tool": "fs.read", "policy": "allow", "params": map[string]any{"path": "x"}}},
				ActiveGrants: []map[string]any{{"tools": "fs.*", "remaining": "5m"}},
			}, r.next())
			text, failed := r.verdict("a-1", action.String(), 0.9)
			assert.Equal(t, "accepted", text)
			assert.False(t, failed)

			got := <-result
			require.NoError(t, got.err)
			assert.Equal(t, action, got.verdict.Action)
			assert.Equal(t, 0.9, got.verdict.Confidence)
			assert.Equal(t, "looked at it", got.verdict.Reasoning)
			assert.Empty(t, got.verdict.Quoted, "these are its own words")
			assert.Equal(t, "claude-code", got.verdict.Source)
			assert.Equal(t, decision.BasisText, got.verdict.Basis)
			recorded, err := json.Marshal(got.verdict.Answers)
			require.NoError(t, err)
			assert.JSONEq(t, `{"reviewer":"claude","decision":"`+action.String()+`","confidence":0.9}`, string(recorded))
			assert.Empty(t, r.pending(nil), "what was answered waits no more")
		})
	}
}

func TestWhatAReviewerRepeatsOfTheCallIsQuoted(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	r := d.connect(t, "claude")
	result := d.judge(t.Context(), write("a-1"))
	r.next()
	text, failed := r.call("sup7_verdict", map[string]any{
		"approval_id": "a-1", "action": "deny", "confidence": 1, "reasoning": "It writes /srv/app/a.txt\nfor no reason. ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05",
	})
	require.False(t, failed, text)
	v := (<-result).verdict
	assert.Equal(t, "It writes /srv/app/a.txt for no reason. [secret]", v.Reasoning)
	assert.Equal(t, []string{"/srv/app/a.txt"}, v.Quoted)
}

func TestNothingIsApprovedThatWasNotSeen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*decision.Call{
		"opaque": {ID: "a", Agent: "coder", Tool: "shell", Params: map[string]any{"command": "./x"}},
		"cut":    seen(decision.Call{ID: "a", Agent: "coder", Tool: "fs.write", Params: map[string]any{"content": strings.Repeat("x", 20_000)}}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
			r := d.connect(t, "claude")
			result := d.judge(t.Context(), c)
			text, failed := r.verdict(r.next().ID, "approve", 1)
			require.False(t, failed, text)
			got := <-result
			require.NoError(t, got.err)
			assert.Equal(t, decision.Escalate, got.verdict.Action)
			assert.Equal(t, decision.CauseOpaque, got.verdict.Cause)
			assert.Contains(t, got.verdict.Reasoning, "looked at it")
		})
	}
	huge := map[string]any{}
	for i := range 40_000 {
		huge[strings.Repeat("k", 1+i%7)+string(rune('a'+i%26))+time.Duration(i).String()] = i
	}
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	d.connect(t, "claude")
	v, err := d.provider.Judge(t.Context(), seen(decision.Call{Agent: "coder", Tool: "fs.write", Params: huge}))
	require.NoError(t, err)
	assert.Equal(t, decision.CauseOpaque, v.Cause)

	flagged := write("a")
	flagged.InjectionRisk = true
	v, err = d.provider.Judge(t.Context(), flagged)
	require.NoError(t, err)
	assert.Equal(t, decision.CauseInjection, v.Cause)
	assert.Equal(t, decision.Escalate, v.Action)
}

func TestNobodyIsAskedAboutCallsThatMayBeTheirOwn(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	first := d.connect(t, "claude")
	for _, agent := range []string{"claude", "CLAUDE", " claude ", "claude/general-purpose", "Claude/Explore/x", " claude /x", ""} {
		c := write("a-1")
		c.Agent = agent
		_, err := d.provider.Judge(t.Context(), c)
		require.ErrorIs(t, err, decision.ErrPass, agent)
	}

	other := d.connect(t, "gemini")
	c := write("a-2")
	c.Agent = "Claude/general-purpose"
	result := d.judge(t.Context(), c)
	assert.Equal(t, "a-2", other.next().ID)
	assert.Empty(t, first.pending(nil), "it is not shown its own call")
	text, failed := first.verdict("a-2", "approve", 1)
	assert.True(t, failed)
	assert.Contains(t, text, "your own")
	_, err := first.ReadResource(t.Context(), read("a-2"))
	require.Error(t, err)
	text, failed = other.verdict("a-2", "deny", 1)
	assert.False(t, failed, text)
	assert.Equal(t, decision.Deny, (<-result).verdict.Action)
}

func TestNoServerNoWaiting(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	_, err := d.provider.Judge(t.Context(), write("a"))
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	assert.NoError(t, d.provider.Check(t.Context()))

	r := d.connect(t, "claude")
	result := d.judge(t.Context(), write("b"))
	r.next()
	require.NoError(t, r.Close())
	got := <-result
	require.Error(t, got.err)
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(got.err), "who waits does not wait for nobody")

	missing := errors.New("give mcp_server")
	off, err := d.Server.Provider(callback.ProviderOptions{Missing: missing})
	require.NoError(t, err)
	require.ErrorIs(t, off.Check(t.Context()), missing)
	_, err = off.Judge(t.Context(), write("a"))
	require.ErrorIs(t, err, missing)
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
}

func TestAnIDBelongsToOneCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
		r := d.connect(t, "claude")
		first, same := d.judge(t.Context(), write("a")), d.judge(t.Context(), write("a"))
		synctest.Wait()
		require.Len(t, r.pending(nil), 1, "the same call waits once")
		other := write("a")
		other.Params = map[string]any{"path": "/etc/passwd"}
		of := write("a")
		of.Agent = "somebody else"
		refused := func(when string) {
			t.Helper()
			for _, c := range []*decision.Call{other, of} {
				_, err := d.provider.Judge(t.Context(), c)
				assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err), when)
			}
		}
		refused("while it waits")
		text, failed := r.verdict("a", "approve", 1)
		require.False(t, failed, text)
		assert.Equal(t, decision.Approve, (<-first).verdict.Action)
		assert.Equal(t, decision.Approve, (<-same).verdict.Action)
		refused("after it was answered")
	})
}

func TestCallsWithoutAnIDGetOne(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	r := d.connect(t, "claude")
	result := d.judge(t.Context(), write(""))
	id := r.next().ID
	require.NotEmpty(t, id)
	r.verdict(id, "deny", 1)
	assert.Equal(t, decision.Deny, (<-result).verdict.Action)
}

func TestAReviewerThatIsAwayIsNoFailureOfTheLink(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{Timeout: 10 * time.Second})
		chain, err := provider.NewChain(provider.Options{
			Links: []provider.Link{{Provider: d.provider, Timeout: 10 * time.Second}}, Single: true, Failures: 1,
		})
		require.NoError(t, err)
		assert.Equal(t, decision.CauseUnavailable, chain.LinkHealth()[0].Cause, "nobody was seen yet")
		r := d.connect(t, "claude")
		v, err := chain.Judge(t.Context(), write("a"))
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		assert.Equal(t, []string{"claude-code: no reviewer answered in time"}, v.Notes)
		assert.Empty(t, r.pending(nil))
		assert.Equal(t, "ok", chain.LinkHealth()[0].State, "no breaker is open, and somebody is there")
	})
}

func TestAProbeDisturbsNobody(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	probe := decision.WithProbe(t.Context())
	_, err := d.provider.Judge(probe, write("a"))
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	r := d.connect(t, "claude")
	_, err = d.provider.Judge(probe, write("a"))
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err), "connected, but it has asked for nothing")
	assert.Empty(t, r.pending(nil))
	_, err = d.provider.Judge(probe, write("a"))
	require.ErrorIs(t, err, decision.ErrPass)
}

func TestFaultyOptions(t *testing.T) {
	t.Parallel()
	_, err := callback.New(callback.Options{MaxPending: -1})
	require.ErrorContains(t, err, "MaxPending")
	s, err := callback.New(callback.Options{})
	require.NoError(t, err)
	_, err = s.Provider(callback.ProviderOptions{Timeout: -1, RedactParams: []string{""}})
	require.ErrorContains(t, err, "Timeout")
	require.ErrorContains(t, err, "RedactParams[0]")
	for _, name := range []string{"", " ", "a\nb", strings.Repeat("x", callback.MaxReviewerBytes+1)} {
		require.Error(t, s.Serve(t.Context(), name, nil), name)
	}
}
