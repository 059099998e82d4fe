package shell

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

var (
	errLong    = fmt.Errorf("command line is longer than %d bytes", MaxBytes)
	errNested  = errors.New("command line is nested too deep to be read")
	errSyntax  = errors.New("command line cannot be read as shell")
	errControl = errors.New("command line holds a control character")
)

// parsers keeps parsers for use again: a new one costs more than a short text.
type parsers struct{ pool sync.Pool }

// parse reads a text. The parser is known to panic on some texts when it
// recovers from errors; it is not asked to, but nothing rests on that.
func (p *parsers) parse(text string) (file *syntax.File, err error) {
	if err := check(text); err != nil {
		return nil, err
	}
	parser, _ := p.pool.Get().(*syntax.Parser)
	if parser == nil {
		parser = syntax.NewParser(syntax.Variant(syntax.LangBash))
	}
	defer func() {
		if recover() != nil {
			file, err = nil, errSyntax // and the parser is not used again
		}
	}()
	file, err = parser.Parse(strings.NewReader(text), "")
	p.pool.Put(parser)
	if err != nil {
		return nil, errSyntax
	}
	return file, nil
}

// check refuses what costs too much to parse, or what terminals and shells
// read differently.
func check(text string) error {
	if len(text) > MaxBytes {
		return errLong
	}
	openers := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(' || c == '`':
			openers++
		case c < ' ' && c != '\n' && c != '\t' && c != '\a' && c != '\b' && c != '\x1b':
			return errControl
		}
	}
	if openers > maxOpeners {
		return errNested
	}
	return nil
}

// splitsOperator finds a line continuation where the parser and the shell
// disagree: inside an operator ("$", newline, "(cmd)" runs cmd), in a comment,
// which the parser goes on with and the shell does not, or before a line that
// could end a here-document.
func splitsOperator(text string) bool {
	hereDocument := strings.Contains(text, "<<")
	for at := 0; ; {
		next := strings.Index(text[at:], "\\\n")
		if next < 0 {
			return false
		}
		at += next
		if at > 0 && strings.IndexByte("$<>&|;({[\\`\"'", text[at-1]) >= 0 {
			return true
		}
		if mayComment(text[strings.LastIndexByte(text[:at], '\n')+1 : at]) {
			return true
		}
		if hereDocument && isLoneWord(text[at+2:]) {
			return true
		}
		at += 2
	}
}

// mayComment reports whether a comment may start in a line.
func mayComment(line string) bool {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || strings.IndexByte(" \t;|&()<>`", line[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// isLoneWord reports whether the first line of text is one word.
func isLoneWord(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimLeft(line, "\t")
	return line != "" && !strings.ContainsAny(line, " \t")
}
