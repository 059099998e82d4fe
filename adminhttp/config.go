package adminhttp

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/question"
)

// shownConfig is what a config says about judging, without secrets and the
// names of the variables that hold them.
type shownConfig struct {
	Mode          string           `json:"mode"`
	Rules         []shownRule      `json:"rules"`
	Evaluator     shownEvaluator   `json:"evaluator"`
	PollIntervalS float64          `json:"poll_interval_s"`
	ProjectDirs   []string         `json:"project_dirs"`
	Scope         shownScope       `json:"scope"`
	Questions     []shownQuestions `json:"questions"`
}

// shownRule is a rule. Hits counts the decisions that are its own since the
// handler was made.
type shownRule struct {
	Name        string  `json:"name"`
	Condition   *string `json:"condition"` // null: every call; of a rule with When the same text, for consoles that do not know it
	When        *string `json:"when"`
	Action      string  `json:"action"`
	Confidence  float64 `json:"confidence"`
	Description string  `json:"description"`
	Line        int     `json:"line"` // 0: it was appended
	Hits        uint64  `json:"hits"`
}

type shownScope struct {
	ToolScopes []string `json:"tool_scopes"`
}

type shownEvaluator struct {
	ConfidenceThreshold float64         `json:"confidence_threshold"`
	BreakerFailures     int             `json:"breaker_failures"`
	BreakerCooldownS    float64         `json:"breaker_cooldown_s"`
	Providers           []shownProvider `json:"providers"`
}

// shownProvider is one provider. The members after the threshold depend on its
// kind.
type shownProvider struct {
	Provider            string  `json:"provider"`
	Name                string  `json:"name"`
	ConfidenceThreshold float64 `json:"confidence_threshold"`
	Model               string  `json:"model,omitempty"`
	*shownJev
}

type shownJev struct {
	Backend        string   `json:"backend,omitempty"`
	DestructiveMax float64  `json:"destructive_max"`
	InScopeMin     float64  `json:"in_scope_min"`
	DenyInScopeMax float64  `json:"deny_in_scope_max"`
	ProjectMin     float64  `json:"project_min"`
	InjectionMax   float64  `json:"injection_max"`
	DenyMin        float64  `json:"deny_min"`
	RedactParams   []string `json:"redact_params"`
}

// shownQuestions are the packs of one link, or why they cannot be read.
type shownQuestions struct {
	Provider string      `json:"provider"`
	Error    string      `json:"error,omitempty"`
	Files    []string    `json:"files"`
	SHAAll   *string     `json:"sha_all"` // null: the packs do not all apply to every call
	Packs    []shownPack `json:"packs"`
}

type shownPack struct {
	Name      string          `json:"name"`
	AppliesTo []string        `json:"applies_to"`
	Source    string          `json:"source"` // its file; empty: the shipped one
	Questions []shownQuestion `json:"questions"`
}

// shownQuestion is a question under the reference's keys.
type shownQuestion struct {
	Name         string               `json:"name"`
	Type         question.Type        `json:"type"`
	Group        question.Group       `json:"group"`
	Role         *string              `json:"role"`
	Threshold    *float64             `json:"threshold"`
	IgnoreWhen   *question.IgnoreWhen `json:"ignore_when"`
	Instructions string               `json:"instructions"`
	Criteria     json.RawMessage      `json:"criteria"` // in their order
}

