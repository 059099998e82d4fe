package memory

import (
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// refusedAlike returns the newest refusal of a call that is like c, if one is
// remembered. The effects of c are looked at only when something was refused.
func (r *wordRule) refusedAlike(ctx context.Context, c *decision.Call, fingerprint string, now time.Time) (decision.Word, error) {
	if r.opts.RefusalFor < 0 {
		return decision.Word{}, nil
	}
	list, err := r.store.FindWords(ctx, decision.WordQuery{Agent: c.Agent, Since: now.Add(-r.opts.RefusalFor), Limit: MaxLimit})
	if err != nil {
		return decision.Word{}, err
	}
	var like []string
	for i, w := range list {
		if w.Action != decision.Deny || w.Agent != c.Agent || w.Fingerprint == fingerprint || !r.counts(w, c) || !r.fresh(w, now) {
			continue
		}
		if like == nil {
			like = decision.Likeness(c, c.Effects(ctx))
		}
		if decision.Alike(w.Like, like) && !r.takenBack(list[:i], w) {
			return w, nil
		}
	}
	return decision.Word{}, nil
}

// takenBack reports whether a person has approved what a word refused since;
// newer are the words after it.
func (r *wordRule) takenBack(newer []decision.Word, refusal decision.Word) bool {
	return slices.ContainsFunc(newer, func(w decision.Word) bool {
		return w.Action == decision.Approve && w.Agent == refusal.Agent && w.Tool == refusal.Tool &&
			w.Fingerprint == refusal.Fingerprint && w.Revoked.IsZero() && r.opts.People.Includes(w.By)
	})
}
