package systemone_test

import (
	"fmt"
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

// sized is mini with so many questions, options of area and levels of reach.
func sized(t *testing.T, questions, options, levels int) question.Set {
	t.Helper()
	list := mini(t).Questions()
	for i := len(list[1].Criteria); i < options; i++ {
		list[1].Criteria = append(list[1].Criteria, question.Criterion{Key: fmt.Sprint("o", i), Text: "x"})
	}
	for i := len(list[2].Criteria); i < levels; i++ {
		list[2].Criteria = append(list[2].Criteria, question.Criterion{Key: fmt.Sprint(i), Text: "x"})
	}
	for i := len(list); i < questions; i++ {
		list = append(list, question.Question{ID: fmt.Sprint("q", i), Type: question.Noul, Group: question.Context, Instructions: "x?"})
	}
	s, err := question.NewSet(question.Pack{Name: "p", Questions: list})
	require.NoError(t, err)
	return s
}

// TestDialectLimits holds the sizes at which servers differ: what all of them
// take; what the known ones refuse is known at the start; and what others
// refuse counts against no breaker, since the server is well.
func TestDialectLimits(t *testing.T) {
	t.Parallel()
	const atStart, byServer, taken = "at the start", "by the server", "taken"
	wires := func(typesafe, cloudflare, ollama, nimble, vllm, decisions string) map[providertest.DecisionWire]string {
		return map[providertest.DecisionWire]string{
			providertest.TypeSafe: typesafe, providertest.Cloudflare: cloudflare, providertest.Ollama: ollama,
			providertest.Nimble: nimble, providertest.VLLM: vllm, providertest.Decisions: decisions,
		}
	}
	tests := map[string]struct {
		questions, options, levels int
		want                       map[providertest.DecisionWire]string
	}{
		"what every server takes": {question.PortableQuestions, question.PortableOptions, question.PortableLevels, wires(taken, taken, taken, taken, taken, taken)},
		"65 questions":            {65, 2, 3, wires(taken, byServer, atStart, atStart, byServer, byServer)},
		"27 options":              {5, 27, 3, wires(taken, taken, atStart, taken, byServer, byServer)},
		"11 levels":               {5, 2, 11, wires(taken, byServer, taken, taken, byServer, byServer)},
		"27 levels":               {5, 2, 27, wires(taken, byServer, atStart, taken, byServer, byServer)},
	}
	for name, tt := range tests {
		for wire, want := range tt.want {
			t.Run(fmt.Sprint(name, "/", wire), func(t *testing.T) {
				t.Parallel()
				_, o := serve(t, wire, nil)
				o.Questions = sized(t, tt.questions, tt.options, tt.levels)
				p, err := systemone.New(o)
				if want == atStart {
					require.ErrorContains(t, err, "jev.questions")
					return
				}
				require.NoError(t, err)
				_, err = p.Judge(t.Context(), call())
				if want == taken {
					require.NoError(t, err)
					return
				}
				assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
				assert.True(t, breakerIgnores(err), "%v", err)
			})
		}
	}
}

// TestDialectAnswers holds what servers add to an answer, or leave out.
func TestDialectAnswers(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct {
		old, with string
		read      bool
	}{
		"vllm: probabilities of a noul": {`"noul":0.04`, `"noul":0.04,"probabilities":{"yes":0.04,"no":0.96},"confidence":0.96`, true},
		"vllm: id, object, created":     {`"model":"m-1"`, `"model":"m-1","id":"d-1","object":"decision","created":1`, true},
		"vllm: sure of its labels":      {`"model":"m-1"`, `"model":"m-1","diagnostics":{"zaps":{"label_mass":0.98,"argmax_is_label":true}}`, true},
		"vllm: not sure":                {`"model":"m-1"`, `"model":"m-1","diagnostics":{"zaps":{"label_mass":0.2}}`, false},
		"nimble: details":               {`"model":"m-1"`, `"model":"m-1","details":{"spans":[]}`, true},
		"ollama: a legend as a list":    {`"legend":{}`, `"legend":["nowhere","next door","far"]`, true},
		"typesafe: two decimals":        {`{"yard":0.9,"lab":0.1}`, `{"yard":0.9,"lab":0.11}`, true},
		"no type":                       {`"type":"noul","noul":0.04`, `"noul":0.04`, true},
		"parallel: a refusal":           {`{"type":"noul","noul":0.04}`, `{"type":"refusal"}`, false},
		"an option left out":            {`"probabilities":{"yard":0.9,"lab":0.1}`, `"probabilities":{"yard":1}`, false},
		"a level left out":              {`{"0":0.9,"1":0.08,"2":0.02}`, `{"0":0.92,"1":0.08}`, false},
	} {
		text := strings.Replace(calm, change.old, change.with, 1)
		require.NotEqual(t, calm, text, name)
		v, err := answering(t, text).Judge(t.Context(), call())
		if !change.read {
			require.Error(t, err, name)
			assert.Equal(t, decision.Escalate, v.Action, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, decision.Approve, v.Action, name)
	}
}

// TestNotADecisionModel is what the servers say when the model is none.
func TestNotADecisionModel(t *testing.T) {
	t.Parallel()
	for who, tt := range map[string]struct {
		status int
		opens  time.Duration
	}{
		"typesafe and ollama": {400, 0}, "nimble": {422, 0}, "llama.cpp and vllm": {501, 5 * time.Minute},
	} {
		_, o := serve(t, providertest.VLLM, func(providertest.DecisionRequest) providertest.DecisionReply {
			return providertest.DecisionReply{Status: tt.status, Raw: `{"error":"not a decision model"}`}
		})
		_, err := newProvider(t, o).Judge(t.Context(), call())
		assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err), who)
		assert.ErrorContains(t, err, "not a decision model", who)
		assert.Equal(t, tt.opens, breakerOpens(err), who)
		assert.Equal(t, tt.opens == 0, breakerIgnores(err), who)
	}
}
