package providertest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/question"
)

// refuse answers a request that is not accepted.
func (s *DecisionServer) refuse(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	var r *refusal
	if errors.As(err, &r) {
		status = r.status
	}
	serveJSON(w, status, s.failure(status, 0, err.Error()))
}

// failure is the body of an error in the words of the wire.
func (s *DecisionServer) failure(status, code int, message string) any {
	switch s.opts.Wire {
	case Cloudflare:
		if code == 0 {
			code = 5004
		}
		return map[string]any{"success": false, "result": nil, "messages": []any{}, "errors": []any{map[string]any{"code": code, "message": message}}}
	case Ollama:
		return map[string]any{"error": message}
	case VLLM, Decisions:
		return decisionError(status, message)
	case Nimble:
		return map[string]any{"detail": message}
	}
	if status == http.StatusUnprocessableEntity {
		return map[string]any{"detail": []any{map[string]any{
			"loc": []any{"body", "questions"}, "msg": message, "type": "value_error", "input": "the request, repeated",
		}}}
	}
	return map[string]any{"detail": map[string]any{"error_type": "api_error", "message": message}}
}

// reply gives the scripted answer.
func (s *DecisionServer) reply(w http.ResponseWriter, r *http.Request, in *DecisionRequest, out DecisionReply) {
	if out.Raw != "" {
		for name, values := range out.Header {
			w.Header()[http.CanonicalHeaderKey(name)] = values
		}
		s.serve(w, max(out.Status, http.StatusOK), out.Raw)
		return
	}
	if s.struck(w, r, out.Fault) {
		return
	}
	if out.Answers == nil {
		out.Answers = Calm(in.Questions)
	}
	answers := map[string]any{}
	for _, q := range in.Questions {
		if a, ok := out.Answers[q.ID]; ok {
			answers[q.ID] = s.answer(q, a)
		}
	}
	spoil(out.Fault, in.Questions[0], answers)
	if out.Model == "" {
		out.Model = "fake-model-1"
	}
	text, err := json.Marshal(s.envelope(out, s.body(out, in, answers)))
	if err != nil {
		panic(http.ErrAbortHandler) // an error of the script
	}
	s.serve(w, http.StatusOK, strings.Replace(string(text), notANumber, "NaN", 1))
}

func (s *DecisionServer) serve(w http.ResponseWriter, status int, body string) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the client may have gone
}

// struck does the faults that need no answer. Statuses come with an error in
// the words of the wire, which repeats the credentials and the address.
func (s *DecisionServer) struck(w http.ResponseWriter, r *http.Request, f Fault) bool {
	status, code := faultStatus[f], 0
	switch f {
	case FaultDayUsedUp:
		status, code = http.StatusTooManyRequests, 3036
	case FaultFailed:
		serveJSON(w, http.StatusOK, map[string]any{"success": false, "errors": []any{map[string]any{"code": 9999, "message": "failed" + echo(r)}}})
		return true
	}
	if status == 0 {
		return f.Serve(w, r)
	}
	if f == FaultRateLimit {
		w.Header().Set("Retry-After", strconv.Itoa(int(RetryAfter.Seconds())))
	}
	serveJSON(w, status, s.failure(status, code, "fault "+string(f)+echo(r)+" at "+r.URL.Path))
	return true
}

// answer writes one answer as System One does.
func (s *DecisionServer) answer(q question.Question, a question.Answer) map[string]any {
	out := map[string]any{"type": string(a.Type)}
	if a.Type == question.Noul {
		out["noul"] = a.Noul
		if s.opts.Wire == VLLM {
			out["probabilities"] = map[string]any{"yes": a.Noul, "no": 1 - a.Noul}
			out["confidence"] = max(a.Noul, 1-a.Noul)
		}
		return out
	}
	best, mean := 0, 0.0
	probabilities := map[string]any{}
	for key, p := range a.Probabilities {
		probabilities[key] = p
	}
	for i, c := range q.Criteria {
		p := a.Probabilities[c.Key]
		mean += float64(i) * p
		if p > a.Probabilities[q.Criteria[best].Key] {
			best = i
		}
	}
	out["probabilities"], out["confidence"] = probabilities, 0.5
	if a.Type == question.Choice {
		out["choice"] = q.Criteria[best].Key
		return out
	}
	out["score"], out["legend"] = mean, s.legend(q)
	return out
}

// legend echoes the levels: some servers do so by index, some as a list.
func (s *DecisionServer) legend(q question.Question) any {
	list, byIndex := []string{}, map[string]string{}
	for _, c := range q.Criteria {
		list = append(list, c.Text)
		byIndex[c.Key] = c.Text
	}
	if s.opts.Wire == Ollama {
		return list
	}
	return byIndex
}

func (s *DecisionServer) body(out DecisionReply, in *DecisionRequest, answers map[string]any) map[string]any {
	if s.wire.openAI {
		return decisionBody(out.Model, decisionAnswers(in.Questions, answers))
	}
	body := map[string]any{"model": out.Model, "answers": answers, "usage": map[string]int{"input_tokens": 120, "output_tokens": len(answers)}}
	if s.opts.Wire == VLLM || out.Fault == FaultUnsure {
		mass := 0.98
		if out.Fault == FaultUnsure {
			mass = 0.11
		}
		about := map[string]any{}
		for id := range answers {
			about[id] = map[string]any{"label_mass": mass, "argmax_is_label": mass > 0.5}
		}
		body["id"], body["object"], body["created"], body["diagnostics"] = "dec-1", "decision", 1, about
	}
	return body
}

// envelope puts the body of Cloudflare into its two envelopes.
func (s *DecisionServer) envelope(out DecisionReply, body map[string]any) any {
	state := "Completed"
	if out.Fault == FaultPending {
		state = "Running"
	}
	if s.opts.Wire != Cloudflare && out.Fault != FaultPending {
		return body
	}
	return map[string]any{
		"success": true, "errors": []any{}, "messages": []any{},
		"result": map[string]any{"state": state, "result": body},
	}
}

// notANumber stands for NaN until the text is written, which no JSON library
// would do.
const notANumber = "0.31415926535"

// spoil does the faults of a single answer, to the first question.
func spoil(f Fault, q question.Question, answers map[string]any) {
	switch f {
	case FaultMissing:
		delete(answers, q.ID)
	case FaultRefusal:
		answers[q.ID] = map[string]any{"type": "refusal"}
	case FaultNaN:
		setNumber(q, answers, json.Number(notANumber))
	case FaultWrongType:
		setNumber(q, answers, "0.5")
	case FaultOutOfRange:
		setNumber(q, answers, 1.4)
	}
}

func setNumber(q question.Question, answers map[string]any, value any) {
	answer, _ := answers[q.ID].(map[string]any)
	if q.Type == question.Noul {
		answer["noul"] = value
		return
	}
	probabilities, _ := answer["probabilities"].(map[string]any)
	probabilities[q.Criteria[0].Key] = value
}
