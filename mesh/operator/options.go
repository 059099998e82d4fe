package operator

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/mesh"
)

// Mode says what a mesh does with a call over MCP that needs approval: its key
// supervisor.enabled, which nothing on the wire tells. The zero value is
// ModeUnstated.
type Mode uint8

// The modes.
const (
	// ModeUnstated approves nothing. Denies are sent.
	ModeUnstated Mode = iota
	// ModeWaits is supervisor.enabled: true. Whoever makes a call waits for it,
	// so every approve goes over the control plane.
	ModeWaits
	// ModeAnswers is supervisor.enabled: false. A call over MCP is answered at
	// once and runs when approval.resolve approves it. Such calls are approved only
	// with Options.TrustSessions; calls over HTTP without a session are in any case.
	ModeAnswers
)

// String returns "unstated", "waits" or "answers".
func (m Mode) String() string {
	switch m {
	case ModeUnstated:
		return "unstated"
	case ModeWaits:
		return "waits"
	case ModeAnswers:
		return "answers"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Defaults and limits of a [Queue].
const (
	// DefaultTimeout bounds a list, and the making of a session.
	DefaultTimeout = 60 * time.Second
	// DefaultToolTimeout is how long a tool may run that is approved over MCP.
	DefaultToolTimeout = 15 * time.Minute
	// MaxAnswerBytes bounds every answer over MCP, the result of a tool among
	// them. What is longer is not read: the approval then says what became of it.
	MaxAnswerBytes = 8 << 20
	// MaxTools bounds the tools of a mesh that are looked through.
	MaxTools = 10_000
	// MaxLookups bounds the details that one poll reads; the rest waits for the
	// next. A mesh answers thousands of them a second.
	MaxLookups = 500
	// maxFailedLookups ends the reading of details: a control plane that is down
	// need not be asked for each call.
	maxFailedLookups = 8
)

// Options configures a [Queue].
type Options struct {
	// Client is the control plane of the same mesh. Nil: no call can be judged,
	// and each is left to a person.
	Client *mesh.Client
	// URL is where the mesh listens; the endpoint is /mcp below it. Default: that
	// of Client. Required without one.
	URL string
	// AgentID is who the supervisor is over MCP: it must match
	// supervisor.supervisor_agents of the mesh. It is sent when a session begins
	// and holds for all of it. Default [mesh.DefaultAgentID].
	AgentID string
	// Mode says how the mesh treats calls over MCP. Unstated: nothing is approved.
	Mode Mode
	// TrustSessions has [ModeAnswers] take a call in a session for one over MCP, and
	// approve it with approval.resolve. A session is not proof: an agent that calls
	// over HTTP with a header X-Session-Id of its own looks the same, and each of
	// its calls that is approved runs twice. Set it only where no agent can do that:
	// where a proxy drops the header, or agents reach /mcp alone. Default false:
	// what has a session is left to a person.
	TrustSessions bool
	// Queue says what is polled and how often. A scope is compared here, as a
	// mesh compares it. Its Channel is not used.
	Queue mesh.QueueOptions
	// HTTPClient carries the requests; its Timeout and redirect policy are not
	// used. Nil: a client with its own connections.
	HTTPClient *http.Client
	// Logger gets what an operator should see. Nil: nothing is logged.
	Logger *slog.Logger
	// Timeout bounds a list. Default [DefaultTimeout].
	Timeout time.Duration
	// ToolTimeout bounds an approve over MCP, which the mesh answers when the tool
	// is done. A request of which nobody waits for the answer any more goes on for
	// as long, so that the tool is not cut off. Default [DefaultToolTimeout].
	ToolTimeout time.Duration
}

func (o Options) withDefaults() Options {
	if o.URL == "" && o.Client != nil {
		o.URL = o.Client.URL()
	}
	if o.AgentID == "" {
		o.AgentID = mesh.DefaultAgentID
	}
	if o.HTTPClient == nil {
		o.HTTPClient = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.ToolTimeout == 0 {
		o.ToolTimeout = DefaultToolTimeout
	}
	return o
}

func (o Options) validate() error {
	var errs []error
	if o.Mode > ModeAnswers {
		errs = append(errs, errors.New("operator: Mode must be ModeWaits or ModeAnswers, or ModeUnstated to approve nothing"))
	}
	if o.TrustSessions && o.Mode != ModeAnswers {
		errs = append(errs, errors.New("operator: TrustSessions needs ModeAnswers: in no other mode is a call approved over mcp"))
	}
	if o.Timeout < 0 || o.ToolTimeout < 0 {
		errs = append(errs, errors.New("operator: timeouts must not be negative"))
	}
	return errors.Join(errs...)
}

// noControlPlane refuses every request.
type noControlPlane struct{}

var errNoClient = errors.New("no control plane is configured: give operator.Options a Client")

func (noControlPlane) RoundTrip(*http.Request) (*http.Response, error) { return nil, errNoClient }

// controlPlane is the client of the options, or one that reaches nothing. It
// also checks the address and the name.
func (o Options) controlPlane() (*mesh.Client, error) {
	client, err := mesh.New(mesh.Options{
		URL: o.URL, AgentID: o.AgentID, Logger: o.Logger, Now: o.Queue.Now, HTTPClient: &http.Client{Transport: noControlPlane{}},
	})
	if err == nil && o.Client != nil {
		return o.Client, nil
	}
	return client, err
}
