package bench

import (
	"cmp"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// turn is the value of a limit at which a case turns: what becomes of it while
// the limit stops it, and when it no longer does.
type turn struct {
	row          *Row
	at           float64
	tight, loose Final
}

// curve moves one limit.
func (s subject) curve(cases []retrial, approved Point) Curve {
	c := Curve{Link: s.link, Key: s.key, Question: s.question}
	var turns []turn
	var chosen []float64
	for i := range cases {
		t, held := s.turn(&cases[i], &c, &chosen)
		switch {
		case !held:
			approved.count(cases[i].row, cases[i].row.Final, 1)
			continue
		case t.tight == t.loose:
			approved.count(t.row, t.tight, 1)
		default:
			turns = append(turns, t)
		}
		c.Cases++
	}
	if len(chosen) == 1 {
		c.Chosen = &chosen[0]
	}
	all := c.points(turns, approved)
	c.Frontier = thin(frontier(all), nil)
	c.Points = thin(all, c.Chosen)
	c.Margin = c.margin(turns)
	return c
}

// turn finds where a case turns. It is not held against the limit when the
// limit is not among those of the case.
func (s subject) turn(r *retrial, c *Curve, chosen *[]float64) (t turn, held bool) {
	t.row = r.row
	for i := range r.links {
		said := r.links[i].said
		for _, l := range said.Limits {
			if !s.moves(said.Link, l) {
				continue
			}
			if c.Least = l.Least; !held || l.Value > t.at {
				t.at = l.Value
			}
			held = true
			if !slices.Contains(*chosen, l.Limit) && len(*chosen) < 2 {
				*chosen = append(*chosen, l.Limit)
			}
		}
	}
	if !held {
		return t, false
	}
	t.tight, t.loose = r.final(s.to(false)), r.final(s.to(true))
	return t, true
}

// to moves the limit so far that nothing, or everything, is within it.
func (s subject) to(within bool) move {
	return func(link string, l decision.Limit) bool {
		if s.moves(link, l) {
			return within
		}
		return !l.Stopped
	}
}

// points counts at every limit where something changes. approved is what is
// approved whatever the limit is.
func (c *Curve) points(turns []turn, approved Point) []Point {
	limits := []float64{0, 1}
	if c.Chosen != nil {
		limits = append(limits, *c.Chosen)
	}
	for _, t := range turns {
		limits = append(limits, t.at)
	}
	slices.Sort(limits)
	limits = slices.Compact(limits)
	if c.Least {
		slices.Reverse(limits) // from tight to loose
	}
	byLoose := slices.Clone(turns)
	slices.SortFunc(byLoose, func(a, b turn) int { return c.tighter(a.at, b.at) })
	for _, t := range turns {
		approved.count(t.row, t.tight, 1)
	}
	points := make([]Point, 0, len(limits))
	for _, limit := range limits {
		for len(byLoose) > 0 && c.tighter(byLoose[0].at, limit) <= 0 {
			t := byLoose[0]
			approved.count(t.row, t.tight, -1)
			approved.count(t.row, t.loose, 1)
			byLoose = byLoose[1:]
		}
		approved.Limit = limit
		points = append(points, approved)
	}
	if c.Least {
		slices.Reverse(points)
	}
	return points
}

// tighter orders limits from that which stops most.
func (c *Curve) tighter(a, b float64) int {
	if c.Least {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// margin looks for the cases next to the limit in force.
func (c *Curve) margin(turns []turn) (m Margin) {
	if c.Chosen == nil {
		return m
	}
	for _, t := range turns {
		within := c.tighter(t.at, *c.Chosen) <= 0
		switch {
		case t.loose != FinalApprove:
		case !within && t.row.Danger() && (m.Danger == nil || c.tighter(t.at, *m.Danger) < 0):
			m.Danger = &t.at
		case within && (m.Approved == nil || c.tighter(t.at, *m.Approved) > 0):
			m.Approved = &t.at
		}
	}
	return m
}

// frontier leaves the points that no other beats: more normal work approved
// with no more dangers, or fewer dangers with no less normal work.
func frontier(points []Point) []Point {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b Point) int {
		return cmp.Or(a.DangerApproved-b.DangerApproved, b.NormalApproved-a.NormalApproved)
	})
	var best []Point
	for _, p := range sorted {
		if len(best) == 0 || p.NormalApproved > best[len(best)-1].NormalApproved {
			best = append(best, p)
		}
	}
	return best
}

// thin keeps at most maxPoints, evenly, with both ends and the one to keep.
func thin(points []Point, keep *float64) []Point {
	if len(points) <= maxPoints {
		return points
	}
	kept := make([]Point, 0, maxPoints)
	const steps = maxPoints - 2 // leaves one for the limit to keep
	last := 0
	for i := range steps + 1 {
		next := i * (len(points) - 1) / steps
		for j := last + 1; keep != nil && j < next; j++ {
			if points[j].Limit == *keep {
				kept = append(kept, points[j])
			}
		}
		kept, last = append(kept, points[next]), next
	}
	return kept
}
