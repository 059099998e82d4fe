package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/hook"
)

var update = flag.Bool("update", false, "write the golden files")

// judge is a supervisor of one function.
type judge func(ctx context.Context, c decision.Call) (decision.Decision, error)

func (j judge) Evaluate(ctx context.Context, c decision.Call) (decision.Decision, error) {
	return j(ctx, c)
}

// says decides the same on every call.
func says(d decision.Decision) judge {
	return func(_ context.Context, c decision.Call) (decision.Decision, error) {
		d := d // calls are judged at the same time
		d.ID, d.Tool = c.ID, c.Tool
		if d.ID == "" {
			d.ID = "made-up"
		}
		return d, nil
	}
}

var verdicts = map[string]judge{
	"approve":  says(decision.Decision{Action: decision.Approve, Reasoning: "rule 'routine' matched"}),
	"deny":     says(decision.Decision{Action: decision.Deny, Reasoning: "rule 'never' matched: not on this machine"}),
	"escalate": says(decision.Decision{Cause: decision.CauseUnsettled, Reasoning: "nothing settled the call"}),
	"observe":  says(decision.Decision{Cause: decision.CauseObserve, Observed: new(decision.Action)}),
	"failure": func(context.Context, decision.Call) (decision.Decision, error) {
		return decision.Decision{}, errors.New("open /etc/sup7/sup7.yaml: permission denied")
	},
}

func newHook(t testing.TB, o hook.Options) *hook.Hook {
	t.Helper()
	h, err := hook.New(o)
	require.NoError(t, err)
	return h
}

// recorded is what becomes of an event.
type recorded struct {
	Call    decision.Call              `json:"call"`
	Answers map[string]json.RawMessage `json:"answers"` // by verdict
}

// TestRecordedEvents answers an event of every tool, in every permission mode,
// and compares with the golden files: what was judged, and each answer.
func TestRecordedEvents(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/events/*.json")
	require.NoError(t, err)
	require.Greater(t, len(files), 30)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			event, err := os.ReadFile(file)
			require.NoError(t, err)
			got := recorded{Answers: map[string]json.RawMessage{}}
			for name, verdict := range verdicts {
				h := newHook(t, hook.Options{Judge: judge(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
					got.Call = c
					return verdict(ctx, c)
				})})
				var out bytes.Buffer
				require.NoError(t, h.Serve(t.Context(), bytes.NewReader(event), &out))
				require.True(t, json.Valid(out.Bytes()), "one JSON object and nothing around it")
				got.Answers[name] = bytes.TrimSpace(out.Bytes())
			}
			var text bytes.Buffer
			enc := json.NewEncoder(&text)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			require.NoError(t, enc.Encode(got))
			golden := filepath.Join("testdata", "answers", filepath.Base(file))
			if *update {
				require.NoError(t, os.WriteFile(golden, text.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), text.String())
		})
	}
}

// permission is the permission of an answer, and checks that the answer is one.
func permission(t testing.TB, answer []byte) (decided, reason string) {
	t.Helper()
	var got map[string]map[string]string
	require.NoError(t, json.Unmarshal(answer, &got), "%s", answer)
	require.Len(t, got, 1, "nothing beside hookSpecificOutput: %s", answer)
	out := got["hookSpecificOutput"]
	require.Equal(t, "PreToolUse", out["hookEventName"], "%s", answer)
	return out["permissionDecision"], out["permissionDecisionReason"]
}

// TestTheMapping says of every golden answer what must hold, so that an update of
// the files cannot loosen it.
func TestTheMapping(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/answers/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	noPerson := map[string]bool{"auto": true, "dontAsk": true, "bypassPermissions": true, "someLaterMode": true}
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var got recorded
		require.NoError(t, json.Unmarshal(data, &got))
		data, err = os.ReadFile(filepath.Join("testdata", "events", filepath.Base(file)))
		require.NoError(t, err)
		var event struct {
			Mode string `json:"permission_mode"`
		}
		require.NoError(t, json.Unmarshal(data, &event))
		left := "ask"
		if noPerson[event.Mode] {
			left = "deny"
		}
		for verdict, want := range map[string]string{"approve": "allow", "deny": "deny", "escalate": left, "failure": left, "observe": ""} {
			decided, reason := permission(t, got.Answers[verdict])
			assert.Equal(t, want, decided, "%s %s", file, verdict)
			assert.NotContains(t, reason, "/etc/sup7", "%s %s: what failed is for the log", file, verdict)
			assert.Less(t, len(reason), 10_000)
		}
	}
}
