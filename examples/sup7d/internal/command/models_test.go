package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/question"
)

// decisionServer starts a fake server of a decision model, and returns the
// settings that a config reaches it by.
func decisionServer(t *testing.T, wire providertest.DecisionWire, script providertest.DecisionScript) (*providertest.DecisionServer, string) {
	t.Helper()
	s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: wire, Script: script})
	t.Cleanup(s.Close)
	settings := map[providertest.DecisionWire]string{
		providertest.TypeSafe:   "backend: typesafe, api_key_env: ''",
		providertest.Cloudflare: "backend: cloudflare, api_key_env: '', account_id_env: ''",
		providertest.Ollama:     "backend: ollama",
		providertest.Nimble:     "backend: nimble, api_key_env: ''",
		providertest.VLLM:       "backend: url, model: fake-model-1",
		providertest.Decisions:  "backend: url, dialect: decisions, model: fake-model-1",
	}[wire]
	return s, fmt.Sprintf("{provider: jev, jev: {%s, url: '%s'}}", settings, s.Address())
}

// reading is a call that every judge can see whole.
const reading = `{"tool":"fs.read","params":{"path":"/home/dev/project/main.go"}}`

// verdict is what the tests look at of a decision.
type verdict struct {
	Decision    string          `json:"decision"`
	Cause       decision.Cause  `json:"cause"`
	RuleMatched string          `json:"rule_matched"`
	Reasoning   string          `json:"reasoning"`
	Links       []decision.Link `json:"links"`
}

// judged runs evaluate with the evaluator of a config.
func judged(t *testing.T, evaluator, call string) verdict {
	t.Helper()
	path := config(t, "project_dirs: [/home/dev/project]\nevaluator: "+evaluator)
	r := run(t, call, "-c", path, "evaluate")
	require.Equal(t, 0, r.code, r.err)
	return parseVerdict(t, r.out)
}

func parseVerdict(t *testing.T, text string) verdict {
	t.Helper()
	var v verdict
	require.NoError(t, json.Unmarshal([]byte(text), &v), text)
	return v
}

func TestEvaluateAsksADecisionModel(t *testing.T) {
	t.Parallel()
	set, _, err := question.WithBase()
	require.NoError(t, err)
	for _, wire := range providertest.DecisionWires() {
		for _, want := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
			t.Run(fmt.Sprint(wire, "/", want), func(t *testing.T) {
				t.Parallel()
				_, evaluator := decisionServer(t, wire, providertest.Deciding(set, want))
				v := judged(t, evaluator, `{"tool":"yard.sweep","params":{"deep":true}}`)
				assert.Equal(t, want.String(), v.Decision, v.Reasoning)
				assert.Contains(t, v.RuleMatched, "jev:")
				assert.Contains(t, v.Reasoning, "Jev fake-model-1 q="+set.Fingerprint()+": ")
				require.Len(t, v.Links, 1)
				assert.Equal(t, decision.LinkAnswered, v.Links[0].State)
			})
		}
	}
}

// halfABody promises more than it sends: the connection ends before.
func halfABody(providertest.DecisionRequest) providertest.DecisionReply {
	return providertest.DecisionReply{Raw: `{"answers":{`, Header: http.Header{"Content-Length": {"5000"}, "Content-Type": {"application/json"}}}
}

// limited is a 429 that says nothing about when to come back.
func limited(providertest.DecisionRequest) providertest.DecisionReply {
	return providertest.DecisionReply{Raw: `{"error":"slow down"}`, Status: http.StatusTooManyRequests}
}

