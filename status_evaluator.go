package supervisor

import (
	"math"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// The modes of [EvaluatorStatus].
const (
	modeSingle = "single"
	modeChain  = "chain"
)

// evaluatorStatus describes what judges, link by link where it has links.
func (s *Supervisor) evaluatorStatus(p Provider) EvaluatorStatus {
	st := EvaluatorStatus{Mode: modeSingle, Providers: []ProviderStatus{}}
	if p == nil {
		return st
	}
	reporter, ok := p.(decision.LinkReporter)
	if !ok {
		one := ProviderStatus{Name: providerName(p), State: "ok", ConsecutiveFailures: s.counts.failuresInARow()}
		if one.ConsecutiveFailures > 0 {
			one.State = "failing"
		}
		st.Providers = append(st.Providers, one)
		return st
	}
	var links []decision.LinkHealth
	if err := safely(func() error { links = reporter.LinkHealth(); return nil }); err != nil {
		s.log.Error("the provider cannot say how it is", "error", err)
	}
	if len(links) > 1 || providerName(p) == provider.ChainName {
		st.Mode = modeChain
	}
	for _, l := range links {
		st.Providers = append(st.Providers, ProviderStatus{
			Name: l.Name, State: l.State, ConsecutiveFailures: l.ConsecutiveFailures,
			SkippedForS: int(math.Round(l.SkippedFor.Seconds())), Detail: l.Detail,
		})
	}
	return st
}
