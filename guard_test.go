package supervisor_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// writes is a tool that notes what it was run with.
type writes struct{ ran []map[string]any }

func (w *writes) run(_ context.Context, params map[string]any) (string, error) {
	w.ran = append(w.ran, params)
	return "written", nil
}

// yesOrNo decides by the name of the tool.
func yesOrNo(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
	action := map[string]supervisor.Action{"yes": supervisor.Approve, "no": supervisor.Deny}[c.Tool]
	return supervisor.Verdict{Action: action, Confidence: 1, Source: "by tool", Reasoning: "that is how it is", Cause: supervisor.CauseRule, Basis: supervisor.BasisOperator}, true
}

func guarding(t *testing.T, store *memory.Store) *supervisor.Supervisor {
	t.Helper()
	o := supervisor.Options{Rules: []supervisor.Rule{supervisor.RuleFunc(yesOrNo)}}
	if store != nil {
		words, err := memory.NewPeople(nil, false)
		require.NoError(t, err)
		o.Store = store
		o.Approvals = memory.Approvals(store, store, memory.ApprovalOptions{People: words})
	}
	return mustNew(t, o)
}

func TestGuardRunsWhatWasApproved(t *testing.T) {
	t.Parallel()
	var tool writes
	run := supervisor.Guard(guarding(t, nil), "yes", tool.run)
	params := map[string]any{"path": "a", "lines": []any{"x"}}
	out, err := run(t.Context(), params)
	require.NoError(t, err)
	assert.Equal(t, "written", out)
	require.Len(t, tool.ran, 1)
	assert.Equal(t, params, tool.ran[0])
	params["lines"].([]any)[0] = "other"
	assert.Equal(t, "x", tool.ran[0]["lines"].([]any)[0], "it got a copy")
}

func TestGuardRunsNothingElse(t *testing.T) {
	t.Parallel()
	s := guarding(t, nil)
	var tool writes
	_, err := supervisor.Guard(s, "no", tool.run)(t.Context(), nil)
	var denied *supervisor.DeniedError
	require.ErrorAs(t, err, &denied)
	assert.EqualError(t, err, "no was denied: that is how it is")
	assert.Equal(t, supervisor.Deny, denied.Decision.Action)

	_, err = supervisor.Guard(s, "perhaps", tool.run)(t.Context(), nil)
	var escalated *supervisor.EscalatedError
	require.ErrorAs(t, err, &escalated)
	assert.EqualError(t, err, "perhaps needs the approval of a person: that is how it is")
	_, err = escalated.Wait(t.Context())
	require.ErrorIs(t, err, supervisor.ErrNoApprovals)

	_, err = supervisor.Guard(s, "", tool.run)(t.Context(), nil)
	require.ErrorIs(t, err, supervisor.ErrInvalidCall)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = supervisor.Guard(s, "yes", tool.run)(gone, nil)
	require.ErrorIs(t, err, context.Canceled)
	_, err = (&supervisor.EscalatedError{}).Wait(t.Context())
	require.Error(t, err)
	assert.Empty(t, tool.ran)
}

func TestGuardWaitsForAPerson(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer decision.ApprovalStatus
		reason string
		want   string // the error; empty: it runs
	}{
		"yes":          {answer: decision.ApprovalApproved},
		"no":           {answer: decision.ApprovalDenied, want: "perhaps was denied by a person"},
		"no, because":  {answer: decision.ApprovalDenied, reason: "not today", want: "perhaps was denied by a person: not today"},
		"in two lines": {answer: decision.ApprovalDenied, reason: "no\n\x1b[31mIGNORE", want: "perhaps was denied by a person: no [31mIGNORE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := guarding(t, memory.NewStore(memory.Options{}))
			var tool writes
			params := map[string]any{"path": "a"}
			_, err := supervisor.Guard(s, "perhaps", tool.run)(t.Context(), params)
			var escalated *supervisor.EscalatedError
			require.ErrorAs(t, err, &escalated)
			answer := decision.Resolution{Status: tt.answer, By: "person:ann", At: time.Now(), Reasoning: tt.reason}
			require.NoError(t, s.Approvals().Resolve(t.Context(), escalated.Decision.Approval, answer))
			out, err := escalated.Wait(t.Context())
			if tt.want != "" {
				require.EqualError(t, err, tt.want)
				assert.Empty(t, tool.ran)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "written", out)
			require.Len(t, tool.ran, 1)
			assert.Equal(t, "a", tool.ran[0]["path"])
			_, err = escalated.Wait(t.Context())
			require.ErrorIs(t, err, supervisor.ErrUsed, "a yes is for one run")
		})
	}
}

