package otel_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

func TestNewWantsAProvider(t *testing.T) {
	t.Parallel()
	_, err := otel.New(otel.Options{})
	require.ErrorContains(t, err, "give a TracerProvider")
}

func TestADecisionIsASpan(t *testing.T) {
	t.Parallel()
	approve := decision.Approve
	tests := map[string]struct {
		decision decision.Decision
		want     map[string]any
	}{
		"deny of a rule": {
			decision.Decision{
				ID: "a1", Tool: "Bash", Agent: "coder", Action: decision.Deny, Confidence: 0.9, RuleMatched: "no-money",
				Via: decision.ViaMesh, Fingerprint: "f00d", Evidence: decision.Evidence{Rule: &decision.RuleRef{Name: "no-money"}},
			},
			map[string]any{
				"supervisor.call_id": "a1", "supervisor.tool": "Bash", "supervisor.agent": "coder", "supervisor.action": "deny",
				"supervisor.confidence": 0.9, "supervisor.rule": "no-money", "supervisor.decider": "rule", "supervisor.via": "mesh",
				"supervisor.fingerprint": "f00d",
			},
		},
		"paused, little is known": {
			decision.Decision{ID: "a2", Tool: "x", Cause: decision.CausePaused, Via: decision.ViaEvaluate},
			map[string]any{
				"supervisor.call_id": "a2", "supervisor.tool": "x", "supervisor.action": "escalate", "supervisor.cause": "paused",
				"supervisor.confidence": 0.0, "supervisor.decider": "guard", "supervisor.via": "evaluate",
			},
		},
		"observed": {
			decision.Decision{ID: "a3", Tool: "x", Action: decision.Approve, Observed: &approve, Evidence: decision.Evidence{
				Links: []decision.Link{{Name: "model", State: decision.LinkAnswered, MS: 1}},
			}},
			map[string]any{
				"supervisor.call_id": "a3", "supervisor.tool": "x", "supervisor.action": "approve", "supervisor.confidence": 0.0,
				"supervisor.decider": "provider", "supervisor.observed": true, "supervisor.links": int64(1),
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tp, kept := spans(t)
			told(t, otel.Options{TracerProvider: tp}, 7, tt.decision)
			got := named(kept, "supervisor.decide")
			require.Len(t, got, 1)
			assert.Equal(t, tt.want, values(got[0].Attributes))
			assert.Equal(t, 7*time.Millisecond, got[0].EndTime.Sub(got[0].StartTime))
			assert.Equal(t, codes.Unset, got[0].Status.Code, "no decision is an error")
		})
	}
}

func TestNotesAreEvents(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	many := make([]string, 60)
	many[0], many[1] = "rule 'a': a value is no text", strings.Repeat("ä", decision.MaxNameBytes)
	told(t, otel.Options{TracerProvider: tp}, 1, decision.Decision{Tool: "x", Evidence: decision.Evidence{Notes: many}})
	events := kept.GetSpans()[0].Events
	require.Len(t, events, 50)
	assert.Equal(t, "supervisor.note", events[0].Name)
	assert.Equal(t, many[0], values(events[0].Attributes)["supervisor.note"])
	assert.LessOrEqual(t, len(values(events[1].Attributes)["supervisor.note"].(string)), decision.MaxNameBytes)
}

// A rule that is not ours may return any text as who it is. One that is no
// UTF-8 would keep a whole batch from being exported.
func TestForeignTextIsCutAndMadeValid(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	told(t, otel.Options{TracerProvider: tp}, 1, decision.Decision{Tool: "x", RuleMatched: "a\xff" + strings.Repeat("ä", 4000)})
	got := values(kept.GetSpans()[0].Attributes)["supervisor.rule"].(string)
	assert.True(t, utf8.ValidString(got))
	assert.LessOrEqual(t, len(got), decision.MaxNameBytes)
	assert.True(t, strings.HasPrefix(got, "aää"))
}

// TestThroughASupervisor is a call on its whole way: below the caller's span,
// with the chain's request below the decision, and a child for the link.
func TestThroughASupervisor(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	tracer, err := otel.New(otel.Options{TracerProvider: tp})
	require.NoError(t, err)
	own := tp.Tracer("test")
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer, Provider: judge(
		func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
			_, request := own.Start(ctx, "request")
			request.End()
			return supervisor.Verdict{}, decision.Errorf(decision.CauseRefused, "no")
		})})
	require.NoError(t, err)
	ctx, caller := own.Start(t.Context(), "caller")
	d, err := sup.Evaluate(ctx, supervisor.Call{Tool: "x"})
	require.NoError(t, err)
	caller.End()
	require.NoError(t, sup.Close(t.Context()))

	decide := named(kept, "supervisor.decide")
	require.Len(t, decide, 1)
	assert.Equal(t, caller.SpanContext().SpanID(), decide[0].Parent.SpanID())
	assert.Equal(t, caller.SpanContext().TraceID(), decide[0].SpanContext.TraceID())
	assert.Equal(t, d.ID, values(decide[0].Attributes)["supervisor.call_id"])
	assert.Equal(t, d.Fingerprint, values(decide[0].Attributes)["supervisor.fingerprint"])
	assert.Equal(t, "refused", values(decide[0].Attributes)["supervisor.cause"])
	assert.Equal(t, "nobody", values(decide[0].Attributes)["supervisor.decider"])
	for _, name := range []string{"request", "supervisor.link"} {
		below := named(kept, name)
		require.Len(t, below, 1, name)
		assert.Equal(t, decide[0].SpanContext.SpanID(), below[0].Parent.SpanID(), name)
	}
}

func TestNothingSecretIsTold(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-very-secret"
	tp, kept := spans(t)
	tracer, err := otel.New(otel.Options{TracerProvider: tp})
	require.NoError(t, err)
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer, Provider: judge(
		func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			return supervisor.Verdict{Reasoning: secret, Answers: secret, Evaluator: secret, Quoted: []string{secret}}, errors.New(secret)
		})})
	require.NoError(t, err)
	_, err = sup.Evaluate(t.Context(), supervisor.Call{
		Tool: "Bash", Params: map[string]any{"command": "echo " + secret}, UserMessages: []string{secret}, ToolDescription: secret,
		WorkingDir: "/" + secret, Session: secret, RecentTraces: []supervisor.Trace{{Tool: secret}},
	})
	require.NoError(t, err)
	require.NoError(t, sup.Close(t.Context()))
	require.Len(t, kept.GetSpans(), 2)
	for _, s := range kept.GetSpans() {
		for _, kv := range s.Attributes {
			assert.NotContains(t, kv.Value.String(), secret, kv.Key)
		}
		assert.NotContains(t, s.Status.Description, secret)
		assert.Empty(t, s.Events)
	}
}

func TestASpanThatIsNotSampledHasNoChildren(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t, sdktrace.WithSampler(sdktrace.NeverSample()))
	tracer, err := otel.New(otel.Options{TracerProvider: tp})
	require.NoError(t, err)
	ctx, end := tracer.Start(t.Context(), &decision.Call{Tool: "x"})
	assert.True(t, trace.SpanContextFromContext(ctx).IsValid(), "what comes after is in the same trace")
	end(decision.Decision{Evidence: decision.Evidence{Links: []decision.Link{{Name: "a"}}}})
	assert.Empty(t, kept.GetSpans())
}
