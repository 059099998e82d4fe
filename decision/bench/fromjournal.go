package bench

import (
	"container/list"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of what is kept of a journal.
const (
	// MaxObservations bounds the observations that are kept, the newest ones.
	MaxObservations = 100_000
	// MaxOpenBytes bounds the records of decisions without an outcome so far. At
	// the limit the oldest give way.
	MaxOpenBytes = 256 << 20
)

// JournalReader finds in a journal what people decided about calls that a
// supervisor had judged. The zero value is ready. It is safe for concurrent use.
type JournalReader struct {
	// Person says which resolvers of a call are people, as in [Reader].
	Person func(resolver string) bool
}

// Read joins the decisions of a journal with what people decided. Records are
// its lines, in order, those of its rotated files first; each is valid until the
// next one only. Set names the cases. An error of the sequence ends the reading,
// and is returned with what was found.
//
// Only calls of a queue have outcomes. Of several decisions on a call the last
// one before the outcome counts, and only if it was about the same call: the
// fingerprints must be equal. The first word of a person on a call counts.
func (r *JournalReader) Read(set string, records iter.Seq2[json.RawMessage, error]) (*Observations, error) {
	j := joining{set: set, person: r.Person, open: map[string]*list.Element{}}
	j.found.Counts.Others = map[string]int{}
	if j.person == nil {
		j.person = isPerson
	}
	var failed error
	for line, err := range records {
		if err != nil {
			failed = fmt.Errorf("read the journal after record %d: %w", j.found.Counts.Records, err)
			break
		}
		j.record(line)
	}
	for e := j.oldest.Front(); e != nil; e = e.Next() {
		o := e.Value.(*openCall)
		j.found.Counts.Forgotten += one(o.forgotten)
		j.found.Counts.Waiting += one(o.left && !o.forgotten)
	}
	return &j.found, failed
}

// joining is one reading.
type joining struct {
	set    string
	person func(string) bool
	found  Observations

	open   map[string]*list.Element // of oldest, by id
	oldest list.List                // of *openCall, the oldest first
	bytes  int                      // of all records in it
}

// openCall is a call whose last decision has no outcome so far.
type openCall struct {
	id, fingerprint string
	line            []byte // the record of the decision
	number          int
	left, forgotten bool
}

func (j *joining) record(line []byte) {
	j.found.Counts.Records++
	var r journalRecord
	// The own member of an event may have a name of ours and another type.
	otherType := new(json.UnmarshalTypeError)
	if err := json.Unmarshal(line, &r); err != nil && !(errors.As(err, &otherType) && r.Type != "") {
		j.found.Counts.Unreadable++
		return
	}
	switch {
	case r.ID == "":
	case r.Type == decision.EventDecision && r.Via == decision.ViaMesh:
		j.found.Counts.Decisions++
		j.decided(&r, line)
	case r.Type == decision.EventOutcome:
		j.outcome(&r)
	}
}

// decided keeps the last decision on a call.
func (j *joining) decided(r *journalRecord, line []byte) {
	j.close(r.ID)
	kept := &openCall{
		id: r.ID, fingerprint: r.Fingerprint, line: append([]byte(nil), line...), number: j.found.Counts.Records,
		left: r.Observed || r.Decision == decision.Escalate.Past(),
	}
	j.open[r.ID] = j.oldest.PushBack(kept)
	j.bytes += len(kept.line)
	for j.bytes > MaxOpenBytes && j.oldest.Len() > 1 {
		j.close(j.oldest.Front().Value.(*openCall).id)
		j.found.Counts.Dropped++
	}
}

func (j *joining) close(id string) {
	if e, open := j.open[id]; open {
		j.bytes -= len(e.Value.(*openCall).line)
		j.oldest.Remove(e)
		delete(j.open, id)
	}
}

// outcome ends the wait for what became of a call, unless it says that the call
// still waits.
func (j *joining) outcome(r *journalRecord) {
	e, open := j.open[r.ID]
	if !open {
		return // of a decision before the beginning, or known already
	}
	o, counts := e.Value.(*openCall), &j.found.Counts
	switch {
	case o.fingerprint != r.Fingerprint:
		counts.Mismatched++
		return
	case r.Outcome == decision.OutcomeSent:
		counts.Ours++
	case r.Outcome == decision.OutcomeForgotten, r.Outcome == decision.OutcomeLost && r.Status == "":
		o.forgotten = true // another supervisor of this journal may know
		return
	case r.Outcome == decision.OutcomeSettled || r.Outcome == decision.OutcomeLost:
		j.settled(o, r)
	default:
		return
	}
	j.close(r.ID)
}

// settled counts a call that was settled by others, and keeps it if they were
// people.
func (j *joining) settled(o *openCall, r *journalRecord) {
	counts := &j.found.Counts
	label, known := settledLabel(r.Status)
	switch {
	case !known:
		counts.TimedOut++
		return
	case !j.person(r.ResolvedBy):
		counts.Others[kindOf(r.ResolvedBy)]++
		return
	}
	var made journalRecord
	_ = json.Unmarshal(o.line, &made) // it was read before
	obs := made.observation(j.set, o.number)
	obs.Case.Label, obs.By, obs.At = label, r.ResolvedBy, r.ResolvedAt
	if obs.At.IsZero() {
		obs.At, _ = time.Parse(time.RFC3339Nano, r.Time) // zero: not known
	}
	counts.People++
	counts.NotReplayable += one(!obs.Replayable)
	if len(j.found.List) == MaxObservations {
		j.found.List = j.found.List[1:]
		counts.Dropped++
	}
	j.found.List = append(j.found.List, obs)
}
