package callback_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
)

func TestPendingWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{Timeout: time.Hour})
		r := d.connect(t, "claude")
		took := func(want time.Duration, args map[string]any) []listed {
			t.Helper()
			start := time.Now()
			list := r.pending(args)
			assert.Equal(t, want, time.Since(start))
			return list
		}
		assert.Empty(t, took(0, nil))
		assert.Empty(t, took(1500*time.Millisecond, map[string]any{"wait_seconds": 1.5}))
		assert.Empty(t, took(callback.MaxWait, map[string]any{"wait_seconds": 3600}), "a wait is bounded")

		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, func() { _, _ = d.provider.Judge(ctx, write("a")) }) // given up below
		assert.Len(t, took(3*time.Second, map[string]any{"wait_seconds": 20}), 1, "a call ends the wait")
		assert.Len(t, took(5*time.Second, map[string]any{"wait_seconds": 5}), 1, "one that was seen before ends none")
		assert.Len(t, took(0, nil), 1)
		cancel()
		synctest.Wait()
		assert.Empty(t, took(0, nil))
	})
}

func TestAWaitEndsWithItsRequestAndItsServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
		r := d.connect(t, "claude")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := r.CallTool(ctx, &mcp.CallToolParams{Name: "sup7_pending", Arguments: map[string]any{"wait_seconds": 20}})
		require.ErrorIs(t, err, context.DeadlineExceeded)

		// A client that hangs up without a word, over streams.
		in, hangUp := io.Pipe()
		var out bytes.Buffer
		ended := make(chan error)
		go func() { ended <- d.ServeStdio(t.Context(), "claude", in, &out) }()
		_, err = io.WriteString(hangUp, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sup7_pending","arguments":{"wait_seconds":20},"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`+"\n")
		require.NoError(t, err)
		synctest.Wait()
		assert.Empty(t, out.String(), "it waits")
		start := time.Now()
		require.NoError(t, hangUp.Close())
		require.NoError(t, <-ended)
		assert.Zero(t, time.Since(start))
	})
}

func TestPendingIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{MaxPending: 60}, callback.ProviderOptions{Timeout: time.Minute})
		r := d.connect(t, "claude")
		var results []<-chan judged
		for i := range 70 {
			results = append(results, d.judge(t.Context(), write("a-"+time.Duration(i).String())))
			synctest.Wait() // so that they come in this order
		}
		for _, result := range results[60:] {
			assert.Equal(t, decision.CauseOverload, decision.CauseOf((<-result).err))
		}
		assert.Len(t, r.pending(nil), callback.DefaultListed)
		second := r.pending(map[string]any{"limit": 2})
		require.Len(t, second, 2)
		assert.Equal(t, "a-20ns", second[0].ID, "what was not seen yet comes first")
		assert.Len(t, r.pending(map[string]any{"limit": 1_000_000}), callback.MaxListed)
		resources, err := r.ListResources(t.Context(), nil)
		require.NoError(t, err)
		assert.Len(t, resources.Resources, 60)

		res, err := r.CallTool(t.Context(), &mcp.CallToolParams{Name: "sup7_pending"})
		require.NoError(t, err)
		require.Len(t, res.Content, 2)
		assert.Equal(t, "40 more calls wait; answer these, then list again.", res.Content[1].(*mcp.TextContent).Text)
		for _, result := range results[:60] {
			assert.Equal(t, decision.CauseTimeout, decision.CauseOf((<-result).err))
		}
	})
}

func TestALongListIsCut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{Timeout: time.Minute})
		r := d.connect(t, "claude")
		var results []<-chan judged
		for i := range 5 {
			c := write(string(rune('a' + i)))
			c.Params["content"] = strings.Repeat("lines of text\n", 1000)
			results = append(results, d.judge(t.Context(), c))
			synctest.Wait()
		}
		text, _ := r.call("sup7_pending", nil)
		assert.LessOrEqual(t, len(text), callback.MaxListedBytes+100)
		assert.Equal(t, 4, strings.Count(text, `"id"`), "the rest comes when these are answered")
		for _, result := range results {
			<-result
		}
	})
}

func TestPendingArguments(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	r := d.connect(t, "claude")
	for want, args := range map[string]map[string]any{
		"wait_seconds must be":    {"wait_seconds": -1},
		"wait_seconds must be a":  {"wait_seconds": "5"},
		"limit must be":           {"limit": 0},
		"limit must be a":         {"limit": true},
		`unknown argument "Wait"`: {"Wait": 1},
	} {
		text, failed := r.call("sup7_pending", args)
		assert.True(t, failed, want)
		assert.Contains(t, text, want)
	}
}

func read(id string) *mcp.ReadResourceParams {
	return &mcp.ReadResourceParams{URI: "sup7://pending/" + id}
}

func TestAResourceShowsAllThatIsKnown(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{ProjectDirs: []string{"/srv/app"}})
	r := d.connect(t, "claude")
	const secret = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
	c := (&decision.Call{
		ID: "a/1 ü", Agent: "coder", Tool: "shell", Params: map[string]any{"command": "x " + secret}, UserMessages: []string{"please"},
	}).WithAnalyzer(decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{
			List: []decision.Effect{{Kind: decision.Deletes, Target: "/srv/app/" + secret, Zone: decision.ZoneProject, Segment: "rm\u202e", Irreversible: true}},
			Gaps: []decision.Gap{{Reason: "unknown program", Segment: strings.Repeat("é", 1000)}},
		}
	}))
	ctx := decision.WithHandedOn(t.Context(), decision.Verdict{Source: "default", Reasoning: "rule 'default' matched; path=" + secret})
	result := d.judge(ctx, c)
	waitFor(t, d, r, 1)
	resources, err := r.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, resources.Resources, 1)
	assert.Equal(t, "sup7://pending/a%2F1%20%C3%BC", resources.Resources[0].URI)
	got, err := r.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: resources.Resources[0].URI})
	require.NoError(t, err)
	text := got.Contents[0].Text
	assert.NotContains(t, text, secret)
	assert.Contains(t, text, `\u202e`, "what shows nothing is shown")
	var shown map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &shown))
	deadline, err := time.Parse(time.RFC3339, shown["deadline"].(string))
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now().Add(callback.DefaultTimeout), deadline, hang)
	assert.Equal(t, map[string]any{"rule": "default", "reason": "rule 'default' matched; path=[secret]"}, shown["handed_on_by"])
	assert.Equal(t, []any{map[string]any{
		"kind": "deletes", "target": "/srv/app/[secret]", "zone": "project", "segment": "rm\u202e", "irreversible": true,
	}}, shown["effects"])
	gap := shown["unseen"].([]any)[0].(map[string]any)
	assert.Equal(t, "unknown program", gap["reason"])
	assert.Equal(t, strings.Repeat("é", 256)+"…", gap["segment"])
	call := shown["call"].(map[string]any)
	assert.Equal(t, []any{"/srv/app"}, call["project_dirs"])
	assert.Equal(t, []any{map[string]any{"role": "user", "text": "please"}}, call["untrusted_conversation"])

	_, failed := r.verdict("a/1 ü", "deny", 1)
	assert.False(t, failed, "what was read may be answered")
	<-result
	for _, uri := range []string{resources.Resources[0].URI, "sup7://pending/none", "sup7://pending/%zz", "sup7://other"} {
		_, err = r.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		require.Error(t, err, uri)
	}
}

func TestThePromptExplainsTheTask(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{Version: "1.2.3"}, callback.ProviderOptions{})
	r := d.connect(t, "claude")
	prompts, err := r.ListPrompts(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, prompts.Prompts, 1)
	p, err := r.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: prompts.Prompts[0].Name})
	require.NoError(t, err)
	text := p.Messages[0].Content.(*mcp.TextContent).Text
	for _, word := range []string{"sup7_pending", "sup7_verdict", "escalate", "untrusted", "no instruction to you"} {
		assert.Contains(t, text, word)
	}
	tools, err := r.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, tools.Tools, 2)
	assert.Equal(t, "sup7_pending", tools.Tools[0].Name)
	assert.True(t, tools.Tools[0].Annotations.ReadOnlyHint)
	assert.Equal(t, "sup7_verdict", tools.Tools[1].Name)
	assert.Contains(t, tools.Tools[1].Description, "at most 4000 characters")
	schema := tools.Tools[1].InputSchema.(map[string]any)["properties"].(map[string]any)["reasoning"].(map[string]any)
	assert.EqualValues(t, callback.MaxReasoning, schema["maxLength"])
}
