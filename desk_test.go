package supervisor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// asking is a supervisor whose escalations wait in a store.
type asking struct {
	*supervisor.Supervisor
	t       *testing.T
	store   *memory.Store
	journal *recorder
}

// newAsking makes one of some rules, people's words first.
func newAsking(t *testing.T, rules ...supervisor.Rule) *asking {
	t.Helper()
	return askingOn(t, memory.NewStore(memory.Options{}), rules...)
}

func askingOn(t *testing.T, store *memory.Store, rules ...supervisor.Rule) *asking {
	t.Helper()
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	journal := &recorder{}
	o := supervisor.Options{
		Journal: journal, Store: store, Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: people}),
		Rules: append([]supervisor.Rule{memory.PersonsWord(store, memory.WordOptions{People: people})}, rules...),
	}
	return &asking{mustNew(t, o), t, store, journal}
}

// evaluated is a decision that is checked to be an escalate that waits.
func (a *asking) left(c supervisor.Call) supervisor.Decision {
	a.t.Helper()
	d := evaluate(a.t, a.Supervisor, c)
	require.Equal(a.t, supervisor.Escalate, d.Action, d.Reasoning)
	require.NotEmpty(a.t, d.Approval)
	return d
}

func (a *asking) answer(id string, status supervisor.ApprovalStatus, by string) {
	a.t.Helper()
	require.NoError(a.t, a.Approvals().Resolve(a.t.Context(), id, supervisor.Resolution{Status: status, By: by, Reasoning: "so\nit is"}))
}

func (a *asking) waits() []supervisor.Approval {
	a.t.Helper()
	list, err := a.Approvals().Pending(a.t.Context(), supervisor.Query{})
	require.NoError(a.t, err)
	return list
}

func (a *asking) outcomes() (list []string) {
	for _, e := range a.journal.of(decision.EventOutcome) {
		list = append(list, fmt.Sprintf("%s %s by %s", e.Decision.Approval, e.Outcome.Status, e.Outcome.By))
	}
	return list
}

var mail = supervisor.Call{Agent: "maple", Session: "s1", Tool: "mail.send", Params: map[string]any{"to": "ann"}}

func TestCase21APersonAllowsAndTheCallRunsOnce(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	d := a.left(mail)
	first := a.journal.of(decision.EventDecision)
	require.Len(t, first, 1)
	assert.Equal(t, d.Approval, first[0].Decision.Approval, "on record before it was given")
	waiting := a.waits()
	require.Len(t, waiting, 1)
	assert.Equal(t, d.Approval, waiting[0].ID)
	assert.Equal(t, d.Approval, waiting[0].Decision.Approval)
	assert.Equal(t, d.ID, waiting[0].Decision.ID)
	assert.WithinDuration(t, time.Now().Add(supervisor.DefaultApprovalTimeout), waiting[0].Until, time.Minute)

	a.answer(d.Approval, supervisor.ApprovalApproved, "person:ann")
	assert.Empty(t, a.waits())
	r, err := a.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalApproved, r.Status)
	assert.Equal(t, "person:ann", r.By)

	outcomes := a.journal.of(decision.EventOutcome)
	require.Len(t, outcomes, 1, "W12: who, when and which call is on record, once")
	assert.Equal(t, d.Fingerprint, outcomes[0].Decision.Fingerprint)
	assert.Equal(t, supervisor.OutcomeSettled, outcomes[0].Outcome.State)
	assert.False(t, outcomes[0].Outcome.At.IsZero())
	assert.NotContains(t, outcomes[0].Outcome.Detail, "\n")

	_, err = a.Wait(t.Context(), d.Approval)
	require.ErrorIs(t, err, supervisor.ErrUsed, "one approve, one run")
	assert.NotEqual(t, d.Approval, a.left(mail).Approval, "the next one is asked about again")
}

