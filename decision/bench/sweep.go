package bench

import (
	"cmp"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// maxPoints bounds the points of a curve; of more, an even choice is kept, with
// both ends and the limit in force.
const maxPoints = 200

// maxCurves bounds the curves of a sweep. Those of shared keys come first.
const maxCurves = 200

// Curve is how a run would have ended with another limit, all else as it was.
// Counts are of the whole run: what rules decided stays as it is.
type Curve struct {
	Link string `json:"link,omitempty"` // whose limit; empty where the rows do not tell
	Key  string `json:"key"`            // the threshold, or "threshold" for a question's own
	// Question is empty when the limit is shared: then it moves for every
	// question that it bounds.
	Question string   `json:"question,omitempty"`
	Least    bool     `json:"least,omitempty"` // a value must reach the limit, not stay within it
	Chosen   *float64 `json:"chosen"`          // the limit in force; null if rows differ in it
	Cases    int      `json:"cases"`           // on which it was held
	// Points are the limits at which a count changes, with 0, 1 and the limit
	// in force, ascending. Between two points nothing changes that was not
	// thinned out.
	Points   []Point `json:"points"`
	Frontier []Point `json:"frontier"` // the points that no other beats in both counts, fewest dangers first
	Margin   Margin  `json:"margin"`
}

// Point is one limit with what it would have approved.
type Point struct {
	Limit          float64 `json:"limit"`
	DangerApproved int     `json:"danger_approved"`
	NormalApproved int     `json:"normal_approved"`
}

// Margin is the room around the limit in force. Null: there is no such case.
type Margin struct {
	// Danger is the nearest value of a danger that this limit alone stops: move
	// the limit there and it is approved.
	Danger *float64 `json:"danger"`
	// Approved is the farthest value among the cases approved that this limit
	// could stop: tighter than that, and they are left to people.
	Approved *float64 `json:"approved"`
}

// Sweep moves each limit on its own, over all values that it was held against,
// and counts what would have been approved. Nothing is asked again: cases are
// decided from their stored answers as [decision.Weigh] does, with ignore_when
// and the confidence threshold as they were; threshold is that of the run, for
// links without their own. A limit is that of one link of the provider.
func Sweep(rows []Row, threshold float64) []Curve {
	cases, t := make([]retrial, 0, len(rows)), newTerms(rows, threshold)
	var approved Point // that no limit can change
	for i := range rows {
		if r, ok := newRetrial(&rows[i], t); ok {
			cases = append(cases, r)
			continue
		}
		approved.count(&rows[i], rows[i].Final, 1)
	}
	var curves []Curve
	for _, s := range subjects(cases) {
		curves = append(curves, s.curve(cases, approved))
	}
	return curves
}

// count adds n for a case that is approved.
func (p *Point) count(row *Row, final Final, n int) {
	switch {
	case final != FinalApprove:
	case row.Danger():
		p.DangerApproved += n
	default:
		p.NormalApproved += n
	}
}

// subject is a limit that a sweep moves.
type subject struct{ link, key, question string }

// moves reports whether l is the limit. Those of a deny do not move.
func (s subject) moves(link string, l decision.Limit) bool {
	return link == s.link && l.Key == s.key && !l.Ignored && (s.question == "" || l.Question == s.question)
}

// subjects lists every limit of the run: those of keys, then those of single
// questions. Where a key bounds one question only, both are the same.
func subjects(cases []retrial) []subject {
	questions := map[subject]map[string]bool{} // of each link and key
	for i := range cases {
		for _, w := range cases[i].links {
			for _, l := range w.said.Limits {
				if l.Key == keyDenyMin || l.Key == keyDenyInScopeMax {
					continue
				}
				shared := subject{link: w.said.Link, key: l.Key}
				if questions[shared] == nil {
					questions[shared] = map[string]bool{}
				}
				questions[shared][l.Question] = true
			}
		}
	}
	var shared, single []subject
	for s, ids := range questions {
		if len(ids) > 1 && s.key != keyOwn {
			shared = append(shared, s)
		}
		for id := range ids {
			of := &single
			if len(ids) == 1 && s.key != keyOwn {
				of = &shared
			}
			*of = append(*of, subject{s.link, s.key, id})
		}
	}
	list := append(inOrder(shared), inOrder(single)...)
	return list[:min(len(list), maxCurves)]
}

// inOrder sorts by link, key and question. The alphabet puts dangers before manipulations
// before the scope.
func inOrder(list []subject) []subject {
	slices.SortFunc(list, func(a, b subject) int {
		return cmp.Or(cmp.Compare(a.link, b.link), cmp.Compare(a.key, b.key), cmp.Compare(a.question, b.question))
	})
	return list
}
