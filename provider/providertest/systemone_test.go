package providertest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/question"
)

// post sends a body to a fake server as a client does.
func post(t *testing.T, url, key, body string) (status int, answer string, header http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	resp, err := (&http.Client{Transport: transport}).Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(data), resp.Header
}

func systemOne(question string) string {
	return `{"model":"m","state":{"a":1},"questions":{"q":` + question + `}}`
}

// many writes n members of an object.
func many(n int, member string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(member, i)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// TestDecisionServersAreStrict sends what one real server takes and another
// refuses.
func TestDecisionServersAreStrict(t *testing.T) {
	t.Parallel()
	const (
		bare  = `{"type":"noul","instructions":"Is it?"}`
		all   = "typesafe ollama nimble vllm"
		plain = "typesafe vllm"
	)
	tests := map[string]struct {
		body  string
		takes string // the wires of System One that take it
	}{
		"a bare noul":              {systemOne(bare), all},
		"noul criteria null":       {systemOne(`{"type":"noul","instructions":"Is it?","criteria":null}`), plain},
		"one side only":            {systemOne(`{"type":"noul","instructions":"Is it?","criteria":{"true":"yes"}}`), "typesafe"},
		"an empty side":            {systemOne(`{"type":"noul","instructions":"Is it?","criteria":{"true":"yes","false":""}}`), "typesafe"},
		"both sides":               {systemOne(`{"type":"noul","instructions":"Is it?","criteria":{"true":"yes","false":"no"}}`), all},
		"an object as a text":      {systemOne(`{"type":"choice","instructions":"?","criteria":{"a":{"x":1},"b":"b"}}`), plain},
		"an option of null":        {systemOne(`{"type":"choice","instructions":"?","criteria":{"a":null,"b":"b"}}`), all},
		"an unknown field":         {systemOne(`{"type":"noul","instructions":"?","id":"x"}`), "typesafe ollama nimble"},
		"no instructions":          {systemOne(`{"type":"noul"}`), ""},
		"empty instructions":       {systemOne(`{"type":"noul","instructions":""}`), ""},
		"an unknown type":          {systemOne(`{"type":"box","instructions":"?"}`), ""},
		"one option":               {systemOne(`{"type":"choice","instructions":"?","criteria":{"a":"a"}}`), ""},
		"27 options":               {systemOne(`{"type":"choice","instructions":"?","criteria":` + many(27, `"o%d":"x"`) + `}`), "typesafe nimble"},
		"levels as an object":      {systemOne(`{"type":"score","instructions":"?","criteria":{"0":"a","1":"b"}}`), ""},
		"11 levels":                {systemOne(`{"type":"score","instructions":"?","criteria":["0","1","2","3","4","5","6","7","8","9","10"]}`), "typesafe ollama nimble"},
		"65 questions":             {`{"model":"m","state":"x","questions":` + many(65, `"q%d":`+bare) + `}`, "typesafe"},
		"no questions":             {`{"model":"m","state":"x","questions":{}}`, ""},
		"a question twice":         {`{"model":"m","state":"x","questions":{"q":` + bare + `,"q":` + bare + `}}`, ""},
		"an empty state":           {`{"model":"m","state":{},"questions":{"q":` + bare + `}}`, ""},
		"no model":                 {`{"state":"x","questions":{"q":` + bare + `}}`, ""},
		"a member that is unknown": {`{"model":"m","state":"x","keep":1,"questions":{"q":` + bare + `}}`, "typesafe ollama nimble"},
		"65 KiB":                   {`{"model":"m","state":"` + strings.Repeat("x", 64<<10) + `","questions":{"q":` + bare + `}}`, "typesafe nimble vllm"},
		"no json":                  {`{`, ""},
		"wrapped":                  {`{"model":"m","input":{"state":"x","questions":{"q":` + bare + `}}}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, wire := range []providertest.DecisionWire{providertest.TypeSafe, providertest.Ollama, providertest.Nimble, providertest.VLLM} {
				s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: wire})
				defer s.Close()
				status, answer, _ := post(t, s.Address(), "", tt.body)
				assert.Equal(t, strings.Contains(tt.takes, string(wire)), status == http.StatusOK, "%s %d %.200s", wire, status, answer)
				assert.True(t, json.Valid([]byte(answer)), "an error is json, too")
				assert.Len(t, s.Received(), 1)
				assert.Equal(t, status == http.StatusOK, len(s.Requests()) == 1)
			}
		})
	}
}

func TestDecisionServersOfOtherShapes(t *testing.T) {
	t.Parallel()
	const bare = `{"type":"noul","instructions":"Is it?"}`
	tests := map[string]struct {
		wire providertest.DecisionWire
		body string
		want int
	}{
		"cloudflare":                  {providertest.Cloudflare, `{"model":"typesafe/jev","input":{"state":"x","questions":{"q":` + bare + `}}}`, 200},
		"cloudflare, not wrapped":     {providertest.Cloudflare, systemOne(bare), 400},
		"decisions":                   {providertest.Decisions, `{"model":"m","input":"x","questions":[{"type":"predicate","name":"q","instructions":"?"}]}`, 200},
		"decisions with an object":    {providertest.Decisions, `{"model":"m","input":{},"questions":[{"type":"predicate","instructions":"?"}]}`, 400},
		"decisions, unknown field":    {providertest.Decisions, `{"model":"m","input":"x","questions":[{"type":"predicate","instructions":"?","criteria":{}}]}`, 400},
		"decisions in the other form": {providertest.Decisions, systemOne(bare), 400},
		"decisions, one choice":       {providertest.Decisions, `{"model":"m","input":"x","questions":[{"type":"choice","instructions":"?","choices":[{"value":"a"}]}]}`, 400},
		"an unknown model":            {providertest.Ollama, `{"model":"unknown-model","state":"x","questions":{"q":` + bare + `}}`, 404},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: tt.wire})
			defer s.Close()
			status, answer, _ := post(t, s.Address(), "", tt.body)
			assert.Equal(t, tt.want, status, answer)
		})
	}
}

func TestDecisionServerWantsItsKey(t *testing.T) {
	t.Parallel()
	s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: providertest.TypeSafe, Key: "k"})
	defer s.Close()
	body := systemOne(`{"type":"noul","instructions":"?"}`)
	for key, want := range map[string]int{"": 401, "x": 401, "k": 200} {
		status, _, _ := post(t, s.Address(), key, body)
		assert.Equal(t, want, status, key)
	}
	status, _, _ := post(t, s.URL+"/elsewhere", "k", body)
	assert.Equal(t, http.StatusNotFound, status)
	assert.Len(t, s.Requests(), 1)
	assert.Len(t, s.Received(), 4)
}

func TestDecisionServerAnswersByScript(t *testing.T) {
	t.Parallel()
	s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: providertest.Ollama, Script: func(r providertest.DecisionRequest) providertest.DecisionReply {
		switch r.Model {
		case "raw":
			return providertest.DecisionReply{Raw: `{"x":1}`, Status: 418, Header: http.Header{"Retry-After": {"2"}}}
		case "down":
			return providertest.DecisionReply{Fault: providertest.FaultUnavailable}
		}
		return providertest.DecisionReply{Model: "v2", Answers: map[string]question.Answer{"q": providertest.Yes(0.25)}}
	}})
	defer s.Close()
	ask := func(model string) (int, string, http.Header) {
		return post(t, s.Address(), "", strings.Replace(systemOne(`{"type":"noul","instructions":"?"}`), `"m"`, `"`+model+`"`, 1))
	}
	status, body, _ := ask("m")
	assert.Equal(t, http.StatusOK, status)
	assert.JSONEq(t, `{"model":"v2","answers":{"q":{"type":"noul","noul":0.25}},"usage":{"input_tokens":120,"output_tokens":1}}`, body)
	status, body, header := ask("raw")
	assert.Equal(t, 418, status)
	assert.JSONEq(t, `{"x":1}`, body)
	assert.Equal(t, "2", header.Get("Retry-After"))
	status, body, _ = ask("down")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, `"error":"fault unavailable`)
	assert.JSONEq(t, `{"a":1}`, string(s.Requests()[0].State))
}

// TestDeciding comes to each action with the base pack.
func TestDeciding(t *testing.T) {
	t.Parallel()
	set, _, err := question.WithBase()
	require.NoError(t, err)
	for _, action := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		reply := providertest.Deciding(set, action)(providertest.DecisionRequest{})
		v, err := decision.Weigh(set, question.Answers{ByID: reply.Answers}, decision.DefaultThresholds())
		require.NoError(t, err)
		assert.Equal(t, action, v.Action)
	}
}

// A fake server stands in for a decision model in the tests of a program.
func ExampleNewDecisionServer() {
	server := providertest.NewDecisionServer(providertest.DecisionOptions{
		Wire: providertest.TypeSafe, Key: "made-up",
		Script: providertest.Failing(providertest.FaultPayment),
	})
	defer server.Close()
	fmt.Println(strings.HasSuffix(server.Address(), "/v1/systemone"), len(server.Requests()))
	// Output: true 0
}
