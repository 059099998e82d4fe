package mesh

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// listed is a pending call of a poll.
type listed struct {
	call   decision.Call
	urgent time.Time // when it expires, or may be taken to
	until  time.Time // how long it is to be remembered, unless it is listed again
	// deferred: the parameters were not read, so the call cannot be returned.
	deferred bool
}

// poll collects the lists of all scopes, each id once.
type poll struct {
	listed []listed
	index  map[string]int // id to its place in listed
	read   bool           // at least one list was read
}

// add takes a list whose request began at a certain time.
func (p *poll) add(views []View, begun time.Time) {
	for _, v := range views {
		if v.Status != StatusPending {
			continue // settled; an older mesh may list it all the same
		}
		next := listed{call: callOf(v, begun), until: begun.Add(assumedLife), deferred: v.Deferred}
		if next.urgent = urgency(next.call, begun); !next.call.Expires.IsZero() {
			next.until = next.call.Expires
		}
		if i, again := p.index[v.ID]; again {
			p.listed[i].merge(next)
			continue
		}
		p.index[v.ID] = len(p.listed)
		p.listed = append(p.listed, next)
	}
}

// merge takes a second listing of the same id. Two scopes often list one
// call. When they show different calls, nobody knows which of them runs.
func (l *listed) merge(other listed) {
	a, b := &l.call, &other.call
	a.InjectionRisk = a.InjectionRisk || b.InjectionRisk
	if !b.Expires.IsZero() && (a.Expires.IsZero() || b.Expires.Before(a.Expires)) {
		a.Expires, l.urgent = b.Expires, other.urgent
	}
	if l.deferred = l.deferred || other.deferred; l.deferred {
		return
	}
	same := a.Tool == b.Tool && a.Agent == b.Agent && a.Fault == b.Fault && reflect.DeepEqual(a.Params, b.Params)
	if !same {
		a.Params = nil
		a.Fault = "the mesh lists different calls under one id"
	}
}

func callOf(v View, begun time.Time) decision.Call {
	return decision.Call{
		ID: v.ID, Agent: v.Agent, Tool: v.Tool, Params: v.Params,
		PolicyRule: v.PolicyRule, InjectionRisk: v.InjectionRisk, Fault: v.Fault,
		Created: v.Created, Expires: expiry(v.Remaining, begun), TraceID: v.TraceID,
	}
}

// expiry counts from the start of the request, since nobody knows when in
// between the mesh looked at its clock: too early is the safe side. The mesh
// cuts to whole seconds, so "0s" stands for half of one on average.
func expiry(remaining *time.Duration, begun time.Time) time.Time {
	switch {
	case remaining == nil:
		return time.Time{}
	case *remaining <= 0: // a mesh that lists it all the same still waits
		return begun.Add(time.Second / 2)
	}
	return begun.Add(*remaining)
}

func urgency(c decision.Call, begun time.Time) time.Time {
	switch {
	case !c.Expires.IsZero():
		return c.Expires
	case !c.Created.IsZero():
		return c.Created.Add(assumedLife)
	}
	return begun.Add(assumedLife)
}

// byUrgency orders the most urgent call first. The mesh lists the newest
// first, so that its own order would let the oldest expire.
func byUrgency(a, b listed) int {
	return cmp.Or(
		a.urgent.Compare(b.urgent),
		a.call.Created.Compare(b.call.Created),
		strings.Compare(a.call.ID, b.call.ID),
	)
}

func sortByUrgency(list []listed) { slices.SortFunc(list, byUrgency) }
