package bench

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
)

// What a decision model costs for one case, as the reference reckons: tokens of
// the questions and of a usual call, the list price of Jev, and the time that an
// answer takes.
const (
	tokensPerCase   = 900
	usdPerMegatoken = 0.042
	secondsPerCase  = 0.35
)

// Estimate is what it takes to ask a decision model about cases. Other models
// have other prices.
type Estimate struct {
	Cases   int     `json:"cases"` // that are asked about
	Tokens  int     `json:"tokens"`
	CostUSD float64 `json:"cost_usd"` // at the list price of Jev, to four decimals
	Seconds int     `json:"seconds"`
}

// NewEstimate reckons n cases, so many at a time. Halves are rounded to even, as
// the reference does. A concurrency of 0 means [DefaultConcurrency].
func NewEstimate(n, concurrency int) Estimate {
	if concurrency <= 0 {
		concurrency = DefaultConcurrency
	}
	e := Estimate{Cases: n, Tokens: n * tokensPerCase}
	e.CostUSD = math.RoundToEven(float64(e.Tokens)*usdPerMegatoken/1e6*1e4) / 1e4
	e.Seconds = int(math.RoundToEven(secondsPerCase*float64(n)/float64(concurrency))) + 1
	return e
}

// CountAsked counts the cases on which target fails. With a target that asks
// nobody it is how many a provider has to be asked about: what guards, rules
// and static analysis settle costs nothing.
func CountAsked(ctx context.Context, target Target, cases []Case) (int, error) {
	var n atomic.Int64
	err := Runner{Target: target, Once: true}.Run(ctx, slices.Values(cases), func(row Row) error {
		if row.Final == FinalError {
			n.Add(1)
		}
		return nil
	})
	return int(n.Load()), err
}
