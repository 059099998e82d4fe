package supervisor

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// asksPeople reports whether escalated calls of Evaluate wait in the store: the
// config has the section approvals, or names a store. A config that says neither
// is one of a program that asks people itself.
func (c *Config) asksPeople() bool { return c.doc.Has("approvals") || c.doc.Has("memory.store") }

// withApprovals adds to options where escalated calls wait, and who remembers
// what people answer.
func (c *Config) withApprovals(o Options, people memory.People, built *atomic.Pointer[Supervisor]) (Options, error) {
	if !c.asksPeople() {
		return o, nil
	}
	waiting, ok := o.Store.(decision.Approvals)
	if !ok && c.doc.Has("approvals") {
		return o, fmt.Errorf("approvals: the store (%T) keeps no calls that wait for a person: name another in memory.store", o.Store)
	}
	if !ok {
		return o, nil
	}
	o.Approvals, o.ApprovalTimeout = waiting, c.Approvals.Timeout
	if words, remembers := o.Store.(decision.Words); remembers {
		o.Approvals = memory.Approvals(waiting, words, memory.ApprovalOptions{People: people, Analyzer: analyzerOf(built), Now: o.Now})
	}
	return o, nil
}

// analyzerOf is the analyser in force; before a supervisor is built nothing is
// seen.
func analyzerOf(built *atomic.Pointer[Supervisor]) Analyzer {
	return decision.AnalyzerFunc(func(ctx context.Context, c *Call) Effects {
		s := built.Load()
		if s == nil {
			return c.Effects(ctx)
		}
		return c.WithAnalyzer(s.snapshot.Load().Analyzer).Effects(ctx)
	})
}

// settledBy is the store of a supervisor that is not built yet, for parts that
// settle what waits: they settle it as everybody else does.
type settledBy struct {
	Approvals
	built *atomic.Pointer[Supervisor]
}

// Resolve implements [Approvals].
func (q settledBy) Resolve(ctx context.Context, id string, r Resolution) error {
	if s := q.built.Load(); s != nil && s.desk != nil {
		return s.desk.Resolve(ctx, id, r)
	}
	return q.Approvals.Resolve(ctx, id, r)
}
