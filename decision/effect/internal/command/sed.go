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
	s := sedReader{rest: w.Text}
	for s.rest != "" && s.fault == "" {
		s.command()
	}
	if s.fault != "" {
		r.gap(at, "the script of sed "+s.fault)
	}
	for _, a := range s.acts {
		a.Word.Ref = w.Ref
		r.act(a)
	}
}

type sedReader struct {
	rest  string
	acts  []Act
	fault string
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
		case '\\':
			i++
		case end:
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text
		}
	}
	s.fault, s.rest = "has a part that does not end", ""
	return ""
}

// address takes the lines that a command is for.
func (s *sedReader) address() {
	for {
		s.skip(" \t0123456789$,~+!")
		switch {
		case strings.HasPrefix(s.rest, "/"):
			s.next()
			s.until('/')
		case len(s.rest) > 1 && s.rest[0] == '\\':
			s.next()
			s.until(s.next())
		default:
			return
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
	s.address()
	if s.fault != "" {
		return
	}
	switch c := s.next(); c {
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
		s.substitute()
	case 'y':
		end := s.next()
		s.until(end)
		s.until(end)
		s.end()
	case 'e':
		s.fault = "runs commands"
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
func (s *sedReader) substitute() {
	end := s.next()
	if end == 0 || end == '\n' || end == '\\' {
		s.fault = "has a delimiter that is not allowed"
		return
	}
	s.until(end)
	s.until(end)
	for s.fault == "" {
		s.skip("gpiImM0123456789")
		switch {
		case strings.HasPrefix(s.rest, "w"):
			s.next()
			s.file(Write)
			return
		case strings.HasPrefix(s.rest, "e"):
			s.fault = "runs what it has replaced"
		default:
			s.end()
			return
		}
	}
}
