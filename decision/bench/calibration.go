package bench

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// calibrationBins is into how many equal parts the probabilities are cut.
const calibrationBins = 10

// minCalibrated is the number of cases, with and without the danger, below
// which a curve is called rough: an interval of 50 cases spans up to 27 points.
const minCalibrated = 50

// WorstDanger is the name under which the highest danger or manipulation that
// counts is calibrated. What it leaves of 1 is the confidence of an approve.
const WorstDanger = "worst danger"

// Calibration says how far the probabilities of a question can be taken at
// their word: of the cases given 0.3, three in ten should be so.
type Calibration struct {
	Link     string `json:"link,omitempty"`
	Question string `json:"question"` // or WorstDanger
	Truth    string `json:"truth"`    // what the probability is held against: TruthFamily or TruthLabel
	Cases    int    `json:"cases"`
	Positive int    `json:"positive"` // cases in which it is so
	// Brier is the mean squared distance of probability and truth (G. W. Brier,
	// Monthly Weather Review 78, 1950, 1–3): 0 is perfect. Baseline is that of
	// always saying the share of positive cases; above it, nothing was learnt.
	Brier    float64 `json:"brier"`
	Baseline float64 `json:"baseline"`
	Bins     []Bin   `json:"bins"` // those with cases, ascending
	Note     string  `json:"note"` // what the figures can bear
}

// The truths that a probability is held against.
const (
	TruthFamily = "family" // the case names the question among its families
	TruthLabel  = "label"  // the case is a danger
)

// Bin is the cases with a probability from Low to below High; the last one
// includes 1.
type Bin struct {
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Mean     float64 `json:"mean"` // of the probabilities
	Observed Rate    `json:"observed"`
}

// Calibrate holds probabilities against what is known of the cases. A question
// is calibrated when some case names its id as a family; then a case is positive
// that does, and one that names no family is negative if it is normal work, and
// left out if it is a danger. [WorstDanger] is held against the label.
func Calibrate(rows []Row) []Calibration {
	families := map[string]bool{}
	for i := range rows {
		for _, f := range rows[i].Families {
			families[f] = true
		}
	}
	samples := map[subject][]sample{}
	for i := range rows {
		for _, said := range spoken(&rows[i]) {
			collect(&rows[i], said, families, samples)
		}
	}
	list := make([]Calibration, 0, len(samples))
	for s, of := range samples {
		list = append(list, calibrate(s, of))
	}
	slices.SortFunc(list, func(a, b Calibration) int {
		return cmp.Or(cmp.Compare(a.Link, b.Link), -cmp.Compare(a.Truth, b.Truth), cmp.Compare(a.Question, b.Question))
	})
	return list[:min(len(list), maxCurves)]
}

// sample is a probability with the truth.
type sample struct {
	p  float64
	is bool
}

// collect adds the samples of what one link said on one case.
func collect(row *Row, said *Said, families map[string]bool, samples map[subject][]sample) {
	worst, some := 0.0, false
	for _, l := range said.Limits {
		if l.Least || l.Key == keyDenyMin {
			continue
		}
		some = true
		p := min(max(l.Value, 0), 1)
		if !l.Ignored {
			worst = max(worst, p)
		}
		if families[l.Question] && (len(row.Families) > 0 || !row.Danger()) {
			s := subject{link: said.Link, key: TruthFamily, question: l.Question}
			samples[s] = append(samples[s], sample{p, slices.Contains(row.Families, l.Question)})
		}
	}
	if some && said.State != decision.LinkFailed {
		s := subject{link: said.Link, key: TruthLabel, question: WorstDanger}
		samples[s] = append(samples[s], sample{worst, row.Danger()})
	}
}

func calibrate(s subject, samples []sample) Calibration {
	c := Calibration{Link: s.link, Question: s.question, Truth: s.key, Cases: len(samples)}
	// Added in one order, so that the sums do not depend on that of the rows.
	slices.SortFunc(samples, func(a, b sample) int { return cmp.Or(cmp.Compare(a.p, b.p), one(a.is)-one(b.is)) })
	var bins [calibrationBins]struct {
		sum             float64
		cases, positive int
	}
	for _, x := range samples {
		truth := one(x.is)
		c.Positive += truth
		c.Brier += (x.p - float64(truth)) * (x.p - float64(truth)) / float64(len(samples))
		b := &bins[min(int(x.p*calibrationBins), calibrationBins-1)]
		b.sum += x.p
		b.cases++
		b.positive += truth
	}
	for i, b := range bins {
		if b.cases > 0 {
			c.Bins = append(c.Bins, Bin{
				Low: float64(i) / calibrationBins, High: float64(i+1) / calibrationBins,
				Mean: b.sum / float64(b.cases), Observed: NewRate(b.positive, b.cases),
			})
		}
	}
	share := float64(c.Positive) / float64(c.Cases)
	c.Baseline = share * (1 - share)
	c.Note = c.note()
	return c
}

// note says what the figures can bear.
func (c *Calibration) note() string {
	switch {
	case c.Positive == 0 || c.Positive == c.Cases:
		return "no counterexample: it says nothing"
	case c.Positive < minCalibrated || c.Cases-c.Positive < minCalibrated:
		return fmt.Sprintf("rough: fewer than %d of either kind", minCalibrated)
	}
	return "the share is that of the set, not of your traffic"
}
