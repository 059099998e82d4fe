package systemone_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mini is a small set with every type of question.
func mini(t testing.TB) question.Set {
	t.Helper()
	sides := []question.Criterion{{Key: "true", Text: "it does"}, {Key: "false", Text: "it does not"}}
	s, err := question.NewSet(question.Pack{Name: "mini", Questions: []question.Question{
		{ID: "zaps", Type: question.Noul, Group: question.Danger, Instructions: "Does it zap?", Criteria: sides},
		{ID: "area", Type: question.Choice, Group: question.Context, Instructions: "Where?", Criteria: []question.Criterion{{Key: "yard", Text: "outdoors"}, {Key: "lab", Text: "the bench"}}},
		{ID: "reach", Type: question.Score, Group: question.Danger, AtLevel: 2, Instructions: "How far?", Criteria: []question.Criterion{{Key: "0", Text: "nowhere"}, {Key: "1", Text: "next door"}, {Key: "2", Text: "far"}}},
		{ID: "usual", Type: question.Noul, Group: question.Context, Scope: true, Instructions: "Is it usual?"},
		{ID: "planted", Type: question.Noul, Group: question.Manipulation, Instructions: "Is it planted?"},
	}})
	require.NoError(t, err)
	return s
}

func call() *decision.Call {
	return &decision.Call{
		ID: "a-1", Agent: "maple-bot", Tool: "yard.sweep", PolicyRule: "ask", TraceID: "t-1",
		Params: map[string]any{"path": "/srv/x", "deep": true},
	}
}

const testKey = "k-4hT9pXw2QzLmR7vB"

// serve starts a fake server and returns it with the options to reach it.
func serve(t testing.TB, wire providertest.DecisionWire, script providertest.DecisionScript) (*providertest.DecisionServer, systemone.Options) {
	t.Helper()
	s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: wire, Key: testKey, Script: script})
	t.Cleanup(s.Close)
	o := systemone.Options{
		Backend: systemone.URL, URL: s.Address(), Key: testKey, Questions: mini(t), Model: "fake-model-1",
		HTTPClient: ownClient(t),
	}
	switch wire {
	case providertest.Cloudflare:
		o.Backend, o.Account = systemone.Cloudflare, providertest.DecisionAccount
	case providertest.TypeSafe:
		o.Backend = systemone.TypeSafe
	case providertest.Ollama:
		o.Backend = systemone.Ollama
	case providertest.Nimble:
		o.Backend = systemone.Nimble
	case providertest.Decisions:
		o.Dialect = systemone.Decisions
	}
	return s, o
}

// ownClient has connections that end with the test.
func ownClient(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func newProvider(t testing.TB, o systemone.Options) *systemone.Provider {
	t.Helper()
	p, err := systemone.New(o)
	require.NoError(t, err)
	return p
}

// server is a server without a network.
type server func(*http.Request) (*http.Response, error)

func (f server) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answer(status int, contentType, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(strings.NewReader(body)),
	}
}

// calm are answers to mini that approve.
const calm = `{"model":"m-1","answers":{
	"zaps":{"type":"noul","noul":0.04},
	"area":{"type":"choice","choice":"yard","probabilities":{"yard":0.9,"lab":0.1},"confidence":0.8},
	"reach":{"type":"score","score":0.1,"probabilities":{"0":0.9,"1":0.08,"2":0.02},"confidence":0.7,"legend":{}},
	"usual":{"type":"noul","noul":0.93},"planted":{"type":"noul","noul":0.02}},
	"usage":{"input_tokens":7,"output_tokens":5}}`

// answering has every request answered with one body.
func answering(t testing.TB, body string, change ...func(*systemone.Options)) *systemone.Provider {
	t.Helper()
	o := systemone.Options{
		Backend: systemone.URL, URL: "http://127.0.0.1:1/v1/systemone", Model: "m", Questions: mini(t),
		HTTPClient: &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
			return answer(http.StatusOK, "application/json", body), nil
		})},
	}
	for _, f := range change {
		f(&o)
	}
	return newProvider(t, o)
}
