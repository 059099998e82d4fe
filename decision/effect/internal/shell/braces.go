package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces expands {a,b} and {1..9}. A sequence becomes a pattern that covers
// its members: which of them, decides nothing.
func (r *run) braces(w *syntax.Word) []*syntax.Word {
	if !hasBraces(w) {
		return []*syntax.Word{w}
	}
	syntax.SplitBraces(w)
	out := [][]syntax.WordPart{nil}
	for _, part := range w.Parts {
		options := r.options(part)
		if len(out)*len(options) > maxValues {
			r.gap("more words than are looked at")
			options = options[:1]
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(options))
		for _, begin := range out {
			for _, option := range options {
				next = append(next, append(slices.Clip(begin), option...))
			}
		}
		out = next
	}
	words := make([]*syntax.Word, 0, len(out))
	for _, parts := range out {
		if len(parts) > 0 {
			words = append(words, &syntax.Word{Parts: r.joinedParts(parts)})
		}
	}
	return words
}

// joinedParts makes one literal of those that came to stand side by side. The
// shell expands braces before it looks for names: "$x{a,b}" is $xa and $xb, and
// "{~,x}root" begins with the directory of root.
func (r *run) joinedParts(parts []syntax.WordPart) []syntax.WordPart {
	out := make([]syntax.WordPart, 0, len(parts))
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok || len(out) == 0 {
			out = append(out, part)
			continue
		}
		switch before := out[len(out)-1].(type) {
		case *syntax.Lit:
			if strings.HasSuffix(before.Value, "$") || strings.HasSuffix(before.Value, "\\") {
				r.gap("braces that make a name")
			}
			out[len(out)-1] = &syntax.Lit{Value: before.Value + lit.Value}
			continue
		case *syntax.ParamExp:
			if before.Short && lit.Value != "" && isName("_"+lit.Value[:1]) {
				r.gap("braces that make a name")
			}
		}
		out = append(out, part)
	}
	return out
}

func hasBraces(w *syntax.Word) bool { return slices.ContainsFunc(w.Parts, hasBrace) }

func hasBrace(part syntax.WordPart) bool {
	if lit, ok := part.(*syntax.Lit); ok {
		return strings.IndexByte(lit.Value, '{') >= 0
	}
	_, ok := part.(*syntax.BraceExp)
	return ok
}

// options are what a part may become.
func (r *run) options(part syntax.WordPart) [][]syntax.WordPart {
	brace, ok := part.(*syntax.BraceExp)
	if !ok {
		return [][]syntax.WordPart{{part}}
	}
	if brace.Sequence {
		return [][]syntax.WordPart{{&syntax.Lit{Value: "*"}}}
	}
	var out [][]syntax.WordPart
	for _, elem := range brace.Elems {
		if len(elem.Parts) == 0 {
			out = append(out, []syntax.WordPart{})
			continue
		}
		for _, one := range r.braces(elem) {
			out = append(out, one.Parts)
		}
	}
	return out
}
