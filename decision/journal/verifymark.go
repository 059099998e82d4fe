package journal

import (
	"fmt"
	"time"
)

// markCheck follows a journal's records against a checkpoint.
type markCheck struct {
	mark  *Checkpoint // nil: there is none
	met   bool        // its record was there
	other *Damage     // the first record that has its number, but not its hash
}

func (m *markCheck) record(at Damage, s seal) {
	if m.mark == nil || s.seq != m.mark.Seq {
		return
	}
	m.met = m.met || s.hash == m.mark.Head
	if m.other == nil {
		at.Kind, at.Detail = DamageRebuilt, fmt.Sprintf("the checkpoint of %s knows another record of this number: this one and those before it were made anew", m.time())
		m.other = &at
	}
}

func (m *markCheck) time() string { return m.mark.Time.UTC().Format(time.RFC3339) }

// verdict is what there is to say at the end, which is the record of last; the
// file begins after base.
func (m *markCheck) verdict(base, last head, end Damage) *Damage {
	switch {
	case m.mark == nil || m.met:
		return nil
	case m.mark.Seq == base.seq:
		if m.mark.Head == base.hash {
			return nil
		}
		return &Damage{Kind: DamageRebuilt, Line: 1, Seq: base.seq + 1, Detail: fmt.Sprintf("the checkpoint of %s knows another record before this one", m.time())}
	case last.seq < m.mark.Seq:
		end.Kind, end.Seq = DamageTruncated, last.seq+1
		end.Detail = fmt.Sprintf("%s missing at the end: the checkpoint of %s has number %d", countOf(m.mark.Seq-last.seq, "record"), m.time(), m.mark.Seq)
		return &end
	default:
		return m.other // nil: its record was rotated away, or is missing, which has been said
	}
}
