package mem7

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// Recalled is in the notes of a decision that was read from flux7-memory.
const Recalled = "recalled from flux7-memory"

// The lines of one entry in an answer, after its heading with the key.
const (
	valueLine = iota + 1
	tagsLine
	agentLine
	updatedLine
	entryLines
)

// parseRecall finds the decisions of an agent in the text of an answer. Values
// are not escaped there, and one of somebody else may imitate whole entries. So
// an entry counts only when it has exactly the lines of ours, is said to be of
// the agent, and when its value has the id that is in its key. What was made to
// look so could have been written under that key as well.
func parseRecall(text, agent string) (found []decision.Decision) {
	lines := strings.Split(text, "\n")
	for i := 0; i+updatedLine < len(lines); {
		d, ok := parseEntry(lines[i:i+entryLines], agent)
		if !ok {
			i++
			continue
		}
		found = append(found, d)
		i += entryLines
	}
	return found
}

func parseEntry(lines []string, agent string) (decision.Decision, bool) {
	id, ours := strings.CutPrefix(lines[0], "## "+keyPrefix)
	if !ours || lines[agentLine] != "Agent: "+agent ||
		!strings.HasPrefix(lines[tagsLine], "Tags: ") || !strings.HasPrefix(lines[updatedLine], "Updated: ") {
		return decision.Decision{}, false
	}
	d, ok := decisionOf(lines[valueLine])
	return d, ok && d.ID == id
}

// newestFirst puts decisions in order, each id once, and no more than limit. Of
// two with one id the newer counts.
func newestFirst(decisions []decision.Decision, limit int) []decision.Decision {
	slices.SortStableFunc(decisions, func(a, b decision.Decision) int { return b.Time.Compare(a.Time) })
	seen := map[string]bool{}
	decisions = slices.DeleteFunc(decisions, func(d decision.Decision) bool {
		again := seen[d.ID]
		seen[d.ID] = true
		return again
	})
	return decisions[:min(len(decisions), max(0, limit))]
}
