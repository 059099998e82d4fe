package command

import (
	"regexp"
	"strings"
)

// reach is for which lines a command of sed(1) is, as far as it matters to
// whoever loses them.
type reach byte

const (
	someLines     reach = iota // those that a text is in
	numberedLines              // those at certain places
	allLines                   // all, or all but those that are kept
)

// sedAddress is what stands before a command of sed(1).
type sedAddress struct {
	patterns []string
	numbers  string // all else
}

// reach tells for which lines an address is.
func (a sedAddress) reach() reach {
	numbers := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t!", c) {
			return -1
		}
		return c
	}, a.numbers)
	out := numberedLines
	switch {
	case len(a.patterns) > 0:
		out = allLines
		for _, p := range a.patterns {
			if !fitsAnything(p) {
				out = someLines
			}
		}
	case numbers == "" || numbers == "1,$" || numbers == "0,$" || numbers == "0~1" || numbers == "1~1":
		out = allLines
	}
	switch negated := strings.Contains(a.numbers, "!"); {
	case negated && out == allLines:
		return someLines
	case negated:
		return allLines // few are left
	}
	return out
}

// reach is that of a command with this address, and of the blocks around it.
func (s *sedReader) reach(own sedAddress) reach {
	out := own.reach()
	for _, block := range s.blocks {
		out = min(out, block.reach())
	}
	return out
}

// loses notes a command that takes lines away, or what is in them.
func (s *sedReader) loses(own sedAddress) {
	if s.weighs {
		s.loss = max(s.loss, s.reach(own))
	}
}

// probes are unlike lines: what fits them all fits anything.
var probes = [...]string{"a", "int x = 1;", "\t} else { // 42"}

// maxProbed bounds the patterns that are tried. Longer ones say something.
const maxProbed = 200

// fitsAnything reports a regular expression that fits whatever is in a line,
// read as a basic or as an extended one.
func fitsAnything(pattern string) bool {
	return probed(pattern, func(re *regexp.Regexp, line string) bool { return re.MatchString(line) })
}

// takesAll reports a regular expression that fits whole lines, or if it is
// replaced all over, all that is in them.
func takesAll(pattern string, everywhere bool) bool {
	return probed(pattern, func(re *regexp.Regexp, line string) bool {
		if everywhere {
			return re.ReplaceAllLiteralString(line, "") == ""
		}
		at := re.FindStringIndex(line)
		return at != nil && at[0] == 0 && at[1] == len(line)
	})
}

func probed(pattern string, fits func(*regexp.Regexp, string) bool) bool {
	if pattern == "" || len(pattern) > maxProbed {
		return false // the pattern before
	}
	for _, basic := range []bool{true, false} {
		re, err := regexp.Compile(translated(pattern, basic))
		if err != nil {
			return true // a reference back, or the like: nobody knows
		}
		re.Longest()
		all := true
		for _, line := range probes {
			all = all && fits(re, line)
		}
		if all {
			return true
		}
	}
	return false
}

// translated writes a regular expression of POSIX as package regexp reads it.
func translated(pattern string, basic bool) string {
	const special = "(){}|+?"
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			out.WriteString(escaped(pattern[i], basic))
		case c == '[':
			n := bracketed(pattern[i:])
			out.WriteString(strings.ReplaceAll(pattern[i:i+n], `\`, `\\`))
			i += n - 1
		case basic && strings.IndexByte(special, c) >= 0:
			out.WriteString(`\` + string(c))
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// escaped is a letter behind a backslash.
func escaped(c byte, basic bool) string {
	switch {
	case c == '<' || c == '>':
		return `\b`
	case c == '`':
		return `\A`
	case c == '\'':
		return `\z`
	case basic && strings.IndexByte("(){}|+?", c) >= 0:
		return string(c)
	}
	return `\` + string(c)
}

// losses notes what is gone when the files that sed(1) rewrites hold what it
// prints. Lines at certain places of one file are an edit of it; of all files
// that a pattern names nobody has looked at them.
func (r *reader) losses() {
	if !r.edits || len(r.scripts) == 0 {
		return
	}
	loss, quiet, prints := someLines, r.quiet, false
	for _, text := range r.scripts {
		s := sedReader{rest: text, brackets: true, weighs: true}
		s.read()
		loss, prints = max(loss, s.loss), prints || s.prints
		quiet = quiet || text == "#n" || strings.HasPrefix(text, "#n\n")
	}
	many := false
	for _, a := range r.plan.Acts {
		many = many || a.Do == Edit && (a.Word.Glob || a.Word.Spread)
	}
	if loss == allLines || quiet && !prints || loss == numberedLines && many {
		r.act(Act{Do: Discards, What: "what is in the files"})
	}
}
