package supervisor

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// keyless stands for a provider whose key is not in the environment: it is
// down until the next start or reload, and sends nothing.
type keyless struct {
	label string
	err   error
}

func (k keyless) Name() string { return k.label }

func (keyless) Needs() Need { return NeedNothing }

// Check tells at the start what is missing.
func (k keyless) Check(context.Context) error { return k.err }

func (k keyless) Judge(context.Context, *Call) (Verdict, error) {
	return Verdict{}, decision.Errorf(CauseUnavailable, "%w", k.err)
}
