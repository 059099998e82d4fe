package notify_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

// token is what no message may hold.
const token = "ghp_" + "x7Rk2Vq9Lm4Tz8Wn3Bc6Yd1Hf5Js0Pa2Ge7U"

func tellOne(t *testing.T, format notify.Format, e decision.Event) []byte {
	t.Helper()
	r := receive(t)
	w := webhook(t, notify.Options{URL: r.url, Format: format, Link: func(decision.Event) string { return "https://sup7.example.com/?a=1&b=2" }})
	require.NoError(t, w.Record(t.Context(), e))
	got := r.deliveries()
	require.Len(t, got, 1)
	return got[0].body
}

func TestMessagesHoldNoSecret(t *testing.T) {
	t.Parallel()
	e := changed(escalated("1"), func(d *decision.Decision, c *decision.Call) {
		d.Reasoning, d.Session, d.Agent = "because of "+token, token, "agent "+token
		c.Params = map[string]any{
			"command": "curl -H 'Authorization: Bearer " + token + "' https://x.example", "password": "hunter2hunter2",
			"deep": map[string]any{"list": []any{token, map[string]any{token: "v"}}}, "split": token[:12] + "\u200b" + token[12:],
			"far": strings.Repeat("a ", 95) + token, "key": "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("b3BlbnNzaC1rZXktdjEAAAAA\n", 100),
		}
	})
	for _, format := range []notify.Format{notify.FormatStandard, notify.FormatSlack} {
		body := string(tellOne(t, format, e))
		for _, part := range []string{token[:20], token[20:], "hunter2", "b3BlbnNz"} {
			assert.NotContains(t, body, part)
		}
		assert.Contains(t, body, "curl", "the rest is shown")
	}
}

func TestMessagesAreSmall(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("&<>@`\"漢", 3000)
	params := map[string]any{}
	for i := range 20 {
		params[fmt.Sprintf("key%02d", i)] = long
	}
	list := make([]any, 20)
	for i := range list {
		list[i] = map[string]any{"a": map[string]any{"b": map[string]any{"c": []any{long}}}}
	}
	params["key00"] = list
	e := changed(escalated("1"), func(d *decision.Decision, c *decision.Call) {
		d.Agent, d.Tool, d.Reasoning, d.ID, c.Params = long, long, long, long, params
	})
	body := tellOne(t, notify.FormatStandard, e)
	assert.Less(t, len(body), 20_000)
	assert.LessOrEqual(t, len(data(t, body)["preview"].(string)), 800)
	assert.Contains(t, data(t, body)["preview"], "…", "it says that it is cut")

	var slack struct {
		Blocks []struct{ Text struct{ Text string } }
	}
	body = tellOne(t, notify.FormatSlack, e)
	require.NoError(t, json.Unmarshal(body, &slack))
	assert.Less(t, len(body), 20_000)
	assert.LessOrEqual(t, utf8.RuneCountInString(slack.Blocks[0].Text.Text), 3000)
}

func TestSlackMessage(t *testing.T) {
	t.Parallel()
	e := changed(escalated("1"), func(d *decision.Decision, c *decision.Call) {
		d.Reasoning = "<!channel> & @here ``` *all* <https://evil.example|ok>"
		c.Params = map[string]any{"command": "echo \"<@U1>\"```\n@channel"}
	})
	assert.JSONEq(t, `{"text": "*A call waits for a person:* `+"`Bash` by `coder`\\n```"+
		`rule: &lt;!channel&gt; &amp; @\u2060here ''' *all* &lt;https://evil.example|ok&gt;\n{\"command\":\"echo \\\"&lt;@\u2060U1&gt;\\\"''' @\u2060channel\"}`+
		"```"+`\n<https://sup7.example.com/?a=1&amp;b=2>",
		"blocks": [{"type": "section", "text": {"type": "mrkdwn", "verbatim": true, "text": "*A call waits for a person:* `+"`Bash` by `coder`\\n```"+
		`rule: &lt;!channel&gt; &amp; @\u2060here ''' *all* &lt;https://evil.example|ok&gt;\n{\"command\":\"echo \\\"&lt;@\u2060U1&gt;\\\"''' @\u2060channel\"}`+"```"+`"}},
		{"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Look at it"}, "url": "https://sup7.example.com/?a=1&b=2"}]}],
		"unfurl_links": false, "unfurl_media": false}`, string(tellOne(t, notify.FormatSlack, e)))
}

func TestAToolThatCannotBeSeenIsACallAllTheSame(t *testing.T) {
	t.Parallel()
	e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Tool = "\u200b" })
	assert.Contains(t, string(tellOne(t, notify.FormatSlack, e)), "A call waits for a person:* `?` by `coder`")
}

func TestSlackIsKnownByItsHost(t *testing.T) {
	t.Parallel()
	for url, slack := range map[string]bool{"https://hooks.slack.com/services/x": true, "https://HOOKS.slack.com/x": true, "https://hooks.slack.com.example.com/x": false} {
		net := &wire{}
		w := webhook(t, notify.Options{URL: url, HTTPClient: client(net)})
		require.NoError(t, w.Record(t.Context(), escalated("1")))
		assert.Equal(t, slack, strings.Contains(net.sent()[0], `"blocks"`), url)
	}
}

func TestMessagesOfObserveModeSayWhatWouldBe(t *testing.T) {
	t.Parallel()
	e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) {
		approve := decision.Approve
		d.Action, d.Observed, d.Cause = approve, &approve, ""
	})
	got := data(t, tellOne(t, notify.FormatStandard, e))
	assert.Equal(t, "approve", got["observed"])
	assert.Equal(t, "observe", got["cause"])
	assert.Contains(t, string(tellOne(t, notify.FormatSlack, e)), "observe mode")
}

func TestAPausedCallIsToldWithoutItsParameters(t *testing.T) {
	t.Parallel()
	e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Cause = decision.CausePaused })
	e.Type, e.Call = decision.EventPausedCall, nil
	got := data(t, tellOne(t, notify.FormatStandard, e))
	assert.Equal(t, "paused", got["cause"])
	assert.NotContains(t, got, "preview")
}