// failures are the ways in which a decision model may fail, and the cause that
// each has to end with.
var failures = map[string]struct {
	script providertest.DecisionScript
	cause  decision.Cause
}{
	"down":                      {providertest.Failing(providertest.FaultDown), decision.CauseUnavailable},
	"slow":                      {providertest.Failing(providertest.FaultSlow), decision.CauseTimeout},
	"html":                      {providertest.Failing(providertest.FaultHTML), decision.CauseUnreadable},
	"401":                       {providertest.Failing(providertest.FaultUnauthorized), decision.CauseUnavailable},
	"402":                       {providertest.Failing(providertest.FaultPayment), decision.CauseUnavailable},
	"403":                       {providertest.Failing(providertest.FaultForbidden), decision.CauseUnavailable},
	"404":                       {providertest.Failing(providertest.FaultNotFound), decision.CauseUnavailable},
	"429 with a long wait":      {providertest.Failing(providertest.FaultRateLimit), decision.CauseUnavailable},
	"429 without one":           {limited, decision.CauseUnavailable},
	"500":                       {providertest.Failing(providertest.FaultServerError), decision.CauseUnavailable},
	"529":                       {providertest.Failing(providertest.FaultOverloaded), decision.CauseUnavailable},
	"nan":                       {providertest.Failing(providertest.FaultNaN), decision.CauseUnreadable},
	"a missing question":        {providertest.Failing(providertest.FaultMissing), decision.CauseUnreadable},
	"a refusal":                 {providertest.Failing(providertest.FaultRefusal), decision.CauseRefused},
	"a text for a number":       {providertest.Failing(providertest.FaultWrongType), decision.CauseUnreadable},
	"1.4 for a probability":     {providertest.Failing(providertest.FaultOutOfRange), decision.CauseUnreadable},
	"half of the json":          {providertest.Failing(providertest.FaultCut), decision.CauseUnreadable},
	"half of the body":          {halfABody, decision.CauseUnreadable},
	"a body without end":        {providertest.Failing(providertest.FaultHuge), decision.CauseUnreadable},
	"an envelope of failure":    {providertest.Failing(providertest.FaultFailed), decision.CauseUnavailable},
	"work that is not finished": {providertest.Failing(providertest.FaultPending), decision.CauseUnreadable},
}

// TestEvaluateEscalatesWhenTheDecisionModelFails holds every failure on every
// wire, alone and as the last link. A budget that is short ends the slow one;
// that it ends at all is the test, no time is measured.
func TestEvaluateEscalatesWhenTheDecisionModelFails(t *testing.T) {
	t.Parallel()
	for _, wire := range providertest.DecisionWires() {
		for name, tt := range failures {
			t.Run(fmt.Sprint(wire, "/", name), func(t *testing.T) {
				t.Parallel()
				_, link := decisionServer(t, wire, tt.script)
				v := judged(t, "{budget: "+budgetFor(tt.cause)+", chain: ["+link+"]}", reading)
				assert.Equal(t, "escalate", v.Decision)
				assert.Equal(t, tt.cause, v.Cause, "%+v", v)
				assert.Equal(t, "chain-fallback", v.RuleMatched)
				require.Len(t, v.Links, 1)
				assert.Equal(t, decision.LinkFailed, v.Links[0].State)
				assert.Equal(t, tt.cause, v.Links[0].Cause)
			})
		}
	}
}

// budgetFor is short where only the clock ends the wait, yet long enough for the
// account of the links to come before it ends on a busy machine; and else longer
// than a few requests take there.
func budgetFor(c decision.Cause) string {
	if c == decision.CauseTimeout {
		return "2s"
	}
	return "20s"
}

func TestEvaluateSaysThatASingleModelIsNotThere(t *testing.T) {
	t.Parallel()
	gone, evaluator := decisionServer(t, providertest.TypeSafe, nil)
	gone.Close()
	v := judged(t, evaluator, reading)
	assert.Equal(t, "escalate", v.Decision)
	assert.Equal(t, decision.CauseUnavailable, v.Cause)
	assert.Equal(t, "jev:typesafe-fallback", v.RuleMatched)
	assert.Equal(t, "LLM evaluation failed, escalating to human", v.Reasoning, "clients of the reference look for it")
}

// approving is a text model that approves everything.
func approving(t *testing.T) (*providertest.TextServer, string) {
	t.Helper()
	s := providertest.NewOllama(providertest.Verdict(decision.Approve, 0.93, "reads a file of the project"))
	t.Cleanup(s.Close)
	return s, "{provider: ollama, model: small, url: '" + s.URL + "'}"
}

// TestAChainGoesOnToALiveModel has a local model behind every failure.
func TestAChainGoesOnToALiveModel(t *testing.T) {
	t.Parallel()
	for name, tt := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, dead := decisionServer(t, providertest.TypeSafe, tt.script)
			_, live := approving(t)
			dead = strings.Replace(dead, "{provider: jev", "{provider: jev, timeout: "+timeoutFor(tt.cause), 1)
			v := judged(t, "{chain: ["+dead+", "+live+"]}", reading)
			assert.Equal(t, "approve", v.Decision)
			assert.Equal(t, "ollama:small", v.RuleMatched)
			assert.Equal(t, "[ollama, jev failed] reads a file of the project", v.Reasoning)
			require.Len(t, v.Links, 2)
			assert.Equal(t, tt.cause, v.Links[0].Cause)
			assert.Equal(t, decision.LinkAnswered, v.Links[1].State)
		})
	}
}

