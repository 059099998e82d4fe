package journal

import (
	"fmt"
	"strings"
)

// DamageKind says what is wrong at one place of a journal.
type DamageKind string

// The kinds of damage. A chain without a key cannot tell a record that was
// edited and hashed anew from one that was put in another's place: both are
// [DamageBroken].
const (
	// DamageTornTail: the last line is unfinished. A kill or a full disk does
	// that; [Open] repairs it.
	DamageTornTail DamageKind = "torn_tail"
	// DamageUnreadable: a line is no sealed record.
	DamageUnreadable DamageKind = "unreadable"
	// DamageEdited: a record does not match its hash.
	DamageEdited DamageKind = "edited"
	// DamageInserted: a line that does not belong stands between two records
	// that follow each other.
	DamageInserted DamageKind = "inserted"
	// DamageDeleted: records are missing before this one.
	DamageDeleted DamageKind = "deleted"
	// DamageBroken: a record has the right number, but builds on another record
	// than the one before it.
	DamageBroken DamageKind = "broken_chain"
	// DamageDuplicate: a sequence number that was there already.
	DamageDuplicate DamageKind = "duplicate"
	// DamageFork: two different records build on the same one, as when two
	// programs write without the lock.
	DamageFork DamageKind = "fork"
	// DamageDiscontinued: the record says that its writer found the file cut
	// off, replaced or rebuilt. The chain is sound from there on.
	DamageDiscontinued DamageKind = "discontinued"
	// DamageTruncated: the newest records are gone, up to one that a checkpoint
	// knows.
	DamageTruncated DamageKind = "truncated"
	// DamageRebuilt: the record that a checkpoint knows is another one now, so
	// that it and those before it were made anew.
	DamageRebuilt DamageKind = "rebuilt"
	// DamageCheckpoint: the checkpoint beside the file was changed, or does not
	// match the key, so that the journal cannot be held against it.
	DamageCheckpoint DamageKind = "checkpoint"
	// DamageKeyNeeded: the records are chained with a key, and none was given.
	// Their numbers and links were checked, their content was not.
	DamageKeyNeeded DamageKind = "key_needed"
	// DamageWrongKey: no record that is chained with a key matches the given one.
	DamageWrongKey DamageKind = "wrong_key"
	// DamageUnkeyed: with a key given, a record without it follows one that has
	// it, or none has it.
	DamageUnkeyed DamageKind = "unkeyed"
)

// MaxDamage bounds how many places a [Report] lists; it counts them all.
const MaxDamage = 100

// Damage is one place where a journal is not as it was written.
type Damage struct {
	Kind   DamageKind `json:"kind"`
	File   string     `json:"file,omitempty"` // its name, where several were verified
	Line   int        `json:"line"`           // from 1
	Offset int64      `json:"offset"`         // of the line's first byte
	Seq    uint64     `json:"seq"`            // of the record; 0: unreadable
	Detail string     `json:"detail"`         // for people; no content of the record
}

// Report is what [Verify] found.
type Report struct {
	Intact  bool   `json:"intact"`
	Records int    `json:"records"` // sealed ones, damaged or not
	LastSeq uint64 `json:"last_seq"`
	Head    string `json:"head"`  // the hash of the last record that was read; 64 zeros: none
	Keyed   bool   `json:"keyed"` // there are records that are chained with a key
	// Checkpoint is the number of the record that a checkpoint vouches for; 0:
	// there was none to hold the journal against, so that nobody can say whether
	// the newest records were cut off.
	Checkpoint uint64   `json:"checkpoint_seq"`
	Damage     []Damage `json:"damage"` // the first MaxDamage places
	Faults     int      `json:"faults"` // all places
}

// String says it to people, a line a place.
func (r Report) String() string {
	if r.Intact {
		checked := ""
		if r.Checkpoint > 0 {
			checked = fmt.Sprintf(", as the checkpoint at %d has it", r.Checkpoint)
		}
		return fmt.Sprintf("intact: %s, head %s%s", count(r.Records, "record"), r.Head, checked)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "damaged: %s in %s", count(r.Faults, "fault"), count(r.Records, "record"))
	for _, d := range r.Damage {
		b.WriteString("\n  ")
		if d.File != "" {
			b.WriteString(d.File + ": ")
		}
		fmt.Fprintf(&b, "line %d (byte %d, seq %d): %s: %s", d.Line, d.Offset, d.Seq, d.Kind, d.Detail)
	}
	if more := r.Faults - len(r.Damage); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}

// withMark adds that the checkpoint cannot be relied on, because of err.
func (r Report) withMark(err error) Report {
	if err == nil {
		return r
	}
	d := Damage{Kind: DamageCheckpoint, Detail: err.Error()}
	r.Damage = append([]Damage{d}, r.Damage[:min(len(r.Damage), MaxDamage-1)]...)
	r.Faults++
	r.Intact = false
	return r
}

func count(n int, what string) string { return countOf(uint64(max(n, 0)), what) }

func countOf(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
