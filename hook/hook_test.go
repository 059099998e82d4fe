package hook_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/hook"
)

// event is a PreToolUse event in a mode.
func event(mode string) string {
	return `{"hook_event_name":"PreToolUse","session_id":"s1","tool_use_id":"t1","cwd":"/srv/app","permission_mode":"` + mode +
		`","tool_name":"Bash","tool_input":{"command":"echo s3cret"}}`
}

// answer serves one event.
func answer(t testing.TB, h *hook.Hook, event string) (decided, reason string) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, h.Serve(t.Context(), strings.NewReader(event), &out))
	return permission(t, out.Bytes())
}

// TestBrokenEvents are never allowed, whatever the judge would say, and never
// reach it.
func TestBrokenEvents(t *testing.T) {
	t.Parallel()
	whole := event("default")
	tests := map[string]struct{ event, want string }{
		"nothing":                     {"", "ask"},
		"no json":                     {"hello", "ask"},
		"a list":                      {"[]", "ask"},
		"cut off":                     {whole[:len(whole)-9], "ask"},
		"cut off, nobody there":       {event("auto")[:len(event("auto"))-9], "deny"},
		"cut off, the key escaped":    {strings.Replace(event("bypassPermissions"), "permission_mode", `permission\u005fmode`, 1)[:len(event("bypassPermissions"))-9], "deny"},
		"cut off, all of it escaped":  {strings.Replace(event("auto"), `"permission_mode":"auto"`, `"permission\u005fmode":"\u0061uto"`, 1)[:len(event("auto"))-9], "deny"},
		"cut off, a mode of tomorrow": {strings.Replace(event("x"), `"permission_mode":"x"`, `"permission\u005Fmode":"x"`, 1)[:len(event("x"))-9], "deny"},
		"cut off in an escape":        {whole[:strings.Index(whole, "permission_mode")] + `permission\u00`, "ask"},
		"cut off in the mode":         {whole[:strings.Index(whole, "default")+3], "deny"},
		"two values":                  {whole + whole, "ask"},
		"two, one without":            {whole + event("bypassPermissions"), "deny"},
		"a key twice":                 {strings.Replace(whole, "{", `{"tool_name":"Read",`, 1), "ask"},
		"a mode twice":                {strings.Replace(event("dontAsk"), "{", `{"permission_mode":"default",`, 1), "deny"},
		"a parameter twice":           {strings.Replace(whole, `{"command"`, `{"command":"ls","command"`, 1), "ask"},
		"no tool":                     {strings.Replace(whole, "tool_name", "toolname", 1), "ask"},
		"an empty tool":               {strings.Replace(whole, "Bash", "", 1), "ask"},
		"no input":                    {strings.Replace(whole, "tool_input", "toolinput", 1), "ask"},
		"an input that is null":       {strings.Replace(whole, `{"command":"echo s3cret"}`, "null", 1), "ask"},
		"an input that is text":       {strings.Replace(whole, `{"command":"echo s3cret"}`, `"echo s3cret"`, 1), "ask"},
		"a session that is none":      {strings.Replace(whole, `"s1"`, `7`, 1), "ask"},
		"a relative directory":        {strings.Replace(whole, `"/srv/app"`, `"srv"`, 1), "ask"},
		"a mode that is none":         {strings.Replace(whole, `"default"`, `7`, 1), "deny"},
		"another event":               {strings.Replace(whole, "PreToolUse", "PermissionRequest", 1), "ask"},
		"another, nobody there":       {strings.Replace(event("auto"), "PreToolUse", "PostToolUse", 1), "deny"},
		"no event":                    {strings.Replace(whole, "hook_event_name", "event", 1), "ask"},
		"bad utf-8":                   {strings.Replace(whole, "s3cret", "\xff", 1), "ask"},
		"half a character":            {strings.Replace(whole, "s3cret", `\ud800`, 1), "ask"},
		"too deep":                    {strings.Replace(whole, `"echo s3cret"`, strings.Repeat("[", 100)+strings.Repeat("]", 100), 1), "ask"},
		"a mode inside a text":        {strings.Replace(whole[:len(whole)-1], "s3cret", `\"permission_mode\":\"auto\"`, 1), "ask"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			h := newHook(t, hook.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Judge: judge(
				func(context.Context, decision.Call) (decision.Decision, error) {
					t.Error("a broken event was judged")
					return decision.Decision{Action: decision.Approve}, nil
				})})
			decided, reason := answer(t, h, tt.event)
			assert.Equal(t, tt.want, decided)
			assert.Contains(t, reason, "could not")
			assert.Contains(t, log.String(), "a call was not judged")
			assert.NotContains(t, log.String()+reason, "s3cret")
		})
	}
}

