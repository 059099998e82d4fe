package supervisor

import (
	"encoding/json"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// ShownQuestions is what a call is asked, for people and programs that look.
type ShownQuestions struct {
	Link        string                 `json:"link"` // the path of the provider in the config
	Agent       string                 `json:"agent_id,omitempty"`
	Tool        string                 `json:"tool,omitempty"`
	Fingerprint string                 `json:"fingerprint"`
	Packs       []string               `json:"packs"`
	Thresholds  decision.Thresholds    `json:"thresholds"`
	Questions   []ShownQuestion        `json:"questions"`
	Replaced    []question.Replacement `json:"replaced"`
	Warnings    []question.Fault       `json:"warnings"`
	// Unjudged says why such a call always goes to a person; empty: it does not.
	Unjudged string `json:"unjudged,omitempty"`
}

// ShownQuestion is a question with the limit that its answer is held against.
type ShownQuestion struct {
	question.Question
	// Limit is in words, such as "at most 0.20 (destructive_max)". Empty: the
	// answer is held against none.
	Limit string
}

// MarshalJSON writes the question under the keys of a pack, and its limit.
func (q ShownQuestion) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Question question.Question `json:"question"`
		Limit    string            `json:"limit"`
	}{q.Question, q.Limit})
}

// ShowQuestions returns what a link, as in [Config.QuestionSet], asks a call of
// an agent and a tool; those of all packs if both are empty. It is an error if
// the provider there asks no questions.
func (c *Config) ShowQuestions(link int, agent, tool string) (ShownQuestions, error) {
	path, provider := c.link(link)
	if provider != nil && !provider.asks() {
		return ShownQuestions{}, fmt.Errorf("%s asks no questions: its provider is %s", path, provider.Provider)
	}
	combined, err := c.QuestionSet(link)
	if err != nil {
		return ShownQuestions{}, err
	}
	set := combined.Set
	if agent != "" || tool != "" {
		set = set.For(agent, tool)
	}
	shown := ShownQuestions{
		Link: path, Agent: agent, Tool: tool, Fingerprint: set.Fingerprint(), Packs: set.Packs(), Thresholds: provider.Jev.Thresholds(),
		Questions: []ShownQuestion{}, Replaced: append([]question.Replacement{}, combined.Replaced...), Warnings: append([]question.Fault{}, combined.Warnings...),
	}
	for _, q := range set.Questions() {
		shown.Questions = append(shown.Questions, ShownQuestion{Question: q, Limit: limitInWords(q, shown.Thresholds)})
	}
	if err := set.CheckJudging(); err != nil {
		shown.Unjudged = err.Error()
	}
	return shown, nil
}

// limitInWords says what the answer to a question is held against.
func limitInWords(q question.Question, t decision.Thresholds) string {
	var words string
	switch {
	case q.Scope:
		return fmt.Sprintf("at least %.2f (in_scope_min)", t.InScopeMin)
	case q.Group == question.Context:
		return ""
	case q.Threshold != nil:
		words = fmt.Sprintf("at most %.2f (its own)", *q.Threshold)
	case q.Group == question.Danger:
		words = fmt.Sprintf("at most %.2f (destructive_max)", t.DestructiveMax)
	default:
		words = fmt.Sprintf("at most %.2f (injection_max)", t.InjectionMax)
	}
	if q.AtLevel > 0 {
		words += fmt.Sprintf(" from level %d", q.AtLevel)
	}
	if w := q.IgnoreWhen; w != nil {
		least := t.ProjectMin
		if w.Min != nil {
			least = *w.Min
		}
		words += fmt.Sprintf(", unless %s is %s with %.2f", w.Question, w.Option, least)
	}
	return words
}
