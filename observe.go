package supervisor

import "context"

// The modes, as the config and the status name them.
const (
	modeEnforce = "enforce"
	modeObserve = "observe"
)

func mode(snap *snapshot) string {
	if snap.Observe {
		return modeObserve
	}
	return modeEnforce
}

func (s *Supervisor) mode() string { return mode(s.snapshot.Load()) }

// observe marks a decision that was made in observe mode.
func observe(d *Decision) {
	judged := d.Action
	d.Observed = &judged
}

// withheld is what anybody gets of a decision: of one that was only observed,
// that a person decides.
func withheld(d *Decision) Decision {
	got := *d
	if d.Observed != nil && d.Action != Escalate {
		got.Reasoning = "observe mode: it would be " + d.Action.Past() + ": " + d.Reasoning
		got.Action, got.Cause = Escalate, CauseObserve
	}
	return got
}

// given is what becomes of a decision that the caller has been given.
func given(d *Decision) OutcomeState {
	if d.Observed != nil {
		return OutcomeObserved
	}
	return OutcomeSent
}

// left is the outcome of a decision whose call the queue left to a person.
func left(d Decision) OutcomeState {
	if d.Observed != nil {
		return OutcomeObserved
	}
	return OutcomeLeft
}

// warnOfObserving says at each start, and at each change, that nothing is
// settled: nobody should find that out from calls that time out.
func (s *Supervisor) warnOfObserving(ctx context.Context) {
	if s.snapshot.Load().Observe {
		s.log.WarnContext(ctx, "observe mode: calls are judged and recorded, none is approved or denied; all of them wait for a person")
	}
}

// install puts a snapshot in force, and logs a change of the mode.
func (s *Supervisor) install(now *snapshot) {
	old := s.snapshot.Swap(now)
	switch {
	case old.Observe == now.Observe:
	case now.Observe:
		s.warnOfObserving(context.Background())
	default:
		s.log.Warn("enforce mode: decisions are sent from now on")
	}
}
