package command

import (
	"fmt"

	"github.com/flux7-go/supervisor/provider/openai"
	"github.com/flux7-go/supervisor/rules/code"
)

// judge makes what judges semantic rules: a model behind a server that speaks
// OpenAI's protocol, as mlx_lm, Ollama and most others do. Without a URL there is
// none.
func (a *app) judge(url string) func(model string) (code.Judge, error) {
	if url == "" {
		return nil
	}
	return func(model string) (code.Judge, error) {
		if model == "" {
			return nil, fmt.Errorf("llm_model of config.yml must name the model at --judge-url")
		}
		p, err := openai.New(openai.Options{URL: url, Model: model, Key: a.getenv(keyVariable), Timeout: code.DefaultJudgeTimeout})
		if err != nil {
			return nil, fmt.Errorf("--judge-url: %w", err)
		}
		return code.TextJudge(p), nil
	}
}
