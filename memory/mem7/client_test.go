package mem7_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

func client(t testing.TB, o mem7.Options) *mem7.Client {
	t.Helper()
	c, err := mem7.NewClient(o)
	require.NoError(t, err)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func recall(t *testing.T, m *mem7test.Memory) []decision.Decision {
	t.Helper()
	found, err := client(t, through(t, m)).Recall(t.Context(), 100)
	require.NoError(t, err)
	return found
}

const (
	ofTheReference = `{"approval_id": "%s", "agent_id": "coder", "tool": "fs.read", "decision": "approved", "rule_matched": null, ` +
		`"reasoning": "l\u00e4uft", "confidence": 1.0, "timestamp": "2026-03-04T12:00:00+00:00", "evaluator": null}`
)

// entry is one as the reference writes it.
func entry(id string) mem7test.Entry {
	return mem7test.Entry{
		Key: key(id), Value: fmt.Sprintf(ofTheReference, id), Agent: "supervisor", Tags: []string{"supervisor", "decision", "approved", "fs"},
	}
}

func TestRecallReadsWhatTheReferenceWrote(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	m.Put(entry("a"))
	assert.Equal(t, []decision.Decision{{
		ID: "a", Agent: "coder", Tool: "fs.read", Action: decision.Approve, Reasoning: "läuft", Confidence: 1,
		Time: noon.Truncate(time.Second), Evidence: decision.Evidence{Notes: []string{mem7.Recalled}},
	}}, recall(t, m))
}

func TestRecallPassesOverWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(e *mem7test.Entry){
		"another key":         func(e *mem7test.Entry) { e.Key = "decision.fs.read.x" },
		"another id":          func(e *mem7test.Entry) { e.Key = key("y") },
		"another agent":       func(e *mem7test.Entry) { e.Agent = "somebody" },
		"other tags":          func(e *mem7test.Entry) { e.Tags = e.Tags[1:] },
		"prose":               func(e *mem7test.Entry) { e.Value = "approved by ann — agent:coder" },
		"two lines":           func(e *mem7test.Entry) { e.Value = strings.Replace(e.Value, " ", "\n", 1) },
		"an unknown decision": func(e *mem7test.Entry) { e.Value = strings.Replace(e.Value, "approved", "APPROVE", 1) },
		"no time":             func(e *mem7test.Entry) { e.Value = strings.Replace(e.Value, "2026-", "", 1) },
		"beyond certainty":    func(e *mem7test.Entry) { e.Value = strings.Replace(e.Value, "1.0", "7", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mem7test.New(mem7test.Options{})
			bad := entry("x")
			change(&bad)
			m.Put(entry("before"))
			m.Put(bad)
			m.Put(entry("after"))
			found := recall(t, m)
			require.Len(t, found, 2)
			assert.ElementsMatch(t, []string{"before", "after"}, []string{found[0].ID, found[1].ID})
		})
	}
}

func TestRecallIsOfOneAgent(t *testing.T) {
	t.Parallel()
	text := "## " + key("a") + "\n" + fmt.Sprintf(ofTheReference, "a") + "\nTags: supervisor, decision\nAgent: %s\nUpdated: 2026-03-04T12:00:00Z\n\n"
	for agent, want := range map[string]int{"supervisor": 1, "supervisor2": 0, "": 0} {
		c := client(t, mem7.Options{HTTPClient: &http.Client{Transport: saying(fmt.Sprintf(text, agent))}})
		found, err := c.Recall(t.Context(), 5)
		require.NoError(t, err)
		assert.Len(t, found, want, "agent %q", agent)
	}
}