func TestGuardSaysWhoCalls(t *testing.T) {
	t.Parallel()
	var seen *supervisor.Call
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
		seen = c
		return supervisor.Verdict{}, false
	})}})
	ctx := supervisor.WithCaller(t.Context(), supervisor.Call{Agent: "coder", Session: "s1", Tool: "other", ID: "x"})
	_, err := supervisor.Guard(s, "perhaps", new(writes).run)(ctx, nil)
	require.Error(t, err)
	assert.Equal(t, "coder", seen.Agent)
	assert.Equal(t, "s1", seen.Session)
	assert.Equal(t, "perhaps", seen.Tool)
	assert.NotEqual(t, "x", seen.ID)
}

// TestFC107WhatRunsIsWhatWasJudged: a call that was changed after its judgment
// is not the one that was approved.
func TestFC107WhatRunsIsWhatWasJudged(t *testing.T) {
	t.Parallel()
	call := supervisor.Call{Tool: "yes", Params: map[string]any{"path": "a"}}
	d := evaluate(t, guarding(t, nil), call)
	require.NoError(t, d.Permits(call))
	for name, changed := range map[string]supervisor.Call{
		"a parameter":             {Tool: "yes", Params: map[string]any{"path": "b"}},
		"one more":                {Tool: "yes", Params: map[string]any{"path": "a", "force": true}},
		"the tool":                {Tool: "no", Params: map[string]any{"path": "a"}},
		"the directory":           {Tool: "yes", Params: map[string]any{"path": "a"}, WorkingDir: "/srv"},
		"what has no fingerprint": {Tool: "yes", Params: map[string]any{"path": func() {}}},
	} {
		require.ErrorIs(t, d.Permits(changed), supervisor.ErrChanged, name)
	}
	d.Action = supervisor.Escalate
	err := d.Permits(call)
	require.Error(t, err)
	assert.False(t, errors.Is(err, supervisor.ErrChanged))
}

// TestCase33WhatFailsAfterTheYes: who waits gets the error of the tool; that a
// person said yes stays on record, and the yes is used up.
func TestCase33WhatFailsAfterTheYes(t *testing.T) {
	t.Parallel()
	s := guarding(t, memory.NewStore(memory.Options{}))
	broken := errors.New("the disk is full")
	run := supervisor.Guard(s, "perhaps", func(context.Context, map[string]any) (int, error) { return 0, broken })
	_, err := run(t.Context(), nil)
	var escalated *supervisor.EscalatedError
	require.ErrorAs(t, err, &escalated)
	id := escalated.Decision.Approval
	require.NoError(t, s.Approvals().Resolve(t.Context(), id, supervisor.Resolution{Status: supervisor.ApprovalApproved, By: "person:ann"}))
	_, err = escalated.Wait(t.Context())
	require.ErrorIs(t, err, broken)
	a, err := s.Approvals().Approval(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalApproved, a.Status)
	_, err = escalated.Wait(t.Context())
	require.ErrorIs(t, err, supervisor.ErrUsed)
}

// TestCase29WhereNobodyCanBeAsked nothing is opened, and nobody waits.
func TestCase29WhereNobodyCanBeAsked(t *testing.T) {
	t.Parallel()
	s := guarding(t, nil)
	d := evaluate(t, s, supervisor.Call{Tool: "perhaps"})
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Empty(t, d.Approval)
	assert.Nil(t, s.Approvals())
	_, err := s.Wait(t.Context(), "any")
	require.ErrorIs(t, err, supervisor.ErrNoApprovals)
}

// TestAGateIsAskedOnceMore: what a person approved is not run when a gate has come
// to deny it while it waited, and the yes is not used up by that.
func TestAGateIsAskedOnceMore(t *testing.T) {
	t.Parallel()
	var closed atomic.Bool
	gate := supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
		return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1, Source: "gate", Reasoning: "the file is another one now"}, closed.Load()
	})
	store := memory.NewStore(memory.Options{})
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	s := mustNew(t, supervisor.Options{
		Gates: []supervisor.Rule{gate}, Rules: []supervisor.Rule{supervisor.RuleFunc(yesOrNo)}, Store: store,
		Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: people}),
	})
	var tool writes
	_, err = supervisor.Guard(s, "perhaps", tool.run)(t.Context(), nil)
	var escalated *supervisor.EscalatedError
	require.ErrorAs(t, err, &escalated)
	require.NoError(t, s.Approvals().Resolve(t.Context(), escalated.Decision.Approval, supervisor.Resolution{Status: supervisor.ApprovalApproved, By: "person:ann"}))
	closed.Store(true)
	_, err = escalated.Wait(t.Context())
	require.ErrorIs(t, err, supervisor.ErrChanged)
	require.ErrorContains(t, err, "the file is another one now")
	assert.Empty(t, tool.ran)
	closed.Store(false)
	_, err = escalated.Wait(t.Context())
	require.NoError(t, err)
	assert.Len(t, tool.ran, 1)
}
