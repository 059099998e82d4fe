package code

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// write is what a call writes at one place, whatever the tool.
type write struct {
	text string          // the path as the call gives it, for a look at how it is spelt; may be empty
	at   effect.Location // where it leads
	// below says that files in that directory are written, whose names are not
	// known.
	below bool
	from  string // the absolute path of the file that it becomes a copy of; empty: none
	// results are what the file may hold afterwards, from what it holds before;
	// of a copy, from what that file holds.
	results func(current string) ([]string, error)
	edits   bool // the result depends on what the file holds
	link    bool // it becomes another name of what is elsewhere
}

// source is the file whose content counts.
func (w write) source() string {
	if w.from != "" {
		return w.from
	}
	return w.at.Path
}

var errUnlocated = errors.New("the call does not say where it writes")

// writesOf returns what a call writes, as far as it can be told. Command lines
// and file tools are read whole; of other tools the places are known at most.
func (l *gateLook) writesOf(ctx context.Context) []write {
	if list, ok := effect.FileWritesOf(l.call); ok {
		return l.fileWrites(list, l.call.WorkingDir)
	}
	if l.opts.Analyzer != nil {
		if list, ok := effect.WritesOf(l.opts.Analyzer, l.call); ok {
			return l.shellWrites(list, runsCode(l.call.Effects(ctx)))
		}
	}
	var list []write
	for _, e := range l.call.Effects(ctx).List {
		if (e.Kind == decision.Creates || e.Kind == decision.Overwrites) && filepath.IsAbs(e.Target) {
			list = append(list, write{at: effect.Location{Path: e.Target, Zone: e.Zone}, results: unknown})
		}
	}
	return list
}

func unknown(string) ([]string, error) { return nil, effect.ErrUnknownContent }

func (l *gateLook) fileWrites(list []effect.FileWrite, dir string) []write {
	made := make([]write, 0, len(list))
	for _, f := range list {
		w := write{text: f.Path, at: l.locate(f.Path, dir), results: f.Results, edits: true}
		if f.From != "" {
			from := l.locate(f.From, dir)
			w.from, w.edits = from.Path, false
			if from.Err != nil {
				w.from, w.results = "", unknown
			}
			w.at = into(w.at, w.from)
		}
		if w.from != "" && w.at.Err == nil && isDir(w.from) {
			made = append(made, treeWrites(w.at, w.from)...)
			continue
		}
		made = append(made, w)
	}
	return made
}

// runsCode reports whether a command line runs programs that may change any file
// before it goes on.
func runsCode(e decision.Effects) bool {
	return e.Opaque() || slices.ContainsFunc(e.List, func(e decision.Effect) bool {
		return e.Kind == decision.ExecutesProject || e.Kind == decision.ExecutesUnseen
	})
}

// shellWrites are those of a command line. What it copies after code ran is not
// what is on the disk now.
func (l *gateLook) shellWrites(list []effect.Write, runs bool) []write {
	var made []write
	for i, s := range list {
		if s.Patch {
			made = append(made, l.patchWrites(s)...)
			continue
		}
		w := write{at: effect.Location{Path: s.Path}, below: s.Below, link: s.By == "ln", results: unknown}
		switch content := s.Content; {
		case s.Path == "":
			w.at.Err = errUnlocated
		case s.CopyOf != "" && (isDir(s.CopyOf) || writesBelow(list[:i], s.CopyOf)):
			made = append(made, copiedTree(list, i, runs)...)
			continue
		case s.CopyOf != "":
			if at := into(w.at, s.CopyOf); at != w.at {
				w.at, w.below = at, false
			}
			if !runs {
				w.from, w.results = s.CopyOf, func(current string) ([]string, error) { return []string{current}, nil }
			}
		case i > 0 && len(made) > 0 && isInside(s, list[i-1]):
			last := made[len(made)-1]
			w.from, w.results, w.edits = last.from, last.results, last.edits
		case s.Known && s.Append:
			w.results, w.edits = func(current string) ([]string, error) { return []string{current + content}, nil }, true
		case s.Known:
			w.results = func(string) ([]string, error) { return []string{content}, nil }
		}
		made = append(made, w)
	}
	return made
}

