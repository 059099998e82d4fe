package injection

import "strings"

// Class is a kind of order.
type Class string

// The classes, in the words in which evidence names them.
const (
	Override   Class = "order to drop earlier instructions"
	Verdict    Class = "order to whoever decides"
	Role       Class = "forged role or turn"
	Reader     Class = "order to a reading model"
	Extraction Class = "request for what a model keeps"
	Hidden     Class = "hidden text"
)

// Finding is an order that was found.
type Finding struct {
	Class Class
	// From and To are where in the text it stands, in bytes. Of what was
	// found in a decoded part it is the part.
	From, To int
}

// Options tells what is known of a text.
type Options struct {
	// Pattern says that the text is what somebody looks for, as the pattern of
	// grep: orders in it are not addressed to anybody, unless they are about
	// the decision.
	Pattern bool
}

// maxDepth bounds coding within coding that is looked into.
const maxDepth = 2

// Scan returns the first order that it finds in a text.
func Scan(text string, opts Options) (Finding, bool) { return scan(text, opts, 0) }

func scan(text string, opts Options, depth int) (Finding, bool) {
	if f, ok := findHidden(text); ok {
		return f, true
	}
	if f, ok := findMarkup(text); ok && !opts.Pattern {
		return f, true
	}
	r := reader{lexicon: load(), text: text, opts: opts}
	if f, ok := r.read(); ok {
		return f, true
	}
	if depth < maxDepth {
		if f, ok := findDisguised(text, opts, depth); ok {
			return f, true
		}
		return findEncoded(text, opts, depth)
	}
	return Finding{}, false
}

// tagRun is the length of a run of tag characters that spells something. The
// flags of regions, their one use, have at most seven.
const tagRun = 8

// tagLead are the first bytes of every tag character.
const tagLead = "\xf3\xa0"

// findHidden finds text in characters that no program shows, and letters whose
// direction is turned over.
func findHidden(text string) (Finding, bool) {
	if !strings.Contains(text, tagLead) && !strings.Contains(text, "\u202d") && !strings.Contains(text, "\u202e") {
		return Finding{}, false
	}
	from, run := 0, 0
	for i, r := range text {
		switch {
		case r == '\u202d' || r == '\u202e':
			return Finding{Hidden, i, i + 3}, true
		case !isTag(r):
			run = 0
			continue
		case run == 0:
			from = i
		}
		if run++; run >= tagRun {
			return Finding{Hidden, from, i + 4}, true
		}
	}
	return Finding{}, false
}
