package watch

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// became takes what is known by now of the call on the screen.
func (c *console) became(now call, err error) {
	switch {
	case now.ID == c.current.ID && now.Status == decision.ApprovalPending:
	case isNotFound(err):
		c.isGone("the supervisor does not know it any more")
	case err == nil && now.ID == c.current.ID:
		c.isGone(now.settled())
	} // else it is asked again with the next list
}

// isGone says that the call on the screen was settled from somewhere else.
func (c *console) isGone(how string) { c.gone, c.mode, c.busy = how, looking, "" }

// reached takes how far an approve for a while would go: in the conversation of
// the call, or where it has none wherever the agent makes exactly this call.
func (c *console) reached(id string, found call, err error) {
	if id != c.current.ID || c.gone != "" {
		return
	}
	c.busy = ""
	if err != nil {
		c.notice = err.Error()
		return
	}
	if found.Status != decision.ApprovalPending {
		c.isGone(found.settled())
		return
	}
	scope := decision.StandingPermanent
	if found.Session != "" {
		scope = decision.StandingSession
	}
	c.reach, c.scope = found.option(scope), string(scope)
	if !c.reach.Allowed {
		c.notice = "it cannot be allowed for a while: " + c.reach.Why
		return
	}
	c.mode = confirmAllow
}

// explained takes how the supervisor looks at the call.
func (c *console) explained(id string, found explanation, err error) {
	if id != c.current.ID || c.mode != explaining {
		return
	}
	if c.steps = &found; err != nil {
		c.notice = "the rules cannot be shown: " + err.Error()
	}
}

// answered takes what became of an answer that was sent.
func (c *console) answered(d deed, done settled, err error) (ask deed) {
	if d.id != c.current.ID {
		return deed{}
	}
	c.busy = ""
	if err != nil {
		return c.unanswered(d, err)
	}
	c.notice = string(done.Status) + " " + c.current.title() + ", as " + done.ResolvedBy
	if done.Standing != nil {
		c.notice += "; from now on: " + done.Standing.Covers
	}
	if done.Warning != "" {
		c.notice += ". " + done.Warning
	}
	i := c.index()
	c.calls = slices.DeleteFunc(slices.Clone(c.calls), func(one call) bool { return one.ID == d.id })
	if i >= len(c.calls) {
		i = 0 // after the youngest, the oldest
	}
	c.turnTo(max(0, i))
	return deed{}
}

// unanswered takes an answer that did not go through: somebody was faster, it was
// refused, or nobody knows.
func (c *console) unanswered(d deed, err error) deed {
	if settled := settledBefore(err); settled != "" {
		c.isGone(settled)
		return deed{}
	}
	c.notice = "not answered: " + err.Error()
	if !refused(err) {
		c.notice = "the answer may not have arrived: " + err.Error()
	}
	return deed{verb: doLook, id: d.id}
}

// lost says that nothing is heard for now. What is on the screen stays.
func (c *console) lost(err error) { c.down = err.Error() }

// sending reports whether an answer is on its way.
func (c *console) sending() bool { return c.busy == sendingApprove || c.busy == sendingDeny }
