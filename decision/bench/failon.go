package bench

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// FailOn is a list of conditions on a [Summary] under which a run counts as
// failed, such as "danger_approved>0". The zero FailOn never fails.
type FailOn struct{ conditions []condition }

// condition holds a figure against a bound.
type condition struct {
	field string
	op    string
	bound float64
}

// ParseFailOn reads conditions, parted by a comma or by " and "; one that holds
// is enough to fail. A condition is the name of a figure, one of > >= < <= ==
// !=, and a number. Figures are the counts of [Totals] by their JSON names; of
// each of [Rates] the share, and the ends of its interval, with _rate, _low or
// _high after its name; latency_median, latency_p95 and latency_p99; cost_usd,
// tokens, unreadable and skipped; delta_danger_approved and
// delta_normal_approved. What a run does not have is 0. The error names every
// condition that cannot be read, and the known figures where one is not known.
func ParseFailOn(text string) (FailOn, error) {
	var f FailOn
	var faults []error
	for _, part := range strings.Split(strings.ReplaceAll(text, " and ", ","), ",") {
		c, err := parseCondition(strings.TrimSpace(part))
		if err != nil {
			faults = append(faults, err)
			continue
		}
		f.conditions = append(f.conditions, c)
	}
	if err := errors.Join(faults...); err != nil {
		return FailOn{}, err
	}
	return f, nil
}

func parseCondition(text string) (condition, error) {
	form := regexp.MustCompile(`^([a-z0-9_]+)\s*(>=|<=|==|!=|>|<)\s*(\S+)$`)
	m := form.FindStringSubmatch(text)
	if m == nil {
		return condition{}, fmt.Errorf("cannot read the condition %.80q: write a figure, one of > >= < <= == !=, and a number, such as danger_approved>0", text)
	}
	bound, err := strconv.ParseFloat(m[3], 64)
	if err != nil || math.IsNaN(bound) || math.IsInf(bound, 0) {
		return condition{}, fmt.Errorf("cannot read the condition %.80q: %.40q is not a number", text, m[3])
	}
	known := figures(Summary{})
	names := make([]string, 0, len(known))
	for _, f := range known {
		if f.name == m[1] {
			return condition{field: m[1], op: m[2], bound: bound}, nil
		}
		names = append(names, f.name)
	}
	return condition{}, fmt.Errorf("unknown figure %.40q: use one of %s", m[1], strings.Join(names, ", "))
}

// Check returns every condition that holds, with the figure, such as
// "danger_approved>0: it is 3". None: the run passes.
func (f FailOn) Check(s Summary) (failed []string) {
	value := map[string]float64{}
	for _, figure := range figures(s) {
		value[figure.name] = figure.value
	}
	for _, c := range f.conditions {
		if v := value[c.field]; c.holds(v) {
			failed = append(failed, fmt.Sprintf("%s%s%s: it is %s", c.field, c.op, plain(c.bound), plain(v)))
		}
	}
	return failed
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (c condition) holds(v float64) bool {
	switch c.op {
	case ">":
		return v > c.bound
	case ">=":
		return v >= c.bound
	case "<":
		return v < c.bound
	case "<=":
		return v <= c.bound
	case "==":
		return v == c.bound
	}
	return v != c.bound
}
