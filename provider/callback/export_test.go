package callback

import "net/http"

var (
	ReadPending = func(raw string) (wait int64, limit int, err error) {
		a, err := readPending([]byte(raw))
		return int64(a.wait), a.limit, err
	}
	ReadVerdict = func(raw string) (id, action string, confidence float64, err error) {
		id, a, err := readVerdict([]byte(raw))
		return id, a.action.String(), a.confidence, err
	}
	Recovered     = recovered
	MaxPast       = maxPast
	Limited       = limited
	NewLineReader = newLineReader
)

// Handler is what ServeListener serves, for as long as the test runs.
func (s *Server) Handler(o HTTPOptions) (http.Handler, error) {
	for reviewer := range o.Tokens {
		s.opened(reviewer)
	}
	return s.handler(o, nil)
}

// Polls counts the sup7_pending that wait.
func (s *Server) Polls() int { return len(s.polls) }

// MaxMessageBytes bounds a request.
const MaxMessageBytes = maxMessageBytes
