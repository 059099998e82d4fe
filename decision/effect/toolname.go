package effect

import (
	"slices"
	"strings"
)

// toolName is the name of a tool as words.
type toolName struct {
	space  []string // of the namespace: "mcp__github__…", "github.…"
	action []string // the rest
}

// newToolName takes a name apart: "aws.s3.put_object" is in the namespace aws
// s3, "GmailSendEmail" in none. Letters other than ASCII make it a name that
// nothing is known of.
func newToolName(tool string) toolName {
	for i := range len(tool) {
		if tool[i] >= 0x80 {
			return toolName{}
		}
	}
	rest, mcp := strings.CutPrefix(tool, "mcp__")
	separator := "."
	if mcp || strings.Contains(rest, "__") {
		separator = "__"
	} else if strings.Contains(rest, "/") {
		separator = "/"
	}
	at := strings.LastIndex(rest, separator)
	if at < 0 {
		return splitAtVerb(joinNames(NameWords(rest)))
	}
	return toolName{space: joinNames(NameWords(rest[:at])), action: joinNames(NameWords(rest[at+len(separator):]))}
}

// splitAtVerb takes the words before the first verb of a name without a
// separator for the namespace: Gmail in GmailReadEmail.
func splitAtVerb(words []string) toolName {
	for i, w := range words {
		if slices.Contains(readWords(), w) || isVerb(w) {
			return toolName{space: words[:i], action: words[i:]}
		}
	}
	return toolName{action: words}
}

func isVerb(w string) bool {
	return slices.ContainsFunc(verbsWords(), func(words [2][]string) bool {
		return slices.Contains(words[0], w) || slices.Contains(words[1], w)
	})
}

// joined are names that are written as one word and with two capitals.
var joined = [][3]string{{"git", "hub", "github"}, {"git", "lab", "gitlab"}, {"you", "tube", "youtube"}, {"pager", "duty", "pagerduty"}, {"big", "query", "bigquery"}, {"you", "track", "youtrack"}, {"one", "drive", "onedrive"}, {"share", "point", "sharepoint"}, {"linked", "in", "linkedin"}}

func joinNames(words []string) []string {
	for i := 0; i+1 < len(words); i++ {
		for _, j := range joined {
			if words[i] == j[0] && words[i+1] == j[1] {
				words = slices.Replace(words, i, i+2, j[2])
				break
			}
		}
	}
	return words
}

func (n toolName) words() []string { return slices.Concat(n.space, n.action) }

func (n toolName) hasAny(words ...string) bool {
	return slices.ContainsFunc(n.words(), func(w string) bool { return slices.Contains(words, w) })
}
