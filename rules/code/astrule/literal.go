package astrule

import "slices"

// literals are texts of which at least one is in every file that a rule finds
// something in. Without any, nothing is known.
type literals []string

// best is the list that will be missing more often.
func (l literals) best(other literals) literals {
	switch {
	case len(l) == 0:
		return other
	case len(other) == 0:
		return l
	case shortest(l) > shortest(other):
		return l
	case shortest(l) == shortest(other) && len(l) <= len(other):
		return l
	}
	return other
}

func shortest(l literals) int {
	n := len(l[0])
	for _, text := range l {
		n = min(n, len(text))
	}
	return n
}

// maxLiterals bounds the list of a rule: one that is longer is found in nearly
// every file anyway.
const maxLiterals = 32

func (m all) literals() literals {
	var found literals
	for _, part := range m {
		found = found.best(part.literals())
	}
	return found
}

func (m anyOf) literals() literals {
	var found literals
	for _, arm := range m {
		texts := arm.literals()
		if len(texts) == 0 || len(found)+len(texts) > maxLiterals {
			return nil
		}
		found = append(found, texts...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (p *pattern) literals() literals {
	if p.level == signature {
		return nil // text does not count
	}
	if longest := p.root.longestLeaf(); longest != "" {
		return literals{longest}
	}
	return nil
}

// longestLeaf returns the longest text of a named leaf, which code that fits
// holds at every strictness but one.
func (p *patternNode) longestLeaf() string {
	if p.leaf && p.named {
		return p.text
	}
	longest := ""
	for i := range p.children {
		if text := p.children[i].longestLeaf(); len(text) > len(longest) {
			longest = text
		}
	}
	return longest
}

// finder looks for many literals in one pass over a text.
type finder struct {
	pairs [1 << 16 / 64]uint64 // which two bytes a literal begins with
	texts map[uint16][]string  // by those bytes
	bytes [256 / 64]uint64     // literals of one byte
}

func newFinder(texts literals) *finder {
	f := &finder{texts: map[uint16][]string{}}
	for _, text := range texts {
		if len(text) == 1 {
			f.bytes[text[0]/64] |= 1 << (text[0] % 64)
			continue
		}
		pair := uint16(text[0])<<8 | uint16(text[1])
		f.pairs[pair/64] |= 1 << (pair % 64)
		f.texts[pair] = append(f.texts[pair], text)
	}
	return f
}

// in reports whether one of the literals is in source.
func (f *finder) in(source []byte) bool {
	var pair uint16
	for i, c := range source {
		pair = pair<<8 | uint16(c)
		if f.bytes[c/64]&(1<<(c%64)) != 0 {
			return true
		}
		if f.pairs[pair/64]&(1<<(pair%64)) == 0 || i == 0 {
			continue
		}
		for _, text := range f.texts[pair] {
			if rest := source[i-1:]; len(rest) >= len(text) && string(rest[:len(text)]) == text {
				return true
			}
		}
	}
	return false
}
