package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/flux7-go/supervisor/internal/filelock"
)

// VerifyOptions sets up [Verify] and [VerifyReader].
type VerifyOptions struct {
	// Key is the one that the journal was written with; nil: none.
	Key []byte
}

// Verify is [VerifyReader] of the file at path, which may be written meanwhile:
// it reads what the file holds when nobody is in the middle of writing.
func Verify(ctx context.Context, path string, opts VerifyOptions) (Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	defer func() { _ = f.Close() }()
	size, err := settledSize(ctx, f)
	if err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	return VerifyReader(ctx, io.LimitReader(f, size), opts)
}

// VerifyReader reads a whole journal, of any size in bounded memory, and says
// whether it is intact or where it is damaged. The error is that of reading,
// or of ctx; damage is none.
//
// Intact means: numbers from 1 without a gap, every record builds on the one
// before it and matches its hash. Whether newer records were cut off cannot be
// seen; compare Head with one that was kept elsewhere. With a key, records from
// before the journal had one are accepted in front of those that have it: the
// first keyed record vouches for them.
func VerifyReader(ctx context.Context, r io.Reader, opts VerifyOptions) (Report, error) {
	return verifyFrom(ctx, r, emptyHead(), opts)
}

// verifyFrom verifies records that follow the one that base is the head of.
func verifyFrom(ctx context.Context, r io.Reader, base head, opts VerifyOptions) (Report, error) {
	v := verifier{
		main: base, side: head{hash: "none"},
		report: Report{Damage: []Damage{}}, keys: keyCheck{chain: chain{key: opts.Key}},
	}
	lines := newLineReader(r)
	for {
		l, err := lines.next(ctx)
		if errors.Is(err, io.EOF) {
			return v.finish(), nil
		}
		if err != nil {
			return Report{}, fmt.Errorf("verify the journal: %w", err)
		}
		v.line(l)
	}
}

// verifyLockWait is short: an auditor need not wait for a writer that hangs.
const verifyLockWait = time.Second

// settledSize returns the size between two writes. Where the file cannot be
// locked, as on some network file systems, it takes the size as it is.
func settledSize(ctx context.Context, f *os.File) (int64, error) {
	wait, cancel := context.WithTimeout(ctx, verifyLockWait)
	defer cancel()
	if filelock.Lock(wait, f) == nil {
		defer func() { _ = filelock.Unlock(f) }()
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), ctx.Err()
}

// verifier follows the chain line by line.
type verifier struct {
	report Report
	// main is the record that the next one should build on. After a fork or a
	// duplicate, side is the one that it may build on instead; before, it is one
	// that nothing builds on.
	main, side head
	lastPrev   string // the prev of main's record
	// suspect is 1 plus the index of a bad line in the report's list. The line
	// turns out to be inserted when the next record builds on beforeSuspect.
	suspect       int
	beforeSuspect head
	keys          keyCheck
}

func (v *verifier) line(l line) {
	if !l.complete {
		v.damage(l, 0, DamageTornTail, "the last line is unfinished; opening the journal repairs it")
		return
	}
	s, signed, ok := cutSeal(l.text)
	if l.tooLong || !ok || !json.Valid(l.text) {
		v.bad(l, 0, DamageUnreadable, "the line is not a record of a chain", v.main)
		return
	}
	v.report.Records++
	if kind, detail := v.keys.algorithm(l, s); kind != "" {
		v.damage(l, s.seq, kind, detail)
	}
	if !v.keys.matches(s, signed) {
		before := v.main
		v.main, v.lastPrev = head{s.seq, s.hash}, s.prev
		v.bad(l, s.seq, DamageEdited, "the record does not match its hash", before)
		return
	}
	v.link(l, s)
}

// link checks where a sound record stands in the chain.
func (v *verifier) link(l line, s seal) {
	suspect := v.suspect
	v.suspect = 0
	switch {
	case suspect > 0 && follows(s, v.beforeSuspect):
		if v.report.Faults == suspect { // else it was counted, but not listed
			d := &v.report.Damage[suspect-1]
			d.Kind, d.Detail = DamageInserted, "the line does not belong between the records around it"
		}
	case follows(s, v.main):
	case follows(s, v.side):
		v.side = v.main // the other branch may go on as well
	case suspect > 0 && s.seq == v.beforeSuspect.seq+2:
		// The bad line stands where the one record that is missing was.
	case s.seq > v.main.seq+1:
		missing := int(min(s.seq-v.main.seq-1, math.MaxInt32))
		v.damage(l, s.seq, DamageDeleted, count(missing, "record")+" missing before this one")
	case s.seq == v.main.seq+1:
		v.damage(l, s.seq, DamageBroken, "the record before this one is not the one that it builds on")
	default:
		v.repeated(l, s)
		return
	}
	v.main, v.lastPrev = head{s.seq, s.hash}, s.prev
}

func follows(s seal, h head) bool { return s.seq == h.seq+1 && s.prev == h.hash }

// repeated judges a record whose number was there before.
func (v *verifier) repeated(l line, s seal) {
	kind, detail := DamageDuplicate, "the sequence number was there before"
	if s.seq == v.main.seq && s.prev == v.lastPrev && s.hash != v.main.hash {
		kind, detail = DamageFork, "two records build on the same one, as if two programs wrote without the lock"
	}
	v.damage(l, s.seq, kind, detail)
	v.side = head{s.seq, s.hash}
}

// bad notes a line whose content cannot be trusted. It stands after the record
// that before is the head of.
func (v *verifier) bad(l line, seq uint64, kind DamageKind, detail string, before head) {
	if v.suspect == 0 {
		v.beforeSuspect = before
	}
	v.damage(l, seq, kind, detail)
	v.suspect = len(v.report.Damage)
}

func (v *verifier) damage(l line, seq uint64, kind DamageKind, detail string) {
	v.report.Faults++
	if len(v.report.Damage) < MaxDamage {
		v.report.Damage = append(v.report.Damage, Damage{kind, l.number, l.offset, seq, detail})
	}
}

func (v *verifier) finish() Report {
	r := v.report
	r.LastSeq, r.Head, r.Keyed = v.main.seq, v.main.hash, v.keys.seen
	if d, all := v.keys.verdict(); d != nil {
		if all {
			r.Damage, r.Faults = nil, 0
		}
		r.Damage = append([]Damage{*d}, r.Damage[:min(len(r.Damage), MaxDamage-1)]...)
		r.Faults++
	}
	r.Intact = r.Faults == 0
	return r
}