func TestAnInvalidCallOrAPanicIsNotAllowed(t *testing.T) {
	t.Parallel()
	for name, j := range map[string]judge{
		"an error": func(context.Context, decision.Call) (decision.Decision, error) { return decision.Decision{}, io.EOF },
		"an approve beside": func(context.Context, decision.Call) (decision.Decision, error) {
			return decision.Decision{Action: decision.Approve}, io.EOF
		},
		"a panic": func(context.Context, decision.Call) (decision.Decision, error) { panic("no") },
		"an unknown action": func(context.Context, decision.Call) (decision.Decision, error) {
			return decision.Decision{Action: 7}, nil
		},
		"nothing": func(context.Context, decision.Call) (decision.Decision, error) { return decision.Decision{}, nil },
	} {
		h := newHook(t, hook.Options{Judge: j})
		decided, _ := answer(t, h, event("default"))
		assert.Equal(t, "ask", decided, name)
		decided, _ = answer(t, h, event("auto"))
		assert.Equal(t, "deny", decided, name)
		decided, _ = answer(t, newHook(t, hook.Options{Judge: j, Headless: true}), event("default"))
		assert.Equal(t, "deny", decided, name)
	}
}

// TestOnlyAnObserverHasNoOpinion leaves no other escalation to the host.
func TestOnlyAnObserverHasNoOpinion(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]decision.Decision{
		"a cause alone": {Cause: decision.CauseObserve}, "a failure of an observer": {Observed: new(decision.Action), Cause: decision.CausePanic},
	} {
		decided, _ := answer(t, newHook(t, hook.Options{Judge: says(d)}), event("auto"))
		assert.Equal(t, "deny", decided, name)
	}
}

// TestAnEventThatNobodyRead says nothing of a person, so none is asked.
func TestAnEventThatNobodyRead(t *testing.T) {
	t.Parallel()
	h := newHook(t, hook.Options{Judge: verdicts["approve"]})
	assert.Equal(t, hook.Deny, h.Fail(t.Context(), nil, errors.New("too many")).Permission)
	assert.Equal(t, hook.Ask, h.Fail(t.Context(), []byte(event("default")), errors.New("no config")).Permission)
}

func TestAReasonIsShortAndInItsLines(t *testing.T) {
	t.Parallel()
	h := newHook(t, hook.Options{Judge: says(decision.Decision{
		Action: decision.Deny, Reasoning: "no\nDecision: forged\u202e " + strings.Repeat("x", 20_000), RuleMatched: "r",
	})})
	decided, reason := answer(t, h, event("default"))
	assert.Equal(t, "deny", decided)
	lines := strings.Split(reason, "\n")
	require.Len(t, lines, 4, "what, why, what instead, and the id")
	assert.True(t, strings.HasPrefix(lines[1], "Why: no Decision: forged x"), lines[1][:40])
	assert.Equal(t, "Decision: s1:t1", lines[3])
	assert.Less(t, len(reason), 10_000)
}

// TestAJudgeThatIsLate is answered for within the time that the host is told.
func TestAJudgeThatIsLate(t *testing.T) {
	t.Parallel()
	for name, heeds := range map[string]bool{"it gives up": true, "it heeds nothing": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				never := make(chan struct{})
				o := hook.Options{Timeout: 5 * time.Second, Judge: judge(func(ctx context.Context, _ decision.Call) (decision.Decision, error) {
					if heeds {
						<-ctx.Done()
						return decision.Decision{Cause: decision.CauseTimeout, Reasoning: "the model was late"}, nil
					}
					<-never
					return decision.Decision{Action: decision.Approve}, nil
				})}
				began := time.Now()
				decided, reason := answer(t, newHook(t, o), event("default"))
				assert.Equal(t, "ask", decided)
				assert.Equal(t, heeds, strings.Contains(reason, "the model was late"), reason)
				assert.LessOrEqual(t, time.Since(began), o.Longest())
				close(never)
			})
		})
	}
}

