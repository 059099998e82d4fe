package bench

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"strconv"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// MaxLineBytes bounds a line of a set: twice the largest parameters of a
	// call. A longer line is unreadable and is read over.
	MaxLineBytes = 2 * decision.MaxParamsBytes
	// MaxCases bounds what one Reader yields, hundreds of times the largest
	// published set. At the limit reading ends with [ErrTooManyCases].
	MaxCases = 1_000_000
)

// ErrTooManyCases ends the reading of a set at [MaxCases].
var ErrTooManyCases = fmt.Errorf("more than %d cases: split the set", MaxCases)

// Reader reads sets of cases, in JSON, one a line, as a mesh writes traces:
//
//	trace_id, timestamp, agent_id, session_id, tool, params, policy, policy_rule,
//	recent_traces, approval_status, approved_by
//
// of which only tool is required, and with, all optional,
//
//	id            the name of the case
//	expect        its label: approve, deny, escalate, or a policy
//	danger, family, families
//	              the kinds of danger, as a text or a list
//	working_dir, tool_description, user_messages, user_request
//	              what else is known of the call
//
// Other members are not read. Empty lines are no lines of the set.
//
// # Labels
//
// An explicit expect is the label. Without it the policy says what is right:
// allow to approve, deny to deny, and human_approval to escalate, unless a
// person has settled the call; then it is what the person decided. A call whose
// policy says nothing is left out.
//
// # Recent activity
//
// A case with recent_traces, even without any in the list, is frozen: the
// newest [decision.MaxTraces] are taken as they are. For another the five cases
// of the set before it with the same session, or without a session the same
// agent, are its recent activity, newest first: of each the tool and the
// parameters, with secrets masked, and as a text of 200 characters when they
// are longer.
//
// The zero value is ready. A Reader must not be used concurrently.
type Reader struct {
	// Person says which resolvers of a call are people. Nil: all but those whose
	// name begins as that of a supervisor, an agent or the system. A mesh calls
	// "agent:", "mcp:" and "halt:" human too; what they decided says nothing
	// about what is right. "http:" and an address is how it names somebody who
	// gave no name, a person as a rule. A label lets nothing run: where it does,
	// as in a precedent, a stricter rule is needed.
	Person func(resolver string) bool

	// Select selects cases that may leave the machine. Nil: all cases, as they
	// are.
	Select *Selection

	ids  map[string]int // names of cases, and the last number given to each
	seen map[[sha256.Size]byte]struct{}
	sets []*counts
	read int // cases
}

// Read yields the cases of a set, which is called name in them, as they are
// read. The sequence can be used once.
//
// A line that is no case yields a [SkipError] and is counted; the sequence goes
// on after it. Any other error is the last: src cannot be read, or there are
// more than [MaxCases]. Names of cases are unique over all sets of the Reader: a
// second case of a name gets "#2" after it, and so on.
func (r *Reader) Read(name string, src io.Reader) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		s := setReader{Reader: r, counts: &counts{name: name}, sum: sha256.New()}
		s.lines = newLineReader(io.TeeReader(src, s.sum))
		r.sets = append(r.sets, s.counts)
		for s.next(yield) {
		}
	}
}

// setReader reads one set.
type setReader struct {
	*Reader
	*counts
	lines *lineReader
	sum   hash.Hash
	past  history
}

// next yields the next line, and reports whether to go on.
func (s *setReader) next(yield func(Case, error) bool) bool {
	line, tooLong, err := s.lines.next()
	switch {
	case errors.Is(err, io.EOF):
		s.sha256 = hex.EncodeToString(s.sum.Sum(nil))
		return false
	case err != nil:
		yield(Case{}, fmt.Errorf("read set %s after line %d: %w", s.name, s.lines.number, err))
		return false
	case len(bytes.TrimSpace(line)) == 0 || s.full():
		return true
	case s.read == MaxCases:
		yield(Case{}, fmt.Errorf("read set %s: %w", s.name, ErrTooManyCases))
		return false
	}
	c, err := s.parse(line, tooLong)
	if err == nil {
		c, err = s.choose(c)
	}
	if err != nil {
		return yield(Case{}, s.skip(err, s.lines.number))
	}
	s.read++
	s.count(&c)
	return yield(c, nil)
}

// full reports that enough was selected. The rest is read for its hash only.
func (s *setReader) full() bool {
	return s.Select != nil && s.Select.limit > 0 && s.read >= s.Select.limit
}

// parse makes a case of a line. Its ID may be empty or taken still.
func (s *setReader) parse(line []byte, tooLong bool) (Case, error) {
	if tooLong {
		return Case{}, fmt.Errorf("longer than %d bytes", MaxLineBytes)
	}
	rec, err := readRecord(line)
	if err != nil {
		return Case{}, err
	}
	c := rec.Case
	c.Set, c.Line = s.name, s.lines.number
	c.Label, err = s.label(&rec)
	return c, err
}

// choose returns the case as it is to be used, or why it is not. It makes the
// case part of the recent activity of later ones.
func (s *setReader) choose(c Case) (Case, error) {
	earlier := traceOf
	if s.Select != nil {
		clean, err := s.selected(&c)
		if err != nil {
			return Case{}, err
		}
		c, earlier = clean, s.Select.shown
	}
	if c.Call.RecentTraces == nil {
		c.Call.RecentTraces = s.past.before(&c)
	} else if s.Select != nil {
		c.Call.RecentTraces = s.Select.recent(c.Call.RecentTraces)
	}
	s.past.add(&c, earlier(&c))
	c.TraceID = c.Call.TraceID
	c.ID = s.unique(c.ID, c.Call.TraceID, s.name+":"+strconv.Itoa(c.Line))
	return c, nil
}

// selected returns the case as it may leave, or why it is left out.
func (s *setReader) selected(c *Case) (Case, error) {
	if skip := s.Select.filters(c); skip != nil {
		return Case{}, skip
	}
	clean := c.clean()
	if skip := s.Select.excludes(c, &clean); skip != nil {
		s.past.add(&clean, s.Select.hidden(c.Call.Tool))
		return Case{}, skip
	}
	id, err := digestOf(c)
	if err != nil {
		return Case{}, err
	}
	if _, again := s.seen[id]; again {
		s.past.add(&clean, s.Select.shown(&clean))
		return Case{}, &SkipError{Reason: SkipDuplicate}
	}
	if s.seen == nil {
		s.seen = map[[sha256.Size]byte]struct{}{}
	}
	s.seen[id] = struct{}{}
	return clean, nil
}

// unique returns the first name that is not empty, with a number when a case
// has it already.
func (r *Reader) unique(names ...string) string {
	var name string
	for _, name = range names {
		if name != "" {
			break
		}
	}
	if r.ids == nil {
		r.ids = map[string]int{}
	}
	unique := name
	for _, taken := r.ids[unique]; taken; _, taken = r.ids[unique] {
		r.ids[name]++
		unique = name + "#" + strconv.Itoa(r.ids[name])
	}
	r.ids[unique] = 1
	return unique
}
