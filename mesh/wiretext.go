package mesh

import (
	"regexp"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// maxReasoningBytes bounds the reasoning that a mesh stores with a decision.
	maxReasoningBytes = 1000
	// maxReasoningInput bounds what is looked through for quotations. Of a
	// longer text nothing is sent.
	maxReasoningInput = 16 << 10
	// maxQuoted bounds the quotations of one reasoning. Beyond it nothing of
	// the text is sent.
	maxQuoted = 256
	// minQuotedBytes is the shortest quotation worth taking out. A shorter one
	// cannot carry a phrase, and taking out every "a" would leave no text.
	minQuotedBytes = 4
)

// A mesh keeps each decision as "approved by WHO — agent:AGENT … reason:TEXT",
// and counts as a vote every *line* of what its memory finds that starts with
// "approved by" or "rejected by" and holds " — agent:". With three votes it
// approves by itself. So the text must be one line, must not hold the wording
// of a vote, in case that another store breaks it up, and must hold nothing
// that an agent wrote, which a search for another agent could find.
var (
	votePhrase  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(approved|rejected|timed out)\s+by\b`) })
	agentPhrase = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)—\s*agent\s*:`) })
)

// wireReasoning makes the reasoning of a decision fit to be stored by a mesh.
func wireReasoning(reasoning string, quoted []string) string {
	if len(quoted) > maxQuoted || len(reasoning) > maxReasoningInput {
		return oneline.Mark
	}
	text := oneline.Clean(withoutQuoted(reasoning, quoted), maxReasoningBytes)
	text = votePhrase().ReplaceAllString(text, "$1-by")
	return agentPhrase().ReplaceAllString(text, "- agent=")
}

// withoutQuoted replaces each quotation by a mark. Those that overlap go
// together, so that no end of one is left.
func withoutQuoted(text string, quoted []string) string {
	ends := make([]int, len(text)+1) // where the longest quotation ends that starts here
	for _, fragment := range spellings(quoted) {
		for start := strings.Index(text, fragment); start >= 0; {
			ends[start] = max(ends[start], start+len(fragment))
			next := strings.Index(text[start+1:], fragment)
			if next < 0 {
				break
			}
			start += 1 + next
		}
		if start, found := cutQuotation(text, fragment); found {
			ends[start] = len(text)
		}
	}
	var b strings.Builder
	kept, end := 0, 0 // text[kept:] is not written; text[:end] is quoted
	for start := range text {
		if ends[start] == 0 {
			continue
		}
		if start >= end {
			b.WriteString(text[kept:start])
			b.WriteString(oneline.Mark)
		}
		end = max(end, ends[start])
		kept = end
	}
	b.WriteString(text[kept:])
	return b.String()
}

// cutQuotation finds the head of a fragment at the end of a text that was cut.
func cutQuotation(text, fragment string) (start int, found bool) {
	body, cut := strings.CutSuffix(text, oneline.Mark)
	if !cut {
		return 0, false
	}
	for n := min(len(fragment), len(body)); n >= minQuotedBytes; n-- {
		if strings.HasSuffix(body, fragment[:n]) {
			return len(body) - n, true
		}
	}
	return 0, false
}

// spellings returns each fragment as it was and as it reads on one line, since
// whoever wrote the reasoning may have cleaned it already.
func spellings(quoted []string) []string {
	var list []string
	for _, fragment := range quoted {
		for _, s := range []string{fragment, oneline.Clean(fragment, maxReasoningInput)} {
			if len(s) >= minQuotedBytes {
				list = append(list, s)
			}
		}
	}
	return list
}
