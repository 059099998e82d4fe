package bench

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// maxCounted bounds how many reasons, keywords and tools are counted one by
// one; further ones are counted as "other". A set may name any.
const maxCounted = 10_000

// Set is what became of one set that was read.
type Set struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of its content, in hex; empty until it was read to its end

	Cases    int                     `json:"cases"`
	Labels   map[decision.Action]int `json:"labels"` // of the cases
	Tools    map[string]int          `json:"tools"`  // of the cases
	Skipped  map[string]int          `json:"skipped"`
	Keywords map[string]int          `json:"keywords"` // lines left out for a keyword, in lower case
}

// Count is how often something was seen.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Top returns the n entries of a map of counts that were seen most, those seen
// equally often by name.
func Top(all map[string]int, n int) []Count {
	out := make([]Count, 0, len(all))
	for name, count := range all {
		out = append(out, Count{name, count})
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out[:max(0, min(n, len(out)))]
}

// Sets returns what was read so far, in order.
func (r *Reader) Sets() []Set {
	out := make([]Set, len(r.sets))
	for i, c := range r.sets {
		out[i] = Set{Name: c.name, SHA256: c.sha256, Cases: c.cases, Labels: map[decision.Action]int{},
			Tools: c.tools.clone(), Skipped: c.skipped.clone(), Keywords: c.keywords.clone()}
		for action, n := range c.labels {
			if n > 0 {
				out[i].Labels[decision.Action(action)] = n
			}
		}
	}
	return out
}

// counts is a Set in the making.
type counts struct {
	name, sha256             string
	cases                    int
	labels                   [decision.Deny + 1]int
	tools, skipped, keywords tally
}

// count counts a case.
func (c *counts) count(taken *Case) {
	c.cases++
	c.labels[taken.Label]++
	c.tools.add(taken.Call.Tool)
}

// skip counts a line that is not used, and says which it is.
func (c *counts) skip(err error, line int) *SkipError {
	skip := &SkipError{Reason: SkipUnreadable, Err: err}
	errors.As(err, &skip)
	skip.Set, skip.Line = c.name, line
	if skip.Reason == SkipKeyword {
		c.keywords.add(skip.Keyword)
	} else {
		c.skipped.add(skip.Reason)
	}
	return skip
}

// tally counts by name.
type tally map[string]int

func (t *tally) add(name string) {
	if *t == nil {
		*t = tally{}
	}
	if _, known := (*t)[name]; !known && len(*t) >= maxCounted {
		name = "other"
	}
	(*t)[name]++
}

// clone returns a copy that is never nil.
func (t tally) clone() map[string]int {
	out := make(map[string]int, len(t))
	maps.Copy(out, t)
	return out
}
