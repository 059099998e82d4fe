package systemone_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/systemone"
)

// FuzzAnswer feeds the reader of answers. Whatever comes, a verdict rests on an
// answer to every question, and a failure is no verdict.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		calm, `{"result":` + calm + `}`, `{"success":false,"errors":[{"code":3036}]}`, `{"result":{"state":"Queued"}}`,
		strings.ReplaceAll(calm, "0.04", "NaN"), strings.ReplaceAll(calm, "0.04", "1e400"), strings.ReplaceAll(calm, "0.04", "-0"),
		`{"answers":[{"type":"predicate","name":"zaps","probability":0.5}]}`, `{"answers":{"zaps":{"type":"refusal"}}}`,
		`{"model":7,"answers":{},"usage":[],"diagnostics":{"zaps":{"label_mass":0}}}`, ``, `[`, `null`,
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	set := mini(f)
	f.Fuzz(func(t *testing.T, body string, decisions bool) {
		o := systemone.Options{
			Backend: systemone.URL, URL: "http://127.0.0.1:1/v1/systemone", Model: "m", Questions: set,
			HTTPClient: &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
				return answer(http.StatusOK, "application/json", body), nil
			})},
		}
		if decisions {
			o.Dialect = systemone.Decisions
		}
		p := newProvider(t, o)
		v, err := p.Judge(t.Context(), call())
		if err != nil {
			if v.Action != decision.Escalate || decision.CauseOf(err) == decision.CauseNone || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%v %q", v.Action, err)
			}
			return
		}
		if !(v.Confidence >= 0 && v.Confidence <= 1) {
			t.Fatalf("confidence %v", v.Confidence)
		}
		answers, err := p.Ask(t.Context(), set, "x")
		if err != nil || answers.Check(set) != nil {
			t.Fatalf("a verdict without all answers: %v", err)
		}
	})
}

// FuzzState feeds the builder of states. Whatever the call, the request is JSON
// and within its limit, and no long secret is in it.
func FuzzState(f *testing.F) {
	const secret = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	f.Add("tool", "agent", `{"a":"`+secret+`"}`, 1)
	f.Add("", "\xff", `{"`+secret+`":[1,{"password":"x"}]}`, 3000)
	f.Add("t", "a", `{"a":"\u2028\u0001é"}`, 20000)
	set := mini(f)
	f.Fuzz(func(t *testing.T, tool, agent, params string, repeat int) {
		c := &decision.Call{Tool: tool[:min(len(tool), decision.MaxNameBytes)], Agent: agent[:min(len(agent), decision.MaxNameBytes)]}
		if json.Unmarshal([]byte(params), &c.Params) != nil || c.Params == nil {
			c.Params = map[string]any{}
		}
		c.Params["pad"] = strings.Repeat(params+" ", max(0, min(repeat, 100_000/(len(params)+1)))) + " " + secret
		p := newProvider(t, systemone.Options{
			Backend: systemone.URL, URL: "http://127.0.0.1:1/v1/systemone", Model: "m", Questions: set,
			HTTPClient: &http.Client{Transport: server(func(r *http.Request) (*http.Response, error) {
				var body strings.Builder
				if _, err := io.Copy(&body, r.Body); err != nil {
					return nil, err
				}
				if !json.Valid([]byte(body.String())) || len(body.String()) > systemone.MaxRequestBytes || strings.Contains(body.String(), " "+secret) {
					t.Errorf("sent %.200q", body.String())
				}
				return answer(http.StatusOK, "application/json", calm), nil
			})},
		})
		_, _ = p.Judge(t.Context(), c)
	})
}
