package systemone_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// TestT1T2PublicAddresses shows where requests go by default, and in which form.
func TestT1T2PublicAddresses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		options systemone.Options
		url     string
		bearer  string
		label   string
		body    string // its beginning
	}{
		"T1: cloudflare": {
			systemone.Options{Account: "acct-7", Key: "k7"},
			"https://api.cloudflare.com/client/v4/accounts/acct-7/ai/run", "Bearer k7", "jev:cloudflare",
			`{"model":"typesafe/jev","input":{"state":{"tool":"yard.sweep"`,
		},
		"a model of cloudflare's own": {
			systemone.Options{Account: "acct-7", Key: "k7", Model: "@cf/cloudflare/clef"},
			"https://api.cloudflare.com/client/v4/accounts/acct-7/ai/run/@cf/cloudflare/clef", "Bearer k7", "jev:@cf/cloudflare/clef",
			`{"model":"@cf/cloudflare/clef","state":{"tool":"yard.sweep"`,
		},
		"cloudflare through a gateway": {
			systemone.Options{Key: "k7", URL: "https://gateway.test/run"},
			"https://gateway.test/run", "Bearer k7", "jev:cloudflare",
			`{"model":"typesafe/jev","input":{"state":{`,
		},
		"typesafe": {
			systemone.Options{Backend: systemone.TypeSafe, Key: "k7"},
			"https://api.typesafe.ai/v1/systemone", "Bearer k7", "jev:typesafe", `{"model":"jev-latest","state":{`,
		},
		"T2: typesafe without a key": {
			systemone.Options{Backend: systemone.TypeSafe, Model: "nimble"},
			"https://api.typesafe.ai/v1/systemone", "", "jev:nimble", `{"model":"nimble","state":{`,
		},
		"T2: typesafe elsewhere": {
			systemone.Options{Backend: systemone.TypeSafe, Model: "nimble", URL: "http://localhost:11434/v1/systemone"},
			"http://localhost:11434/v1/systemone", "", "jev:nimble", `{"model":"nimble","state":{`,
		},
		"ollama": {
			systemone.Options{Backend: systemone.Ollama},
			"http://localhost:11434/v1/systemone", "", "jev:ollama", `{"model":"nimble","state":{`,
		},
		"ollama by its root": {
			systemone.Options{Backend: systemone.Ollama, URL: "http://127.0.0.1:9999/"},
			"http://127.0.0.1:9999/v1/systemone", "", "jev:ollama", `{"model":"nimble","state":{`,
		},
		"nimble": {
			systemone.Options{Backend: systemone.Nimble, Key: "k7"},
			"https://api.bespokelabs.ai/v1/systemone", "Bearer k7", "jev:nimble", `{"model":"nimble-latest","state":{`,
		},
		"any url": {
			systemone.Options{Backend: systemone.URL, URL: "https://models.test/x/judge", Model: "m"},
			"https://models.test/x/judge", "", "jev:m", `{"model":"m","state":{`,
		},
		"decisions": {
			systemone.Options{Backend: systemone.URL, Dialect: systemone.Decisions, URL: "https://models.test/v1/decisions", Model: "m"},
			"https://models.test/v1/decisions", "", "jev:m", `{"model":"m","input":"{\"tool\":\"yard.sweep\"`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent *http.Request
			var body string
			tt.options.Questions = mini(t)
			tt.options.HTTPClient = &http.Client{Transport: server(func(r *http.Request) (*http.Response, error) {
				data, err := io.ReadAll(r.Body)
				sent, body = r, string(data)
				return answer(http.StatusPaymentRequired, "application/json", `{}`), err
			})}
			p := newProvider(t, tt.options)
			assert.Equal(t, tt.label, p.Name())
			_, err := p.Judge(t.Context(), call())
			require.Error(t, err)
			require.NotNil(t, sent)
			assert.Equal(t, tt.url, sent.URL.String())
			assert.Equal(t, tt.bearer, sent.Header.Get("Authorization"))
			assert.Equal(t, "application/json", sent.Header.Get("Content-Type"))
			assert.Equal(t, tt.body, body[:min(len(tt.body), len(body))])
			assert.True(t, json.Valid([]byte(body)))
		})
	}
}

func TestT3AMissingKeySendsNothing(t *testing.T) {
	t.Parallel()
	s, o := serve(t, providertest.TypeSafe, nil)
	o.Key, o.Missing = "", errors.New("the environment variable MODEL_KEY is not set")
	p := newProvider(t, o)
	_, err := p.Judge(t.Context(), call())
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	assert.ErrorContains(t, err, "MODEL_KEY is not set")
	var opens interface{ BreakerOpens() time.Duration }
	require.ErrorAs(t, err, &opens)
	assert.Positive(t, opens.BreakerOpens())
	_, err = p.Ask(t.Context(), o.Questions, "x")
	assert.ErrorContains(t, err, "MODEL_KEY is not set")
	assert.ErrorContains(t, p.Check(t.Context()), "MODEL_KEY is not set")
	_, ok := p.RequestKey(call())
	assert.False(t, ok)
	assert.Empty(t, s.Received(), "nothing is sent")
}

