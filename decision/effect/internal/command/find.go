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

// maxFound bounds how many patterns of paths an expression stands for; more are
// taken for all that is below the starting points.
const maxFound = 16

// finder reads a command line of find(1).
type finder struct {
	*reader
	i      int
	starts []Word
	names  []string // patterns of paths below a starting point
	found  []Word   // what {} stands for
}

func (r *reader) find() {
	f := finder{reader: r, i: r.start}
	for f.i < len(f.words) && f.words[f.i].certain() && strings.Contains(findFlags, " "+f.words[f.i].Text+" ") {
		f.i++
	}
	f.startingPoints()
	f.patterns()
	f.places()
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
	if len(f.starts) == 0 {
		f.starts = []Word{Literal(".")}
	}
}

// patterns gathers which names and paths the expression asks for, however it
// connects them: what is found is at most one of these where it asks for any.
func (f *finder) patterns() {
	for k := f.i; k+1 < len(f.words); k++ {
		negated := f.words[k-1].Text == "!" || f.words[k-1].Text == "-not"
		pattern := f.words[k+1]
		if negated || !pattern.Known() || !f.words[k].certain() {
			continue
		}
		switch f.words[k].Text {
		case "-name", "-iname":
			f.names = append(f.names, "*/"+pattern.Text)
		case "-path", "-ipath", "-wholename", "-iwholename":
			f.names = append(f.names, pattern.Text)
		}
	}
}

// places makes the words that {} stands for: one a starting point and pattern,
// and one a starting point for what no pattern tells.
func (f *finder) places() {
	names := append([]string{"*"}, f.names...)
	if len(names)*len(f.starts) > maxFound {
		names = names[:1]
	}
	for _, start := range f.starts {
		for _, name := range names {
			w := start
			w.Text, w.Glob = strings.TrimSuffix(start.Text, "/")+"/"+name, true
			f.found = append(f.found, w)
		}
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
	case strings.Contains(findOne, " "+w.Text+" "), strings.HasPrefix(w.Text, "-newer") && len(w.Text) == len("-newerXY"):
		f.argument(at)
	case w.Text == "-delete":
		for _, found := range f.found {
			f.act(Act{Do: Delete, Word: found, Deep: true})
		}
	case w.Text == "-fprint" || w.Text == "-fprint0" || w.Text == "-fls" || w.Text == "-fprintf":
		f.write(at, w.Text == "-fprintf")
	case w.Text == "-exec" || w.Text == "-execdir" || w.Text == "-ok" || w.Text == "-okdir":
		f.exec(at, strings.HasSuffix(w.Text, "dir"))
	default:
		f.gap(at, "this part of the expression is not known")
	}
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
	for _, found := range f.found {
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
