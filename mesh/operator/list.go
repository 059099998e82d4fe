package operator

import (
	"errors"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/mesh"
)

// entry is a line of approval.pending. The names come from a text in which
// nothing is escaped: they are for people, and to be compared.
type entry struct {
	short       string // the beginning of the id
	tool, agent string
	doubled     bool // several approvals begin so
}

const nothingPending = "No pending approvals."

var (
	headLine  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Pending approvals \((\d{1,9})\):$`) })
	entryLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^- ID: ([0-9A-Za-z_-]{8,64})\s+tool: (\S+)\s+agent: (.*?)\s+age: \S+$`)
	})
)

var (
	errNoList  = errors.New("approval.pending gave no list")
	errMissing = errors.New("approval.pending gave lines that cannot be read, or not as many as it says")
	errTooMany = errors.New("approval.pending lists more than can be read")
)

// parseList reads the text of approval.pending, the oldest first. Entries come
// with an error too: of a list that is not whole.
func parseList(text string) ([]entry, error) {
	head, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if head == nothingPending && rest == "" {
		return nil, nil
	}
	count := headLine().FindStringSubmatch(head)
	if count == nil {
		return nil, errNoList
	}
	list, err := readEntries(rest)
	if want, _ := strconv.Atoi(count[1]); err == nil && want != len(list) {
		err = errMissing
	}
	return merge(list), err
}

func readEntries(text string) (list []entry, err error) {
	for line := range strings.Lines(text) {
		parts := entryLine().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		switch {
		case len(list) == mesh.MaxListed:
			return list, errTooMany
		case parts == nil:
			err = errMissing
		default:
			list = append(list, entry{short: parts[1], tool: parts[2], agent: parts[3]})
		}
	}
	return list, err
}

// merge turns the order, which is newest first, and joins the entries whose
// ids cannot be told apart.
func merge(list []entry) []entry {
	merged := make([]entry, 0, len(list))
	index := map[string]int{}
	for i := len(list) - 1; i >= 0; i-- {
		if at, again := index[list[i].short]; again {
			merged[at].doubled = true
			continue
		}
		index[list[i].short] = len(merged)
		merged = append(merged, list[i])
	}
	return merged
}

// inScope compares a tool as a mesh does: * does not cross a slash, an empty
// glob and a lone * match all, a malformed one matches nothing.
func inScope(glob, tool string) bool {
	if glob == "" || glob == "*" {
		return true
	}
	ok, err := path.Match(glob, tool)
	return ok && err == nil
}
