package command

import (
	"strings"
)

// sed reads a script of sed(1) for what it does beside editing its input:
// files that it reads and writes, and commands that it runs.
func (r *reader) sed(w Word, at int) {
	if !w.certain() {
		r.gap(at, "the script of sed is not known")
		return
	}
	s := readSed(w.Text, true)
	// Older implementations let a pattern end in brackets. They refuse most
	// scripts that are meant for newer ones, but not all.
	if old := readSed(w.Text, false); old.runs || len(old.acts) > len(s.acts) {
		s = old
	}
	if s.fault != "" {
		r.gap(at, "the script of sed "+s.fault)
	}
	for _, a := range s.acts {
		a.Word.Ref = w.Ref
		r.act(a)
	}
	r.scripts = append(r.scripts, w.Text)
}

type sedReader struct {
	rest     string
	brackets bool // a pattern does not end in brackets
	acts     []Act
	fault    string
	runs     bool // the fault is that it runs something, so no refusal
	weighs   bool // what it takes away counts
	blocks   []sedAddress
	loss     reach // the lines that it takes away
	prints   bool  // it prints all lines
}

func readSed(text string, brackets bool) sedReader {
	s := sedReader{rest: text, brackets: brackets}
	s.read()
	return s
}

func (s *sedReader) read() {
	for s.rest != "" && s.fault == "" {
		s.command()
	}
}

// next takes one letter; 0 at the end.
func (s *sedReader) next() byte {
	if s.rest == "" {
		return 0
	}
	c := s.rest[0]
	s.rest = s.rest[1:]
	return c
}

func (s *sedReader) skip(letters string) { s.rest = strings.TrimLeft(s.rest, letters) }

// line takes what is left of the line.
func (s *sedReader) line() string {
	line, rest, _ := strings.Cut(s.rest, "\n")
	s.rest = rest
	return line
}

// until takes a text that ends with the letter end, which a backslash escapes.
func (s *sedReader) until(end byte) string {
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case end:
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text
		case '\\':
			i++
		}
	}
	s.fault, s.rest = "has a part that does not end", ""
	return ""
}

// pattern takes a regular expression that ends with the letter end.
func (s *sedReader) pattern(end byte) string {
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == end:
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text
		case c == '\\':
			i++
		case c == '[' && s.brackets:
			i += bracketed(s.rest[i:]) - 1
		}
	}
	s.fault, s.rest = "has a part that does not end", ""
	return ""
}

// bracketed returns the length of the bracket expression at the beginning of
// text; 1 if it does not end.
func bracketed(text string) int {
	i := 1
	if strings.HasPrefix(text[i:], "^") {
		i++
	}
	if strings.HasPrefix(text[i:], "]") {
		i++
	}
	for i < len(text) && text[i] != ']' {
		if text[i] == '[' && i+1 < len(text) && strings.IndexByte(":.=", text[i+1]) >= 0 {
			if n := strings.Index(text[i+2:], text[i+1:i+2]+"]"); n >= 0 {
				i += n + 4
				continue
			}
		}
		i++
	}
	if i >= len(text) {
		return 1
	}
	return i + 1
}

// address takes the lines that a command is for.
func (s *sedReader) address() (a sedAddress) {
	for {
		before := s.rest
		s.skip(" \t0123456789$,~+!")
		a.numbers += before[:len(before)-len(s.rest)]
		switch {
		case strings.HasPrefix(s.rest, "/"):
			s.next()
			a.patterns = append(a.patterns, s.pattern('/'))
		case len(s.rest) > 1 && s.rest[0] == '\\':
			s.next()
			a.patterns = append(a.patterns, s.pattern(s.next()))
		default:
			return a
		}
		s.skip("IM")
	}
}

// command takes one command.
func (s *sedReader) command() {
	s.skip(" \t\n;")
	if s.rest == "" {
		return
	}
	at := s.address()
	if s.fault != "" {
		return
	}
	c := s.next()
	switch c {
	case 'd', 'D', 'z', 'q', 'Q', 'c':
		s.loses(at)
	case 'p':
		s.prints = s.prints || s.weighs && s.reach(at) == allLines
	case '{':
		s.blocks = append(s.blocks, at)
	case '}':
		s.blocks = s.blocks[:max(0, len(s.blocks)-1)]
	}
	s.body(c, at)
}

// body takes what belongs to a command.
func (s *sedReader) body(c byte, at sedAddress) {
	switch c {
	case '#':
		s.line()
	case '{':
	case '}', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
		s.end()
	case 'l', 'q', 'Q', 'L':
		s.skip(" \t0123456789")
		s.end()
	case 'a', 'i', 'c':
		s.text()
	case 'b', 't', 'T', ':', 'v':
		s.label()
	case 'r', 'R':
		s.file(Read)
	case 'w', 'W':
		s.file(Write)
	case 's':
		s.substitute(at)
	case 'y':
		end := s.next()
		s.until(end)
		s.until(end)
		s.end()
	case 'e':
		s.fault, s.runs = "runs commands", true
	default:
		s.fault = "has a command that is not known"
	}
}

// end takes what may separate commands.
func (s *sedReader) end() {
	s.skip(" \t")
	if s.rest != "" && !strings.ContainsRune(";\n}#{", rune(s.rest[0])) {
		s.fault = "has something after a command"
	}
}

// text takes the text of a, i or c, whose lines go on after a backslash.
func (s *sedReader) text() {
	for {
		line := s.line()
		if !strings.HasSuffix(line, `\`) {
			return
		}
	}
}

func (s *sedReader) label() {
	s.skip(" \t")
	n := strings.IndexAny(s.rest, ";\n}")
	if n < 0 {
		n = len(s.rest)
	}
	if strings.ContainsAny(s.rest[:n], " \t") {
		s.fault = "has a label that implementations read differently"
	}
	s.rest = s.rest[n:]
}

// file takes the name of a file, which goes on to the end of the line.
func (s *sedReader) file(do Do) {
	name := strings.TrimLeft(s.line(), " \t")
	switch name {
	case "/dev/stdout", "/dev/stderr", "/dev/stdin":
	case "":
		s.fault = "lacks the name of a file"
	default:
		s.acts = append(s.acts, Act{Do: do, Word: Literal(name)})
	}
}

// substitute takes an s command with its flags.
func (s *sedReader) substitute(at sedAddress) {
	end := s.next()
	if end == 0 || end == '\n' || end == '\\' {
		s.fault = "has a delimiter that is not allowed"
		return
	}
	old, text := s.pattern(end), s.until(end)
	flags, _, _ := strings.Cut(s.rest, ";")
	if s.weighs && !strings.ContainsAny(text, `&\`) && takesAll(old, strings.Contains(flags, "g")) {
		s.loses(at)
	}
	for s.fault == "" {
		s.skip("gpiImM0123456789")
		switch {
		case strings.HasPrefix(s.rest, "w"):
			s.next()
			s.file(Write)
			return
		case strings.HasPrefix(s.rest, "e"):
			s.fault, s.runs = "runs what it has replaced", true
		default:
			s.end()
			return
		}
	}
}