func timeoutFor(c decision.Cause) string {
	if c == decision.CauseTimeout {
		return "250ms"
	}
	return "10s"
}

// TestTheCauseIsThatOfTheLastFailure has nobody alive.
func TestTheCauseIsThatOfTheLastFailure(t *testing.T) {
	t.Parallel()
	_, spent := decisionServer(t, providertest.Cloudflare, providertest.Failing(providertest.FaultPayment))
	babbling := providertest.NewOllama(providertest.Says("I would approve this."))
	t.Cleanup(babbling.Close)
	v := judged(t, "{chain: ["+spent+", {provider: ollama, name: night shift, model: small, url: '"+babbling.URL+"'}]}", reading)
	assert.Equal(t, "escalate", v.Decision, "W18: what only sounds like a yes is none")
	assert.Equal(t, decision.CauseUnreadable, v.Cause)
	require.Len(t, v.Links, 2)
	assert.Equal(t, decision.CauseUnavailable, v.Links[0].Cause)
	assert.Equal(t, "night shift", v.Links[1].Name)
}

// TestStartLeavesADeadLinkOut is the chain of a dead decision model and a live
// local one, in the daemon: failures come first, then the breaker.
func TestStartLeavesADeadLinkOut(t *testing.T) {
	t.Parallel()
	gone, dead := decisionServer(t, providertest.TypeSafe, nil)
	gone.Close()
	local, live := approving(t)
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	path := config(t, "project_dirs: [/home/dev/project]\nmesh: {url: '"+mesh.URL+"'}\npoll: {interval: 10ms}\n"+
		"evaluator: {breaker_failures: 2, chain: ["+dead+", "+live+"]}")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		ended <- command.Run(ctx, []string{"-c", path, "start"}, command.Streams{Err: &lockedBuffer{}})
	}()
	for i, prefix := range []string{"[ollama, jev failed] ", "[ollama, jev failed] ", "[ollama, jev skipped] ", "[ollama, jev skipped] "} {
		id := mesh.Submit(meshtest.Call{Agent: "a", Tool: "fs.read", Params: map[string]any{"path": fmt.Sprintf("/home/dev/project/%d.go", i)}})
		a, err := mesh.Wait(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, meshtest.StatusApproved, a.Status)
		assert.True(t, strings.HasPrefix(a.Reasoning, prefix), "%q; the words of the model itself stay here", a.Reasoning)
	}
	stop()
	assert.Equal(t, 0, <-ended)
	assert.Len(t, local.Requests(), 4)
	assert.Equal(t, 0, run(t, "", "journal", "verify", filepath.Join(filepath.Dir(path), "journal.jsonl")).code)
}

func TestStatusShowsEachLinkWithItsState(t *testing.T) {
	t.Parallel()
	gone, dead := decisionServer(t, providertest.TypeSafe, nil)
	gone.Close()
	_, alive := decisionServer(t, providertest.Ollama, nil)
	_, live := approving(t)
	path := config(t, "mesh: {url: 'http://127.0.0.1:1'}\nevaluator: {chain: ["+dead+", "+alive+", "+
		strings.Replace(live, "provider:", "name: night shift, provider:", 1)+", {provider: ollama, model: unknown, url: '"+urlOf(live)+"'}]}")
	r := run(t, "", "-c", path, "status")
	assert.Regexp(t, `(?m)^  jev: failing \(typesafe\): .*connection`, r.out)
	assert.Contains(t, r.out, "\n  jev#2: ok (ollama)\n")
	assert.Contains(t, r.out, "\n  night shift: ok (small)\n")
	assert.Regexp(t, `(?m)^  ollama: failing \(unknown\): .*not found`, r.out)

	var report struct {
		Providers []struct{ Name, State, Detail, Error string }
	}
	require.NoError(t, json.Unmarshal([]byte(run(t, "", "-c", path, "status", "--json").out), &report))
	states := map[string]string{}
	for _, p := range report.Providers {
		states[p.Name] = p.State
		assert.Equal(t, p.State != "ok", p.Error != "", p.Name)
	}
	assert.Equal(t, map[string]string{"jev": "failing", "jev#2": "ok", "night shift": "ok", "ollama": "failing"}, states)
}

// urlOf finds the address in the settings of a link.
func urlOf(settings string) string {
	_, rest, _ := strings.Cut(settings, "url: '")
	url, _, _ := strings.Cut(rest, "'")
	return url
}