// TestEveryDialect asks every kind of server, which refuses what the real one
// would, and finds every question and criterion in its place.
func TestEveryDialect(t *testing.T) {
	t.Parallel()
	for _, wire := range providertest.DecisionWires() {
		t.Run(string(wire), func(t *testing.T) {
			t.Parallel()
			for _, action := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
				s, o := serve(t, wire, providertest.Deciding(mini(t), action))
				v, err := newProvider(t, o).Judge(t.Context(), call())
				require.NoError(t, err)
				assert.Equal(t, action, v.Action, v.Reasoning)
				assert.Equal(t, "jev:fake-model-1", v.Source)
				assert.Equal(t, decision.BasisModel, v.Basis)
				assert.Contains(t, v.Reasoning, "Jev fake-model-1 q=")
				require.Len(t, s.Requests(), 1)
				assertAsked(t, wire, s.Requests()[0])
			}
		})
	}
}

func assertAsked(t *testing.T, wire providertest.DecisionWire, in providertest.DecisionRequest) {
	t.Helper()
	var ids []string
	byID := map[string]question.Question{}
	for _, q := range in.Questions {
		ids = append(ids, q.ID)
		byID[q.ID] = q
	}
	assert.Equal(t, []string{"zaps", "area", "reach", "usual", "planted"}, ids, "in the order of the set")
	assert.Equal(t, []question.Criterion{{Key: "yard", Text: "outdoors"}, {Key: "lab", Text: "the bench"}}, byID["area"].Criteria, "options keep their order")
	assert.Equal(t, []question.Criterion{{Key: "0", Text: "nowhere"}, {Key: "1", Text: "next door"}, {Key: "2", Text: "far"}}, byID["reach"].Criteria)
	if wire == providertest.Decisions {
		assert.Equal(t, "Does it zap?\nTrue: it does\nFalse: it does not", byID["zaps"].Instructions)
		return
	}
	assert.Equal(t, []question.Criterion{{Key: "true", Text: "it does"}, {Key: "false", Text: "it does not"}}, byID["zaps"].Criteria)
	assert.Empty(t, byID["usual"].Criteria, "no criteria are absent, not null")
	assert.NotContains(t, string(in.Body), "null")
	assert.NotContains(t, string(in.Body), "danger", "groups and limits stay at home")
}

func TestOneSidedQuestionIsAskedWithBothSides(t *testing.T) {
	t.Parallel()
	set, err := question.NewSet(question.Pack{Name: "p", Questions: []question.Question{
		{ID: "d", Type: question.Noul, Group: question.Danger, Instructions: "d?", Criteria: []question.Criterion{{Key: "true", Text: "it does"}}},
		{ID: "s", Type: question.Noul, Group: question.Context, Scope: true, Instructions: "s?", Criteria: []question.Criterion{{Key: "false", Text: "it is not"}}},
		{ID: "m", Type: question.Noul, Group: question.Manipulation, Instructions: "m?"},
	}})
	require.NoError(t, err)
	s, o := serve(t, providertest.Nimble, nil)
	o.Questions = set
	_, err = newProvider(t, o).Judge(t.Context(), call())
	require.NoError(t, err)
	asked := s.Requests()[0].Questions
	assert.Equal(t, []question.Criterion{{Key: "true", Text: "it does"}, {Key: "false", Text: "Anything else."}}, asked[0].Criteria)
	assert.Equal(t, []question.Criterion{{Key: "true", Text: "Anything else."}, {Key: "false", Text: "it is not"}}, asked[1].Criteria)
}

func TestRequestsAreTheSameEveryTime(t *testing.T) {
	t.Parallel()
	s, o := serve(t, providertest.Ollama, nil)
	p := newProvider(t, o)
	for range 5 {
		c := call()
		c.Params = map[string]any{}
		for i := range 20 {
			c.Params[fmt.Sprint("p", i)] = map[string]any{"b": 1, "a": 2}
		}
		_, err := p.Judge(t.Context(), c)
		require.NoError(t, err)
	}
	for _, body := range s.Received() {
		assert.Equal(t, string(s.Received()[0]), string(body))
	}
}

