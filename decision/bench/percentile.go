package bench

import (
	"math"
	"slices"
)

// Percentile returns the nearest-rank percentile of sorted values: the smallest
// that at least p percent of them do not exceed. It is always one of the
// values. p is above 0 and at most 100; of no values it is 0.
func Percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(math.Ceil(p * float64(len(sorted)) / 100))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Median returns the middle one of sorted values, of an even number the upper
// of the two in the middle, as the reference does. Of no values it is 0.
func Median(sorted []float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// Latency is how long deciding took, in milliseconds.
type Latency struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"` // by nearest rank; the reference is a rank too low for few values
	P99    float64 `json:"p99"`
}

// latency is nil when no row was timed, as after a recompute.
func latency(rows []Row) *Latency {
	var ms []float64
	for i := range rows {
		if rows[i].MS > 0 {
			ms = append(ms, rows[i].MS)
		}
	}
	if len(ms) == 0 {
		return nil
	}
	slices.Sort(ms)
	return &Latency{Median: Median(ms), P95: Percentile(ms, 95), P99: Percentile(ms, 99)}
}
