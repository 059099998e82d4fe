package operator

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// protocolVersion is the newest that a mesh was seen to speak. Newer ones know
// no initialize, at which a mesh takes the name of its client.
const protocolVersion = "2024-11-05"

// session is one MCP session at a time, begun when it is needed.
type session struct {
	client   *mcp.Client
	endpoint string
	http     *http.Client
	agentID  string
	timeout  time.Duration
	patience time.Duration // of an approve

	life    context.Context // of what outlives its caller
	end     context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex // held while a session begins
	current *begun
	tools   map[string]bool // what tools/list showed in the current session
	closed  bool
}

func newSession(o Options) *session {
	next := o.HTTPClient.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	life, end := context.WithCancel(context.Background())
	return &session{
		life: life, end: end, patience: o.ToolTimeout,
		client:   mcp.NewClient(&mcp.Implementation{Name: "flux7-go/supervisor", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}),
		endpoint: strings.TrimRight(o.URL, "/") + "/mcp",
		http: &http.Client{
			Transport:     wire{next: next, bearer: "Bearer agent:" + o.AgentID},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		agentID: o.AgentID, timeout: o.Timeout,
	}
}

var errClosed = errors.New("mesh mcp: the queue is closed")

// begun is an MCP session of the SDK, and how many requests use it.
type begun struct {
	*mcp.ClientSession
	users int
	gone  bool // it is of no use for another request
}

// open returns the current session, or begins one. Release it.
func (s *session) open(ctx context.Context) (*begun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.current == nil {
		ctx, cancel := context.WithTimeout(ctx, s.timeout)
		defer cancel()
		transport := &mcp.StreamableClientTransport{
			Endpoint: s.endpoint, HTTPClient: s.http, MaxRetries: -1, DisableStandaloneSSE: true,
		}
		connected, err := s.client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: protocolVersion})
		if err != nil {
			return nil, s.describe("initialize", err)
		}
		s.current, s.tools = &begun{ClientSession: connected}, nil
	}
	s.current.users++
	return s.current, nil
}

// release ends a use of a session. One that is gone is closed by its last user,
// since closing waits for the others: an approve may take as long as its tool.
func (s *session) release(b *begun, gone bool) {
	s.mu.Lock()
	b.users--
	unused := s.giveUp(b, gone)
	s.mu.Unlock()
	if unused {
		_ = b.Close() // the mesh may not know it any more
	}
}

// giveUp notes that a session is gone, and reports whether to close it now.
func (s *session) giveUp(b *begun, gone bool) (unused bool) {
	b.gone = b.gone || gone
	if b.gone && s.current == b {
		s.current, s.tools = nil, nil
	}
	return b.gone && b.users == 0
}

// close ends what goes on without its caller, and the session. One that others
// use is closed by the last of them.
func (s *session) close() error {
	defer s.http.CloseIdleConnections()
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.running.Wait()
	s.mu.Lock()
	last := s.current
	unused := last != nil && s.giveUp(last, true)
	s.mu.Unlock()
	if !unused {
		return nil
	}
	if err := last.Close(); err != nil && !errors.Is(err, mcp.ErrSessionMissing) {
		return s.describe("the end of the session", err)
	}
	return nil
}
