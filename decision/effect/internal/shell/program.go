package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// process carries out the plan of one program.
type process struct {
	*run
	plan  command.Plan
	words []word
	in    Data
	outer []string // the directories that it was started in

	read  Data // what it read from files
	inner Data // what the programs that it runs print
	runs  bool // it runs others
}

// apply does what a plan says: it reports the acts, reads the command lines and
// texts that the program runs, and returns what it prints.
func (r *run) apply(plan command.Plan, words []word, in Data) Data {
	for _, g := range plan.Gaps {
		r.gap(g.Reason)
	}
	if plan.By == "" && len(plan.Acts) == 0 {
		r.logApplyPatch(words, in)
		r.logMentions(words, in)
		return program(words[0].Text).with(merge(sourcesOf(words), in.From))
	}
	by, place, segment := r.by, r.place, r.segment
	p := &process{run: r, plan: plan, words: words, in: in, outer: r.dirs}
	if plan.Dir != nil {
		r.dirs = r.dirsAt(back(*plan.Dir, words))
	}
	for i := range plan.Acts {
		r.by, r.segment = by, segment
		p.act(&plan.Acts[i])
	}
	r.by, r.segment = by, segment
	p.input()
	p.logPatch()
	p.logUnpacked()
	if len(plan.Gaps) > 0 && !slices.Contains(patchers, plan.By) {
		p.logMentions(words, in)
	}
	p.logScript()
	r.place = place
	r.by, r.segment = by, segment
	return p.output()
}

// dirsAt are the directories that a path leads to.
func (r *run) dirsAt(w word) []string {
	if !w.certain() {
		return []string{NoDir}
	}
	dirs := make([]string, len(r.dirs))
	for i, from := range r.dirs {
		dirs[i] = below(from, w.Text)
	}
	return slices.Compact(dirs)
}

// act does one act of the plan.
func (p *process) act(a *command.Act) {
	if a.Outer {
		saved := p.dirs
		p.dirs = p.outer
		defer func() { p.dirs = saved }()
	}
	w := back(a.Word, p.words)
	switch a.Do {
	case command.Read, command.Edit:
		p.readAct(a, w)
	case command.Write, command.Append:
		p.writeAct(a, w)
	case command.List, command.Create, command.Delete, command.Move, command.Props, command.Tree:
		p.pathAct(*a, "", p.unpacked(a)...)
		p.touched(a.Do, w)
	case command.Link:
		p.pathAct(*a, "")
		p.linked = true
	case command.Dest:
		p.dest(a, w)
	case command.Exec, command.Join, command.Shell, command.Code, command.Script:
		p.runs = true
		p.starts(a, w)
	default:
		p.other(a, w)
	}
}

func (p *process) readAct(a *command.Act, w word) {
	if d, ok := p.special(w, p.in, p.fds); ok {
		p.read = join(p.read, d)
		return
	}
	p.pathAct(*a, "")
	p.read = join(p.read, p.content(w))
	if a.Do == command.Edit {
		p.store(w, unknown, false)
		p.logWrite(w, unknown, false)
	}
}

func (p *process) writeAct(a *command.Act, w word) {
	if p.isStream(w) {
		return
	}
	data := p.in
	if p.plan.Out != command.OutStdin { // not tee(1)
		data = Data{Inexact: true, From: merge(sourcesOf(p.words), merge(p.in.From, p.read.From))}
		data.From = merge(data.From, p.fetched())
	}
	p.writeFile(w, data, a.Do == command.Append)
}

func (p *process) isStream(w word) bool {
	return w.certain() && (w.Text == "/dev/stdout" || w.Text == "-")
}

// fetched is where the network data of the plan comes from.
func (p *process) fetched() []Source {
	var from []Source
	for _, a := range p.plan.Acts {
		switch a.Do {
		case command.URL, command.Host, command.Remote, command.Network:
			from = merge(from, []Source{{Kind: FromNetwork, Name: pathText(word{Word: a.Word})}})
		}
	}
	return from
}

// unpacked is where the content of a tree comes from that is written.
func (p *process) unpacked(a *command.Act) []Source {
	if a.Do != command.Tree {
		return nil
	}
	return merge(p.fetched(), merge(p.read.From, p.in.From))
}

// touched keeps account of the files that an act changes.
func (p *process) touched(do command.Do, w word) {
	switch do {
	case command.Tree, command.Move:
		p.doubtFiles()
		p.logTree(do, w)
	case command.Delete, command.Create:
		if do == command.Delete && p.holdsMoved(w) {
			p.run.act(Act{Act: command.Act{Do: command.Discards, What: "what was moved there"}})
		}
		if key, ok := p.key(w); ok {
			if f := p.files[key]; f != nil && f.sure {
				f.sure = false
			}
		}
	}
}

// dest is where cp and mv put their sources.
func (p *process) dest(a *command.Act, w word) {
	data := Data{Inexact: true}
	for _, s := range backAll(a.Words, p.words) {
		data = join(data, p.content(s))
		if a.Deep || s.Glob {
			p.doubtFiles()
		}
	}
	if len(a.Words) == 1 {
		data = p.content(back(a.Words[0], p.words))
	}
	p.pathAct(*a, "", data.From...)
	p.logCopies(a, w, backAll(a.Words, p.words))
	if p.moves() {
		p.movedTo(w, backAll(a.Words, p.words))
	}
	if f := p.store(w, data, false); f != nil && !p.moves() {
		p.makeDefinite(&f.fresh)
	}
	if len(a.Words) > 0 { // it may be a directory that they go into
		for _, s := range backAll(a.Words, p.words) {
			base := s.Text[strings.LastIndexByte(s.Text, '/')+1:]
			p.store(w.with(strings.TrimSuffix(w.Text, "/")+"/"+base), p.content(s).loose(), false)
		}
	}
}

// moves reports a program that takes its sources away: what it makes is all
// that is left of them.
func (p *process) moves() bool {
	return slices.ContainsFunc(p.plan.Acts, func(a command.Act) bool { return a.Do == command.Move })
}

// pathAct reports an act on a path, in each directory that it may count from.
func (r *run) pathAct(a command.Act, by string, data ...Source) {
	w := word{Word: a.Word}
	fresh := false
	if f := r.file(w); f != nil && f.fresh {
		fresh = true
	}
	for _, dir := range r.dirsOf(w) {
		r.act(Act{Act: a, Dir: dir, By: by, Fresh: fresh, Data: data})
	}
}
