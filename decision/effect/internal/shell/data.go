package shell

import (
	"slices"
	"strings"
)

// Kind is where data comes from.
type Kind string

// The kinds of source.
const (
	FromNetwork     Kind = "network"
	FromFile        Kind = "file"        // Name is the path, as in an act
	FromEnvironment Kind = "environment" // Name is the variable
	FromDecoded     Kind = "decoded"
	FromSecret      Kind = "secret"  // a program printed it
	FromProgram     Kind = "program" // what a program prints, and nothing else is known
)

// Source is where a part of some data comes from.
type Source struct {
	Kind Kind
	Name string
	Dir  string // of a file: where a relative Name counts from
}

// Data is what is known of a stream, a value or the content of a file. The
// zero value is empty and exact.
type Data struct {
	Text    string   // the content; if Inexact, what is known to be among it
	Inexact bool     // there may be more, less or something else
	Atom    bool     // some text without blanks, slashes, dots and special meaning: a number, a name
	Number  bool     // an Atom that is a number
	Names   []string // Inexact: patterns of the file names in it, one a line
	From    []Source
}

var unknown = Data{Inexact: true}

// someNumber and someName are what programs and the shell print that is short
// and harmless in a path. Arithmetic evaluates a name once more.
var (
	someNumber = Data{Inexact: true, Atom: true, Number: true}
	someName   = Data{Inexact: true, Atom: true}
)

// program is the output of a program of which nothing is known.
func program(name string) Data {
	return Data{Inexact: true, From: []Source{{Kind: FromProgram, Name: name}}}
}

// join is what comes out when one stream follows the other.
func join(a, b Data) Data {
	switch {
	case a.isEmpty():
		return b
	case b.isEmpty():
		return a
	}
	out := Data{Text: a.Text + b.Text, Inexact: a.Inexact || b.Inexact, From: merge(a.From, b.From)}
	if a.Inexact && b.Inexact && a.Names != nil && b.Names != nil {
		out.Names = append(slices.Clip(a.Names), b.Names...)
	}
	return bound(out)
}

// either is one of the two, and nobody knows which.
func either(a, b Data) Data {
	if a.Text == b.Text && a.Inexact == b.Inexact && a.Atom == b.Atom && a.Number == b.Number && len(a.From) == len(b.From) && a.Names == nil && b.Names == nil {
		return a
	}
	out := join(a, b)
	out.Inexact = true
	return out
}

func bound(d Data) Data {
	if len(d.Text) > maxText {
		d.Text, d.Inexact = d.Text[:maxText], true
	}
	if len(d.Names) > maxValues {
		d.Names = nil
	}
	return d
}

func (d Data) isEmpty() bool {
	return d.Text == "" && !d.Inexact && len(d.From) == 0
}

// loose is the data when it may be cut, repeated or changed on the way.
func (d Data) loose() Data {
	d.Inexact, d.Atom, d.Number = true, false, false
	return d
}

func (d Data) has(kind Kind) bool {
	return slices.ContainsFunc(d.From, func(s Source) bool { return s.Kind == kind })
}

// merge joins two lists of sources. It is bounded by what one command line
// can name.
func merge(a, b []Source) []Source {
	if len(a) == 0 {
		return b
	}
	out := a
	for _, s := range b {
		if !slices.Contains(out, s) && len(out) < maxValues {
			out = append(slices.Clip(out), s)
		}
	}
	return out
}

// line is the text as a command substitution sees it.
func (d Data) line() string { return strings.TrimRight(d.Text, "\n") }
