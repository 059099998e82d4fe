package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/oneliner"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// Write is what a command line writes at one place.
type Write struct {
	// Path is the file, absolute and with its links followed. Empty: it is not
	// known which.
	Path string
	// Below says that files below Path are written, whose names are not known.
	Below bool
	// Content is what the file holds from then on, if Known. Append: behind what
	// it held before.
	Content string
	Known   bool
	Append  bool
	// CopyOf is the file that Path becomes a copy of, if that was not written by
	// the same command line. It may be a directory.
	CopyOf string
	// Patch says that Content is a patch, whose paths count from Dir, which is
	// absolute, or empty where it is not known.
	Patch bool
	Dir   string

	By      string // the program; "redirection" for the shell's own
	Segment string
}

// WritesOf returns what a call of a tool that runs command lines would write,
// in the order of its text, as far as an analyser of this package can tell;
// false for other tools and other analysers. Redirections, here-documents,
// programs that copy, edit or unpack, patches, and code for an interpreter are
// among it, the latter as far as it names paths and contents; what programs of the project write, what git restores from the
// repository, and what runs on other machines is not. A call that is not
// covered may write more than that.
func WritesOf(by decision.Analyzer, c *decision.Call) ([]Write, bool) {
	a, ok := by.(*analyzer)
	if !ok || !isShellTool(c.Tool) {
		return nil, false
	}
	line := readCommandLine(c.Params)
	s := a.newSight(c)
	if line.dir != "" {
		s.dir = s.below(line.dir)
	}
	var list []shell.Write
	if line.words != nil {
		list = a.engine.WritesArgs(line.words, s.dir, s.resolve)
	} else {
		list = a.engine.Writes(line.text, s.dir, s.resolve)
	}
	out := make([]Write, 0, len(list))
	for i := range list {
		if list[i].Code != "" {
			out = append(out, s.codeWrites(&list[i])...)
			continue
		}
		out = append(out, s.locateWrite(&list[i]))
	}
	return out, true
}

// codeWrites are the writes of a program that is given to an interpreter.
func (s *sight) codeWrites(from *shell.Write) []Write {
	if from.Data.Inexact {
		return []Write{{By: from.Code, Segment: from.Segment}}
	}
	var out []Write
	for _, one := range oneliner.Writes(from.Code, from.Data.Text) {
		w := Write{Content: one.Content, Known: one.Known, Append: one.Append, By: from.Code, Segment: from.Segment}
		if one.Path != "" {
			if at := s.locate(protect(one.Path), from.Dir); at.Err == nil {
				w.Path = at.Path
			}
		}
		out = append(out, w)
	}
	return out
}

// locateWrite locates what the reader of command lines found.
func (s *sight) locateWrite(from *shell.Write) Write {
	w := Write{
		Content: from.Data.Text, Known: !from.Data.Inexact, Append: from.Append, Below: from.Below,
		Patch: from.Patch, By: from.By, Segment: from.Segment,
	}
	if from.Patch {
		if at := s.locate(".", from.Dir); at.Err == nil {
			w.Dir = at.Path
		}
		return w
	}
	at := s.find(&shell.Act{Act: command.Act{Do: command.Write, Word: from.Word}, Dir: from.Dir})
	if at.Err != nil {
		return w
	}
	w.Path, w.Below = at.Path, w.Below || at.pattern != "" || strings.HasSuffix(from.Word.Text, "/")
	if from.CopyOf.Text != "" {
		if of := s.find(&shell.Act{Act: command.Act{Do: command.Read, Word: from.CopyOf}, Dir: from.Dir}); of.Err == nil {
			w.CopyOf = of.Path
		}
	}
	return w
}