func TestCase21ARetryIsSettledByTheWord(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	d := a.left(mail)
	a.answer(d.Approval, supervisor.ApprovalApproved, "person:ann")
	other := mail
	other.Agent = "oak"
	a.left(other)
	other = mail
	other.Params = map[string]any{"to": "bob"}
	a.left(other)
	again := evaluate(t, a.Supervisor, mail)
	assert.Equal(t, supervisor.Approve, again.Action, again.Reasoning)
	assert.Equal(t, memory.WordSource, again.RuleMatched)
	assert.Equal(t, []string{d.Approval}, again.Evidence.Precedents)
	assert.Empty(t, again.Approval)
	a.left(mail)
	_, err := a.Wait(t.Context(), d.Approval)
	require.ErrorIs(t, err, supervisor.ErrUsed, "the retry had it")
}

func TestCase27WhatAPersonRefusedIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	d := a.left(mail)
	a.answer(d.Approval, supervisor.ApprovalDenied, "person:ann")
	r, err := a.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalDenied, r.Status)
	again := evaluate(t, a.Supervisor, mail)
	assert.Equal(t, supervisor.Deny, again.Action)
	assert.Equal(t, memory.RefusalSource, again.RuleMatched)
	assert.Empty(t, a.waits())
	other := mail
	other.Params = map[string]any{"to": "bob"}
	a.left(other)
}

func TestW14NobodyAnswersIsNoRefusal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		d := a.left(mail)
		r, err := a.Wait(t.Context(), d.Approval)
		require.NoError(t, err)
		assert.Equal(t, supervisor.ApprovalTimeout, r.Status)
		synctest.Wait()
		assert.Equal(t, []string{d.Approval + " timeout by system:timeout"}, a.outcomes(), "recorded by itself")
		require.ErrorIs(t, a.Approvals().Resolve(t.Context(), d.Approval, supervisor.Resolution{
			Status: supervisor.ApprovalApproved, By: "person:late",
		}), supervisor.ErrResolved, "W10: a late click says so")
		a.left(mail)
	})
}

func TestCase28ACallWaitsNoLongerThanItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		soon := mail
		soon.Expires = time.Now().Add(time.Second)
		d := a.left(soon)
		began := time.Now()
		r, err := a.Wait(t.Context(), d.Approval)
		require.NoError(t, err)
		assert.Equal(t, supervisor.ApprovalTimeout, r.Status)
		assert.InDelta(t, time.Second, time.Since(began), float64(10*time.Millisecond))
		over := mail
		over.Expires = time.Now().Add(-time.Second)
		assert.Empty(t, evaluate(t, a.Supervisor, over).Approval, "nobody waits for it")
	})
}

// TestW9WaitingMissesNothing answers before, while and after somebody waits.
func TestW9WaitingMissesNothing(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	var told sync.WaitGroup
	for n := range 50 {
		call := mail
		call.Params = map[string]any{"n": n}
		d := a.left(call)
		told.Go(func() { a.answer(d.Approval, supervisor.ApprovalApproved, "person:ann") })
		told.Go(func() {
			r, err := a.Wait(t.Context(), d.Approval)
			assert.NoError(t, err)
			assert.Equal(t, supervisor.ApprovalApproved, r.Status)
		})
	}
	told.Wait()
	assert.Len(t, a.outcomes(), 50)
}