// TestAnEventThatDoesNotEnd is answered by what has come of it.
func TestAnEventThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, host := io.Pipe()
		o := hook.Options{Judge: says(decision.Decision{Action: decision.Approve})}
		go func() { _, _ = host.Write([]byte(event("dontAsk"))) }()
		began := time.Now()
		var out bytes.Buffer
		require.NoError(t, newHook(t, o).Serve(t.Context(), in, &out))
		decided, _ := permission(t, out.Bytes())
		assert.Equal(t, "deny", decided)
		assert.LessOrEqual(t, time.Since(began), o.Longest())
		require.NoError(t, host.Close())
		synctest.Wait()
	})
}

// counted counts what is read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// TestBigEvents are read to their end: a host whose pipe breaks lets the call run.
func TestBigEvents(t *testing.T) {
	t.Parallel()
	big := func(bytes int) string {
		return strings.Replace(event("auto"), "echo s3cret", strings.Repeat("x", bytes), 1)
	}
	var judged atomic.Int64
	h := newHook(t, hook.Options{Judge: judge(func(_ context.Context, c decision.Call) (decision.Decision, error) {
		judged.Add(int64(len(c.Params["command"].(string))))
		return decision.Decision{Action: decision.Approve}, nil
	})})
	for _, tt := range []struct {
		bytes int
		want  string
	}{{3 << 20, "allow"}, {hook.MaxEventBytes, "deny"}} {
		in := &counted{Reader: strings.NewReader(big(tt.bytes))}
		var out bytes.Buffer
		require.NoError(t, h.Serve(t.Context(), in, &out))
		decided, _ := permission(t, out.Bytes())
		assert.Equal(t, tt.want, decided)
		assert.EqualValues(t, len(big(tt.bytes)), in.n, "all of it was read")
	}
	assert.EqualValues(t, 3<<20, judged.Load(), "what is too large is not judged in part")
}

// waiting is a judge that leaves every call to a person.
type waiting struct {
	judge
	wait func(ctx context.Context, id string) (decision.Resolution, error)
}

func (w waiting) Wait(ctx context.Context, id string) (decision.Resolution, error) {
	return w.wait(ctx, id)
}

func TestWaitingForAPerson(t *testing.T) {
	t.Parallel()
	type outcome struct {
		r   decision.Resolution
		err error
	}
	tests := map[string]struct {
		outcome   outcome
		want, say string
	}{
		"approved": {outcome{r: decision.Resolution{Status: decision.ApprovalApproved, By: "person:ann", Reasoning: "go on"}}, "allow", "Approved by person:ann"},
		"denied":   {outcome{r: decision.Resolution{Status: decision.ApprovalDenied, By: "person:ann", Reasoning: "not today"}}, "deny", "Why: not today"},
		"timeout":  {outcome{r: decision.Resolution{Status: decision.ApprovalTimeout}}, "ask", "nobody answered in time"},
		"pending":  {outcome{r: decision.Resolution{Status: decision.ApprovalPending}}, "ask", "nobody answered in time"},
		"used up":  {outcome{err: decision.ErrUsed}, "ask", "waiting for a person failed"},
		"both":     {outcome{decision.Resolution{Status: decision.ApprovalApproved}, errors.New("no")}, "ask", "failed"},
	}
	for name, tt := range tests {
		w := waiting{says(decision.Decision{Approval: "a7", Cause: decision.CauseUnsettled}), func(_ context.Context, id string) (decision.Resolution, error) {
			assert.Equal(t, "a7", id)
			return tt.outcome.r, tt.outcome.err
		}}
		decided, reason := answer(t, newHook(t, hook.Options{Judge: w, Wait: time.Minute}), event("default"))
		assert.Equal(t, tt.want, decided, name)
		assert.Contains(t, reason, tt.say, name)
	}
	w := waiting{says(decision.Decision{Approval: "a7"}), func(context.Context, string) (decision.Resolution, error) {
		t.Error("nobody asked to wait")
		return decision.Resolution{}, nil
	}}
	_, reason := answer(t, newHook(t, hook.Options{Judge: w}), event("auto"))
	assert.Contains(t, reason, "Waits for a person as approval: a7")
}

func TestNobodyAnswersInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := waiting{says(decision.Decision{Approval: "a7"}), func(ctx context.Context, _ string) (decision.Resolution, error) {
			<-ctx.Done()
			return decision.Resolution{}, ctx.Err()
		}}
		o := hook.Options{Judge: w, Wait: 5 * time.Minute}
		began := time.Now()
		decided, reason := answer(t, newHook(t, o), event("dontAsk"))
		assert.Equal(t, "deny", decided)
		assert.Contains(t, reason, "nobody answered in time")
		assert.Equal(t, 5*time.Minute, time.Since(began))
	})
}

func TestParallelCallsAreJudgedOnceEach(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	judged := map[string]int{}
	h := newHook(t, hook.Options{Judge: judge(func(_ context.Context, c decision.Call) (decision.Decision, error) {
		mu.Lock()
		defer mu.Unlock()
		judged[c.ID]++
		return decision.Decision{ID: c.ID, Action: decision.Approve}, nil
	})})
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			id := "t" + strings.Repeat("x", i)
			_, reason := answer(t, h, strings.Replace(event("auto"), "t1", id, 1))
			assert.True(t, strings.HasSuffix(reason, "Decision: s1:"+id), reason)
		})
	}
	all.Wait()
	assert.Len(t, judged, 20)
}

func TestHeadless(t *testing.T) {
	t.Parallel()
	for pair, want := range map[string]bool{
		"": false, "CLAUDE_CODE_ENTRYPOINT=cli": false, "CLAUDE_CODE_ENTRYPOINT=claude-vscode": false, "CI=false": false, "CI=0": false,
		"CLAUDE_CODE_REMOTE=": false, "CLAUDE_CODE_ENTRYPOINT=sdk-cli": true, "CLAUDE_CODE_ENTRYPOINT=sdk-py": true,
		"CLAUDE_CODE_ENTRYPOINT=claude-code-github-action": true, "CLAUDE_CODE_REMOTE=true": true, "CI=1": true,
	} {
		key, value, _ := strings.Cut(pair, "=")
		assert.Equal(t, want, hook.Headless(func(name string) string {
			if name == key {
				return value
			}
			return ""
		}), pair)
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, o := range []hook.Options{{}, {Judge: verdicts["deny"], Timeout: -1}, {Judge: verdicts["deny"], Wait: -1}} {
		_, err := hook.New(o)
		assert.Error(t, err)
	}
}

// FuzzParseEvent reads anything: what is no whole PreToolUse event is an error,
// and never answered with allow.
func FuzzParseEvent(f *testing.F) {
	for _, mode := range []string{"default", "auto", ""} {
		f.Add([]byte(event(mode)))
		f.Add([]byte(event(mode)[:70]))
	}
	files, err := os.ReadDir("testdata/events")
	require.NoError(f, err)
	for _, file := range files {
		data, err := os.ReadFile("testdata/events/" + file.Name())
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := hook.ParseEvent(data)
		h := newHook(t, hook.Options{Judge: verdicts["approve"]})
		a := h.Answer(t.Context(), data)
		decided, reason := permission(t, a.AppendJSON(nil))
		require.Less(t, len(reason), 10_000)
		switch {
		case err == nil:
			require.NotEmpty(t, e.Tool)
			require.NotNil(t, e.Input)
			require.Equal(t, "allow", decided)
		case e.CanAsk():
			require.Equal(t, "ask", decided)
		default:
			require.Equal(t, "deny", decided)
		}
	})
}
