package decision_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

func TestSignature(t *testing.T) {
	t.Parallel()
	covered := func(list ...decision.Effect) decision.Effects { return decision.Effects{Covered: true, List: list} }
	read := decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject, Target: "/srv/app/a", Segment: "cat a"}
	fetch := decision.Effect{Kind: decision.Network, Zone: decision.ZoneRemote, Target: "host.example"}
	base := covered(read, fetch).Signature()
	assert.Len(t, base, 64)

	other := read
	other.Target, other.Segment, other.By = "/srv/app/b", "head b", "head"
	assert.Equal(t, base, covered(fetch, other).Signature(), "which file it was, and in which order, does not count")
	assert.Equal(t, base, covered(read, other, fetch).Signature(), "nor how many of a kind")

	changed := func(change func(*decision.Effect)) string {
		e := fetch
		change(&e)
		return covered(read, e).Signature()
	}
	for name, signature := range map[string]string{
		"another host": changed(func(e *decision.Effect) { e.Target = "evil.example" }),
		"local data":   changed(func(e *decision.Effect) { e.Sends = []string{"/srv/app/a"} }),
		"for good":     changed(func(e *decision.Effect) { e.Irreversible = true }),
		"a concern":    changed(func(e *decision.Effect) { e.Concern = "ip address" }),
		"another kind": changed(func(e *decision.Effect) { e.Kind = decision.External }),
		"another zone": changed(func(e *decision.Effect) { e.Zone = decision.ZoneUnknown }),
		"nothing else": covered(fetch).Signature(),
		"no effects":   covered().Signature(),
		"opaque":       decision.Effects{List: []decision.Effect{read, fetch}}.Signature(),
	} {
		assert.NotEqual(t, base, signature, name)
	}
	assert.Empty(t, decision.Effects{}.Signature())
	assert.Empty(t, decision.Effects{Covered: true, Gaps: []decision.Gap{{Reason: "x"}}}.Signature())
}
