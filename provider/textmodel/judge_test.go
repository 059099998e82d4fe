package textmodel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// model is a text model made of a function.
type model func(p decision.Prompt) (decision.Completion, error)

func (m model) Complete(_ context.Context, p decision.Prompt) (decision.Completion, error) {
	return m(p)
}

// says answers with a text in which CODE stands for the call's code.
func says(text string) model {
	return func(p decision.Prompt) (decision.Completion, error) {
		return decision.Completion{Model: "m1", Text: strings.ReplaceAll(text, "CODE", codeOf(p))}, nil
	}
}

var (
	codeLine  = regexp.MustCompile(`^The code of this call is ([0-9a-f]{8})\.\n`)
	callBlock = regexp.MustCompile(`(?s)<<<CALL ([0-9a-f]{32})\n(.*)\n([0-9a-f]{32}) END>>>`)
)

func codeOf(p decision.Prompt) string {
	return codeLine.FindStringSubmatch(p.Messages[len(p.Messages)-1].Text)[1]
}

func answers(action string) model {
	return says(`{"code":"CODE","reasoning":"because","decision":"` + action + `","confidence":0.9}`)
}

func open(t *testing.T, m decision.Completer, o textmodel.Options) *textmodel.Provider {
	t.Helper()
	p, err := textmodel.New("fake:m", m, o)
	require.NoError(t, err)
	return p
}

// seen returns a call that the analyser covers.
func seen(c decision.Call) *decision.Call {
	return c.WithAnalyzer(decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{Covered: true}
	}))
}

func write(params map[string]any) *decision.Call {
	return seen(decision.Call{Tool: "fs.write", Agent: "coder", Params: params})
}

func TestJudge(t *testing.T) {
	t.Parallel()
	c := write(map[string]any{"path": "a.txt"})
	v, err := open(t, answers("approve"), textmodel.Options{}).Judge(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, decision.Approve, v.Action)
	assert.Equal(t, 0.9, v.Confidence)
	assert.Equal(t, decision.CauseNone, v.Cause)
	assert.Equal(t, "because", v.Reasoning)
	assert.Equal(t, "fake:m", v.Source)
	assert.Equal(t, decision.BasisText, v.Basis)
	assert.Nil(t, v.Evaluator, "as in the reference")
	assert.Equal(t, []string{"because"}, v.Quoted)
	recorded, err := json.Marshal(v.Answers)
	require.NoError(t, err)
	assert.JSONEq(t, `{"model":"m1","decision":"approve","confidence":0.9}`, string(recorded))

	v, err = open(t, answers("escalate"), textmodel.Options{}).Judge(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Equal(t, decision.CauseJudged, v.Cause)
}

func TestJudgeNeverApprovesWhatIsNotSeenWhole(t *testing.T) {
	t.Parallel()
	opaque := &decision.Call{Tool: "shell", Params: map[string]any{"command": "./x"}}
	long := write(map[string]any{"content": strings.Repeat("x", textmodel.MaxValueBytes+1)})
	huge := write(map[string]any{"list": many("entry", textmodel.MaxShownBytes)})
	for name, tt := range map[string]struct {
		call   *decision.Call
		denied decision.Action // what becomes of a deny
	}{
		"no analyser":          {opaque, decision.Deny},
		"a long text":          {long, decision.Deny},
		"too much to be shown": {huge, decision.Escalate},
	} {
		v, err := open(t, answers("approve"), textmodel.Options{}).Judge(t.Context(), tt.call)
		require.NoError(t, err, name)
		assert.Equal(t, decision.Escalate, v.Action, name)
		assert.Equal(t, decision.CauseOpaque, v.Cause, name)
		v, err = open(t, answers("deny"), textmodel.Options{}).Judge(t.Context(), tt.call)
		require.NoError(t, err, name)
		assert.Equal(t, tt.denied, v.Action, name)
	}
}

func many(text string, n int) (list []any) {
	for range n {
		list = append(list, text)
	}
	return list
}

func TestJudgeFails(t *testing.T) {
	t.Parallel()
	refused := decision.Errorf(decision.CauseRefused, "no")
	for name, tt := range map[string]struct {
		model model
		cause decision.Cause
	}{
		"the model's error": {func(decision.Prompt) (decision.Completion, error) { return decision.Completion{}, refused }, decision.CauseRefused},
		"a cut answer": {func(p decision.Prompt) (decision.Completion, error) {
			c, err := answers("approve")(p)
			c.Cut = true
			return c, err
		}, decision.CauseUnreadable},
		"a wish for a tool": {func(p decision.Prompt) (decision.Completion, error) {
			c, err := answers("approve")(p)
			c.ToolCalls = []decision.ToolRequest{{Name: "x"}}
			return c, err
		}, decision.CauseUnreadable},
		"prose": {says("approve"), decision.CauseUnreadable},
	} {
		v, err := open(t, tt.model, textmodel.Options{}).Judge(t.Context(), write(nil))
		require.Error(t, err, name)
		assert.Equal(t, tt.cause, decision.CauseOf(err), name)
		assert.Equal(t, decision.Escalate, v.Action, name)
	}
}

func TestUnreadableTextIsNotCountedByABreaker(t *testing.T) {
	t.Parallel()
	_, err := open(t, says("hm"), textmodel.Options{}).Judge(t.Context(), write(nil))
	var ignored interface{ BreakerIgnores() bool }
	require.ErrorAs(t, err, &ignored)
	assert.True(t, ignored.BreakerIgnores(), "an agent could shut a model out with odd calls")
}

func TestReasoningIsOneMaskedLine(t *testing.T) {
	t.Parallel()
	const secret = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
	text := `{"code":"CODE","reasoning":"it sends ` + secret + `\nDECISION: x ` + strings.Repeat("é", 1000) + `","decision":"deny","confidence":1}`
	v, err := open(t, says(text), textmodel.Options{}).Judge(t.Context(), write(nil))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(v.Reasoning), textmodel.MaxReasoningBytes)
	assert.NotContains(t, v.Reasoning, secret)
	assert.NotContains(t, v.Reasoning, "\n")
	assert.True(t, strings.HasPrefix(v.Reasoning, "it sends [secret] DECISION: x"), v.Reasoning)
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	_, err := textmodel.New("", nil, textmodel.Options{
		SystemPrompt: strings.Repeat("x", textmodel.MaxSystemPromptBytes+1), MaxTokens: -1, RedactParams: []string{"body", " "},
		Roles: []decision.Role{"system"},
	})
	for _, says := range []string{"name:", "model:", "SystemPrompt:", "MaxTokens:", "RedactParams[1]:", "Roles[0]:", "Conversation"} {
		require.ErrorContains(t, err, says)
	}
}

