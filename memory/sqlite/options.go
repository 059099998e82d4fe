package sqlite

import (
	"errors"
	"time"

	"github.com/flux7-go/supervisor/memory"
)

// What a [Store] does unless told otherwise.
const (
	// DefaultMaxDecisions is that of the config key memory.max_count.
	DefaultMaxDecisions = 100_000
	// DefaultMaxWords is thirty words of people a day, for nine years.
	DefaultMaxWords = 100_000
	// DefaultPoll is how soon one process sees that another has settled an
	// approval: before a person would notice.
	DefaultPoll = 250 * time.Millisecond
)

// busyTimeout is how long one process waits for another that writes.
const busyTimeout = 10 * time.Second

// busyPause is the wait between two attempts to open a file that is held.
const busyPause = 20 * time.Millisecond

// readers is how many look at once in one process.
const readers = 4

// Options sets up a [Store]. Limits of 0 or less are the defaults, except that of
// age.
type Options struct {
	// Path is the file. It is made if it does not exist, for the user alone, and
	// others are kept from it if they were not.
	Path string
	// MaxDecisions is how many decisions are kept; the oldest make room. They are
	// counted now and then, so that a hundredth more may be there.
	MaxDecisions int
	// MaxAge is after what time a decision is forgotten, and a word that approves
	// or was revoked and does not hold. Refusals are not forgotten by age. 0 or
	// less: never.
	MaxAge time.Duration
	// MaxWords, MaxStandings, MaxApprovals and MaxApprovalBytes are as in
	// [memory.Options]: nothing in force makes room, and what finds none is refused
	// with [memory.ErrFull]. The default of MaxWords is [DefaultMaxWords]. An
	// approval that was settled stays for a minute at least.
	MaxWords, MaxStandings, MaxApprovals, MaxApprovalBytes int
	// Poll is how often a call of Wait looks whether another process has settled
	// the approval. Default: [DefaultPoll].
	Poll time.Duration
	// Now is the clock. Nil: [time.Now].
	Now func() time.Time
}

func (o Options) withDefaults() (Options, error) {
	if o.Path == "" {
		return o, errors.New("opening the memory: no file is named")
	}
	for limit, standard := range map[*int]int{
		&o.MaxDecisions: DefaultMaxDecisions, &o.MaxWords: DefaultMaxWords, &o.MaxStandings: memory.DefaultMaxStandings,
		&o.MaxApprovals: memory.DefaultMaxApprovals, &o.MaxApprovalBytes: memory.DefaultMaxApprovalBytes,
	} {
		if *limit <= 0 {
			*limit = standard
		}
	}
	if o.Poll <= 0 {
		o.Poll = DefaultPoll
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, nil
}
