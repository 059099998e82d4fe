package provider

import (
	"context"
	"errors"

	"github.com/flux7-go/supervisor/decision"
)

// Judge asks the links in order and returns the first answer, with who did not
// answer in front of its reasoning and an account of every link in Links. A
// verdict that is not one of the three actions with a confidence from 0 to 1
// is a failure of its link.
//
// It returns [decision.ErrPass] when all links pass, and else the failure of
// the last link that failed; the verdict then has Links all the same, and the
// answers, limits, signals and reasoning of the last link that passed with some. A cancel
// of ctx is returned as it is, and counts against no link.
func (c *Chain) Judge(ctx context.Context, call *decision.Call) (decision.Verdict, error) {
	v, a, err := walk(ctx, c, c.links, func(l *link) (*group[decision.Verdict], request[decision.Verdict]) {
		return &l.judged, request[decision.Verdict]{key: l.key(call), run: func(ctx context.Context) (decision.Verdict, error) {
			return l.judge(ctx, call)
		}}
	})
	passed := c.testify(&a)
	if err != nil {
		return decision.Verdict{
			Links: a.links, Notes: a.notes, Answers: passed.Answers, Limits: passed.Limits, Signals: passed.Signals,
			Reasoning: passed.Reasoning, Quoted: passed.Quoted,
		}, err
	}
	l := a.answered
	if v.Source == "" || l.renamed {
		v.Source = l.label
	}
	if l.Threshold != nil {
		v.Threshold = l.Threshold
	}
	if !c.single {
		v.Reasoning = a.prefix() + v.Reasoning
	}
	v.Links = a.links
	v.Notes = append(a.notes, v.Notes...)
	return v, nil
}

// testify keeps in the account what each link itself said. It returns what the
// last one that passed has found out: a person who decides then should see it.
func (c *Chain) testify(a *account[decision.Verdict]) (passed decision.Verdict) {
	for i, v := range a.said {
		if own := c.links[i].Threshold; own != nil {
			v.Threshold = own
		}
		switch state := a.links[i].State; {
		case state == decision.LinkAnswered:
			a.links[i].Said = &v
		case state == decision.LinkPassed && v.Answers != nil:
			a.links[i].Said, passed = &v, v
		}
	}
	return passed
}

// judge has the provider judge, and refuses what is no verdict.
func (l *link) judge(ctx context.Context, call *decision.Call) (decision.Verdict, error) {
	v, err := l.Provider.Judge(ctx, call)
	switch {
	case errors.Is(err, decision.ErrPass):
		return v, err
	case err != nil:
		return decision.Verdict{}, err
	case v.Action > decision.Deny:
		return decision.Verdict{}, decision.Errorf(decision.CauseUnreadable, "an unknown action")
	case !isConfidence(v.Confidence):
		return decision.Verdict{}, decision.Errorf(decision.CauseUnreadable, "a confidence that is not between 0 and 1")
	}
	return v, nil
}

// key is what identical requests share. A provider that cannot tell, or that
// panics, shares nothing.
func (l *link) key(call *decision.Call) (key string) {
	keyer, ok := l.Provider.(Keyer)
	if !ok {
		return ""
	}
	defer func() {
		if recover() != nil {
			key = "" // Judge will show
		}
	}()
	if key, ok = keyer.RequestKey(call); !ok {
		return ""
	}
	return key
}

// Commit has the link that answered count the use, if it wants to.
func (c *Chain) Commit(ctx context.Context, call *decision.Call, v decision.Verdict) error {
	for i, record := range v.Links {
		if record.State != decision.LinkAnswered || i >= len(c.links) {
			continue
		}
		if committer, ok := c.links[i].Provider.(decision.Committer); ok {
			return committer.Commit(ctx, call, v)
		}
	}
	return nil
}
