package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// What the shell itself does beside the acts of programs.
const (
	// Runs says that a program is started: Word is its name.
	Runs command.Do = "runs"
	// Feeds says that a stream or file goes where an earlier act of the same
	// segment says: Data tells what leaves.
	Feeds command.Do = "feeds"
)

// Report is what a command line would do.
type Report struct {
	Acts []Act
	Gaps []Gap
	// Segments are the simple commands, each as its words with one blank
	// between them, and the files that redirections write: "> file".
	Segments []string
	// NamesWorkingDir says that a word holds the path of Engine.WorkingDir, or
	// a part of it: $PWD, or what pwd(1) prints.
	NamesWorkingDir bool
}

// Gap is a part of a command line that could not be seen.
type Gap struct{ Reason, Segment string }

// Act is one act of one simple command.
type Act struct {
	command.Act
	Dir     string   // where relative paths count from; empty: where the call starts, [NoDir]: unknown
	Data    []Source // where that comes from which is run, or which leaves
	Away    string   // "remote", "container": not on this machine; empty: here
	Fresh   bool     // the path was made by this command line
	By      string   // the row that says so
	Segment string   // the source text of the simple command
}

// NoDir is the directory that nobody knows.
const NoDir = "\x00"

// A command line of some bytes has about as many acts as bytesAnAct says. Room
// for up to usualActs is made at once; there may be more of them.
const (
	bytesAnAct = 10
	usualActs  = 16
)

func (r *run) gap(reason string) {
	for _, g := range r.report.Gaps {
		if g.Reason == reason && g.Segment == r.segment {
			return
		}
	}
	if len(r.report.Gaps) < maxGaps {
		r.report.Gaps = append(r.report.Gaps, Gap{Reason: reason, Segment: r.segment})
	}
}

// act reports one act for each directory that the shell may be in.
func (r *run) act(a Act) {
	if len(r.report.Acts) >= maxActs {
		r.gap("more acts than are looked at")
		return
	}
	a.Segment, a.Away = r.segment, r.away
	if a.By == "" {
		a.By = r.by
	}
	if r.seen(&a) {
		return
	}
	if r.report.Acts == nil {
		r.report.Acts = make([]Act, 0, min(2+len(r.source)/bytesAnAct, usualActs))
	}
	r.report.Acts = append(r.report.Acts, a)
}

// seen finds an act that was just reported, as loops and alternatives do again
// and again.
func (r *run) seen(a *Act) bool {
	from := max(0, len(r.report.Acts)-maxRepeats)
	for i := range r.report.Acts[from:] {
		b := &r.report.Acts[from+i]
		if b.Do == a.Do && b.Word.Text == a.Word.Text && b.Word.Glob == a.Word.Glob && b.Word.Spread == a.Word.Spread && b.What == a.What && b.Dir == a.Dir &&
			b.Segment == a.Segment && b.Deep == a.Deep && b.Away == a.Away && len(b.Data) == len(a.Data) && b.Fresh == a.Fresh &&
			(a.Do != command.Dest || slices.EqualFunc(a.Words, b.Words, sameText)) {
			return true
		}
	}
	return false
}

func sameText(a, b command.Word) bool { return a.Text == b.Text }

// started reports that a program or builtin runs, so that every command has an
// act and a segment.
func (r *run) started(words []word) {
	if isJoined(r.segment, words) {
		r.addSegment(r.segment)
	} else {
		r.addSegment(joined(words))
	}
	r.act(Act{Act: command.Act{Do: Runs, Word: words[0].Word}, Data: sourcesOf(words)})
}

// isJoined reports a text that is the words with one blank between them, as a
// plain command line is.
func isJoined(text string, words []word) bool {
	for i := range words {
		if i > 0 {
			if text == "" || text[0] != ' ' {
				return false
			}
			text = text[1:]
		}
		rest, ok := strings.CutPrefix(text, words[i].Text)
		if !ok {
			return false
		}
		text = rest
	}
	return text == ""
}

// joined are the words with one blank between them.
func joined(words []word) string {
	size := len(words) - 1
	for i := range words {
		size += len(words[i].Text)
	}
	var b strings.Builder
	b.Grow(max(size, 0))
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].Text)
	}
	return b.String()
}

func (r *run) addSegment(s string) {
	if len(r.report.Segments) < maxActs && !slices.Contains(r.report.Segments[max(0, len(r.report.Segments)-maxRepeats):], s) {
		r.report.Segments = append(r.report.Segments, s)
	}
}
