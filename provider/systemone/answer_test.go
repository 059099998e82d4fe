package systemone_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// TestT4Envelopes reads answers through three members "result", and no more.
func TestT4Envelopes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body string
		want string // of the error; empty: it is read
	}{
		"bare":                      {calm, ""},
		"one result":                {`{"result":` + calm + `}`, ""},
		"cloudflare":                {`{"success":true,"errors":[],"result":{"state":"Completed","result":` + calm + `}}`, ""},
		"a gateway":                 {`{"state":"Completed","result":` + calm + `,"gatewayMetadata":{"keySource":"x"}}`, ""},
		"three results":             {`{"result":{"result":{"result":` + calm + `}}}`, ""},
		"four results":              {`{"result":{"result":{"result":{"result":` + calm + `}}}}`, "holds no answers"},
		"not completed":             {`{"result":{"state":"Queued","result":` + calm + `}}`, "Queued"},
		"failed with answers":       {strings.Replace(calm, "{", `{"success":false,`, 1), "answered 200"},
		"failed within":             {`{"result":{"success":false,"errors":[{"code":1,"message":"broken inside"}],"result":` + calm + `}}`, "broken inside"},
		"a list":                    {`[` + calm + `]`, "not a json object"},
		"nothing":                   {`{}`, "holds no answers"},
		"null answers":              {`{"answers":null}`, "not a json object"},
		"a list of answers":         {`{"answers":[]}`, "not a json object"},
		"answers in capitals":       {strings.Replace(calm, `"answers"`, `"Answers"`, 1), "holds no answers"},
		"answers twice":             {strings.Replace(calm, `"answers"`, `"answers":{},"answers"`, 1), "duplicate"},
		"one answer twice":          {strings.Replace(calm, `"zaps"`, `"zaps":{"type":"noul","noul":0.9},"zaps"`, 1), "duplicate"},
		"cut":                       {calm[:len(calm)-20], "cannot be read"},
		"more after it":             {calm + calm, "cannot be read"},
		"nested without end":        {strings.Repeat(`{"result":`, 100000), "cannot be read"},
		"empty":                     {``, "cannot be read"},
		"a type that is not known":  {strings.Replace(calm, `"type":"noul","noul":0.04`, `"type":"box","box":{}`, 1), "zaps: "},
		"an option never offered":   {strings.Replace(calm, `"lab":0.1`, `"attic":0.1`, 1), "area: "},
		"probabilities too low":     {strings.Replace(calm, `"lab":0.1`, `"lab":0.01`, 1), "area: "},
		"an answer to nothing":      {strings.Replace(calm, `"zaps"`, `"extra":{"type":"noul","noul":1},"zaps"`, 1), ""},
		"a field that is not known": {strings.Replace(calm, `"usage"`, `"id":"x","usage"`, 1), ""},
		"no model, no usage":        {strings.Replace(calm[:strings.Index(calm, `"usage"`)], `"model":"m-1",`, "", 1) + `"x":0}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := answering(t, tt.body).Judge(t.Context(), call())
			if tt.want == "" {
				require.NoError(t, err)
				assert.Equal(t, decision.Approve, v.Action)
				return
			}
			assert.ErrorContains(t, err, tt.want)
			assert.Equal(t, decision.Escalate, v.Action)
			if !strings.HasPrefix(name, "failed") {
				assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
			}
		})
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	for kind, good := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "application/problem+json": true,
		"text/plain": false, "text/html": false, "application/octet-stream": false, "": false,
	} {
		p := overTransport(t, server(func(*http.Request) (*http.Response, error) { return answer(200, kind, calm), nil }))
		_, err := p.Judge(t.Context(), call())
		if good {
			assert.NoError(t, err, kind)
			continue
		}
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), kind)
	}
}

// TestVerdict carries the evidence, the label and the link's own threshold.
func TestVerdict(t *testing.T) {
	t.Parallel()
	own := 0.6
	v, err := answering(t, calm, func(o *systemone.Options) { o.Confidence = &own }).Judge(t.Context(), call())
	require.NoError(t, err)
	assert.Equal(t, "jev:m", v.Source)
	assert.Equal(t, &own, v.Threshold)
	assert.Equal(t, decision.Approve, v.Action)
	assert.InDelta(t, 0.96, v.Confidence, 1e-9)
	assert.Contains(t, v.Reasoning, "Jev m-1 q="+mini(t).Fingerprint()+": approve (destructive 0.04 (")
	assert.Equal(t, "m-1", v.Evaluator.(decision.Provenance).Model)
	assert.NotNil(t, v.Answers)
	assert.NotNil(t, v.Limits)
}

// TestServersConfidenceCountsForNothing records it and decides the same.
func TestServersConfidenceCountsForNothing(t *testing.T) {
	t.Parallel()
	sure, err := answering(t, calm).Judge(t.Context(), call())
	require.NoError(t, err)
	unsure, err := answering(t, strings.ReplaceAll(calm, `"confidence":0.8`, `"confidence":0.0001`)).Judge(t.Context(), call())
	require.NoError(t, err)
	assert.Equal(t, sure.Action, unsure.Action)
	assert.InDelta(t, sure.Confidence, unsure.Confidence, 0)

	set := mini(t)
	answers, err := answering(t, calm).Ask(t.Context(), set, map[string]any{"text": "x"})
	require.NoError(t, err)
	require.NotNil(t, answers.ByID["area"].Confidence)
	assert.InDelta(t, 0.8, *answers.ByID["area"].Confidence, 0)
}

func TestAsk(t *testing.T) {
	t.Parallel()
	s, o := serve(t, providertest.Ollama, nil)
	o.Redact = []string{"ssn"}
	p := newProvider(t, o)
	set := mini(t)
	type document struct {
		Text string            `json:"text"`
		Meta map[string]string `json:"meta"`
	}
	answers, err := p.Ask(t.Context(), set, document{Text: "<b>password=hunter2hunter2</b>", Meta: map[string]string{"ssn": "078-05-1120"}})
	require.NoError(t, err)
	assert.Len(t, answers.ByID, 5)
	assert.Equal(t, "fake-model-1", answers.Model)
	assert.Equal(t, 120, answers.InputTokens)
	assert.Equal(t, 5, answers.OutputTokens)
	state := string(s.Requests()[0].State)
	assert.NotContains(t, state, "hunter2")
	assert.NotContains(t, state, "078-05")
	assert.Contains(t, state, "<b>", "texts are sent as they are")

	_, err = p.Ask(t.Context(), question.Set{}, "x")
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
	_, err = p.Ask(t.Context(), set, make(chan int))
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
	_, err = p.Ask(t.Context(), set, strings.Repeat("x", systemone.MaxRequestBytes))
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err), "nothing is cut for somebody else")
	assert.Len(t, s.Received(), 1)

	_, o = serve(t, providertest.TypeSafe, providertest.Failing(providertest.FaultMissing))
	answers, err = newProvider(t, o).Ask(t.Context(), set, "x")
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
	assert.Empty(t, answers.ByID, "nothing is given of answers that are not whole")
	_, o = serve(t, providertest.TypeSafe, providertest.Failing(providertest.FaultRefusal))
	_, err = newProvider(t, o).Ask(t.Context(), set, "x")
	assert.Equal(t, decision.CauseRefused, decision.CauseOf(err))
}

// TestLowLabelMass takes an answer for none that the model did not mean to give.
func TestLowLabelMass(t *testing.T) {
	t.Parallel()
	for _, wire := range []providertest.DecisionWire{providertest.VLLM, providertest.TypeSafe} {
		_, o := serve(t, wire, providertest.Failing(providertest.FaultUnsure))
		_, err := newProvider(t, o).Judge(t.Context(), call())
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
		assert.ErrorContains(t, err, "outside of the answers")
	}
	for diagnostics, good := range map[string]bool{
		`{"zaps":{"label_mass":0.5}}`: true, `{"zaps":{"label_mass":0.49}}`: false, `{"zaps":{"label_mass":1e999}}`: false,
		`{"zaps":{"label_mass":-1}}`: false, `{"other":{"label_mass":0}}`: true, `{"zaps":7}`: true, `"x"`: true,
		`{"zaps":{"label_mass":"0.9"}}`: false, `{"zaps":{"label_mass":null}}`: false,
	} {
		body := strings.Replace(calm, `"usage"`, `"diagnostics":`+diagnostics+`,"usage"`, 1)
		_, err := answering(t, body).Judge(t.Context(), call())
		assert.Equal(t, good, err == nil, diagnostics)
		assert.Equal(t, !good, breakerIgnores(err), "%s: a call can bring a model to babble", diagnostics)
		_, err = answering(t, body).Ask(t.Context(), mini(t), "x")
		assert.Equal(t, !good, breakerIgnores(err), diagnostics)
		_, err = answering(t, strings.Replace(body, `"noul":0.93`, `"noul":2`, 1)).Judge(t.Context(), call())
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
		assert.False(t, breakerIgnores(err), "%s: the server is not well", diagnostics)
	}
}

func TestAnotherModelIsLogged(t *testing.T) {
	t.Parallel()
	models := []string{"m-1", "m-1", "m-2"}
	var log bytes.Buffer
	n := 0
	p := answering(t, "", func(o *systemone.Options) {
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
		o.HTTPClient = &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
			n++
			return answer(200, "application/json", strings.Replace(calm, "m-1", models[n-1], 1)), nil
		})}
	})
	for range models {
		_, err := p.Judge(t.Context(), call())
		require.NoError(t, err)
	}
	assert.Equal(t, 1, strings.Count(log.String(), "another model"))
	assert.Contains(t, log.String(), "model=m-2 before=m-1")
}

// TestDecisionsAnswers matches answers by name, or by place where names are missing.
func TestDecisionsAnswers(t *testing.T) {
	t.Parallel()
	const (
		zaps    = `{"type":"predicate","name":"zaps","probability":0.03}`
		area    = `{"type":"choice","name":"area","choice":"yard","confidence":0.1,"probabilities":[{"value":"yard","probability":0.9},{"value":"lab","probability":0.1}]}`
		reach   = `{"type":"score","name":"reach","score":0,"probabilities":[{"label":"0","value":0,"probability":1},{"label":"1","value":1,"probability":0},{"label":"2","value":2,"probability":0}]}`
		usual   = `{"type":"predicate","name":"usual","probability":0.95}`
		planted = `{"type":"predicate","name":"planted","probability":0.01}`
	)
	nameless := func(s string) string {
		i := strings.Index(s, `"name":`)
		j := i + strings.Index(s[i:], ",")
		return s[:i] + `"name":null` + s[j:]
	}
	tests := map[string]struct {
		answers []string
		want    string
	}{
		"in order":                {[]string{zaps, area, reach, usual, planted}, ""},
		"by name":                 {[]string{planted, usual, reach, area, zaps}, ""},
		"by place":                {[]string{nameless(zaps), nameless(area), nameless(reach), nameless(usual), nameless(planted)}, ""},
		"some by place":           {[]string{zaps, nameless(area), reach, nameless(usual), planted}, ""},
		"place against name":      {[]string{planted, nameless(area), reach, nameless(usual), zaps}, "zaps: "},
		"one is missing by place": {[]string{nameless(zaps), nameless(area), nameless(reach), nameless(usual)}, "5 of 5"},
		"one is missing by name":  {[]string{zaps, area, reach, usual}, "planted: not answered"},
		"a refusal":               {[]string{zaps, area, reach, `{"type":"refusal","name":"usual"}`, planted}, "usual: the model refused"},
		"one twice":               {[]string{zaps, `{"type":"predicate","name":"zaps","probability":0.9}`, area, reach, usual, planted}, "zaps: "},
		"one more":                {[]string{zaps, area, reach, usual, planted, `{"type":"predicate","name":"x","probability":0.9}`}, ""},
		"wrong type":              {[]string{strings.Replace(zaps, "predicate", "choice", 1), area, reach, usual, planted}, "zaps: "},
		"a text for a number":     {[]string{strings.Replace(zaps, "0.03", `"0.03"`, 1), area, reach, usual, planted}, "zaps: "},
		"an option twice":         {[]string{zaps, strings.Replace(area, `[`, `[{"value":"yard","probability":0.1},`, 1), reach, usual, planted}, "area: "},
		"a level without label":   {[]string{zaps, area, strings.Replace(reach, `"label":"1",`, "", 1), usual, planted}, "reach: "},
		"not an object":           {[]string{zaps, area, reach, usual, planted, `7`}, "5 of 5"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"model":"gpt","answers":[%s],"usage":{"input_tokens":3}}`, strings.Join(tt.answers, ","))
			p := answering(t, body, func(o *systemone.Options) { o.Dialect = systemone.Decisions })
			v, err := p.Judge(t.Context(), call())
			if tt.want == "" {
				require.NoError(t, err)
				assert.Equal(t, decision.Approve, v.Action, v.Reasoning)
				return
			}
			assert.ErrorContains(t, err, tt.want)
		})
	}
	_, err := answering(t, calm, func(o *systemone.Options) { o.Dialect = systemone.Decisions }).Judge(t.Context(), call())
	assert.ErrorContains(t, err, "not a list", "the other dialect is not read")
}
