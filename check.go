package supervisor

import (
	"context"

	"github.com/flux7-go/supervisor/provider"
)

// ProviderCheck is what was found out about one provider of a config before
// its first call.
type ProviderCheck struct {
	Name   string // as in the status of the supervisor
	Detail string // the backend or model
	Err    error  // why calls will not be answered; nil: nothing is known against it
}

// CheckEvaluator finds out whether the providers that a config names, those that
// supervise agents and review finished turns too, will answer: whether their keys are set, their servers are up and know the model.
// It asks the servers, each for no longer than its timeout, and judges nothing.
// It is for the start of a program, so that such a fault is not met by the
// first call at night. The error is that of [Build], and what Build warns of is
// not logged again.
func CheckEvaluator(ctx context.Context, cfg *Config, parts Parts) ([]ProviderCheck, error) {
	parts.Logger = nil
	o, err := judgingOptions(cfg, parts, &provider.Breakers{})
	if err != nil {
		return nil, err
	}
	_, reviewing, err := cfg.reviewedAgents(parts)
	if err != nil {
		return nil, err
	}
	var found []ProviderCheck
	for _, chain := range append(chainsOf(o), reviewing...) {
		for _, c := range chain.Check(ctx) {
			found = append(found, ProviderCheck(c))
		}
	}
	return found, nil
}
