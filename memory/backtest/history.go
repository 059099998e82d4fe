package backtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// MaxCalls bounds the calls that a [History] holds: some months of a busy agent.
// At the limit the oldest that nobody settled give way, then the oldest.
const MaxCalls = 100_000

// maxSteps bounds all that is held, with what people said about calls that gave
// way; beyond it reading ends with an error.
const maxSteps = 8 * MaxCalls

// ErrNothing says that a journal has no decisions to look at.
var ErrNothing = errors.New("there is no decision of a supervisor in it")

// History is what a journal tells of calls, in the order of its records.
type History struct {
	// Records counts what was read, Unreadable what of it is no record, Dropped
	// the calls beyond [MaxCalls].
	Records, Unreadable, Dropped int

	steps []step
	open  map[string]*call // the last decision on each id
	calls int
}

// step is one record: a decision, or an outcome of one.
type step struct {
	at      time.Time
	call    *call
	outcome *decision.Outcome // nil: the decision
}

// call is a decision, with what is needed of its call.
type call struct {
	decision decision.Decision
	params   map[string]any // nil: not kept whole, or with something masked
	text     string         // for people: one line, secrets masked
	reach    reach
	known    bool              // there is a decision, not only an outcome
	settled  *decision.Outcome // by whoever it was, if not by the supervisor
}

// Read reads the records of a journal, those of its rotated files first; see
// journal.All. Each is valid until the next one only. An error of the sequence
// ends it and is returned; [ErrNothing] says that there is no decision in it.
func Read(records iter.Seq2[json.RawMessage, error]) (*History, error) {
	h := &History{open: map[string]*call{}}
	for line, err := range records {
		if err != nil {
			return nil, fmt.Errorf("after record %d: %w", h.Records, err)
		}
		h.Records++
		r, err := readRecord(line)
		if err != nil {
			h.Unreadable++
			continue
		}
		if h.add(r); len(h.steps) > maxSteps {
			return nil, fmt.Errorf("more than %d records about calls: take a part of the journal", maxSteps)
		}
	}
	if h.prune(MaxCalls); h.calls == 0 {
		return nil, fmt.Errorf("%w: %d records, %d of them unreadable", ErrNothing, h.Records, h.Unreadable)
	}
	return h, nil
}

func (h *History) add(r record) {
	switch {
	case r.ID == "":
	case r.Type == decision.EventDecision && r.Decision != "":
		c := r.call()
		h.open[r.ID] = c
		h.steps = append(h.steps, step{at: c.decision.Time, call: c})
		if h.calls++; h.calls >= 2*MaxCalls {
			h.prune(MaxCalls)
		}
	case r.Type == decision.EventOutcome && (r.Outcome == decision.OutcomeSettled || r.Outcome == decision.OutcomeLost):
		h.outcome(r)
	}
}

// outcome keeps who settled a call, if it is the call that was decided: of one
// that is not known only what the outcome itself says.
func (h *History) outcome(r record) {
	c := h.open[r.ID]
	if c == nil || c.decision.Fingerprint != r.Fingerprint {
		c = &call{decision: decision.Decision{ID: r.ID, Agent: r.Agent, Tool: r.Tool, Fingerprint: r.Fingerprint}}
	}
	o := &decision.Outcome{State: r.Outcome, By: r.ResolvedBy, Status: r.Status, At: r.ResolvedAt}
	if c.settled == nil {
		c.settled = o
	}
	// Nobody knew of it before it was recorded, whenever it was.
	h.steps = append(h.steps, step{at: r.Time, call: c, outcome: o})
}

// prune drops calls until there are no more than limit.
func (h *History) prune(limit int) {
	for _, settledToo := range []bool{false, true} {
		excess := h.calls - limit
		if excess <= 0 {
			return
		}
		kept := h.steps[:0]
		for _, s := range h.steps {
			if s.outcome == nil && excess > 0 && (settledToo || s.call.settled == nil) {
				excess--
				h.Dropped++
				h.calls--
				if h.open[s.call.decision.ID] == s.call {
					delete(h.open, s.call.decision.ID)
				}
				continue
			}
			kept = append(kept, s)
		}
		clear(h.steps[len(kept):])
		h.steps = kept
	}
}

// end is when the last record was written.
func (h *History) end() time.Time { return h.steps[len(h.steps)-1].at }

// begin is when the last so many days of the history begin; 0 days: with it.
func (h *History) begin(days int) time.Time {
	if days <= 0 {
		return time.Time{}
	}
	return h.end().AddDate(0, 0, -days)
}
