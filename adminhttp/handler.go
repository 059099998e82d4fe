package adminhttp

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor"
)

// Options is what a [Handler] is made of, besides its supervisor.
type Options struct {
	// Token lets its bearer do everything, ReadToken lets its bearer look. Empty:
	// there is none.
	Token, ReadToken string
	// AllowedHosts are further names under which the API may be addressed, with
	// or without port. Loopback names always may.
	AllowedHosts []string
	// RecentDecisions is how many decisions are kept for display. 0 means
	// [DefaultRecentDecisions].
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

// DefaultRecentDecisions is the reference's number.
const DefaultRecentDecisions = 200

// Handler serves the admin API of one supervisor. It is safe for concurrent use.
// [Handler.Close] ends what it began.
type Handler struct {
	sup  *supervisor.Supervisor
	opts Options
	mux  *http.ServeMux
}

var errNoSupervisor = errors.New("adminhttp: there is no supervisor")
