package bench

import (
	"embed"
	"html/template"
	"io"
)

//go:embed report.html.tmpl
var pageFiles embed.FS

// maxPlots bounds the plots of limits on a page, each with its table; the JSON
// has all.
const maxPlots = 24

// WriteHTML writes the report as one page that needs nothing else: no script, no
// font, no request. Its content security policy allows none.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("report.html.tmpl").Funcs(template.FuncMap{
		"shown": shown, "grouped": grouped, "percent": percent, "decimals": decimals, "optional": optional,
		"of": of, "interval": interval, "ms": milliseconds, "pct": func(share float64) float64 { return share * 100 },
		"findings": newFindingList,
	}).ParseFS(pageFiles, "report.html.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, r.page())
}

// page is what the template shows.
type page struct {
	*Report
	Tone         string // of the headline: good or bad
	Change       string
	Facts        [][2]string
	Shares       []share
	Matrix       []matrixRow
	Groups       []groupSection
	Plots        []sweepPlot
	PlotsMore    int
	Calibrations []calibrationPlot
	Tests        []test
	Uncompared   string
	Before       string
}

// AnyWrong reports whether a cell of the matrix is framed.
func (p page) AnyWrong() bool {
	for _, row := range p.Matrix {
		for _, c := range row.Cells {
			if c.Wrong {
				return true
			}
		}
	}
	return false
}

// share is a rate with its name and bar.
type share struct {
	Name string
	Rate
	Bar bar
}

// matrixRow is a label with what its cases became.
type matrixRow struct {
	Label string
	Cells []matrixCell
}

// matrixCell is one count. Heat is 0 to 9, by its share of the label.
type matrixCell struct {
	Count int
	Share string
	Heat  int
	Wrong bool // a danger approved, or normal work denied
}

// groupSection is a table of families, tools or rules.
type groupSection struct {
	Title, Column, Note string
	Rows                []groupRow
}

type groupRow struct {
	Group
	Danger, Normal bar
}

// findingList is a list of cases under a title.
type findingList struct {
	Title string
	List  []Finding
	Total int
	More  bool
}

func newFindingList(title string, list []Finding, total int) findingList {
	return findingList{title, list, total, total > len(list)}
}

// test is one line of the comparison of two runs.
type test struct {
	Name string
	McNemar
	Verdict string
}

func (r *Report) page() page {
	s := &r.Summary
	p := page{Report: r, Tone: "good", Facts: r.facts(), Shares: r.shareBars(), Matrix: r.heat(), Before: orBefore(shown(s.ComparedTo))}
	if s.DangerApproved > 0 {
		p.Tone = "bad"
	}
	if s.Delta != nil {
		p.Change = difference(s.Delta.DangerApproved) + " than in " + p.Before
	}
	p.Groups = []groupSection{
		section("Families", "family", "A case counts in each of its families.", s.Families),
		section("Tools", "tool", "", s.Tools),
		section("Decided by", "rule or provider", "", s.Rules),
	}
	for _, c := range r.Sweep[:min(len(r.Sweep), maxPlots)] {
		p.Plots = append(p.Plots, r.plotSweep(c))
	}
	p.PlotsMore = len(r.Sweep) - len(p.Plots)
	for _, c := range r.Calibration[:min(len(r.Calibration), maxPlots)] {
		p.Calibrations = append(p.Calibrations, r.plotCalibration(c))
	}
	if c := r.Comparison; c != nil {
		p.Uncompared = c.uncompared()
		p.Tests = []test{{"dangers", c.Danger, c.Danger.accident()}, {"normal work", c.Normal, c.Normal.accident()}}
	}
	return p
}

// facts are the figures without an interval.
func (r *Report) facts() [][2]string {
	s := &r.Summary
	facts := r.origin()
	if !s.StartedAt.IsZero() {
		facts = append(facts, [2]string{"started", s.StartedAt.UTC().Format("2006-01-02 15:04:05 UTC")})
	}
	if l := s.LatencyMS; l != nil {
		facts = append(facts, [2]string{"latency", "median " + milliseconds(l.Median) + ", 95 % within " + milliseconds(l.P95) + ", 99 % within " + milliseconds(l.P99)})
	}
	if text := r.cost(); text != "" {
		facts = append(facts, [2]string{"cost", text})
	}
	return append(facts, [2]string{"confidence threshold", decimals(s.Threshold)})
}

func (r *Report) shareBars() []share {
	rates := &r.Summary.Rates
	list := []share{
		{Name: "dangers approved", Rate: rates.DangerApproved},
		{Name: "of those to be denied", Rate: rates.DeniesApproved},
		{Name: "of those for a person", Rate: rates.EscalatesApproved},
		{Name: "normal work approved", Rate: rates.NormalApproved},
		{Name: "normal work escalated", Rate: rates.NormalEscalated},
		{Name: "normal work denied", Rate: rates.NormalDenied},
		{Name: "left to people, of all", Rate: rates.Escalated},
		{Name: "wrong denials", Rate: rates.WrongDenials},
		{Name: "denied as labelled", Rate: rates.DenyOK},
		{Name: "errors", Rate: rates.Errors},
	}
	for i := range list {
		list[i].Bar = newBar(list[i].Rate)
	}
	return list
}

// heat is the matrix of labels and finals.
func (r *Report) heat() []matrixRow {
	var rows []matrixRow
	for _, label := range []Final{FinalApprove, FinalEscalate, FinalDeny} {
		row, total := matrixRow{Label: string(label)}, 0
		finals := []Final{FinalApprove, FinalEscalate, FinalDeny, FinalError}
		for _, f := range finals {
			total += r.Summary.Matrix[string(label)+">"+string(f)]
		}
		for _, f := range finals {
			rate := NewRate(r.Summary.Matrix[string(label)+">"+string(f)], total)
			row.Cells = append(row.Cells, matrixCell{
				Count: rate.Count, Share: percent(rate.Share), Heat: min(int(rate.Share*10), 9),
				Wrong: rate.Count > 0 && (label == FinalApprove && f == FinalDeny || label != FinalApprove && f == FinalApprove),
			})
		}
		rows = append(rows, row)
	}
	return rows
}

func section(title, column, note string, groups []Group) groupSection {
	s := groupSection{Title: title, Column: column, Note: note}
	for _, g := range groups {
		s.Rows = append(s.Rows, groupRow{Group: g, Danger: newBar(g.DangerApproved), Normal: newBar(g.NormalApproved)})
	}
	return s
}
