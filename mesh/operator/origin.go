package operator

import (
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// origin is how the agent made a call.
type origin uint8

const (
	unknown origin = iota
	overHTTP
	inSession // over MCP, or over HTTP by an agent that sends X-Session-Id
)

// originOf tells how a call was made from its own trace, which is among the
// recent ones of the approval, or further back. An error means that traces
// could not be read.
func (c *channel) originOf(ctx context.Context, d mesh.Detail) (origin, error) {
	if made := traced(d.View, d.RecentTraces); made != unknown {
		return made, nil
	}
	traces, err := c.client.Traces(ctx, d.Agent, d.Tool)
	if err != nil {
		return unknown, err
	}
	return traced(d.View, traces), nil
}

// traced looks for the trace of a call. That of a call over MCP always has the
// approval's id and its session. That of a call over HTTP has no session unless
// its agent claims one, and the id perhaps only later: then it is the one of that
// tool and that time.
func traced(v mesh.View, traces []decision.Trace) origin {
	own := slices.IndexFunc(traces, func(t decision.Trace) bool {
		return t.ApprovalID == v.ID || v.TraceID != "" && t.TraceID == v.TraceID
	})
	switch {
	case own >= 0 && traces[own].SessionID != "":
		return inSession
	case own >= 0:
		return overHTTP
	}
	likely := slices.DeleteFunc(slices.Clone(traces), func(t decision.Trace) bool { return !likelyOwn(t, v) })
	sessions := slices.ContainsFunc(likely, func(t decision.Trace) bool { return t.SessionID != "" })
	if len(likely) == 0 || sessions {
		return unknown
	}
	return overHTTP
}

func likelyOwn(t decision.Trace, v mesh.View) bool {
	const apart = 2 * time.Second
	return t.ApprovalID == "" && t.Tool == v.Tool && t.Policy == "human_approval" &&
		!v.Created.IsZero() && t.Timestamp.Sub(v.Created).Abs() <= apart
}