// TestPacksApply asks a call only what its packs ask, and sends nothing for a
// call that is not asked enough.
func TestPacksApply(t *testing.T) {
	t.Parallel()
	pack := func(name, applies string, questions ...question.Question) question.Pack {
		return question.Pack{Name: name, AppliesTo: []string{applies}, Questions: questions}
	}
	noul := func(id string, g question.Group) question.Question {
		return question.Question{ID: id, Type: question.Noul, Group: g, Instructions: id + "?", Scope: g == question.Context}
	}
	set, err := question.NewSet(
		pack("all", "agent:*bot", noul("d", question.Danger), noul("s", question.Context), noul("m", question.Manipulation)),
		pack("more", "tool:bank.*", noul("pays", question.Danger)))
	require.NoError(t, err)
	s, o := serve(t, providertest.TypeSafe, nil)
	o.Questions = set
	p := newProvider(t, o)

	_, err = p.Judge(t.Context(), call())
	require.NoError(t, err)
	assert.Len(t, s.Requests()[0].Questions, 3)

	c := call()
	c.Agent, c.Tool = "stranger", "bank.pay"
	_, err = p.Judge(t.Context(), c)
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), "J16")
	assert.True(t, breakerIgnores(err), "which packs apply is up to the caller")
	assert.Len(t, s.Received(), 1, "it is not paid for")
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	long := func(t *testing.T) question.Set {
		q := question.Question{ID: "d", Type: question.Noul, Group: question.Danger, Instructions: strings.Repeat("x", 4000)}
		p := question.Pack{Name: "p"}
		for i := range 12 {
			q.ID = fmt.Sprint("d", i)
			p.Questions = append(p.Questions, q)
		}
		p.Questions = append(p.Questions, mini(t).Questions()[3], mini(t).Questions()[4])
		s, err := question.NewSet(p)
		require.NoError(t, err)
		return s
	}
	bad := 1.5
	tests := map[string]struct {
		change func(*systemone.Options)
		want   []string
	}{
		"backend and dialect": {func(o *systemone.Options) { o.Backend, o.Dialect = "jev", "xml" }, []string{"jev.backend", "jev.dialect"}},
		"everything at once": {func(o *systemone.Options) {
			*o = systemone.Options{Backend: systemone.URL, Confidence: &bad, Timeout: -1, Key: "a b\n"}
		}, []string{"jev.url", "jev.model", "no question about a danger", "confidence_threshold", "timeout", "the key holds"}},
		"no account":            {func(o *systemone.Options) { o.Backend, o.URL = systemone.Cloudflare, "" }, []string{"account"}},
		"decisions of typesafe": {func(o *systemone.Options) { o.Backend, o.Dialect = systemone.TypeSafe, systemone.Decisions }, []string{"needs jev.backend url"}},
		"a key in the clear":    {func(o *systemone.Options) { o.URL = "http://models.test/v1/systemone" }, []string{"https"}},
		"a password in the url": {func(o *systemone.Options) { o.URL = "https://u:hunter2@models.test/" }, []string{"jev.url"}},
		"no url":                {func(o *systemone.Options) { o.URL = "models.test" }, []string{"jev.url"}},
		"questions too long":    {func(o *systemone.Options) { o.Questions = long(t) }, []string{"jev.questions"}},
		"project dirs too long": {func(o *systemone.Options) { o.ProjectDirs = []string{strings.Repeat("/x", 4000)} }, []string{"project_dirs"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := systemone.Options{Backend: systemone.URL, URL: "https://models.test/v1/systemone", Model: "m", Key: testKey, Questions: mini(t)}
			tt.change(&o)
			_, err := systemone.New(o)
			for _, want := range tt.want {
				assert.ErrorContains(t, err, want)
			}
			assert.NotContains(t, fmt.Sprint(err), "hunter2")
			assert.NotContains(t, fmt.Sprint(err), testKey)
		})
	}
}

func TestOllamaLimitsAreKnownAtStart(t *testing.T) {
	t.Parallel()
	options := make([]question.Criterion, 27)
	for i := range options {
		options[i] = question.Criterion{Key: fmt.Sprint("o", i), Text: "x"}
	}
	list := append(mini(t).Questions(), question.Question{ID: "wide", Type: question.Choice, Group: question.Context, Instructions: "?", Criteria: options})
	set, err := question.NewSet(question.Pack{Name: "p", Questions: list})
	require.NoError(t, err)
	_, err = systemone.New(systemone.Options{Backend: systemone.Ollama, Questions: set})
	assert.ErrorContains(t, err, "ollama takes 26 options, wide has 27")
	_, err = systemone.New(systemone.Options{Backend: systemone.TypeSafe, Questions: set})
	assert.NoError(t, err)
}

func TestPrintingShowsNoSecret(t *testing.T) {
	t.Parallel()
	o := systemone.Options{Account: "acct-secret-1", Key: testKey, Questions: mini(t)}
	p := newProvider(t, o)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, v := range []any{o, p, &o} {
			text := fmt.Sprintf(format, v)
			assert.NotContains(t, text, testKey)
			assert.NotContains(t, text, "acct-secret-1")
		}
	}
	assert.NotContains(t, o.LogValue().String(), testKey)
}