// TestW11OneOfManyWins has many settle, wait and ask again at once.
func TestW11OneOfManyWins(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	d := a.left(mail)
	var settled, ran atomic.Int32
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			err := a.Approvals().Resolve(t.Context(), d.Approval, supervisor.Resolution{
				Status: supervisor.ApprovalApproved, By: fmt.Sprintf("person:%d", n),
			})
			if err == nil {
				settled.Add(1)
			} else {
				assert.ErrorIs(t, err, supervisor.ErrResolved)
			}
		})
		all.Go(func() {
			if r, err := a.Wait(t.Context(), d.Approval); err == nil {
				assert.Equal(t, supervisor.ApprovalApproved, r.Status)
				ran.Add(1)
			} else {
				assert.ErrorIs(t, err, supervisor.ErrUsed)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 1, settled.Load())
	assert.EqualValues(t, 1, ran.Load(), "an approve is used once")
	assert.Len(t, a.outcomes(), 1)
}

func TestTheSameCallAsksOnce(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	first, second := a.left(mail), a.left(mail)
	assert.Equal(t, first.Approval, second.Approval)
	for change, other := range map[string]func(*supervisor.Call){
		"session": func(c *supervisor.Call) { c.Session = "s2" },
		"agent":   func(c *supervisor.Call) { c.Agent = "oak" },
		"flag":    func(c *supervisor.Call) { c.InjectionRisk = true },
		"params":  func(c *supervisor.Call) { c.Params = map[string]any{} },
	} {
		c := mail
		other(&c)
		assert.NotEqual(t, first.Approval, a.left(c).Approval, change)
	}
	require.Len(t, a.waits(), 5)
	a.answer(first.Approval, supervisor.ApprovalDenied, "person:ann")
	assert.Len(t, a.outcomes(), 2, "both decisions have their outcome")
	assert.Equal(t, supervisor.ApprovalsStatus{Enabled: true, Waiting: 4}, a.Status().Approvals)
}

func TestNoApprovalIsOpenedFor(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		rule   supervisor.Verdict
		change func(*supervisor.Options)
	}{
		"an approve":      {approveWord("yes"), func(*supervisor.Options) {}},
		"a deny":          {denyWord("no"), func(*supervisor.Options) {}},
		"observe mode":    {escalateWord("ask"), func(o *supervisor.Options) { o.Observe = true }},
		"no place for it": {escalateWord("ask"), func(o *supervisor.Options) { o.Approvals = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := memory.NewStore(memory.Options{})
			o := supervisor.Options{Approvals: store, Rules: []supervisor.Rule{settles(row.rule)}}
			row.change(&o)
			s := mustNew(t, o)
			assert.Empty(t, evaluate(t, s, mail).Approval)
			_, err := s.Trial().Evaluate(t.Context(), mail)
			require.NoError(t, err)
			_, err = s.Explain(t.Context(), mail)
			require.NoError(t, err)
			waiting, err := store.Pending(t.Context(), supervisor.Query{})
			require.NoError(t, err)
			assert.Empty(t, waiting)
		})
	}
	s := mustNew(t, supervisor.Options{})
	assert.Nil(t, s.Approvals())
	_, err := s.Wait(t.Context(), "x")
	require.ErrorIs(t, err, supervisor.ErrNoApprovals)
}

func TestAPausedCallWaitsForAPerson(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	require.NoError(t, a.Pause(t.Context(), "ann"))
	d := a.left(mail)
	assert.Equal(t, supervisor.CausePaused, d.Cause)
	assert.Equal(t, d.Approval, a.left(mail).Approval)
	a.answer(d.Approval, supervisor.ApprovalApproved, "person:ann")
	r, err := a.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalApproved, r.Status)
}

// brokenApprovals open nothing.
type brokenApprovals struct{ supervisor.Approvals }

func (brokenApprovals) Open(context.Context, supervisor.Call, supervisor.Decision, time.Time) (string, error) {
	return "", memory.ErrFull
}

func TestACallThatCannotWaitStaysEscalated(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Approvals: brokenApprovals{memory.NewStore(memory.Options{})}})
	d := evaluate(t, s, mail)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Empty(t, d.Approval)
	assert.Equal(t, supervisor.ApprovalsStatus{Enabled: true, Failures: 1}, s.Status().Approvals)
}

func TestAFailingJournalAsksAPersonToo(t *testing.T) {
	t.Parallel()
	a := newAsking(t, settles(approveWord("yes")))
	a.journal.fail(errDiskFull)
	d := a.left(mail)
	assert.Equal(t, supervisor.CauseRecord, d.Cause)
}

