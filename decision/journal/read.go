package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Record is one record of a journal, with the members that nearly every reader
// wants.
type Record struct {
	File   string `json:"-"` // its name, where several are read
	Line   int    `json:"-"` // its number, from 1; 0: not counted
	Offset int64  `json:"-"` // of its first byte
	// JSON is the whole record. In [Read] it is valid during the call only;
	// clone it to keep it.
	JSON json.RawMessage `json:"-"`

	Time        time.Time             `json:"timestamp"`
	Type        decision.EventType    `json:"type"` // empty: a decision
	ApprovalID  string                `json:"approval_id"`
	Agent       string                `json:"agent_id"`
	Tool        string                `json:"tool"`
	Decision    string                `json:"decision"`    // approved, denied or escalated; of decisions only
	Via         string                `json:"via"`         // mesh or evaluate; of decisions and paused calls
	Fingerprint string                `json:"fingerprint"` // of what was judged
	Approval    string                `json:"approval"`    // under which the call waits, or waited, in a store of our own
	Observed    bool                  `json:"observed"`    // a decision of observe mode: nothing acted on it
	Outcome     decision.OutcomeState `json:"outcome"`     // of outcomes only
	Seq         uint64                `json:"seq"`         // 0: not chained, as the reference's records are
	Hash        string                `json:"hash"`
}

// Read calls fn for every record, in order, until fn fails or ctx ends, whose
// error it returns. It checks no hash: that is [Verify]. Lines that hold no
// JSON object, such as a torn tail, are left out and counted. Records of the
// reference's log are read as well.
func Read(ctx context.Context, r io.Reader, fn func(Record) error) (skipped int, err error) {
	lines := newLineReader(r)
	for {
		l, err := lines.next(ctx)
		if errors.Is(err, io.EOF) {
			return skipped, nil
		}
		if err != nil {
			return skipped, fmt.Errorf("read the journal: %w", err)
		}
		record, ok := parseRecord(l)
		if !ok {
			skipped++
			continue
		}
		if err := fn(record); err != nil {
			return skipped, err
		}
	}
}

func parseRecord(l line) (record Record, ok bool) {
	if l.tooLong || !l.complete || len(l.text) == 0 || l.text[0] != '{' {
		return record, false
	}
	if err := json.Unmarshal(l.text, &record); err != nil {
		// An event's own field may have one of these names and another type; it
		// is left out.
		if wrongType := (*json.UnmarshalTypeError)(nil); !errors.As(err, &wrongType) {
			return record, false
		}
	}
	record.Line, record.Offset, record.JSON = l.number, l.offset, l.text
	return record, true
}
