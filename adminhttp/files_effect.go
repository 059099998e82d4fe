package adminhttp

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// Limits of telling what an edit would change.
const (
	maxReplayed   = 500             // the newest decisions of the journal whose calls are there whole
	maxChanges    = 100             // that are listed; all are counted
	replayTimeout = 5 * time.Second // for all of them
)

// editEffect is what an edit would have changed of recent decisions. Both sides
// are judged now, without asking a provider that must be paid or waited for: it
// says what it said then.
type editEffect struct {
	Replayed int `json:"replayed"`
	Changed  int `json:"changed"`
	// Unknown are calls that a provider would have to be asked about again,
	// because of what the edit changes, or because its answer was not kept.
	Unknown int `json:"unknown"`
	// NotReplayable are decisions whose calls the journal does not have whole.
	NotReplayable int           `json:"not_replayable"`
	Complete      bool          `json:"complete"` // false: the time was too short for all
	Changes       []editChanged `json:"changes"`  // the newest first
}

// editChanged is a decision that would have been another.
type editChanged struct {
	ID         string  `json:"id"`
	Tool       string  `json:"tool"`
	Agent      string  `json:"agent_id"`
	Before     string  `json:"before"`
	After      string  `json:"after"`
	RuleBefore *string `json:"rule_before"`
	RuleAfter  *string `json:"rule_after"`
}

// editEffect replays recent calls. Without a journal nothing is replayed.
func (h *Handler) editEffect(ctx context.Context, e *edit) *editEffect {
	found := &editEffect{Changes: []editChanged{}}
	ctx, cancel := context.WithTimeout(ctx, replayTimeout)
	defer cancel()
	calls, lost, err := recentCalls(ctx, h.opts.Journal, maxReplayed)
	if err != nil {
		h.opts.Logger.WarnContext(ctx, "the journal cannot be replayed for an edit", "error", err)
		return found
	}
	found.NotReplayable = lost
	said := saidBefore(calls)
	before := h.sup.Trial(supervisor.TrialRecorded(said))
	after := e.change.Trial(supervisor.TrialRecorded(func(c *supervisor.Call, link string) (bench.Said, bool) {
		if !e.asksTheSame(h.sup.Config()) {
			return bench.Said{}, false
		}
		return said(c, link)
	}))
	for i := range slices.Backward(calls) {
		old, errBefore := before.Evaluate(ctx, calls[i].call)
		now, errAfter := after.Evaluate(ctx, calls[i].call)
		if ctx.Err() != nil {
			return found
		}
		if errBefore != nil || errAfter != nil {
			found.NotReplayable++
			continue
		}
		found.Replayed++
		found.add(&calls[i], old, now)
	}
	found.Complete = true
	return found
}

// asksTheSame reports whether answers that were given under another config would
// be given under that of the edit.
func (e *edit) asksTheSame(inForce *supervisor.Config) bool {
	e.asking.Do(func() {
		was, err := inForce.AnswerBasis()
		if err != nil {
			return
		}
		is, err := e.config.AnswerBasis()
		e.same = err == nil && maps.Equal(was, is)
	})
	return e.same
}

// add counts what became of one call.
func (f *editEffect) add(c *pastCall, old, now supervisor.Decision) {
	switch {
	case !c.failed && (unanswered(old) || unanswered(now)):
		f.Unknown++
		return
	case old.Action == now.Action && old.RuleMatched == now.RuleMatched:
		return
	}
	f.Changed++
	if len(f.Changes) < maxChanges {
		f.Changes = append(f.Changes, editChanged{
			ID: c.id, Tool: c.call.Tool, Agent: c.call.Agent, Before: old.Action.Past(), After: now.Action.Past(),
			RuleBefore: orNull(old.RuleMatched), RuleAfter: orNull(now.RuleMatched),
		})
	}
}

// unanswered reports whether a decision only says that no provider answered.
func unanswered(d supervisor.Decision) bool {
	switch d.Cause {
	case decision.CauseUnavailable, decision.CauseUnreadable, decision.CauseTimeout, decision.CauseRefused, decision.CauseOverload:
		return d.Action == decision.Escalate
	}
	return false
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// saidBefore looks up what a link said about a call, by the call's id.
func saidBefore(calls []pastCall) func(*supervisor.Call, string) (bench.Said, bool) {
	return func(c *supervisor.Call, link string) (bench.Said, bool) {
		i, err := strconv.Atoi(c.ID)
		if err != nil || i < 0 || i >= len(calls) {
			return bench.Said{}, false
		}
		for _, s := range calls[i].said {
			if s.Link == link {
				return s, true
			}
		}
		return bench.Said{}, false
	}
}