func TestAnAnswerOfAProgramIsNobodysWord(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	d := a.left(mail)
	a.answer(d.Approval, supervisor.ApprovalApproved, "supervisor:model")
	r, err := a.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, "supervisor:model", r.By)
	words, err := a.store.FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	assert.Empty(t, words)
	a.left(mail)
}

func TestAnApproveIsUsedInTimeOrNotAtAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		d := a.left(mail)
		a.answer(d.Approval, supervisor.ApprovalApproved, "person:ann")
		time.Sleep(memory.DefaultAllowedFor) // of the bubble
		_, err := a.Wait(t.Context(), d.Approval)
		require.ErrorIs(t, err, supervisor.ErrUsed)
		a.left(mail)
	})
}

// TestWhoWatchesMayAnswerAtOnce answers from within the telling of the decision.
func TestWhoWatchesMayAnswerAtOnce(t *testing.T) {
	t.Parallel()
	a := newAsking(t)
	var errs []error
	a.Watch(func(e supervisor.Event) {
		if e.Type == decision.EventDecision && e.Decision.Approval != "" {
			errs = append(errs, a.Approvals().Resolve(context.Background(), e.Decision.Approval, supervisor.Resolution{
				Status: supervisor.ApprovalApproved, By: "person:ann",
			}))
		}
	})
	d := a.left(mail)
	require.NoError(t, errors.Join(errs...))
	_, err := a.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, []string{d.Approval + " approved by person:ann"}, a.outcomes())
}

// TestWhatAnotherProcessSettlesIsRecorded settles behind the supervisor's back.
func TestWhatAnotherProcessSettlesIsRecorded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		d := a.left(mail)
		require.NoError(t, a.store.Resolve(t.Context(), d.Approval, supervisor.Resolution{Status: supervisor.ApprovalDenied, By: "person:bob"}))
		time.Sleep(10 * time.Second) // of the bubble
		assert.Equal(t, []string{d.Approval + " denied by person:bob"}, a.outcomes())
		assert.Equal(t, supervisor.Deny, evaluate(t, a.Supervisor, mail).Action, "it is remembered as well")
	})
}

// TestWhatWaitsIsThereAfterARestart begins again on the same store.
func TestWhatWaitsIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := memory.NewStore(memory.Options{})
		first := askingOn(t, store)
		answered, unanswered := first.left(mail), first.left(supervisor.Call{Agent: "maple", Tool: "kv.set"})
		require.NoError(t, first.Close(t.Context()))
		second := askingOn(t, store)
		second.answer(answered.Approval, supervisor.ApprovalApproved, "person:ann")
		_, err := second.Wait(t.Context(), answered.Approval)
		require.NoError(t, err)
		r, err := second.Wait(t.Context(), unanswered.Approval)
		require.NoError(t, err)
		assert.Equal(t, supervisor.ApprovalTimeout, r.Status)
		synctest.Wait()
		assert.Equal(t, []string{answered.Approval + " approved by person:ann", unanswered.Approval + " timeout by system:timeout"}, second.outcomes())
	})
}

// TestWhatAnEarlierProcessKeptInItsMemory is nobody's fault, and nothing that is
// broken.
func TestWhatAnEarlierProcessKeptInItsMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		journal := &leftovers{left: []supervisor.Decision{{ID: "eval-1", Approval: "a1", Action: supervisor.Escalate}}}
		var log bytes.Buffer
		store := memory.NewStore(memory.Options{})
		s := mustNew(t, supervisor.Options{Journal: journal, Store: store, Approvals: store, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		time.Sleep(time.Minute) // of the bubble
		require.NoError(t, s.Close(t.Context()))
		ends := journal.of(decision.EventOutcome)
		require.Len(t, ends, 1)
		assert.Equal(t, supervisor.OutcomeForgotten, ends[0].Outcome.State)
		assert.NotContains(t, log.String(), "level=ERROR")
		assert.Contains(t, log.String(), "is not known to the store any more")
	})
}
