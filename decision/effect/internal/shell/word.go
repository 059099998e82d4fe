package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// word is a word of a command line, or a value, and where it comes from.
type word struct {
	command.Word
	from   []Source
	device *device // that the word is the name of
	number bool    // digits, which ones is not known
}

func literal(text string) word { return word{Word: command.Literal(text)} }

// hidden is a value of which nothing is known but where it comes from.
func hidden(from []Source) word {
	return word{Word: command.Word{Text: command.Unknown}, from: from}
}

// certain reports a word that is one text.
func (w word) certain() bool { return w.Known() && !w.Glob }

// with is the word with another text.
func (w word) with(text string) word {
	w.Text, w.number = text, false
	return w
}

func (w word) isNumber() bool { return w.number || w.certain() && isDigits(w.Text) }

func isDigits(s string) bool {
	if len(s) > 1 && s[0] == '-' {
		s = s[1:]
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func same(a, b word) bool {
	return a.Text == b.Text && a.Glob == b.Glob && a.number == b.number && len(a.from) == len(b.from)
}

// sourcesOf joins the sources of words.
func sourcesOf(words []word) []Source {
	var from []Source
	for _, w := range words {
		from = merge(from, w.from)
	}
	return from
}

// plain are the words as package command takes them. Ref is the index plus 1.
func plain(words []word) []command.Word {
	out := make([]command.Word, len(words))
	for i, w := range words {
		out[i] = w.Word
		out[i].Ref = int32(i) + 1
	}
	return out
}

// back finds the word again that a plan speaks of.
func back(w command.Word, words []word) word {
	out := word{Word: w}
	if w.Ref > 0 && int(w.Ref) <= len(words) {
		of := words[w.Ref-1]
		out.from, out.device, out.number = of.from, of.device, of.number && of.Text == w.Text
	}
	return out
}

func backAll(list []command.Word, words []word) []word {
	out := make([]word, len(list))
	for i, w := range list {
		out[i] = back(w, words)
	}
	return out
}

// word is the data as a value.
func (d Data) word() word {
	w := word{Word: command.Word{Text: d.line()}, from: d.From}
	switch {
	case d.Inexact && d.Atom:
		w.Text, w.Glob, w.number = "*", true, d.Number
	case d.Inexact && d.Text == "" && len(d.Names) == 1:
		w.Text, w.Glob = d.Names[0], true
	case d.Inexact:
		w.Text = command.Unknown
	case strings.Contains(w.Text, command.Unknown):
		w.Text = command.Unknown
	}
	return w
}
