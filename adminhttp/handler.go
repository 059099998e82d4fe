package adminhttp

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp/internal/guesses"
	"github.com/flux7-go/supervisor/internal/inflight"
)

// Options is what a [Handler] is made of, besides its supervisor.
type Options struct {
	// Token lets its bearer do everything, ReadToken lets its bearer look. Empty:
	// there is none. A ReadToken needs a Token.
	Token, ReadToken string
	// Operator is the name of the person whose Token is: what they settle is by
	// person:NAME. Empty: [DefaultOperator].
	Operator string
	// Person names the person behind a request that carries the Token, where
	// several people share it behind a proxy that knows them. An empty name is
	// nobody's: such a request settles nothing. Nil: everybody is the Operator.
	Person func(*http.Request) string
	// AllowedHosts are further names under which the API may be addressed, with
	// or without port. Loopback names always may.
	AllowedHosts []string
	// RecentDecisions is how many decisions are kept for display. 0 means
	// [DefaultRecentDecisions], and more than [MaxRecentDecisions] is refused.
	RecentDecisions int
	// Journal is the file of the decision journal. The decisions in it are shown
	// after a restart, and a decision is shown with its line. Empty: only what
	// happens from now on is shown.
	Journal string
	// BenchDir is the directory of measuring runs. Empty: that of the config.
	BenchDir string
	// Logger hears of refused requests and of what went wrong. Nil: nothing is
	// logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// The numbers of decisions that are kept for display.
const (
	DefaultRecentDecisions = 200     // the reference's
	MaxRecentDecisions     = 100_000 // of admin.recent_decisions
)

// Handler serves the admin API of one supervisor. It is safe for concurrent use.
// [Handler.Close] ends what it began.
type Handler struct {
	sup  *supervisor.Supervisor
	opts Options
	mux  *http.ServeMux

	hosts   hostList
	tokens  tokens
	guesses guesses.Limit
	bench   benchState

	instance string // names this process in cursors
	recent   *recent
	events   hub
	changes  changes
	metrics  metrics
	lookups  inflight.Places
	listings inflight.Places
	judging  inflight.Places
	large    inflight.Places
	waiting  inflight.Places
	chosen   chosenIDs
	repeats  repeats
	// realPaths has where the files of configs are that do not say it, by their paths.
	realPaths sync.Map
	spare     sync.Pool // of *[]byte: room for answers
	unwatch   func()
	patience  time.Duration // for one write to a stream: streamWrite

	ctx     context.Context // ends with Close
	end     context.CancelFunc
	closing sync.Mutex // held while something begins, and while Close says that nothing may
	running sync.WaitGroup
}

// NewHandler makes the handler of a supervisor's admin API. The error names
// every fault of the options. It looks on at the supervisor until
// [Handler.Close].
//
// It can be mounted under any prefix with [http.StripPrefix]: every link it
// gives is relative.
func NewHandler(sup *supervisor.Supervisor, opts Options) (*Handler, error) {
	if sup == nil {
		return nil, errors.New("adminhttp: there is no supervisor")
	}
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, err
	}
	h := &Handler{
		sup: sup, opts: opts,
		hosts: newHostList(opts.AllowedHosts), tokens: newTokens(opts.Token, opts.ReadToken),
	}
	h.instance, h.patience = newInstance(), streamWrite
	h.recent = newRecent(opts.RecentDecisions)
	h.ctx, h.end = context.WithCancel(context.Background())
	h.mux = newMux(h.routes(), h.serve)
	if cfg := sup.Config(); cfg != nil && cfg.Path != "" {
		h.realPath(cfg)
	}
	h.unwatch = sup.Watch(h.observe)
	h.seed()
	return h, nil
}

// newInstance makes a name that no other process has.
func newInstance() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	return hex.EncodeToString(b[:])
}

// begin counts something that goes on until it calls running.Done, and reports
// false once the handler is closed.
func (h *Handler) begin() bool {
	h.closing.Lock()
	defer h.closing.Unlock()
	if h.ctx.Err() != nil {
		return false
	}
	h.running.Add(1)
	return true
}

// endStreams ends what goes on, and lets nothing more begin.
func (h *Handler) endStreams() {
	h.closing.Lock()
	defer h.closing.Unlock()
	h.end()
}

// Close ends streams and whatever else goes on in the background, and waits for
// it until ctx is done. A second Close does nothing more.
func (h *Handler) Close(ctx context.Context) error {
	h.endStreams()
	h.unwatch()
	done := make(chan struct{})
	go func() { h.running.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("closing the admin api: %w", ctx.Err())
	}
}

// withDefaults returns a copy with every zero field at its default.
func (o Options) withDefaults() Options {
	if o.Operator == "" {
		o.Operator = DefaultOperator
	}
	if o.RecentDecisions == 0 {
		o.RecentDecisions = DefaultRecentDecisions
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// validate reports every fault of an o that has its defaults.
func (o Options) validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(o.ReadToken == "" || o.Token != "", "ReadToken needs a Token: without one everybody may do more than look")
	check(o.Token == "" || o.Token != o.ReadToken, "ReadToken is the same as Token: give another, or leave it empty")
	check(isBearer(o.Token) && isBearer(o.ReadToken), "a token has blanks or control characters: no request could carry it")
	check(isPersonName(o.Operator), "Operator must be a name of at most %d printable characters, without blanks", maxPersonName)
	check(o.RecentDecisions > 0 && o.RecentDecisions <= MaxRecentDecisions,
		"RecentDecisions must be 1 to %d, or 0 for %d", MaxRecentDecisions, DefaultRecentDecisions)
	for _, host := range o.AllowedHosts {
		check(host != "" && !strings.ContainsAny(host, "/ *@"), "AllowedHosts has %q: give a name, or name:port", host)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("adminhttp options: %w", err)
	}
	return nil
}
