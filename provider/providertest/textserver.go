package providertest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// TextServer is a fake server of a text model. [NewOllama], [NewAnthropic] and
// [NewOpenAI] start one. It is safe for concurrent use.
type TextServer struct {
	URL string // without a slash at its end

	wire   textWire
	script TextScript
	server *httptest.Server

	mu       sync.Mutex
	requests []TextRequest
}

// TextRequest is what a fake server of a text model was sent.
type TextRequest struct {
	Header http.Header
	Body   []byte // as it came
	// System, Prompt and Schema are what the body says: the system prompt, the
	// text of the last message, and the JSON schema of the answer.
	System string
	Prompt string
	Schema json.RawMessage
	Tools  []string // names of the tools on offer
	// Results are the results of tools, by the id of the request or the name of
	// the tool, as the wire has it.
	Results map[string]string
}

// TextReply is what a fake model answers.
type TextReply struct {
	Text      string
	ToolCalls []decision.ToolRequest
	Cut       bool   // the answer ended at its limit
	Refusal   string // the model declines, with these words
	Fault     Fault  // the server fails instead
}

// TextScript answers requests. It must be safe for concurrent use.
type TextScript func(TextRequest) TextReply

// textWire is one service's form of a conversation.
type textWire interface {
	// path is that of the conversation.
	path() string
	// read reads a request and refuses what the real service would.
	read(body []byte, in *TextRequest) error
	// write returns the answer's body.
	write(TextReply) any
	// other answers requests of other paths.
	other(w http.ResponseWriter, r *http.Request)
}

func newTextServer(wire textWire, script TextScript) *TextServer {
	s := &TextServer{wire: wire, script: script}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL
	return s
}

// Close stops the server and drops its connections.
func (s *TextServer) Close() {
	s.server.CloseClientConnections()
	s.server.Close()
}

// Requests returns the conversations that the server was sent, oldest first: the
// last [MaxRecorded] of them.
func (s *TextServer) Requests() []TextRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]TextRequest(nil), s.requests...)
}

// ServeHTTP answers one request.
func (s *TextServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != s.wire.path() {
		s.wire.other(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	in := TextRequest{Header: r.Header.Clone(), Body: body}
	if err := s.wire.read(body, &in); err != nil {
		serveJSON(w, http.StatusBadRequest, errorBody(err.Error()))
		return
	}
	s.mu.Lock()
	s.requests = record(s.requests, in)
	s.mu.Unlock()
	reply := s.script(in)
	if reply.Fault == FaultNaN {
		reply.Text = strings.ReplaceAll(verdictText(in, decision.Approve, 0.99, "fine"), "0.99", "NaN")
		reply.Fault = ""
	}
	switch reply.Fault {
	case "":
		serveJSON(w, http.StatusOK, s.wire.write(reply))
	case FaultMissing:
		serveJSON(w, http.StatusOK, map[string]any{"model": fakeModel})
	case FaultRefusal:
		serveJSON(w, http.StatusOK, s.wire.write(TextReply{Refusal: "this is not something to help with"}))
	default:
		if !reply.Fault.Serve(w, r) {
			w.WriteHeader(http.StatusNotImplemented)
		}
	}
}

// fakeModel is what fake models call themselves.
const fakeModel = "fake-model-1"

func errorBody(message string) any {
	return map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": message}}
}

// Says answers every request with the same text.
func Says(text string) TextScript {
	return func(TextRequest) TextReply { return TextReply{Text: text} }
}

// Fails fails every request.
func Fails(f Fault) TextScript {
	return func(TextRequest) TextReply { return TextReply{Fault: f} }
}

// Verdict answers as a model does that follows its instructions: in the form
// that the request asks for, with the code of its call.
func Verdict(a decision.Action, confidence float64, reasoning string) TextScript {
	return func(in TextRequest) TextReply { return TextReply{Text: verdictText(in, a, confidence, reasoning)} }
}

// callCode finds the code that a prompt of package textmodel asks for.
var callCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^The code of this call is ([0-9a-f]+)\.`) })

func verdictText(in TextRequest, a decision.Action, confidence float64, reasoning string) string {
	code := ""
	if found := callCode().FindStringSubmatch(in.Prompt); found != nil {
		code = found[1]
	}
	if in.Schema == nil {
		return fmt.Sprintf("DECISION: %s | CONFIDENCE: %.2f | CODE: %s | REASONING: %s", strings.ToUpper(a.String()), confidence, code, reasoning)
	}
	return fmt.Sprintf(`{"code":%q,"reasoning":%q,"decision":%q,"confidence":%.2f}`, code, reasoning, a, confidence)
}
