package rewriting

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// Way is another way to write a command line.
type Way struct {
	// Name is the way as it is written, with marks for the line.
	Name string
	// Of rewrites a line. A text that is no command line becomes none by it.
	Of func(line string) string
}

// All returns every way.
func All() []Way {
	return slices.Concat(groups(), shells(), streams(), files(), variables(), wrappers(), names())
}

// Plain returns the ways that leave nothing unseen of a harmless line.
func Plain() []Way { return groups()[:9] }

// around makes a way of a text with marks: LINE is the command line, QUOTED the
// line as one quoted word, ESCAPED the same in bytes, CODED the line in base64.
func around(text string) Way {
	return Way{text, func(line string) string {
		return strings.NewReplacer("LINE", line, "QUOTED", Quote(line), "ESCAPED", escape(line), "CODED", encode(line)).Replace(text)
	}}
}

// each makes a way of every text.
func each(texts ...string) []Way {
	ways := make([]Way, len(texts))
	for i, text := range texts {
		ways[i] = around(text)
	}
	return ways
}

// first makes a way that changes the first word alone. A line whose first word
// is no plain name is left as it is.
func first(text string, of func(word string) string) Way {
	return Way{text, func(line string) string {
		word, rest, _ := strings.Cut(line, " ")
		if word == "" || strings.ContainsAny(word, "=$/.\n") {
			return line
		}
		return of(word) + " " + rest
	}}
}

// Quote writes a text as one word of a shell.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// escape writes every byte as bash(1) reads it in $'…'.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\x%02x`, s[i])
	}
	return "$'" + b.String() + "'"
}

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
