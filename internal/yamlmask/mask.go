package yamlmask

import (
	"bytes"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// splice puts other bytes in the place of a span.
type splice struct {
	at   span
	with []byte
}

// spliced is data with all splices, which do not overlap.
func spliced(data []byte, list []splice) []byte {
	slices.SortFunc(list, func(a, b splice) int { return a.at.from - b.at.from })
	var out []byte
	done := 0
	for _, s := range list {
		out = append(append(out, data[done:s.at.from]...), s.with...)
		done = s.at.to
	}
	return append(out, data[done:]...)
}

// Masked is the text without its secrets. The error is an [*Error]: the text
// must then not be shown.
func (t *Text) Masked() ([]byte, error) {
	var list []splice
	for n := range t.secret {
		list = append(list, splice{t.spans[n], []byte(strconv.Quote(Mask))})
	}
	for i, s := range t.comments {
		list = append(list, splice{s, []byte(commentMask(i+1, len(t.comments)))})
	}
	masked := spliced(t.data, list)
	if t.readAs(masked, func(n *yaml.Node) string {
		if t.secret[n] {
			return Mask
		}
		return n.Value
	}) == nil {
		return nil, refuse(0, 0, "the secrets in the text cannot be masked for sure: write them in quotes, each on one line")
	}
	for n := range t.secret {
		if spreads(n) && n.Value != Mask && bytes.Contains(masked, []byte(n.Value)) {
			return nil, refuse(n.Line, n.Column, "this secret also stands in a place that cannot be masked, such as a key: change one of them")
		}
	}
	return masked, nil
}

// readAs reads data, which must have the leaves of t, with other values; it is
// nil otherwise.
func (t *Text) readAs(data []byte, value func(*yaml.Node) string) *Text {
	other, err := Parse(data)
	if err != nil || len(other.leaves) != len(t.leaves) {
		return nil
	}
	for i, l := range t.leaves {
		if other.leaves[i].node.Value != value(l.node) {
			return nil
		}
	}
	return other
}
