package adminhttp_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/memory"
)

// recorder is a journal in memory.
type recorder struct {
	mu     sync.Mutex
	events []supervisor.Event
	err    error // it takes nothing
}

func (r *recorder) Append(_ context.Context, e supervisor.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	r.events = append(r.events, e)
	return nil
}

// fail has it take nothing more; nil: it takes events again.
func (r *recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *recorder) all() []supervisor.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]supervisor.Event(nil), r.events...)
}

// theRules is a config whose rules approve reads, deny wipes, and leave the rest.
const theRules = `
evaluator: {provider: none}
rules:
  - {name: reads, condition: "tool equals fs.read", action: approve}
  - {name: wipes, condition: "tool equals fs.wipe", action: deny, description: "never"}
`

// stage is a supervisor with its admin API behind a test server.
type stage struct {
	sup     *supervisor.Supervisor
	handler *adminhttp.Handler
	server  *httptest.Server
	journal *recorder
	words   decision.Words // of newStage
	token   string
}

func newStage(t testing.TB, config string, opts adminhttp.Options) *stage {
	t.Helper()
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(config))
	require.NoError(t, err)
	kept, store := &recorder{}, memory.NewStore(memory.Options{})
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: kept, Store: store})
	require.NoError(t, err)
	s := serve(t, sup, opts)
	s.journal, s.words = kept, store
	return s
}

// serve puts the admin API of a supervisor behind a test server.
func serve(t testing.TB, sup *supervisor.Supervisor, opts adminhttp.Options) *stage {
	t.Helper()
	handler, err := adminhttp.NewHandler(sup, opts)
	require.NoError(t, err)
	s := &stage{sup: sup, handler: handler, server: httptest.NewUnstartedServer(handler), token: opts.Token}
	s.server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.server.Start()
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		assert.NoError(t, s.handler.Close(ctx))
		s.server.Close()
		assert.NoError(t, s.sup.Close(ctx))
	})
	return s
}

// reply is an answer that was read.
type reply struct {
	status int
	header http.Header
	body   string
}

func (r reply) object(t testing.TB) map[string]any {
	t.Helper()
	var object map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &object), "%s", r.body)
	return object
}

// ask sends a request with the stage's token. headers are names and values in
// turn; an empty value takes a header out.
func (s *stage) ask(t testing.TB, method, path, body string, headers ...string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.server.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	for i := 0; i < len(headers); i += 2 {
		switch {
		case headers[i] == "Host":
			r.Host = headers[i+1]
		case headers[i+1] == "":
			r.Header.Del(headers[i])
		default:
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	answer, err := s.server.Client().Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return reply{status: answer.StatusCode, header: answer.Header, body: string(data)}
}

// journaled is a stage whose journal is a file.
func journaled(t testing.TB, config, path string, opts adminhttp.Options) (*stage, *journal.Journal) {
	t.Helper()
	file, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, file.Close()) })
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(config))
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: file})
	require.NoError(t, err)
	opts.Journal = path
	return serve(t, sup, opts), file
}

// oneCall is a queue with one call.
type oneCall struct {
	call  supervisor.Call
	asked int
}

func (q *oneCall) Next(ctx context.Context) ([]supervisor.Call, error) {
	q.asked++
	if q.asked == 1 {
		return []supervisor.Call{q.call}, nil
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

func (q *oneCall) Resolve(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	return supervisor.Outcome{State: supervisor.OutcomeLeft}, nil
}
