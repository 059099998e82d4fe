package supervisor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/internal/redact"
)

// AnswerBasis names what the answers of the config's providers rest on, each
// with a value to compare: the questions, the models and where they are, what
// is withheld from them, and what their view of a call depends on. Thresholds
// are not among it: stored answers may be held against others. Secrets are
// masked. The error is that of a question pack that cannot be read.
func (c *Config) AnswerBasis() (map[string]string, error) {
	basis := map[string]string{
		"project_dirs":            encoded(c.ProjectDirs),
		"home":                    c.Home,
		"working_dir":             c.WorkingDir,
		"trust_project_code":      encoded(c.TrustProjectCode),
		"scope":                   encoded(c.Scope),
		"evaluator.redact_params": encoded(c.Evaluator.RedactParams),
	}
	if slices.ContainsFunc(c.Agents, func(a AgentConfig) bool { return a.Supervisor != "" }) {
		basis["agents"] = encoded(c.Agents) // who is asked in place of the evaluator, and how
	}
	if len(c.Evaluator.Chain) == 0 {
		return basis, c.linkBasis(basis, OwnProvider)
	}
	for i := range c.Evaluator.Chain {
		basis[fmt.Sprintf("evaluator.chain[%d].name", i)] = c.Evaluator.Chain[i].Name // stored answers are found by it
		if err := c.linkBasis(basis, i); err != nil {
			return nil, err
		}
	}
	return basis, nil
}

// linkBasis adds what the answers of one link rest on.
func (c *Config) linkBasis(basis map[string]string, link int) error {
	path, p := c.link(link)
	basis[path+".provider"] = p.Provider
	if !p.asks() {
		basis[path+".model"], basis[path+".url"] = p.Model, redact.Text(p.URL)
		told := sha256.Sum256([]byte(encoded([]any{p.SystemPrompt, p.Answer, p.ContextMessages, p.MaxTokens, p.Jev.RedactParams})))
		basis[path+" prompt"] = hex.EncodeToString(told[:6])
		return nil
	}
	questions, err := c.QuestionSet(link)
	if err != nil {
		return err
	}
	basis[path+".jev.questions"] = questions.Set.Fingerprint()
	if p.Provider == "jev" {
		basis[path+".jev.backend"], basis[path+".jev.dialect"] = p.Jev.Backend, p.Jev.Dialect
		basis[path+".jev.model"], basis[path+".jev.url"] = p.Jev.Model, redact.Text(p.Jev.URL)
		basis[path+".jev.redact_params"] = encoded(p.Jev.RedactParams)
	}
	return nil
}

// encoded is a value of a config as JSON, which compares.
func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil { // values of a config always encode
		return fmt.Sprint(v)
	}
	return string(text)
}
