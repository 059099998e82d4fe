package providertest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/flux7-go/supervisor/question"
)

// DecisionWire is a form in which decision models are served.
type DecisionWire string

// The wires that a [DecisionServer] speaks.
const (
	TypeSafe   DecisionWire = "typesafe"
	Cloudflare DecisionWire = "cloudflare" // Workers AI: a wrapped request, an answer in envelopes
	Ollama     DecisionWire = "ollama"     // strict about criteria; a body of 64 KiB at most
	Nimble     DecisionWire = "nimble"     // hosted by Bespoke Labs
	VLLM       DecisionWire = "vllm"       // refuses what it does not know; tells how sure it is of its labels
	Decisions  DecisionWire = "decisions"  // POST /v1/decisions in OpenAI's shape
)

// DecisionWires returns all wires.
func DecisionWires() []DecisionWire {
	return []DecisionWire{TypeSafe, Cloudflare, Ollama, Nimble, VLLM, Decisions}
}

// The faults that only servers of decision models have.
const (
	FaultWrongType  Fault = "wrong type"  // a number is a text
	FaultOutOfRange Fault = "range"       // a probability is 1.4
	FaultFailed     Fault = "failed"      // success: false under status 200
	FaultPending    Fault = "pending"     // the envelope says that the work goes on
	FaultDayUsedUp  Fault = "day used up" // 429 that lasts until tomorrow, in Cloudflare's words
	FaultUnsure     Fault = "unsure"      // the answer names a low mass of its labels, as vLLM does
)

// DecisionAccount is the account that the fake of Cloudflare serves.
const DecisionAccount = "acct-0001-providertest"

// UnknownModel is the one model that no fake server knows.
const UnknownModel = "unknown-model"

// DecisionOptions configures a [DecisionServer].
type DecisionOptions struct {
	Wire DecisionWire
	// Key is the bearer token that requests must carry. Empty: any will do, and
	// none.
	Key string
	// Script answers the requests. Nil: every yes/no question is answered 0.01,
	// every choice with its first option, every score with its lowest level.
	Script DecisionScript
}

// DecisionScript answers requests. It must be safe for concurrent use. Answers
// that no JSON can hold, such as NaN, are an error of the script: the server
// drops the connection. [FaultNaN] is for that.
type DecisionScript func(DecisionRequest) DecisionReply

// DecisionRequest is what a fake server of a decision model was sent and
// accepted.
type DecisionRequest struct {
	Path   string
	Header http.Header
	Body   []byte // as it came
	Model  string
	State  json.RawMessage
	// Questions are in the order of the request, their criteria too. What the
	// wire does not carry, such as groups and limits, is empty.
	Questions []question.Question
}

// DecisionReply is what a fake model answers.
type DecisionReply struct {
	Answers map[string]question.Answer // by id; what is not in it is left out
	Model   string                     // the model that says it answers; empty: "fake-model-1"
	Fault   Fault                      // the server fails instead
	// Raw is the whole body of the answer, as JSON, in place of Answers.
	Raw string
	// Status and Header are those of an answer with Raw. 0: 200.
	Status int
	Header http.Header
}

// DecisionServer is a fake server of a decision model on the loopback
// interface. It refuses what the real server would refuse. It is safe for
// concurrent use.
type DecisionServer struct {
	URL string // of its root, without a slash at its end

	opts   DecisionOptions
	wire   decisionWire
	server *httptest.Server

	mu       sync.Mutex
	received [][]byte
	accepted []DecisionRequest
}

// NewDecisionServer starts a server. Close it when done. It panics on a wire
// that there is none of.
func NewDecisionServer(o DecisionOptions) *DecisionServer {
	if o.Script == nil {
		o.Script = func(r DecisionRequest) DecisionReply { return DecisionReply{Answers: Calm(r.Questions)} }
	}
	s := &DecisionServer{opts: o, wire: wireOf(o.Wire)}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL
	return s
}

// Address is the full address that questions are sent to.
func (s *DecisionServer) Address() string { return s.URL + s.wire.path }

// Close stops the server and drops its connections.
func (s *DecisionServer) Close() {
	s.server.CloseClientConnections()
	s.server.Close()
}

// MaxRecorded is how many requests a fake server remembers, the last ones.
const MaxRecorded = 1000

// record appends to a list of at most [MaxRecorded].
func record[T any](list []T, v T) []T {
	if len(list) == MaxRecorded {
		list = list[1:]
	}
	return append(list, v)
}

// Requests returns the requests that were accepted, oldest first, at most
// [MaxRecorded]. Those that met a fault are among them.
func (s *DecisionServer) Requests() []DecisionRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]DecisionRequest(nil), s.accepted...)
}

// Received returns the bodies of all requests to any address of the server,
// accepted or not, to look for what should not have been sent: at most
// [MaxRecorded].
func (s *DecisionServer) Received() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.received...)
}

// ServeHTTP answers one request.
func (s *DecisionServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	s.mu.Lock()
	s.received = record(s.received, body)
	s.mu.Unlock()
	switch {
	case s.opts.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.opts.Key:
		s.refuse(w, &refusal{http.StatusUnauthorized, "the key is not accepted"})
	case r.URL.Path != s.wire.path || r.Method != http.MethodPost:
		s.other(w, r, body)
	default:
		s.ask(w, r, body)
	}
}

func (s *DecisionServer) ask(w http.ResponseWriter, r *http.Request, body []byte) {
	in, err := s.wire.read(body)
	if err != nil {
		s.refuse(w, err)
		return
	}
	in.Path, in.Header, in.Body = r.URL.Path, r.Header.Clone(), body
	s.mu.Lock()
	s.accepted = record(s.accepted, *in)
	s.mu.Unlock()
	s.reply(w, r, in, s.opts.Script(*in))
}

// other answers requests of other routes: what a program asks at its start.
func (s *DecisionServer) other(w http.ResponseWriter, r *http.Request, body []byte) {
	var show struct{ Model string }
	switch {
	case s.opts.Wire == Ollama && r.URL.Path == "/api/show" && json.Unmarshal(body, &show) == nil && show.Model != UnknownModel:
		serveJSON(w, http.StatusOK, map[string]any{"capabilities": []string{"decision"}})
	case s.opts.Wire == Ollama && r.URL.Path == "/api/show":
		s.refuse(w, &refusal{http.StatusNotFound, "model '" + UnknownModel + "' not found"})
	case s.opts.Wire == TypeSafe && r.URL.Path == "/v1/models":
		serveJSON(w, http.StatusOK, map[string]any{"models": []any{map[string]string{"name": "jev-latest"}, map[string]string{"name": "jev-preview"}}})
	case s.opts.Wire == VLLM && r.URL.Path == "/v1/models":
		serveJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{map[string]string{"id": "fake-model-1"}}})
	default:
		http.NotFound(w, r)
	}
}
