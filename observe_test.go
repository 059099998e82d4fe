package supervisor_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

var observing = supervisor.Options{Rules: []supervisor.Rule{byTool{}}, Observe: true}

func TestObserveModeDecidesAndSettlesNothing(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: observing}, func(t *testing.T, l *loop) {
		judged := map[string]supervisor.Action{
			l.submit("yes"): supervisor.Approve, l.submit("no"): supervisor.Deny, l.submit("ask"): supervisor.Escalate,
		}
		l.after(time.Minute)
		for id, action := range judged {
			assert.Equal(t, "pending", l.status(id))
			decisions := l.decisions(id)
			require.Len(t, decisions, 1, "judged once")
			assert.Equal(t, action, decisions[0].Action)
			require.NotNil(t, decisions[0].Observed)
			assert.Equal(t, action, *decisions[0].Observed)
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeObserved}, l.outcomes(id))
		}
		assert.Zero(t, l.mesh.Count(http.MethodPost, "/"), "nothing was sent")
		st := l.sup.Status()
		assert.Equal(t, "observe", st.Mode)
		assert.Equal(t, 3, st.Decisions.Observed)
		assert.Zero(t, st.Decisions.Approved+st.Decisions.Denied+st.Decisions.Escalated)
		assert.Equal(t, 3, st.Mesh.Waiting)
		assert.Equal(t, "observe", l.journal.of(decision.EventStarted)[0].Fields["mode"])
	})
}

func TestAModeIsChangedWhileCallsWait(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: observing}, func(t *testing.T, l *loop) {
		yes := l.submit("yes")
		l.after(5 * time.Second)
		require.Equal(t, "pending", l.status(yes))
		require.NoError(t, l.sup.Swap(plainRules))
		l.after(5 * time.Second)
		assert.Equal(t, "approved", l.status(yes), "judged again, and settled")
		assert.Equal(t, "enforce", l.sup.Status().Mode)
		require.NoError(t, l.sup.Swap(observing))
		no := l.submit("no")
		l.after(5 * time.Second)
		assert.Equal(t, "pending", l.status(no))
	})
}

// A program that knows nothing of the mode must not act on what was observed.
func TestEvaluateInObserveModeEscalates(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{byTool{}}, Observe: true})
	for tool, judged := range map[string]supervisor.Action{"yes": supervisor.Approve, "no": supervisor.Deny} {
		d := evaluate(t, s, supervisor.Call{Tool: tool})
		assert.Equal(t, supervisor.Escalate, d.Action)
		assert.Equal(t, supervisor.CauseObserve, d.Cause)
		require.NotNil(t, d.Observed)
		assert.Equal(t, judged, *d.Observed)
		assert.Equal(t, "observe mode: it would be "+judged.Past()+": said so", d.Reasoning)
	}
	ask := evaluate(t, s, supervisor.Call{Tool: "ask"})
	assert.Equal(t, supervisor.CauseRule, ask.Cause)
	assert.Equal(t, "said so", ask.Reasoning)
	for _, e := range journal.of("") {
		assert.Equal(t, *e.Decision.Observed, e.Decision.Action, "the journal has what was judged")
	}
	x, err := s.Explain(t.Context(), supervisor.Call{Tool: "yes"})
	require.NoError(t, err)
	assert.Equal(t, supervisor.Approve, x.Decision.Action, "a preview settles nothing")
	assert.Equal(t, 3, s.Status().Decisions.Observed)
}

func TestObservingUsesNothingUp(t *testing.T) {
	t.Parallel()
	rule := &counting{}
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{rule}, Observe: true})
	assert.Equal(t, supervisor.Approve, *evaluate(t, s, supervisor.Call{Tool: "x"}).Observed)
	assert.Zero(t, rule.commits)
}

// counting approves everything and counts what is used up.
type counting struct{ commits int }

func (*counting) Evaluate(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
	return approveWord("word"), true
}

func (c *counting) Commit(context.Context, *supervisor.Call, supervisor.Verdict) error {
	c.commits++
	return nil
}

func TestObserveModeIsSaidAloud(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	inLoop(t, loopOptions{supervisor: supervisor.Options{Observe: true, Logger: slog.New(slog.NewTextHandler(&log, nil))}}, func(t *testing.T, l *loop) {
		l.after(time.Second)
		assert.Contains(t, log.String(), "level=WARN msg=\"observe mode:")
		require.NoError(t, l.sup.Swap(supervisor.Options{}))
		assert.Contains(t, log.String(), "enforce mode")
	})
}

func TestBuildObserves(t *testing.T) {
	t.Parallel()
	text := "mode: observe\nrules: [{name: all, action: approve, allow_all: true}]\nevaluator: {provider: none}\n"
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
	require.NoError(t, err)
	journal := &recorder{}
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: journal})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
	assert.Equal(t, "observe", s.Status().Mode)
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, supervisor.Call{Tool: "x"}).Action)

	cfg, err = supervisor.ParseConfig("test.yaml", []byte(text[len("mode: observe\n"):]))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	assert.Equal(t, "enforce", journal.of(decision.EventConfigChange)[0].Fields["mode"])
	d := evaluate(t, s, supervisor.Call{Tool: "x"})
	assert.Equal(t, supervisor.Approve, d.Action)
	assert.Nil(t, d.Observed)
}