func (h *Handler) showConfig(w http.ResponseWriter, _ *http.Request) error {
	cfg := h.sup.Config()
	if cfg == nil {
		return fail(http.StatusConflict, "the supervisor was not built from a config")
	}
	shown := shownConfig{
		Mode: cfg.Mode, Rules: []shownRule{}, PollIntervalS: cfg.Poll.Interval.Seconds(), ProjectDirs: orEmpty(cfg.ProjectDirs),
		Scope: shownScope{ToolScopes: orEmpty(cfg.Poll.ToolScopes)}, Questions: []shownQuestions{},
		Evaluator: shownEvaluator{
			ConfidenceThreshold: cfg.Evaluator.ConfidenceThreshold, BreakerFailures: cfg.Evaluator.BreakerFailures,
			BreakerCooldownS: cfg.Evaluator.BreakerCooldown.Seconds(), Providers: shownProviders(&cfg.Evaluator),
		},
	}
	conceal := concealer(cfg)
	for i := range cfg.Rules {
		r := &cfg.Rules[i]
		shown.Rules = append(shown.Rules, shownRule{
			Name: r.Name, Condition: orNull(conceal(cmp.Or(r.Condition, r.When))), When: orNull(conceal(r.When)), Action: r.Action.String(),
			Confidence: r.Confidence, Description: conceal(r.Description), Line: r.Line, Hits: h.metrics.hits.of(r.Name),
		})
	}
	for _, link := range cfg.AskingLinks() {
		shown.Questions = append(shown.Questions, h.questionsOf(cfg, link))
	}
	return answer(w, http.StatusOK, shown)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// shownProviders lists the providers that are asked, in order.
func shownProviders(e *supervisor.EvaluatorConfig) []shownProvider {
	list := []shownProvider{}
	if len(e.Chain) == 0 {
		if e.Provider != "none" {
			list = append(list, shownProviderOf(&e.ProviderConfig, e.Provider, e.ConfidenceThreshold))
		}
		return list
	}
	for i := range e.Chain {
		link, threshold, name := &e.Chain[i], e.ConfidenceThreshold, e.Chain[i].Name
		if link.ConfidenceThreshold != nil {
			threshold = *link.ConfidenceThreshold
		}
		if name == "" {
			name = link.Provider
		}
		list = append(list, shownProviderOf(&link.ProviderConfig, name, threshold))
	}
	return list
}

func shownProviderOf(p *supervisor.ProviderConfig, name string, threshold float64) shownProvider {
	shown := shownProvider{Provider: p.Provider, Name: name, ConfidenceThreshold: threshold}
	switch p.Provider {
	case "jev", "structural":
		j := &p.Jev
		shown.shownJev = &shownJev{
			DestructiveMax: j.DestructiveMax, InScopeMin: j.InScopeMin, DenyInScopeMax: j.DenyInScopeMax,
			ProjectMin: j.ProjectMin, InjectionMax: j.InjectionMax, DenyMin: j.DenyMin, RedactParams: orEmpty(j.RedactParams),
		}
		if p.Provider == "jev" {
			shown.Backend = j.Backend
		}
	default:
		shown.Model = p.Model
	}
	return shown
}

// questionsOf shows the packs of a link.
func (h *Handler) questionsOf(cfg *supervisor.Config, link int) shownQuestions {
	p := &cfg.Evaluator.ProviderConfig
	if link != supervisor.OwnProvider {
		p = &cfg.Evaluator.Chain[link].ProviderConfig
	}
	shown := shownQuestions{Provider: p.Provider, Files: []string{}, Packs: []shownPack{}}
	if p.Jev.Base {
		shown.Files = append(shown.Files, "(shipped socle)")
	}
	shown.Files = append(shown.Files, p.Jev.Questions...)
	combined, err := cfg.QuestionSet(link)
	if err != nil {
		shown.Error = redact.Text(err.Error())
		return shown
	}
	all := true
	for _, pack := range combined.Packs {
		all = all && len(pack.AppliesTo) == 0
		shown.Packs = append(shown.Packs, shownPack{
			Name: pack.Name, AppliesTo: orEmpty(pack.AppliesTo), Source: pack.File, Questions: shownQuestionsOf(pack),
		})
	}
	if all {
		fingerprint := combined.Set.Fingerprint()
		shown.SHAAll = &fingerprint
	}
	return shown
}

func shownQuestionsOf(pack question.Pack) []shownQuestion {
	list := []shownQuestion{}
	for _, q := range pack.Questions {
		shown := shownQuestion{
			Name: q.ID, Type: q.Type, Group: q.Group, Threshold: q.Threshold, IgnoreWhen: q.IgnoreWhen, Instructions: q.Instructions,
		}
		if q.Scope {
			role := "scope"
			shown.Role = &role
		}
		var written struct{ Criteria json.RawMessage }
		if data, err := json.Marshal(q); err == nil {
			_ = json.Unmarshal(data, &written) // what cannot be read stays null
		}
		shown.Criteria = written.Criteria
		list = append(list, shown)
	}
	return list
}
