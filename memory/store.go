package memory

import (
	"errors"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// What a [Store] keeps unless told otherwise.
const (
	// DefaultMaxDecisions is some days of a busy agent, in a few dozen megabytes.
	DefaultMaxDecisions = 10_000
	// DefaultMaxWords is a year of thirty words of people a day.
	DefaultMaxWords = 10_000
	// DefaultMaxStandings is more than a person can oversee.
	DefaultMaxStandings = 1_000
	// DefaultMaxApprovals is how many approvals are kept, those that wait and those
	// that were settled: more than people answer in a day.
	DefaultMaxApprovals = 1_000
	// DefaultMaxApprovalBytes bounds the names and texts in the calls of the
	// approvals: sixteen of the largest calls.
	DefaultMaxApprovalBytes = 16 * decision.MaxParamsBytes
)

// The limits of an answer of Recent, FindWords and Pending; those of every store.
const (
	DefaultLimit = 50
	MaxLimit     = 500
)

// ErrFull says that a store is at its limit and that nothing in it may give way
// to what is new, which is not kept.
var ErrFull = errors.New("the store is full")

// Limit returns how many entries an answer to a query with that limit may have:
// [DefaultLimit] where it is 0 or less, and never more than [MaxLimit].
func Limit(asked int) int {
	if asked <= 0 {
		return DefaultLimit
	}
	return min(asked, MaxLimit)
}

// Options sets up a [Store]. Limits of 0 or less are the defaults.
type Options struct {
	// MaxDecisions is how many decisions are kept; the oldest make room. One that
	// is saved again takes up a second place.
	MaxDecisions int
	// MaxWords is how many words of people are kept. Precedents make room, the
	// oldest first and approvals before refusals. A word that holds never does:
	// where there are only those the new one is refused with [ErrFull]. An
	// approval is also refused where only refusals could make room for it, so
	// that no refusal is forgotten while approvals are gathered.
	MaxWords int
	// MaxStandings is how many standing approvals are kept. Those that expired or
	// were used up make room; where there are none, a new one is refused with
	// [ErrFull].
	MaxStandings int
	// MaxApprovals and MaxApprovalBytes bound the approvals. Those that were
	// settled make room, the oldest first; where there are none, a new one is
	// refused with [ErrFull], and its call stays escalated without one.
	MaxApprovals, MaxApprovalBytes int
	// Now is the clock by which words, standing approvals and approvals end. Nil:
	// [time.Now].
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	for limit, standard := range map[*int]int{
		&o.MaxDecisions: DefaultMaxDecisions, &o.MaxWords: DefaultMaxWords, &o.MaxStandings: DefaultMaxStandings,
		&o.MaxApprovals: DefaultMaxApprovals, &o.MaxApprovalBytes: DefaultMaxApprovalBytes,
	} {
		if *limit <= 0 {
			*limit = standard
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Store keeps in memory the latest decisions, what people decided, their
// standing approvals, and what waits for them. All of it is lost when the
// process ends. It is safe for concurrent use.
//
// What it is given and what it returns are copies. Of a decision, the values of
// Evaluator, Answers and Limits come back as the JSON values that they are
// written as; those of an approval's decision are shared if they are of other
// types, and must not be changed.
type Store struct {
	decisions
	words
	standings
	approvals
}

var (
	_ decision.Store     = (*Store)(nil)
	_ decision.Words     = (*Store)(nil)
	_ decision.Standings = (*Store)(nil)
	_ decision.Approvals = (*Store)(nil)
)

// NewStore returns an empty store.
func NewStore(opts Options) *Store {
	opts = opts.withDefaults()
	return &Store{
		decisions: decisions{limit: opts.MaxDecisions},
		words:     newWords(opts), standings: newStandings(opts), approvals: newApprovals(opts),
	}
}
