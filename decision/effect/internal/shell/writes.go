package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// Write is what one command of a command line writes, and what is in it.
type Write struct {
	Word    command.Word // the path, as in an act
	Dir     string       // as in an act
	Data    Data         // what the file holds from then on
	Append  bool         // behind what it held before the command line
	Below   bool         // into files below that path, whose names are not known
	CopyOf  command.Word // the file on disk that it becomes a copy of
	Code    string       // the language of Data, which is run
	Patch   bool         // Data is a patch, whose paths count from Dir
	By      string       // the program
	Segment string
}

// Writes reads a command line as [Engine.Run] does, and returns what it writes,
// in the order of the text. What would be more than a bounded number of writes
// ends as one to a path that is not known.
func (e *Engine) Writes(text, dir string, resolve Resolver) []Write {
	r := e.newRun(text, dir, resolve)
	r.log = &writeLog{}
	r.text(text, unknown)
	r.springAll()
	return r.log.list
}

// WritesArgs is Writes for a command line that is given as words.
func (e *Engine) WritesArgs(words []string, dir string, resolve Resolver) []Write {
	r := e.newRun(strings.Join(words, " "), dir, resolve)
	r.log = &writeLog{}
	r.argv(words)
	return r.log.list
}

// writeLog remembers what is written, when somebody asks for it.
type writeLog struct {
	list []Write
	held map[string]*holding
}

// holding is what a file holds if every command ran that wrote it.
type holding struct {
	data   Data
	behind bool // what it held before
	sure   bool // no other command may have written it
}

// logWrite notes that data is written to a file.
func (r *run) logWrite(w word, data Data, more bool) {
	if r.log == nil {
		return
	}
	behind := more
	if key, ok := r.key(w); ok {
		before := r.log.held[key]
		if more && before != nil {
			if data = join(before.data, data); !before.sure {
				data.Inexact = true
			}
			behind = before.behind
		}
		now := &holding{data: data, behind: behind}
		if r.log.held == nil {
			r.log.held = map[string]*holding{}
		}
		r.log.held[key] = now
		r.makeDefinite(&now.sure)
	} else if more {
		data.Inexact = true
	}
	r.logPath(w, Write{Data: data, Append: behind})
}

// logPath notes a write for each directory that the path may count from.
func (r *run) logPath(w word, one Write) {
	if r.log == nil {
		return
	}
	for _, dir := range r.dirsOf(w) {
		one.Word, one.Dir, one.Segment = w.Word, dir, r.segment
		r.logOne(one)
	}
}

func (r *run) logOne(one Write) {
	if r.away != "" || len(r.log.list) > maxActs {
		return
	}
	if len(r.log.list) == maxActs {
		one = Write{Word: command.Word{Text: command.Unknown}, Data: unknown, Segment: one.Segment}
	}
	one.By = r.by
	for i := max(0, len(r.log.list)-maxRepeats); i < len(r.log.list); i++ {
		if r.log.list[i].same(&one) {
			return
		}
	}
	r.log.list = append(r.log.list, one)
}

func (a *Write) same(b *Write) bool {
	return a.Word == b.Word && a.Dir == b.Dir && a.Append == b.Append && a.Below == b.Below && a.CopyOf == b.CopyOf && a.Code == b.Code && a.Patch == b.Patch &&
		a.Segment == b.Segment && a.Data.Text == b.Data.Text && a.Data.Inexact == b.Data.Inexact
}

// logCopies notes the files that cp, mv and ln make: to itself, and what they
// make of each source if it is a directory. What a link leads to may change.
func (p *process) logCopies(a *command.Act, to word, sources []word) {
	if p.log == nil {
		return
	}
	for _, from := range sources {
		one := Write{Data: p.content(from), Below: a.Deep || from.Glob || !from.certain()}
		if slices.ContainsFunc(p.plan.Acts, func(a command.Act) bool { return a.Do == command.Link }) {
			one.Data = unknown
		} else if one.Data.Inexact && from.certain() {
			one.CopyOf = from.Word
		}
		if len(sources) == 1 {
			p.logPath(to, one)
		}
		p.logPath(into(to, from), one)
	}
}

// into is the name of a file in the directory that another word names.
func into(dir, file word) word {
	base := file.Text
	for i := len(base) - 1; i >= 0; i-- {
		if base[i] == '/' {
			base = base[i+1:]
			break
		}
	}
	if n := len(dir.Text); n > 0 && dir.Text[n-1] == '/' {
		return dir.with(dir.Text + base)
	}
	return dir.with(dir.Text + "/" + base)
}

// unpackers are the programs whose trees hold what was in an archive, or
// elsewhere: anything. What others make of a project, such as a compiler's
// output or a clone, is not written by whoever gave the command line.
var unpackers = []string{
	"tar", "gtar", "bsdtar", "unzip", "7z", "7za", "7zr", "7zz", "unar", "unrar", "cpio", "rsync", "ar", "jar",
	"wget", "curl", "aria2c", "http", "https", "gh release download", "gh run download",
}

func (p *process) logTree(do command.Do, w word) {
	by := p.plan.By
	name, _, _ := strings.Cut(by, " ")
	if do == command.Tree && (slices.Contains(unpackers, name) || slices.Contains(unpackers, by) || strings.HasSuffix(by, "-m tarfile") || strings.HasSuffix(by, "-m zipfile")) {
		p.logPath(w, Write{Data: unknown, Below: true})
	}
}

// logCode notes code of another language, as far as its text is known.
func (r *run) logCode(language string, d Data) {
	if r.log != nil && d.Text != "" {
		r.logOne(Write{Data: d, Code: language, Dir: r.onlyDir(), Segment: r.segment})
	}
}

// editors are the programs whose scripts may write to any file, or run another
// program, where the script is not understood.
var editors = []string{"sed", "gsed", "awk", "mawk", "nawk", "original-awk", "gawk"}

// logScript notes that a script may write anywhere.
func (p *process) logScript() {
	if p.log != nil && len(p.plan.Gaps) > 0 && slices.Contains(editors, p.plan.By) {
		p.logOne(Write{Word: command.Word{Text: command.Unknown}, Data: unknown, Segment: p.segment})
	}
}

// patchers are the programs that do what a patch says.
var patchers = []string{"patch", "git apply", "git am"}

// logPatch notes a patch that a program reads from its input or a file.
func (p *process) logPatch() {
	if p.log == nil || !slices.Contains(patchers, p.plan.By) {
		return
	}
	d := p.read
	if d.isEmpty() {
		d = p.in
	}
	dir := p.onlyDir()
	if !readsPathsAsWritten(p.plan.By, p.words, d.Text) {
		dir = NoDir
	}
	p.logOne(Write{Data: d, Patch: true, Dir: dir, Segment: p.segment})
}

// logApplyPatch notes the patch of apply_patch, which harnesses put in the path:
// its only word, else its input.
func (r *run) logApplyPatch(words []word, in Data) {
	if name := words[0].Text; r.log == nil || name != "apply_patch" && name != "applypatch" {
		return
	}
	if len(words) > 1 {
		in = Data{Text: words[len(words)-1].Text, Inexact: !words[len(words)-1].certain()}
	}
	r.logOne(Write{Data: in, Patch: true, Dir: r.onlyDir(), Segment: r.segment})
}

func (r *run) onlyDir() string {
	if len(r.dirs) == 1 {
		return r.dirs[0]
	}
	return NoDir
}