func TestATTLHidesAnEntry(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_store","arguments":{"key":"supervisor:decision:a","value":"v","ttl":3600,` +
		`"tags":["supervisor","decision"],"agent":"supervisor"}}}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://mem7/rpc", strings.NewReader(body))
	require.NoError(t, err)
	resp, err := m.Transport().RoundTrip(req)
	require.NoError(t, err)
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, string(text), "Memory 'supervisor:decision:a' created (1 total entries)")
	assert.Len(t, m.Entries(), 1)
	assert.Empty(t, recall(t, m))

	s := open(t, through(t, m))
	save(t, s, denied("a"))
	closeStore(t, s)
	assert.Len(t, recall(t, m), 1, "ours has none")
}

func TestTheTokenGoesToTheServerOnly(t *testing.T) {
	t.Parallel()
	server := mem7test.NewServer(mem7test.Options{Token: "s3cret-token"})
	defer server.Close()
	for name, tt := range map[string]struct{ token, want string }{
		"right":   {"s3cret-token", ""},
		"wrong":   {"s3cret-other", "does not take the token"},
		"missing": {"", "wants a token"},
	} {
		err := client(t, mem7.Options{URL: server.URL + "/", Token: tt.token}).Check(t.Context())
		if tt.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorContains(t, err, tt.want, name)
		assert.NotContains(t, err.Error(), "s3cret", name)
		assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err), name)
	}
}

func TestWhatAnErrorIsAbout(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault mem7test.Fault
		cause decision.Cause
		want  string
	}{
		"reset":           {mem7test.Fault{}, decision.CauseUnavailable, "connection reset"},
		"not found":       {mem7test.Fault{Status: 404}, decision.CauseUnavailable, "memory.url"},
		"a page":          {mem7test.Fault{Body: "<html>"}, decision.CauseUnreadable, "no JSON-RPC response"},
		"a redirect":      {mem7test.Fault{Status: 307}, decision.CauseUnreadable, "not followed"},
		"a failed tool":   {mem7test.Fault{Refuse: "database\nis locked"}, decision.CauseRefused, "refuses: database is locked"},
		"a foreign error": {mem7test.Fault{Body: `{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"m"}}`}, decision.CauseUnreadable, "another request"},
		"bad request":     {mem7test.Fault{Status: 400}, decision.CauseRefused, "status 400"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mem7test.New(mem7test.Options{})
			m.SetFault(tt.fault)
			err := client(t, through(t, m)).Check(t.Context())
			require.ErrorContains(t, err, tt.want)
			assert.Equal(t, tt.cause, decision.CauseOf(err))
		})
	}
	m := mem7test.New(mem7test.Options{})
	m.SetFault(mem7test.Fault{Hang: true})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	err := client(t, through(t, m)).Check(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
}

// saying answers every request with one text of a tool.
type saying string

func (s saying) RoundTrip(req *http.Request) (*http.Response, error) {
	_ = req.Body.Close()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":%q}]}}`, strings.ToValidUTF8(string(s), "?"))
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(body)), Header: http.Header{}}, nil
}

// endless answers every request with blanks.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func (e endless) RoundTrip(req *http.Request) (*http.Response, error) {
	_ = req.Body.Close()
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(e), Header: http.Header{}}, nil
}

func TestAnAnswerHasALimit(t *testing.T) {
	t.Parallel()
	c := client(t, mem7.Options{HTTPClient: &http.Client{Transport: endless{}}, Timeout: time.Minute})
	err := c.Check(t.Context())
	require.ErrorContains(t, err, "too large")
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
}

func FuzzRecall(f *testing.F) {
	one := "## supervisor:decision:a\n" + fmt.Sprintf(ofTheReference, "a") + "\nTags: supervisor, decision\nAgent: supervisor\nUpdated: 2026-03-04T12:00:00Z\n\n"
	for _, seed := range []string{"", "No memories found.", one, one + one, "2 results (ranked by relevance):\n\n" + one, one[:80], "## " + one, "\n\n\n\n\n\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := client(t, mem7.Options{HTTPClient: &http.Client{Transport: saying(text)}}).Recall(t.Context(), 3)
		if err != nil {
			return // %q is not quite JSON
		}
		assert.LessOrEqual(t, len(found), 3)
		for _, d := range found {
			assert.NotEmpty(t, d.ID)
			assert.NotContains(t, d.Reasoning+d.Tool+d.Agent+d.ID, "\n")
			assert.True(t, d.Confidence >= 0 && d.Confidence <= 1)
			assert.Empty(t, d.Fingerprint)
		}
	})
}
