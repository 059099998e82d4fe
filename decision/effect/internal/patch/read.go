package patch

import (
	"slices"
	"strings"
)

const (
	beginMark = "*** Begin Patch"
	endMark   = "*** End Patch"
)

// Read tells what a patch does. A text that is none is a gap.
func Read(text string) Report {
	r := reader{lines: splitLines(text)}
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), beginMark) {
		r.v4a()
	} else {
		r.unified()
	}
	if len(r.report.Changes) == 0 && len(r.report.Gaps) == 0 {
		r.gap("no file is changed")
	}
	r.merge()
	return r.report
}

// reader goes through the lines of a patch.
type reader struct {
	lines  []string
	at     int
	report Report
}

func splitLines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

func (r *reader) gap(reason string) {
	if len(r.report.Gaps) < MaxGaps {
		r.report.Gaps = append(r.report.Gaps, Gap{reason, r.at + 1})
	}
}

func (r *reader) done() bool { return r.at >= len(r.lines) }

// start begins a change.
func (r *reader) start(op Op, path string) *Change {
	if path == "" {
		r.gap("change without a path")
	}
	if len(r.report.Changes) == MaxFiles {
		r.gap("more files than are looked at")
		return &Change{}
	}
	r.report.Changes = append(r.report.Changes, Change{Op: op, Path: path})
	return &r.report.Changes[len(r.report.Changes)-1]
}

// merge makes one replacement of a deletion and an addition of the same file:
// the addition alone would not show that something goes.
func (r *reader) merge() {
	byPath := map[string]int{}
	kept := r.report.Changes[:0]
	for _, c := range r.report.Changes {
		i, seen := byPath[c.Path]
		if !seen || kept[i].Op == c.Op || c.Op != Add && c.Op != Delete {
			byPath[c.Path] = len(kept)
			kept = append(kept, c)
			continue
		}
		old := &kept[i]
		if old.Op == Add || old.Op == Delete {
			old.Op, old.Added = Replace, old.Added+c.Added
			old.Removed = min(old.Removed, c.Removed)
			continue
		}
		kept = append(kept, c)
	}
	r.report.Changes = slices.Clip(kept)
}
