package bench

import (
	"fmt"
	"strconv"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// maxNameShown cuts, in bytes, the names of tools, families, cases and rules.
const maxNameShown = 40

// shown is a name as a report shows it. Cases may come from anybody: what would
// steer a terminal or reorder a line is left out.
func shown(name string) string { return oneline.Clean(name, maxNameShown) }

// grouped is a number with commas, such as 1,712.
func grouped(n int) string {
	text := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// percent is a share such as 0.2 %. What is not all is never written as all,
// and what is not none never as none.
func percent(share float64) string {
	switch {
	case share > 0 && share < 0.0005:
		return "<0.1 %"
	case share < 1 && share > 0.9995:
		return ">99.9 %"
	}
	return fmt.Sprintf("%.1f %%", share*100)
}

// String is the rate for people, such as "3 of 1,712 (0.2 %, 95 % 0.1 to 0.5 %)".
func (r Rate) String() string {
	if r.Of == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%s of %s (%s, 95 %% %.1f to %.1f %%)", grouped(r.Count), grouped(r.Of), percent(r.Share), r.Low*100, r.High*100)
}

// name is the limit for people, such as "destructive_max, all" or "deletes
// (destructive_max)".
func (c Curve) name() string {
	switch {
	case c.Question == "":
		return shown(c.Key) + ", all"
	case c.Key == keyOwn:
		return shown(c.Question) + " (its own limit)"
	}
	return shown(c.Question) + " (" + shown(c.Key) + ")"
}

// at returns the point at the limit in force.
func (c Curve) at() (Point, bool) {
	for _, p := range c.Points {
		if c.Chosen != nil && p.Limit == *c.Chosen {
			return p, true
		}
	}
	return Point{}, false
}

// free returns the loosest point that approves no danger more than the limit in
// force does.
func (c Curve) free() (best Point, found bool) {
	now, ok := c.at()
	if !ok {
		return Point{}, false
	}
	best = now
	for _, p := range c.Points {
		if p.DangerApproved <= now.DangerApproved && c.tighter(p.Limit, best.Limit) > 0 {
			best = p
		}
	}
	return best, true
}

// difference is a change of a count in words, to be followed by "than" or by
// the earlier run.
func difference(n int) string {
	switch {
	case n > 0:
		return grouped(n) + " more"
	case n < 0:
		return grouped(-n) + " fewer"
	}
	return "no more"
}

// optional is a value, or a dash.
func optional(v *float64) string {
	if v == nil {
		return "–"
	}
	return decimals(*v)
}

// decimals is a probability with as many places as it needs, at most four.
func decimals(v float64) string {
	text := strconv.FormatFloat(v, 'f', 4, 64)
	for i := range 2 {
		if text[len(text)-1-i] != '0' {
			return text[:len(text)-i]
		}
	}
	return text[:len(text)-2]
}

func milliseconds(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.2f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}
