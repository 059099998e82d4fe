package adminhttp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// failure is an error with the status that it is answered with. Its text is for
// people; it holds no secret and no parameter value.
type failure struct {
	status int
	text   string
	header map[string]string
	detail map[string]any // further members of the answer; may be nil
}

func (f *failure) Error() string { return f.text }

// fail makes a failure.
func fail(status int, format string, args ...any) *failure {
	return &failure{status: status, text: fmt.Sprintf(format, args...)}
}

var errInternal = fail(http.StatusInternalServerError, "something went wrong: see the log")

// answerError answers with an error, as {"error": text} and its details. What is
// no failure is answered as 500, and its text is for the log alone.
func answerError(w http.ResponseWriter, err error) {
	var f *failure
	if !errors.As(err, &f) {
		f = errInternal
	}
	for key, value := range f.header {
		w.Header().Set(key, value)
	}
	body := map[string]any{"error": f.text}
	for key, value := range f.detail {
		body[key] = value
	}
	_ = answer(w, f.status, body)
}

// answer answers with a value as JSON.
func answer(w http.ResponseWriter, status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encoding the answer: %w", err)
	}
	writeText(w, status, data)
	return nil
}

// answerText answers with JSON that is there already.
func answerText(w http.ResponseWriter, data []byte) error {
	writeText(w, http.StatusOK, data)
	return nil
}

func writeText(w http.ResponseWriter, status int, data []byte) {
	w.Header()["Cache-Control"] = noStore
	writeJSON(w, status, data)
}

// countedBytes is how long an answer may be whose length net/http writes by itself.
const countedBytes = 2048

// writeJSON writes no more headers than are needed: to a POST, whose answer no
// cache keeps that is not told for how long (RFC 9110, section 9.3.3).
func writeJSON(w http.ResponseWriter, status int, data []byte) {
	if w.Header()["Content-Type"] = jsonType; len(data) > countedBytes {
		w.Header()["Content-Length"] = []string{strconv.Itoa(len(data))}
	}
	w.WriteHeader(status)
	_, _ = w.Write(data) // the reader went away
}

// The values of headers that every answer has; nobody changes them.
var (
	jsonType = []string{"application/json; charset=utf-8"}
	noStore  = []string{"no-store"}
	noSniff  = []string{"nosniff"}
)
