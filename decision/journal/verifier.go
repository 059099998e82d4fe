package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"github.com/flux7-go/supervisor/decision"
	"io"
	"math"
)

// verifier follows the chain line by line.
type verifier struct {
	report Report
	base   head   // what the first record should build on
	end    Damage // where the file ends
	file   string // its name, if there are several
	whole  bool   // all files are here
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
	marks         markCheck
}

func newVerifier(base head, opts VerifyOptions) *verifier {
	return &verifier{
		base: base, main: base, side: head{hash: "none"}, report: Report{Damage: []Damage{}},
		keys: keyCheck{chain: chain{key: opts.Key}}, marks: markCheck{mark: opts.Checkpoint},
	}
}

func (v *verifier) read(ctx context.Context, r io.Reader) error {
	lines := newLineReader(r)
	for {
		l, err := lines.next(ctx)
		if errors.Is(err, io.EOF) {
			v.end = Damage{File: v.file, Line: lines.number, Offset: lines.offset}
			return nil
		}
		if err != nil {
			return err
		}
		v.line(l)
	}
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
	v.carryOn(l, s)
	v.report.Records++
	at := Damage{File: v.file, Line: l.number, Offset: l.offset, Seq: s.seq}
	v.marks.record(at, s)
	if kind, detail := v.keys.algorithm(at, s); kind != "" {
		v.damage(l, s.seq, kind, detail)
	}
	if !v.keys.matches(s, signed) {
		before := v.main
		v.main, v.lastPrev = head{s.seq, s.hash}, s.prev
		v.bad(l, s.seq, DamageEdited, "the record does not match its hash", before)
		return
	}
	v.link(l, s)
	if isType(l.text, eventDiscontinued) {
		v.damage(l, s.seq, DamageDiscontinued, "the writer found here that records before were gone, or others")
	}
}

// carryOn begins the chain at a first record that carries on another file's,
// unless that should be here too.
func (v *verifier) carryOn(l line, s seal) {
	if v.report.Records == 0 && s.seq > 1 && !v.whole && isRotated(l.text) {
		v.base = head{s.seq - 1, s.prev}
		v.main = v.base
	}
}

// isRotated reports whether a record is the first of a file that carries on
// another one's chain.
func isRotated(line []byte) bool { return isType(line, eventRotated) }

// isType reports whether a record is of one of the journal's own types.
func isType(line []byte, kind decision.EventType) bool {
	at := len(recordStart) + len(timeFormat)
	return len(line) > at && bytes.HasPrefix(line[at:], []byte(`","type":"`+string(kind)+`"`))
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
		detail := count(missing, "record") + " missing before this one"
		if isRotated(l.text) {
			detail += ": a file that was rotated away, or the end of one"
		}
		v.damage(l, s.seq, DamageDeleted, detail)
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
	v.add(Damage{File: v.file, Kind: kind, Line: l.number, Offset: l.offset, Seq: seq, Detail: detail})
}

func (v *verifier) add(d Damage) {
	v.report.Faults++
	if len(v.report.Damage) < MaxDamage {
		v.report.Damage = append(v.report.Damage, d)
	}
}

func (v *verifier) finish() Report {
	if d := v.marks.verdict(v.base, v.main, v.end); d != nil {
		v.add(*d)
	}
	r := v.report
	if v.marks.mark != nil && v.marks.mark.Seq >= v.base.seq {
		r.Checkpoint = v.marks.mark.Seq
	}
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