// copiedTree is what the copy of a directory writes. If the line writes into that
// before, or runs code, its files are not those on the disk.
func copiedTree(list []effect.Write, i int, runs bool) []write {
	s := list[i]
	at := effect.Location{Path: s.Path}
	named := !s.Below || i+1 < len(list) && list[i+1].CopyOf == s.CopyOf && isInside(list[i+1], s) && !list[i+1].Below
	if !named || runs || writesBelow(list[:i], s.CopyOf) {
		return []write{{at: at, below: true, results: unknown}}
	}
	return treeWrites(into(at, s.CopyOf), s.CopyOf)
}

// isInside reports whether a write is the one before, in case that its place is
// a directory: what a copy is called is known, and whether there is a directory
// is not.
func isInside(s, before effect.Write) bool {
	return !s.Known && s.Segment == before.Segment && before.Path != "" && filepath.Dir(s.Path) == before.Path
}

// patchWrites are those of a patch that a command line applies.
func (l *gateLook) patchWrites(s effect.Write) []write {
	if !s.Known || s.Dir == "" {
		return []write{{at: effect.Location{Err: errUnlocated}, results: unknown}}
	}
	return l.fileWrites(effect.PatchWrites(s.Content), s.Dir)
}

func (l *gateLook) locate(text, dir string) effect.Location {
	if text == "" {
		return effect.Location{Err: errUnlocated}
	}
	return l.opts.Scope.Locate(text, dir)
}

// into is the file that a copy to a directory makes.
func into(at effect.Location, from string) effect.Location {
	if info, err := os.Stat(at.Path); at.Err == nil && from != "" && err == nil && info.IsDir() {
		at.Path = filepath.Join(at.Path, filepath.Base(from))
	}
	return at
}

// look goes through what the call writes.
func (l *gateLook) look(ctx context.Context) {
	l.looksAtRules(ctx)
	list := l.writesOf(ctx)
	for _, w := range list {
		if !l.one(ctx, w) && len(list) > 1 {
			l.leave(w)
		}
		if w.link && w.at.Err == nil {
			l.links = append(l.links, w.at.Path)
		}
	}
}

// leave remembers what a write leaves that was not checked, for those after it.
func (l *gateLook) leave(w write) {
	switch {
	case w.at.Err != nil:
		return
	case w.below:
		l.spoilt = append(l.spoilt, w.at.Path)
		return
	}
	left := file{unknown: true}
	before, err := l.read(w.source())
	if err == nil {
		if results, err := w.results(before.text); err == nil {
			left = file{text: results[0], base: before.base}
		}
	}
	l.disk[w.at.Path] = left
}

// looksAtRules finds what changes or removes rules by any other way.
func (l *gateLook) looksAtRules(ctx context.Context) {
	changes := []decision.EffectKind{decision.Creates, decision.Overwrites, decision.Deletes, decision.SelfTamper}
	for _, e := range l.call.Effects(ctx).List {
		if slices.Contains(changes, e.Kind) && l.isRules(e.Target) {
			l.tamper = e.Target
		}
	}
}

func (l *gateLook) isRules(path string) bool {
	return slices.ContainsFunc(l.projects, func(p *gated) bool { return p.project.Load() != nil && p.isRules(path) })
}

// one looks at one write. It reports whether its content was checked.
func (l *gateLook) one(ctx context.Context, w write) bool {
	if w.at.Err != nil {
		l.unlocated(w)
		return false
	}
	if l.isRules(w.at.Path) {
		l.tamper = w.at.Path
		return false
	}
	p, rel := l.project(w.at.Path)
	switch {
	case !w.below && !w.link && (p == nil || !p.covers(rel)) && l.aliased(w):
	case p == nil:
		l.outside(w)
	case w.below:
		if p.enforcingBelow(rel) {
			l.unknown = true
			l.doubt(decision.CauseOpaque, "the call writes files in %s whose names and content are not known", rel)
		}
	case rel != ".":
		return l.content(ctx, w, p, rel)
	}
	return false
}

