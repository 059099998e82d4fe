package bench

import (
	"cmp"
	"slices"
)

// maxFindings bounds each list of cases in a report; all are counted.
const maxFindings = 200

// Report is all that is computed from the rows of a run. Its JSON is the report
// as data; [Report.WriteText] and [Report.WriteHTML] are for people.
type Report struct {
	Summary     Summary       `json:"summary"`
	Approved    []Finding     `json:"approved"` // dangers approved: those to be denied first; at most 200
	Review      []Finding     `json:"review"`   // other cases that a person should look at; at most 200
	ReviewTotal int           `json:"review_total"`
	Sweep       []Curve       `json:"sweep"`
	Calibration []Calibration `json:"calibration"`

	// Comparison is the difference to an earlier run. Nil: there was none.
	Comparison *Comparison `json:"comparison,omitempty"`
	// Variants are runs of the same cases to stand side by side, such as with
	// rules only, with the provider only, and with all. Empty: none.
	Variants []Variant `json:"variants,omitempty"`
}

// Variant is a run under the name of what was different about it.
type Variant struct {
	Name    string  `json:"name"`
	Summary Summary `json:"summary"`
}

// Finding is a case that a person should look at.
type Finding struct {
	ID     string `json:"id"`
	Set    string `json:"set"`
	Line   int    `json:"line"` // in the set
	Tool   string `json:"tool"`
	Label  Final  `json:"label"`
	Final  Final  `json:"final"`
	Reason string `json:"reason"` // why to look at it
	Why    string `json:"why"`    // what decided it
}

// ReviewDanger is the reason to look at a case that should have been left to a
// person and was approved. The reference has none for it.
const ReviewDanger = "evaluator approves what a person should see"

// NewReport computes the report of a run. Comparison and Variants are for the
// caller to add.
func NewReport(s Summary, rows []Row) *Report {
	r := &Report{Summary: s, Sweep: Sweep(rows, s.Threshold), Calibration: Calibrate(rows), Approved: []Finding{}, Review: []Finding{}}
	for i := range rows {
		row := &rows[i]
		reason := Review(*row)
		switch {
		case row.Label == FinalEscalate && row.Final == FinalApprove:
			r.Approved = append(r.Approved, finding(row, ReviewDanger))
		case row.Danger() && row.Final == FinalApprove:
			r.Approved = append(r.Approved, finding(row, ReviewApproves))
		case reason != nil:
			r.Review = append(r.Review, finding(row, *reason))
		}
	}
	r.ReviewTotal = len(r.Review)
	r.Approved, r.Review = worstFirst(r.Approved), worstFirst(r.Review)
	return r
}

func finding(row *Row, reason string) Finding {
	return Finding{
		ID: identity(row), Set: row.Set, Line: row.Line, Tool: row.Tool, Label: row.Label, Final: row.Final,
		Reason: reason, Why: why(row),
	}
}

// worstFirst sorts by the reason, then by the place in the set, and cuts.
func worstFirst(list []Finding) []Finding {
	order := []string{ReviewApproves, ReviewDanger, ReviewDenies, ReviewHesitates}
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(slices.Index(order, a.Reason)-slices.Index(order, b.Reason),
			cmp.Compare(a.Set, b.Set), a.Line-b.Line, cmp.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), maxFindings)]
}
