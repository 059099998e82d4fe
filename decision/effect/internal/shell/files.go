package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// file is what is known of a file that the command line wrote.
type file struct {
	data    Data // everything that was ever written to it
	written bool
	sure    bool // the content is data, and nothing else
	fresh   bool // surely written here, so that whatever it held is gone anyway
}

// readFile reports that a file is read and returns what is known of it.
func (r *run) readFile(w word, in Data, fds map[string]*fd) Data {
	if d, ok := r.special(w, in, fds); ok {
		return d
	}
	if host, ok := socket(w); ok {
		r.act(Act{Act: command.Act{Do: command.Host, Word: host.Word}, By: "redirection"})
		return Data{Inexact: true, From: []Source{{Kind: FromNetwork, Name: host.Text}}}
	}
	r.pathAct(command.Act{Do: command.Read, Word: w.Word}, "redirection")
	return r.content(w)
}

// special are names of streams: devices, descriptors.
func (r *run) special(w word, in Data, fds map[string]*fd) (Data, bool) {
	if d := w.device; d != nil {
		return d.data, true
	}
	if !w.certain() {
		return Data{}, false
	}
	switch w.Text {
	case "/dev/null":
		return Data{}, true
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return in, true
	case "/dev/tty", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/full":
		return Data{Inexact: true}, true
	}
	for _, prefix := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if name, ok := strings.CutPrefix(w.Text, prefix); ok {
			f, known := fds[name]
			if !known {
				r.gap("input from a descriptor that is not known")
				return unknown, true
			}
			return f.in, true
		}
	}
	return Data{}, false
}

// socket tells the host of bash's network files.
func socket(w word) (word, bool) {
	rest, ok := strings.CutPrefix(w.Text, "/dev/tcp/")
	if !ok {
		rest, ok = strings.CutPrefix(w.Text, "/dev/udp/")
	}
	if !ok {
		return word{}, false
	}
	host, port, found := strings.Cut(rest, "/")
	w.Text = host
	if found && port != "" && w.Known() {
		w.Text += ":" + port
	}
	return w, true
}

// content is what is known of a file's content, without a report.
func (r *run) content(w word) Data {
	out := Data{Inexact: true, From: merge(r.pathSources(w), w.from)}
	if f := r.file(w); f != nil {
		if r.beside > 0 {
			r.readBeside(w)
		}
		if f.sure && !r.linked {
			return f.data
		}
		out.Text, out.From = f.data.Text, merge(out.From, f.data.From)
	}
	return out
}

func (r *run) pathSources(w word) []Source {
	var from []Source
	for _, dir := range r.dirsOf(w) {
		from = append(from, Source{Kind: FromFile, Name: pathText(w), Dir: dir})
	}
	return from
}

// pathText is a path as far as it is known; what is not is the byte 0.
func pathText(w word) string {
	if w.Known() {
		return w.Text
	}
	return w.Text + "\x00"
}

// dirsOf are the directories that a path may count from.
func (r *run) dirsOf(w word) []string {
	if strings.HasPrefix(w.Text, "/") || len(r.dirs) == 0 {
		return []string{""}
	}
	return r.dirs
}

// key is the name under which a file is remembered. Only a certain path in a
// certain directory has one.
func (r *run) key(w word) (string, bool) {
	dirs := r.dirsOf(w)
	if !w.certain() || len(dirs) != 1 || dirs[0] == NoDir || r.resolve == nil || r.away != "" {
		return "", false
	}
	return r.resolve(w.Text, dirs[0])
}

func (r *run) file(w word) *file {
	if len(r.files) == 0 {
		return nil
	}
	key, ok := r.key(w)
	if !ok {
		return nil
	}
	return r.files[key]
}

// writeFile reports that data is written to a file, and remembers it.
func (r *run) writeFile(w word, data Data, more bool) {
	if d := w.device; d != nil {
		r.feed(d, data)
		return
	}
	if isSilent(w) {
		return
	}
	if host, ok := socket(w); ok {
		r.act(Act{Act: command.Act{Do: command.Host, Word: host.Word}, By: "redirection"})
		r.sends(data)
		return
	}
	do := command.Write
	if more {
		do = command.Append
	}
	r.pathAct(command.Act{Do: do, Word: w.Word}, "", data.From...)
	r.logWrite(w, data, more)
	if f := r.store(w, data, more); f != nil && !more {
		r.makeDefinite(&f.fresh)
	}
}

// store remembers the content of a file. If another one may be meant, no
// content is sure any more.
func (r *run) store(w word, data Data, more bool) *file {
	key, ok := r.key(w)
	if !ok {
		r.doubtFiles()
		return nil
	}
	if r.reading[key] > 0 {
		r.gap("a file changes while it is read")
	}
	f := r.files[key]
	if f == nil {
		if r.files == nil {
			r.files = map[string]*file{}
		}
		f = &file{}
		r.files[key] = f
		if len(r.files) > maxValues {
			r.gap("more files than are looked at")
			clear(r.files)
		}
	}
	r.learned++
	switch {
	case !f.written && !more:
		f.data, f.sure = data, false
		if !data.Inexact {
			r.makeDefinite(&f.sure)
		}
	case r.looping > 0 && f.written && strings.Contains(f.data.Text, data.Text) && len(merge(f.data.From, data.From)) == len(f.data.From):
		f.data, f.sure = f.data.loose(), false // nothing new, but nobody knows how often
		r.learned--
	case more && f.sure && !data.Inexact:
		f.data = join(f.data, data)
	case f.sure && f.data.Text == data.Text && !data.Inexact:
		r.learned--
	default:
		before := f.data
		if f.data, f.sure = either(f.data, data).loose(), false; f.data.Text == before.Text && len(f.data.From) == len(before.From) {
			r.learned--
		}
	}
	f.written = true
	return f
}

// doubtFiles is called when files may have changed that are not known.
func (r *run) doubtFiles() {
	for _, f := range r.files {
		f.sure, f.data.Inexact = false, true
	}
}
