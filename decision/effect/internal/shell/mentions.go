package shell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// maxMentions bounds the names that are taken from one command: one with more of
// them may write anywhere.
const maxMentions = 256

// logMentions notes every path that a program is told of which it is not known
// what it does, in its words and in its input: it may write to each.
func (r *run) logMentions(words []word, in Data) {
	if r.log == nil {
		return
	}
	left := maxMentions
	for _, w := range words[1:] {
		r.logNames(w.Text, &left)
	}
	r.logNames(in.Text, &left)
	if left <= 0 {
		r.logPath(hidden(nil), Write{Data: unknown})
	}
}

func (r *run) logNames(text string, left *int) {
	for name := range strings.FieldsFuncSeq(text, endsName) {
		if name = strings.TrimSuffix(name, "."); !strings.ContainsAny(name, "/.") || *left <= 0 {
			continue
		}
		*left--
		w := literal(name)
		w.Glob = strings.ContainsAny(name, "*?")
		r.logPath(w, Write{Data: unknown})
	}
}

// endsName reports what is in no name of a file, for all that matters here.
func endsName(c rune) bool {
	return c < 0x80 && !strings.ContainsRune("/._-+~@*?", c) && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
}

// packed are the endings of files that decompressing makes a file of.
var packed = []string{".gz", ".bz2", ".xz", ".zst", ".lz4", ".lzma", ".Z", ".br", ".lz"}

// logUnpacked notes the files that a program makes beside those that it is given:
// decompressed ones, and the pieces that a file is split into.
func (p *process) logUnpacked() {
	if p.log == nil {
		return
	}
	switch name, _, _ := strings.Cut(p.plan.By, " "); name {
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "unlzma", "zstd", "unzstd", "lz4", "unlz4", "brotli", "lzip", "uncompress", "compress":
		for _, w := range p.words[1:] {
			for _, ending := range packed {
				if text, is := strings.CutSuffix(w.Text, ending); is {
					p.logPath(w.with(text), Write{Data: unknown})
				}
			}
		}
	case "split", "csplit":
		for _, a := range p.plan.Acts {
			if slices.Contains([]command.Do{command.Write, command.Create, command.Tree, command.Append}, a.Do) {
				w := back(a.Word, p.words)
				dir := w.Text[:strings.LastIndexByte(w.Text, '/')+1]
				p.logPath(w.with(cmp.Or(dir, ".")), Write{Data: unknown, Below: true})
			}
		}
	}
}
