package textmodel

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

const (
	boundaryBytes = 16 // of randomness; nobody guesses it
	codeBytes     = 4  // short, so that small models repeat it; one guess a call
	maxDraws      = 8  // a text that holds several drawn boundaries is no accident of chance
)

// framed is a call ready to be judged.
type framed struct {
	prompt decision.Prompt
	code   string // what the answer must repeat
}

// frame puts what is shown of a call between boundaries made up for it. The
// code stands before the call: a server that drops the start of a prompt
// without a word drops the code too, and its answer is unreadable.
func (p *Provider) frame(s Shown) (framed, error) {
	boundary, err := p.draw(boundaryBytes, s.data)
	if err != nil {
		return framed{}, err
	}
	code, err := p.draw(codeBytes, s.data)
	if err != nil {
		return framed{}, err
	}
	rules, schema := objectRules, json.RawMessage(verdictSchema)
	if p.review.opts.OneLine {
		rules, schema = lineRules, nil
	}
	text := fmt.Sprintf("The code of this call is %s.\n\n<<<CALL %s\n%s\n%s END>>>\n\n%s", code, boundary, s.data, boundary, reminder)
	return framed{code: code, prompt: decision.Prompt{
		System:    strings.TrimSpace(p.review.opts.SystemPrompt) + "\n\n" + framingRules + "\n\n" + rules,
		Messages:  []decision.Message{{Role: decision.RoleUser, Text: text}},
		Schema:    schema,
		MaxTokens: p.review.opts.MaxTokens,
	}}, nil
}

// draw returns n random bytes in hexadecimal that do not occur in data.
func (p *Provider) draw(n int, data string) (string, error) {
	raw := make([]byte, n)
	for range maxDraws {
		if _, err := io.ReadFull(p.review.opts.Random, raw); err != nil {
			return "", decision.Errorf(decision.CauseUnavailable, "no random boundary can be made: %w", err)
		}
		if drawn := hex.EncodeToString(raw); !strings.Contains(strings.ToLower(data), drawn) {
			return drawn, nil
		}
	}
	return "", decision.Errorf(decision.CauseUnavailable, "the source of random boundaries repeats itself")
}
