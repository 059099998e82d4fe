package command

import (
	"strings"
)

// findFlags stand before the starting points.
const findFlags = " -H -L -P -E -X -d -s -x -O0 -O1 -O2 -O3 "

// findAlone are the parts of an expression that stand alone and only look or
// print.
const findAlone = " -depth -d -daystart -follow -mount -xdev -x -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn " +
	"-empty -executable -readable -writable -nogroup -nouser -true -false -prune -quit -print -print0 -ls -a -and -o -or -not ! ( ) , " +
	"-help --help -version --version "

// findOne are those that take a word and only look or print.
const findOne = " -amin -anewer -atime -cmin -cnewer -ctime -mmin -mtime -newer -gid -group -uid -user -ilname -iname -inum -ipath " +
	"-iregex -iwholename -links -lname -name -path -perm -regex -samefile -size -type -xtype -used -wholename -fstype -maxdepth " +
	"-mindepth -regextype -context -printf -Bmin -Btime -flags -mnewer -depth "

// maxFound bounds the starting points, and how many patterns of paths {} may
// stand for. More starting points are a gap; more patterns are taken for all
// that is below the starting points.
const maxFound = 16

// finder reads a command line of find(1). What it gathers is kept apart, so that
// the compiler sees that nobody keeps the reader.
type finder struct {
	*reader
	*search
}

// search is what is known of the search that the words ask for.
type search struct {
	i      int // the word that is read
	starts []Word
	tests  findTests
	leads  bool // links are followed, out of the starting points
}

func (r *reader) find() {
	f := finder{reader: r, search: &search{i: r.start}}
	for f.i < len(f.words) && f.words[f.i].certain() && strings.Contains(findFlags, " "+f.words[f.i].Text+" ") {
		f.leads = f.leads || f.words[f.i].Text == "-L"
		f.i++
	}
	f.startingPoints()
	r.plan.Out = OutNames
	for _, start := range f.starts {
		r.act(Act{Do: List, Word: start, Deep: true})
	}
	for f.i < len(f.words) {
		f.part()
	}
}

// startingPoints takes the words before the expression.
func (f *finder) startingPoints() {
	for ; f.i < len(f.words); f.i++ {
		w := f.words[f.i]
		if w.Spread || strings.HasPrefix(w.Text, Unknown) || w.Text == "" {
			f.gap(f.i, "this word may be part of the expression")
		} else if strings.IndexByte("-(!,", w.Text[0]) >= 0 {
			break
		}
		f.starts = append(f.starts, w)
	}
	if len(f.starts) > maxFound {
		f.gap(f.i-1, "there are too many starting points")
		f.starts = f.starts[:maxFound]
	}
	if len(f.starts) == 0 {
		f.starts = []Word{Literal(".")}
	}
}

// part takes one part of the expression.
func (f *finder) part() {
	w, at := f.words[f.i], f.i
	f.i++
	if !w.certain() {
		f.gap(at, "this word may be any part of the expression")
		return
	}
	switch {
	case w.Text == "-depth" && f.i < len(f.words) && isNumber(strings.TrimLeft(f.words[f.i].Text, "+-")):
		f.i++
	case strings.Contains(findAlone, " "+w.Text+" "):
		f.tests.alone(w.Text)
		f.leads = f.leads || w.Text == "-follow"
	case strings.Contains(findOne, " "+w.Text+" "), strings.HasPrefix(w.Text, "-newer") && len(w.Text) == len("-newerXY"):
		if value, ok := f.argument(at); ok {
			f.tests.about(w.Text, value)
			f.looksFor(w.Text, value)
		}
	case w.Text == "-delete":
		f.remove()
	case w.Text == "-fprint" || w.Text == "-fprint0" || w.Text == "-fls" || w.Text == "-fprintf":
		f.write(at, w.Text == "-fprintf")
	case w.Text == "-exec" || w.Text == "-execdir" || w.Text == "-ok" || w.Text == "-okdir":
		f.exec(at, strings.HasSuffix(w.Text, "dir"))
	default:
		f.gap(at, "this part of the expression is not known")
	}
}

// remove notes what -delete deletes.
func (f *finder) remove() {
	found, all := f.found()
	if all {
		found = f.starts
	}
	for _, w := range found {
		f.act(Act{Do: Delete, Word: w, Deep: all})
	}
}

// found returns what {} may stand for here, and whether that is all that is
// below the starting points.
func (f *finder) found() (words []Word, all bool) {
	if f.leads {
		f.gap(f.i-1, "links are followed")
	}
	names := f.tests.names()
	if len(names) == 0 || len(names)*len(f.starts) > maxFound {
		names, all = []string{"**"}, true
	}
	for _, start := range f.starts {
		for _, name := range names {
			w := start
			w.Glob = true
			w.Text = strings.TrimSuffix(start.Text, "/") + "/" + name
			if strings.HasPrefix(name, start.Text) {
				w.Text = name
			}
			words = append(words, w)
		}
	}
	return words, all
}

// argument takes the word that a part is about.
func (f *finder) argument(at int) (Word, bool) {
	if f.i >= len(f.words) {
		f.gap(at, "this part of the expression lacks its value")
		return Word{}, false
	}
	w := f.words[f.i]
	if w.Spread || w.Glob && strings.IndexByte("*?]", w.Text[len(w.Text)-1]) >= 0 {
		// No part of an expression ends like "*.go".
		f.gap(f.i, "this value may be several words")
	}
	f.i++
	return w, true
}

func (f *finder) write(at int, format bool) {
	if w, ok := f.argument(at); ok {
		f.act(Act{Do: Write, Word: w})
	}
	if format {
		f.argument(at)
	}
}

// exec takes a command line up to ";" or "{} +".
func (f *finder) exec(at int, inDir bool) {
	end := f.i
	for ; end < len(f.words); end++ {
		text := f.words[end].Text
		if text == ";" || text == "+" && f.words[end-1].Text == "{}" {
			break
		}
	}
	words := f.words[f.i:end]
	if end == len(f.words) || len(words) == 0 {
		f.gap(at, "this command does not end")
		f.act(Act{Do: Exec, Words: words})
		f.i = end
		return
	}
	f.i = end + 1
	for k, w := range words {
		if inDir && k > 0 && w.Text != "{}" && !strings.HasPrefix(w.Text, "-") {
			f.gap(at+1+k, "in which directory this counts is not known")
		}
	}
	f.inner(words)
}

// inner notes the command line once for everything that {} may stand for.
func (f *finder) inner(words []Word) {
	places, _ := f.found()
	for _, found := range places {
		filled := make([]Word, len(words))
		same := true
		for k, w := range words {
			filled[k] = fill(w, found)
			same = same && !strings.Contains(w.Text, "{}")
		}
		f.act(Act{Do: Exec, Words: filled})
		if same {
			return
		}
	}
}

// fill puts a path for {}. In the middle of a word it may be code.
func fill(w, found Word) Word {
	rest, begins := strings.CutPrefix(w.Text, "{}")
	switch {
	case begins && !strings.Contains(rest, "{}"):
		found.Text += rest
		return found
	case strings.Contains(w.Text, "{}"):
		w.Text = strings.ReplaceAll(w.Text, "{}", Unknown)
	}
	return w
}
