package memory

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// PrecedentFor says of a call that was decided before what the rule of
// [Precedents] says of a call under judgment. The call is known by its decision:
// by the fingerprint, and by the effects that were recorded; without any it is
// opaque. Params are those of the call, whole; nil, they are not known, and only
// exactly the same call is like it.
func PrecedentFor(ctx context.Context, store decision.Words, opts PrecedentOptions, d decision.Decision, params map[string]any) (decision.Verdict, bool) {
	p := newPrecedents(store, opts)
	effects := recorded(d.Evidence)
	if d.Agent == "" || d.Fingerprint == "" || d.InjectionRisk || unfit(effects, p.opts.Writes) != "" {
		return decision.Verdict{}, false
	}
	exact := params == nil || mustBeExact(&decision.Call{Tool: d.Tool, Params: params}, effects)
	return p.judge(ctx, subject{agent: d.Agent, tool: d.Tool, fingerprint: d.Fingerprint, signature: signature(effects), exact: exact})
}
