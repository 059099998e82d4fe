package callback

import "fmt"

// fate is what became of a call that waits no more.
type fate uint8

const (
	fateExpired fate = iota
	fateAnswered
)

// past remembers the last [maxPast] calls that wait no more. The queue's mutex
// guards it.
type past struct {
	order []string // ids, oldest first from next on
	next  int
	calls map[string]formerly
}

type formerly struct {
	what   what
	fate   fate
	passed int // how often its time ran out after a reviewer had seen it
}

func newPast() past { return past{calls: map[string]formerly{}} }

func (p *past) add(id string, w what, f fate) {
	if _, known := p.calls[id]; !known {
		if len(p.order) < maxPast {
			p.order = append(p.order, id)
		} else {
			delete(p.calls, p.order[p.next])
			p.order[p.next] = id
			p.next = (p.next + 1) % maxPast
		}
	}
	p.calls[id] = formerly{w, f, p.calls[id].passed}
}

// passOver counts that a call's time ran out after a reviewer had seen it.
func (p *past) passOver(id string) {
	f := p.calls[id]
	f.passed++
	p.calls[id] = f
}

// isPassedOver reports whether a call need not be put before reviewers again.
func (p *past) isPassedOver(id string) bool { return p.calls[id].passed >= maxShown }

// what returns which call had an id.
func (p *past) what(id string) (what, bool) {
	f, known := p.calls[id]
	return f.what, known
}

// explain says why a call that does not wait cannot be answered.
func (p *past) explain(id string) error {
	switch f, known := p.calls[id]; {
	case !known:
		return fmt.Errorf("unknown approval_id %.64q: sup7_pending lists the calls that wait", id)
	case f.fate == fateAnswered:
		return fmt.Errorf("approval %.64q was answered already: the first answer counts", id)
	}
	return p.expired(id)
}

func (*past) expired(id string) error {
	return fmt.Errorf("approval %.64q has expired: nobody waits for its answer any more", id)
}