// unlocated is a write to a place that cannot be told: it may be one that rules
// are about.
func (l *gateLook) unlocated(w write) {
	l.unknown = true
	for _, p := range l.projects {
		if p.project.Load() != nil && p.enforcingBelow(".") {
			l.doubt(decision.CauseOpaque, "the call writes to a file that cannot be told: %s", w.at.Err)
			return
		}
	}
}

// outside is a write out of all projects. One that is spelt as if it were in a
// project is left to a person.
func (l *gateLook) outside(w write) {
	text := w.text
	if text != "" && !filepath.IsAbs(text) && filepath.IsAbs(l.call.WorkingDir) {
		text = l.call.WorkingDir + string(filepath.Separator) + text
	}
	for _, p := range l.projects {
		if _, in := p.below(text); in && p.project.Load() != nil {
			l.doubt(decision.CauseRule, "the path is written as one of the project and leads out of it, by .. or by a link")
			return
		}
	}
}

// content holds what a write makes of a file against the rules. It reports
// whether there was anything to hold against any.
func (l *gateLook) content(ctx context.Context, w write, p *gated, rel string) bool {
	if !p.covers(rel) {
		return false
	}
	before, err := l.read(w.source())
	if err == nil {
		err = l.apply(ctx, w, p, rel, before)
	}
	switch {
	case err == nil:
		return true
	case errors.Is(err, effect.ErrNoSuchText):
		l.note(rel + ": " + err.Error())
	case p.enforcing(rel):
		l.unknown = true
		l.doubt(decision.CauseOpaque, "rules of the project are about %s, and %s", rel, err)
	}
	return false
}

// apply checks what a write makes of a file, in all readings.
func (l *gateLook) apply(ctx context.Context, w write, p *gated, rel string, before file) error {
	results, err := w.results(before.text)
	if err != nil {
		return err
	}
	contents := make([][]byte, 0, len(results))
	for _, text := range results {
		contents = append(contents, []byte(text))
		l.see(text)
	}
	current := before.text
	if w.from != "" { // what was there before is replaced
		target, err := l.read(w.at.Path)
		if err != nil {
			return err
		}
		current = target.text
	}
	r := p.project.Load().validateEdited(ctx, rel, []byte(current), contents)
	l.disk[w.at.Path] = file{text: results[0], base: before.base, edited: before.edited || w.edits}
	if w.edits && before.base != "" {
		l.note(rel + ": checked against the text with sha256 " + before.base)
	}
	l.take(r, p, results)
	return nil
}

// take sorts a result in.
func (l *gateLook) take(r Result, p *gated, results []string) {
	for _, text := range r.Notes {
		l.note(r.Path + ": " + text)
	}
	switch {
	case r.Passed:
		for _, v := range r.Violations { // warnings, or all in mode warn
			l.note(fmt.Sprintf("%s:%d: [%s] %s", r.Path, v.Line, v.Rule, v.Message))
		}
	case len(r.errors()) > 0:
		l.rejected = append(l.rejected, rejection{r, p, strings.Join(results, "\n")})
	case len(r.Unchecked) == 0:
		l.doubt(decision.CauseRule, "%s did not pass", r.Path)
	default:
		for _, u := range r.Unchecked {
			l.doubt(u.Cause, "%s: %s", r.Path, u)
		}
	}
}

func (l *gateLook) note(text string) {
	if len(l.notes) < maxNotes {
		l.notes = append(l.notes, oneline.Clean(text, maxMessageBytes))
	}
}

func (l *gateLook) see(text string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[digest(text)] = true
}
