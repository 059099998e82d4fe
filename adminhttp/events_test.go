package adminhttp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// told is one event of a stream.
type told struct{ id, kind, data string }

// stream reads an event stream.
type stream struct {
	body   io.ReadCloser
	lines  *bufio.Reader
	cancel context.CancelFunc
}

// follow opens an event stream. It is closed with the test.
func (s *stage) follow(t testing.TB, headers ...string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.server.URL+"/events", nil)
	require.NoError(t, err)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	answer, err := s.server.Client().Do(r)
	require.NoError(t, err)
	require.Equal(t, 200, answer.StatusCode)
	require.Equal(t, "text/event-stream", answer.Header.Get("Content-Type"))
	t.Cleanup(func() { cancel(); _ = answer.Body.Close() })
	return &stream{body: answer.Body, lines: bufio.NewReader(answer.Body), cancel: cancel}
}

// next returns the next event; an empty kind is a comment.
func (s *stream) next() (e told, err error) {
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return e, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.kind = value
		case "data":
			e.data = value
		case "":
			if line == "\n" {
				return e, nil
			}
		}
	}
}

// until returns the next event of a kind.
func (s *stream) until(t testing.TB, kind string) told {
	t.Helper()
	for {
		e, err := s.next()
		require.NoError(t, err, "no %s came", kind)
		if e.kind == kind {
			return e
		}
	}
}

func TestEventsAreToldAsTheyHappen(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken"})
	events := s.follow(t)
	first, err := events.next()
	require.NoError(t, err)
	assert.Equal(t, "status", first.kind)
	assert.Contains(t, first.data, `"state":"running"`)
	assert.Empty(t, first.id)

	require.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"id":"c1","tool":"fs.read"}`).status)
	decided := events.until(t, "decision")
	var shown map[string]any
	require.NoError(t, json.Unmarshal([]byte(decided.data), &shown))
	d := readDescription(t)
	d.holds(t, d.at("components", "schemas", "Decision"), shown, "decision")
	assert.Equal(t, "c1", shown["approval_id"])

	s.ask(t, "POST", "/pause", "")
	paused := events.until(t, "paused")
	require.NoError(t, json.Unmarshal([]byte(paused.data), &shown))
	assert.Contains(t, paused.data, "admin-api token")
	s.ask(t, "POST", "/evaluate", `{"tool":"fs.read"}`)
	events.until(t, "paused_call")
	s.ask(t, "POST", "/resume", "")
	events.until(t, "resumed")
}

func TestEventsResumeWhereTheReaderWas(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	evaluate := func(id string) {
		_, err := s.sup.Evaluate(t.Context(), supervisor.Call{ID: id, Tool: "fs.read"})
		require.NoError(t, err)
	}
	events := s.follow(t)
	evaluate("a")
	seen := events.until(t, "decision")
	events.cancel()
	evaluate("b")
	evaluate("c")
	again := s.follow(t, "Last-Event-ID", seen.id)
	for _, id := range []string{"b", "c"} {
		e := again.until(t, "decision")
		assert.Contains(t, e.data, fmt.Sprintf(`"approval_id":%q`, id))
	}
	for i := range 300 {
		evaluate(fmt.Sprint("d", i))
	}
	for _, last := range []string{seen.id, "00000000-7", "nonsense"} {
		lost := s.follow(t, "Last-Event-ID", last)
		_, err := lost.next()
		require.NoError(t, err)
		e, err := lost.next()
		require.NoError(t, err)
		assert.Equal(t, "reset", e.kind, last)
		lost.cancel()
	}
}

func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	var first *stream
	for range adminhttp.MaxStreams {
		one := s.follow(t)
		one.until(t, "status")
		first = one
	}
	refused := s.ask(t, "GET", "/events", "")
	assert.Equal(t, 429, refused.status)
	assert.NotEmpty(t, refused.header.Get("Retry-After"))
	assert.Equal(t, 200, s.ask(t, "GET", "/status", "").status)
	require.NoError(t, s.handler.Close(t.Context()), "it ends them all")
	for {
		if _, err := first.next(); err != nil {
			assert.ErrorIs(t, err, io.EOF)
			break
		}
	}
	assert.Equal(t, 503, s.ask(t, "GET", "/events", "").status)
}

// stuck is a reader that takes the first text and then nothing until it is let.
type stuck struct {
	*httptest.ResponseRecorder
	let chan struct{}
	n   int
}

func (w *stuck) Write(p []byte) (int, error) {
	w.n++
	if w.n == 2 {
		<-w.let
	}
	return w.ResponseRecorder.Write(p)
}

func TestASlowReaderIsToldSoAndLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sup, err := supervisor.New(supervisor.Options{})
		require.NoError(t, err)
		h, err := adminhttp.NewHandler(sup, adminhttp.Options{})
		require.NoError(t, err)
		w := &stuck{ResponseRecorder: httptest.NewRecorder(), let: make(chan struct{})}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/events", nil))
		}()
		synctest.Wait()
		for range adminhttp.StreamBuffer + 5 {
			_, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: "x"})
			require.NoError(t, err, "nobody waits for a reader")
		}
		close(w.let)
		<-ended
		text := w.Body.String()
		assert.Contains(t, text, "event: slow\n")
		assert.True(t, strings.HasSuffix(text, "\n\n"))
		assert.LessOrEqual(t, strings.Count(text, "event: decision"), adminhttp.StreamBuffer+1)
		require.NoError(t, h.Close(t.Context()))
	})
}

func TestASilentStreamHasAHeartbeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sup, err := supervisor.New(supervisor.Options{})
		require.NoError(t, err)
		h, err := adminhttp.NewHandler(sup, adminhttp.Options{})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 3*adminhttp.Heartbeat+time.Second)
		defer cancel()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/events", nil))
		assert.Equal(t, 3, strings.Count(w.Body.String(), ": nothing new\n\n"))
		require.NoError(t, h.Close(t.Context()))
	})
}

func TestAnApprovalIsToldWhenItOpensAndWhenItIsSettled(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	stream := s.follow(t)
	id := s.leave(t, readCall)
	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+id+"/deny", "").status)
	var events []string
	for len(events) < 2 {
		e, err := stream.next()
		require.NoError(t, err)
		if e.kind == "approval" {
			events = append(events, e.data)
		}
	}
	assert.Equal(t, []string{`{"id":"` + id + `","status":"pending"}`, `{"id":"` + id + `","status":"denied"}`}, events)
}
