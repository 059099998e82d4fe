package standing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/standing"
)

func TestUnfit(t *testing.T) {
	t.Parallel()
	in := func(kind decision.EffectKind, zone decision.Zone) decision.Effect {
		return decision.Effect{Kind: kind, Zone: zone, Target: "x.example"}
	}
	worrying, final := in(decision.Reads, decision.ZoneProject), in(decision.Overwrites, decision.ZoneProject)
	worrying.Concern, final.Irreversible = "private data", true
	sends := in(decision.Network, decision.ZoneRemote)
	sends.Sends = []string{"a"}
	tests := map[string]struct {
		effect                        decision.Effect
		tool, hosts, signature, exact bool // fits with the tool alone, with hosts, a signature, a fingerprint
	}{
		"a read":                {in(decision.Reads, decision.ZoneHome), true, true, true, true},
		"a new file":            {in(decision.Creates, decision.ZoneProject), true, true, true, true},
		"a new file elsewhere":  {in(decision.Creates, decision.ZoneHome), false, false, false, false},
		"a fetch":               {in(decision.Network, decision.ZoneRemote), false, true, true, true},
		"a fetch that sends":    {sends, false, true, true, true},
		"a mail":                {in(decision.External, decision.ZoneRemote), false, false, false, true},
		"the project's code":    {in(decision.ExecutesProject, decision.ZoneProject), false, false, false, true},
		"something against it":  {worrying, false, false, true, true},
		"what cannot be undone": {final, false, false, false, false},
		"a deletion":            {in(decision.Deletes, decision.ZoneProject), false, false, false, false},
		"a secret":              {in(decision.Secrets, decision.ZoneProject), false, false, false, false},
		"a privilege":           {in(decision.Privilege, decision.ZoneNone), false, false, false, false},
		"what runs later":       {in(decision.Persistence, decision.ZoneProject), false, false, false, false},
		"what stops a program":  {in(decision.Disrupts, decision.ZoneNone), false, false, false, false},
		"what guards the agent": {in(decision.SelfTamper, decision.ZoneProject), false, false, false, false},
		"text aimed at a judge": {in(decision.Injection, decision.ZoneNone), false, false, false, false},
		"unseen code":           {in(decision.ExecutesUnseen, decision.ZoneProject), false, false, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := decision.Effects{Covered: true, List: []decision.Effect{tt.effect}}
			a := decision.Standing{Tool: "t"}
			fits := func(a decision.Standing) bool { return standing.Unfit(a, e) == "" }
			assert.Equal(t, tt.tool, fits(a), "the tool alone")
			assert.Equal(t, tt.hosts, fits(decision.Standing{Tool: "t", Hosts: []string{"x.example"}}), "hosts")
			assert.Equal(t, tt.signature, fits(decision.Standing{Tool: "t", Signature: "s"}), "signature")
			assert.Equal(t, tt.exact, fits(decision.Standing{Tool: "t", Fingerprint: "f"}), "fingerprint")
			assert.Equal(t, tt.exact, fits(decision.Standing{Tool: "t", Arguments: map[string]any{"a": 1}}), "arguments")
			e.Gaps = []decision.Gap{{Reason: "x"}}
			assert.False(t, fits(decision.Standing{Tool: "t", Fingerprint: "f"}), "opaque")
		})
	}
	search := decision.Effects{Covered: true, List: []decision.Effect{in(decision.Network, decision.ZoneRemote)}}
	assert.Empty(t, standing.Unfit(decision.Standing{Tool: "web_search"}, search))
}

// TestASearchIsNoQueryOfADatabase tells words to look for from a statement.
func TestASearchIsNoQueryOfADatabase(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.create(permanent("web_search"))
	assert.Equal(t, "permanent", d.covered(d.call("web_search", map[string]any{"query": "go generics"})))
	_, _, err := d.set().Create(t.Context(), standing.Request{Standing: permanent("run_query")})
	require.ErrorIs(t, err, standing.ErrRefused)
}

func TestASessionIsNeverLonger(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for after, want := range map[time.Duration]time.Duration{time.Minute: time.Minute, time.Hour: 15 * time.Minute} {
		a := session("fs.read", "A")
		a.ExpiresAt = monday.Add(after)
		made, _ := d.create(a)
		assert.Equal(t, monday.Add(want), made.ExpiresAt)
	}
}

// mixed is a store that answers with more than it was asked for.
type mixed struct{ *shelf }

func TestAStoreIsNotBelieved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.create(decision.Standing{Scope: decision.StandingPermanent, Agent: "other", Tool: "fs.read"})
	d.options = func(o *standing.Options) { o.Store = mixed{d.store} }
	assert.Empty(t, d.covered(d.read()))
}
