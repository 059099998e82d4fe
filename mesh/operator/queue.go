package operator

import (
	"context"
	"errors"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// Queue is a [decision.Queue] over the operator tools of a mesh, with all the
// abilities of [mesh.Queue]. Close it when it is not used any more. All its
// methods but Next may be called concurrently.
type Queue struct {
	*mesh.Queue
	channel *channel
}

var (
	_ decision.Queue    = (*Queue)(nil)
	_ decision.Observer = (*Queue)(nil)
	_ mesh.Channel      = (*channel)(nil)
)

// New returns a queue. It sends nothing yet, so the mesh need not be up: a
// session begins with the first poll, and again when the mesh has lost it.
func New(o Options) (*Queue, error) {
	o = o.withDefaults()
	client, err := o.controlPlane()
	if err := errors.Join(err, o.validate()); err != nil {
		return nil, err
	}
	c := &channel{
		client: client, blind: o.Client == nil, mode: o.Mode, trustsSessions: o.TrustSessions, agentID: o.AgentID, log: o.Logger, timeout: o.Timeout,
		session: newSession(o), whole: map[string]string{},
	}
	c.warn()
	o.Queue.Channel = c
	if o.Queue.Logger == nil {
		o.Queue.Logger = o.Logger
	}
	return &Queue{Queue: mesh.NewQueue(client, o.Queue), channel: c}, nil
}

// Close ends the session, and the requests in it. Afterwards nothing can be read
// or sent. Call it when Run has returned.
func (q *Queue) Close() error { return q.channel.session.close() }

// Outcomes implements [decision.Observer]; see [mesh.Queue.Outcomes]. Without a
// control plane nothing is ever learnt.
func (q *Queue) Outcomes(ctx context.Context, left []decision.Decision) (map[string]decision.Outcome, error) {
	if q.channel.blind {
		return nil, nil
	}
	return q.Queue.Outcomes(ctx, left)
}
