package operator

import (
	"context"
	"log/slog"
	"maps"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// channel is the [mesh.Channel] over MCP.
type channel struct {
	client  *mesh.Client
	blind   bool // the client reaches nothing
	mode    Mode
	agentID string
	log     *slog.Logger
	timeout time.Duration
	session *session

	trustsSessions bool // a call in a session was made over MCP

	whole map[string]string // the ids by their beginning, of what was listed last; used by Pending alone
}

// Resolver implements [mesh.Channel].
func (c *channel) Resolver() string { return "mcp:" + c.agentID }

func (c *channel) warn() {
	switch {
	case c.blind:
		c.log.Warn("a mesh over MCP without its control plane: every call is left to a person")
	case c.mode == ModeUnstated:
		c.log.Warn("the mode of the mesh over MCP is not stated: nothing is approved")
	case c.mode == ModeAnswers && !c.trustsSessions:
		c.log.Warn("calls in a session are left to a person: agents over HTTP can send X-Session-Id; see operator.Options.TrustSessions")
	case c.mode == ModeAnswers:
		c.log.Warn("a mesh with memory counts approves over MCP as a person's: set its supervisor.auto_approve to false", "resolver", c.Resolver())
	}
}

const (
	faultBlind   = "a list over mcp shows no parameters, and no control plane is configured to read them from"
	faultDoubled = "the mesh has several approvals whose ids begin like the one that it lists over mcp"
	faultOther   = "the mesh shows another call in detail than it lists over mcp"
)

// Pending implements [mesh.Channel]: the list comes over MCP, and of a call
// that is new the rest over the control plane.
func (c *channel) Pending(ctx context.Context, glob string, known func(id string) bool) ([]mesh.View, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	text, err := c.session.call(ctx, "approval.pending", true, nil)
	if err != nil {
		return nil, err
	}
	entries, err := parseList(text)
	if err != nil {
		err = decision.Errorf(decision.CauseUnreadable, "mesh mcp: %w", err)
	}
	c.forget(entries)
	l := lookup{channel: c, known: known, views: []mesh.View{}}
	for _, e := range entries {
		if inScope(glob, e.tool) {
			l.add(ctx, e)
		}
	}
	if err == nil {
		err = l.err
	}
	return l.views, err
}

// forget keeps the ids of what is listed.
func (c *channel) forget(entries []entry) {
	listed := make(map[string]bool, len(entries))
	for _, e := range entries {
		listed[e.short] = true
	}
	maps.DeleteFunc(c.whole, func(short, _ string) bool { return !listed[short] })
}

// lookup reads the details of the entries of one list.
type lookup struct {
	*channel
	known  func(id string) bool
	views  []mesh.View
	read   int
	failed int
	err    error // the first
}

// add adds an entry, unless it cannot be read now: then it waits for the next list.
func (l *lookup) add(ctx context.Context, e entry) {
	id, seen := l.whole[e.short]
	switch {
	case l.known(e.short): // it was faulty before
		l.addKnown(e, e.short)
	case l.blind:
		l.addFaulty(e, faultBlind)
	case e.doubled:
		l.addFaulty(e, faultDoubled)
	case seen && l.known(id):
		l.addKnown(e, id)
	case l.read < MaxLookups && l.failed < maxFailedLookups:
		l.read++
		l.find(ctx, e)
	}
}

func (l *lookup) addKnown(e entry, id string) {
	l.views = append(l.views, mesh.View{ID: id, Agent: e.agent, Tool: e.tool, Status: mesh.StatusPending, Deferred: true})
}

func (l *lookup) addFaulty(e entry, fault string) {
	l.views = append(l.views, mesh.View{ID: e.short, Agent: e.agent, Tool: e.tool, Status: mesh.StatusPending, Fault: fault})
}

func (l *lookup) find(ctx context.Context, e entry) {
	detail, err := l.client.Find(ctx, e.short)
	switch {
	case mesh.IsNotFound(err): // settled ones count too
		l.addFaulty(e, faultDoubled)
	case decision.CauseOf(err) == decision.CauseInvalid:
		l.addFaulty(e, err.Error())
	case err != nil:
		l.failed++
		if l.err == nil {
			l.err = err
		}
	case detail.Status != mesh.StatusPending:
	case detail.Tool != e.tool || detail.Agent != strings.TrimSpace(e.agent):
		l.whole[e.short] = detail.ID
		l.views = append(l.views, mesh.View{ID: detail.ID, Agent: detail.Agent, Tool: detail.Tool, Status: mesh.StatusPending, Fault: faultOther})
	default:
		l.whole[e.short] = detail.ID
		l.views = append(l.views, detail.View)
	}
}
