package injection

import (
	"math/bits"
	"unicode/utf8"
)

// shape is what one look at a text tells of the ways in which it may be
// disguised. Most texts have none, and are not looked at again.
type shape struct {
	single bool  // the run before is one letter or figure
	pairs  int   // such runs that follow another
	wide   bool  // there are characters beyond ASCII
	rot13  uint8 // common words of English in rot13, a bit each
	turned uint8 // those words backwards
	named  bool  // there may be a name of minJoinedWords
}

// minCommon is how many of those words a text holds that is meant to be read so.
const minCommon = 2

// shapeOf looks at the runs of letters and figures of a text, and at how often
// its names could be taken apart: at a joiner within, or before a capital.
func shapeOf(text string) (s shape) {
	run, name, joints := 0, 0, 0 // where both began
	last := byte(' ')
	for i := range len(text) {
		c := text[i]
		switch {
		case isUpper(c):
			if !isUpper(last) {
				joints++
			}
		case plain[c] != 0:
		default:
			s.word(text[run:i])
			run = i + 1
			switch {
			case isJoint(c):
				if i > name && !isJoint(last) {
					joints++
				}
			case c >= utf8.RuneSelf:
				s.wide = true
			default:
				s.name(joints, i-name)
				name, joints = run, 0
			}
		}
		last = c
	}
	s.word(text[run:])
	s.name(joints, len(text)-name)
	return s
}

func isJoint(c byte) bool { return c == '_' || c == '-' }

// name counts a name that may be of several words: it has letters beyond ASCII
// and figures in it, whether they belong to it or not.
func (s *shape) name(joints, size int) {
	s.named = s.named || joints >= minJoinedWords-1 && size >= minNameBytes
}

// word counts a run of letters and figures if it tells something.
func (s *shape) word(run string) {
	switch len(run) {
	case 0:
		return
	case 1:
		if s.single {
			s.pairs++
		}
	case 3, 4:
		s.rot13 |= inRot13(run)
		s.turned |= inReverse(run)
	}
	s.single = len(run) == 1
}

// inRot13 gives each of the most common words of English its bit: the, and,
// your, you, all, this.
func inRot13(word string) uint8 {
	switch word {
	case "gur":
		return 1
	case "naq":
		return 1 << 1
	case "lbhe":
		return 1 << 2
	case "lbh":
		return 1 << 3
	case "nyy":
		return 1 << 4
	case "guvf":
		return 1 << 5
	}
	return 0
}

// inReverse does so for the same words backwards.
func inReverse(word string) uint8 {
	switch word {
	case "eht":
		return 1
	case "dna":
		return 1 << 1
	case "ruoy":
		return 1 << 2
	case "uoy":
		return 1 << 3
	case "lla":
		return 1 << 4
	case "siht":
		return 1 << 5
	}
	return 0
}

// minPairs is how many pairs minSpaced single letters make at least, in words
// of three, which are the shortest that undotted joins.
const minPairs = minSpaced - minSpaced/3

// isSpaced reports whether enough single letters of ASCII follow one another
// for closedUp and undotted.
func (s *shape) isSpaced() bool { return s.pairs >= minPairs }

// isMostly reports whether enough common words are there.
func isMostly(words uint8) bool { return bits.OnesCount8(words) >= minCommon }
