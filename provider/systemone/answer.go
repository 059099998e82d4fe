package systemone

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
	"github.com/flux7-go/supervisor/question"
)

const (
	// maxEnvelopes is how many members "result" the answers may lie in. The
	// reference unwraps three.
	maxEnvelopes = 3
	// maxAnswerDepth bounds the nesting of an answer with its envelopes.
	maxAnswerDepth = 24
	// minLabelMass is the least share of its probability that a model must have
	// put on the offered labels. vLLM tells it; with less the model wanted to say
	// something else, and what is left is scaled up to look certain.
	minLabelMass = 0.5
)

// read reads the body of an answer.
func (p *Provider) read(data []byte, set question.Set) (question.Answers, error) {
	decoded, err := strictjson.Decode(data, strictjson.Limits{Depth: maxAnswerDepth})
	if err != nil {
		return question.Answers{}, p.wire.Unreadable("the answer cannot be read: %w", err)
	}
	object, ok := decoded.(map[string]any)
	if !ok {
		return question.Answers{}, p.wire.Unreadable("the answer is not a json object")
	}
	object, err = p.unwrap(object)
	if err != nil {
		return question.Answers{}, err
	}
	given := object["answers"]
	if p.format.dialect == Decisions {
		list, ok := given.([]any)
		if !ok {
			return question.Answers{}, p.wire.Unreadable("the answers are not a list")
		}
		given = fromDecisions(list, set.Questions())
	}
	return p.answers(object, given, set)
}

// answers reads the answers with what stands beside them.
func (p *Provider) answers(object map[string]any, given any, set question.Set) (question.Answers, error) {
	text, err := json.Marshal(given)
	if err != nil {
		return question.Answers{}, p.wire.Unreadable("the answers cannot be read")
	}
	answers, err := question.ParseAnswers(text, set)
	if err != nil {
		return question.Answers{}, p.wire.Unreadable("%w", err)
	}
	model, _ := object["model"].(string)
	answers.Model = p.wire.Name(model)
	usage, _ := object["usage"].(map[string]any)
	answers.InputTokens, answers.OutputTokens = count(usage["input_tokens"]), count(usage["output_tokens"])
	doubt(&answers, object["diagnostics"])
	return answers, nil
}

// unwrap returns the object that holds the answers. An envelope that reports
// failure, or work that is not completed, is not looked into.
func (p *Provider) unwrap(object map[string]any) (map[string]any, error) {
	for depth := 0; ; depth++ {
		if success, given := object["success"].(bool); given && !success {
			return nil, p.rejected(object)
		}
		if _, ok := object["answers"]; ok {
			return object, nil
		}
		if state, given := object["state"].(string); given && state != "Completed" {
			return nil, p.wire.Unreadable("the server has not completed its work: %.40q", p.wire.Name(state))
		}
		inner, ok := object["result"].(map[string]any)
		if !ok || depth == maxEnvelopes {
			return nil, p.wire.Unreadable("the answer holds no answers")
		}
		object = inner
	}
}

// cloudflareStatus are the statuses that belong to Cloudflare's codes, which
// may come under status 200.
var cloudflareStatus = map[string]int{
	"5007": http.StatusBadRequest, "5004": http.StatusBadRequest, "3003": http.StatusBadRequest,
	"3039": http.StatusBadRequest, "5006": http.StatusBadRequest, "3006": http.StatusRequestEntityTooLarge,
	"3023": http.StatusForbidden, "3041": http.StatusForbidden, "5016": http.StatusForbidden, "5018": http.StatusForbidden,
	"3042": http.StatusNotFound, "5019": http.StatusMethodNotAllowed, "5005": http.StatusMethodNotAllowed,
	"3007": http.StatusRequestTimeout, "3008": http.StatusRequestTimeout,
	"3036": http.StatusTooManyRequests, "3040": http.StatusTooManyRequests,
}

// rejected reads an envelope that reports failure.
func (p *Provider) rejected(object map[string]any) error {
	var code, message string
	if list, _ := object["errors"].([]any); len(list) > 0 {
		first, _ := list[0].(map[string]any)
		message, _ = first["message"].(string)
		if n, ok := first["code"].(json.Number); ok {
			code = n.String()
		}
	}
	status, known := cloudflareStatus[code]
	if !known {
		status = http.StatusOK
	}
	return p.wire.Rejected(status, code, message)
}

// faultOutside is the fault of a question that was answered with something else.
const faultOutside = "most of the model's probability lay outside of the answers"

// doubt takes back the answers to questions that the model did not answer with
// one of the labels.
func doubt(answers *question.Answers, diagnostics any) {
	about, _ := diagnostics.(map[string]any)
	for id, raw := range about {
		entry, _ := raw.(map[string]any)
		given, ok := entry["label_mass"]
		if !ok {
			continue
		}
		n, _ := given.(json.Number)
		mass, err := n.Float64() // of no number an error
		if _, answered := answers.ByID[id]; answered && (err != nil || !(mass >= minLabelMass)) {
			delete(answers.ByID, id)
			answers.Faults[id] = faultOutside
		}
	}
}

// count reads a number of tokens; what is none counts for 0.
func count(v any) int {
	n, _ := v.(json.Number)
	i, err := strconv.Atoi(n.String())
	if err != nil || i < 0 {
		return 0
	}
	return i
}

// aboutCall is an error that this call brings about, not the server. A breaker
// that counted it could be opened by an agent.
type aboutCall struct{ error }

// BreakerIgnores reports true: the server itself is well.
func (aboutCall) BreakerIgnores() bool { return true }

func (e aboutCall) Unwrap() error { return e.error }

func (p *Provider) odd(cause decision.Cause, err error) error {
	return &decision.Error{Cause: cause, Err: aboutCall{fmt.Errorf("%s: %w", p.label, err)}}
}

// unweighed adds to an error of answers that cannot be used who gave them, and
// the cause where there is none yet.
func (p *Provider) unweighed(err error, answers question.Answers) error {
	var caused *decision.Error
	if errors.Is(err, question.ErrRefused) {
		return &decision.Error{Cause: decision.CauseRefused, Err: aboutCall{p.wire.Refused(err.Error())}}
	}
	if !errors.As(err, &caused) {
		err = p.wire.Unreadable("%w", err)
	}
	if ofTheCall(answers) {
		return &decision.Error{Cause: decision.CauseOf(err), Err: aboutCall{err}}
	}
	return err
}

// ofTheCall reports answers of which the model withheld some, and nothing else
// is wrong: what a call says can bring a model to that.
func ofTheCall(answers question.Answers) bool {
	for _, fault := range answers.Faults {
		if fault != question.FaultRefused && fault != faultOutside {
			return false
		}
	}
	return len(answers.Faults) > 0
}