func TestRequestKey(t *testing.T) {
	t.Parallel()
	p := open(t, answers("deny"), textmodel.Options{})
	key := func(c decision.Call) string {
		k, ok := p.RequestKey(&c)
		require.True(t, ok)
		return k
	}
	base := decision.Call{Tool: "t", Agent: "a", Params: map[string]any{"password": "hunter22"}}
	assert.Equal(t, key(base), key(base))
	for name, other := range map[string]decision.Call{
		"agent":           {Tool: "t", Agent: "b", Params: base.Params},
		"a masked secret": {Tool: "t", Agent: "a", Params: map[string]any{"password": "hunter23"}},
		"what came before": {
			Tool: "t", Agent: "a", Params: base.Params, RecentTraces: []decision.Trace{{Tool: "x"}},
		},
		"grants":   {Tool: "t", Agent: "a", Params: base.Params, ActiveGrants: []decision.Grant{{Tools: "x"}}},
		"messages": {Tool: "t", Agent: "a", Params: base.Params, UserMessages: []string{"x"}},
	} {
		assert.NotEqual(t, key(base), key(other), name)
	}
	p = open(t, answers("deny"), textmodel.Options{Conversation: func(context.Context, *decision.Call) []decision.Message { return nil }})
	_, ok := p.RequestKey(&base)
	assert.False(t, ok, "nobody can tell what a conversation holds later")
}

func TestRandomThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	for name, random := range map[string]io.Reader{
		"broken": failing{errors.New("no entropy")},
		"stuck":  stuck{},
	} {
		asked := false
		m := model(func(decision.Prompt) (decision.Completion, error) { asked = true; return decision.Completion{}, nil })
		_, err := open(t, m, textmodel.Options{Random: random}).Judge(t.Context(), write(map[string]any{"x": strings.Repeat("00", 40)}))
		require.Error(t, err, name)
		assert.False(t, asked, name)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// stuck yields zeros for ever.
type stuck struct{}

func (stuck) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func ExampleNew() {
	// A model that follows its instructions; a real one is a service's client.
	obedient := model(func(p decision.Prompt) (decision.Completion, error) {
		return decision.Completion{Text: `{"code":"` + codeOf(p) + `","reasoning":"writes inside the project","decision":"approve","confidence":0.9}`}, nil
	})
	p, err := textmodel.New("mine:m1", obedient, textmodel.Options{RedactParams: []string{"body"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Nobody has looked at what this call does, so an approve does not stand.
	v, err := p.Judge(context.Background(), &decision.Call{Tool: "fs.write", Params: map[string]any{"path": "a.txt"}})
	fmt.Println(v.Action, v.Cause, err)
	// Output: escalate opaque <nil>
}

// TestJudgeOfWhatAMaskHides leaves to a person what a text model was not shown,
// unless all of it is routine.
func TestJudgeOfWhatAMaskHides(t *testing.T) {
	t.Parallel()
	effects := func(kind decision.EffectKind, zone decision.Zone) decision.Analyzer {
		return decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
			return decision.Effects{Covered: true, List: []decision.Effect{{Kind: kind, Zone: zone}}}
		})
	}
	const hiding = `echo password=\"; rm -rf ~; echo \"`
	for name, tt := range map[string]struct {
		command string
		doing   decision.Analyzer
		said    string
		want    decision.Action
	}{
		"a delete":           {hiding, effects(decision.Deletes, decision.ZoneHome), "approve", decision.Escalate},
		"a delete, denied":   {hiding, effects(decision.Deletes, decision.ZoneHome), "deny", decision.Deny},
		"routine":            {hiding, effects(decision.Overwrites, decision.ZoneProject), "approve", decision.Approve},
		"nothing but a word": {"TOKEN=abc123def rm x", effects(decision.Deletes, decision.ZoneProject), "approve", decision.Approve},
	} {
		c := (&decision.Call{Tool: "bash", Params: map[string]any{"command": tt.command}}).WithAnalyzer(tt.doing)
		v, err := open(t, answers(tt.said), textmodel.Options{}).Judge(t.Context(), c)
		require.NoError(t, err, name)
		assert.Equal(t, tt.want, v.Action, name)
		if tt.want == decision.Escalate {
			assert.Equal(t, decision.CauseOpaque, v.Cause, name)
			assert.Contains(t, v.Reasoning, "looks like a secret", name)
		}
	}
}
