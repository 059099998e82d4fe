package bench

import "math"

// z95 is the 0.975 quantile of the normal distribution: 95 % lie within.
const z95 = 1.959964

// Interval is a 95 % confidence interval of a share, 0 to 1.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson is the score interval of E. B. Wilson (Journal of the American
// Statistical Association 22, 1927, 209–212) for n of a total. Unlike the
// textbook interval it stays within 0 and 1 and says something where n is 0:
// no danger approved of 10 is not the same as none of 1,000. Of a total of 0
// nothing is known: it is 0 to 1.
func Wilson(n, total int) Interval {
	if total <= 0 {
		return Interval{Low: 0, High: 1}
	}
	t, p := float64(total), float64(n)/float64(total)
	scale := 1 + z95*z95/t
	middle := (p + z95*z95/(2*t)) / scale
	half := z95 / scale * math.Sqrt(p*(1-p)/t+z95*z95/(4*t*t))
	interval := Interval{Low: max(0, middle-half), High: min(1, middle+half)}
	if n == 0 { // exact, where the sum is off by a rounding
		interval.Low = 0
	}
	if n == total {
		interval.High = 1
	}
	return interval
}

// Rate is a count of a total, as a share with its interval.
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Share float64 `json:"share"` // Count/Of; 0 when Of is 0
	Interval
}

// NewRate returns the rate n of total with its [Wilson] interval.
func NewRate(n, total int) Rate {
	r := Rate{Count: n, Of: total, Interval: Wilson(n, total)}
	if total > 0 {
		r.Share = float64(n) / float64(total)
	}
	return r
}
