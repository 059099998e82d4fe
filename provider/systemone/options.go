package systemone

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
	"github.com/flux7-go/supervisor/question"
)

// Options configures a [Provider]. Printing or logging it shows no secret.
type Options struct {
	// Backend is who serves the model. Default [Cloudflare].
	Backend Backend
	// Dialect is the form of the request. [Decisions] needs backend [URL].
	// Default [SystemOne].
	Dialect Dialect
	// Model is the model. Default: the usual one of the backend; backend [URL]
	// has none. Pin a version in production: an alias moves, and thresholds do
	// not move with it.
	Model string
	// URL is the full address that questions are sent to, without a query.
	// Default: the public one of the backend, or Ollama on this machine.
	URL string
	// Key is sent as a bearer token. Empty: no Authorization header is sent.
	Key string
	// Account is the Cloudflare account. It is needed by backend [Cloudflare]
	// without a URL, and not used otherwise.
	Account string
	// Missing says why Key or Account is empty although there should be one,
	// such as an environment variable that is not set. Every call then fails
	// with cause unavailable, and nothing is sent. Its text is logged.
	Missing error

	// Questions are what calls are asked, each those of [question.Set.For].
	// Required: at least one about a danger, the scope and manipulation.
	Questions question.Set
	// Thresholds are what answers are held against. The zero value stands for
	// [decision.DefaultThresholds].
	Thresholds decision.Thresholds
	// Confidence is the confidence that verdicts need. Nil: the supervisor's.
	Confidence *float64
	// Redact names parameters whose values are withheld from the model,
	// whatever their depth and case.
	Redact []string
	// ProjectDirs are shown to the model as the directories of the project.
	ProjectDirs []string

	// HTTPClient carries the requests; its Timeout and redirect policy are not
	// used. Nil: a client with its own connections.
	HTTPClient *http.Client
	// Logger is told of a model that changes. Nil: nothing is logged.
	Logger *slog.Logger
	// Now reads the clock, for times that a server names. Nil: [time.Now].
	Now func() time.Time
	// Timeout bounds one judgment, with its repetitions. Default
	// [DefaultTimeout].
	Timeout time.Duration
}

// DefaultTimeout is the reference's.
const DefaultTimeout = wire.DefaultTimeout

// String names the backend and the model.
func (o Options) String() string { return "systemone " + string(o.Backend) + " " + o.Model }

// GoString is String, so that no way of printing shows a key.
func (o Options) GoString() string { return o.String() }

// LogValue is String.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// label names the provider in decisions: "jev:" and the configured model, else
// the backend. Clients of the reference parse it.
func (o Options) label() string {
	if o.Model != "" {
		return "jev:" + o.Model
	}
	return "jev:" + string(o.Backend)
}

func (o Options) withBackend() Options {
	if o.Backend == "" {
		o.Backend = Cloudflare
	}
	return o
}

// withDefaults leaves an unknown backend alone; validate reports it.
func (o Options) withDefaults() Options {
	if o.Dialect == "" {
		o.Dialect = SystemOne
	}
	if o.Model == "" {
		known, _ := knownBackend(o.Backend)
		o.Model = known.model
	}
	if o.Thresholds == (decision.Thresholds{}) {
		o.Thresholds = decision.DefaultThresholds()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	return o
}

// validate says everything that is wrong, with the keys of the configuration.
// It quotes neither an address nor a secret.
func (o Options) validate() error {
	errs := []error{o.validateServer(), o.validateSecrets(), o.validateQuestions()}
	if c := o.Confidence; c != nil && !(*c >= 0 && *c <= 1) {
		errs = append(errs, errors.New("confidence_threshold must be a number from 0 to 1"))
	}
	if o.Timeout < 0 {
		errs = append(errs, errors.New("timeout must not be negative"))
	}
	if n := len(encode(o.ProjectDirs)); n > maxDirsBytes {
		errs = append(errs, fmt.Errorf("project_dirs take %d bytes together, at most %d can be shown to the model", n, maxDirsBytes))
	}
	return errors.Join(errs...)
}

func (o Options) validateServer() error {
	var errs []error
	if _, ok := knownBackend(o.Backend); !ok {
		errs = append(errs, fmt.Errorf("jev.backend %.40q is not known: use cloudflare, typesafe, ollama, nimble or url", string(o.Backend)))
	}
	switch {
	case o.Dialect == Decisions && o.Backend != URL:
		errs = append(errs, errors.New("jev.dialect decisions needs jev.backend url: no other backend speaks it"))
	case o.Dialect != SystemOne && o.Dialect != Decisions:
		errs = append(errs, fmt.Errorf("jev.dialect %.40q is not known: use systemone or decisions", string(o.Dialect)))
	}
	switch {
	case o.URL == "" && o.Backend == URL:
		errs = append(errs, errors.New("jev.url is missing: backend url needs an address"))
	case o.Backend == Cloudflare && o.URL == "" && o.Account == "" && o.Missing == nil:
		errs = append(errs, errors.New("the cloudflare account is missing: set jev.account_id_env, or jev.url"))
	}
	if o.Model == "" && o.Backend == URL {
		errs = append(errs, errors.New("jev.model is missing: backend url has no usual one"))
	}
	return errors.Join(errs...)
}

func (o Options) validateSecrets() error {
	for name, secret := range map[string]string{"key": o.Key, "account": o.Account} {
		if strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return fmt.Errorf("the %s holds characters that no request can carry: it must be printable ascii without blanks", name)
		}
	}
	return nil
}

func (o Options) validateQuestions() error {
	if err := o.Questions.CheckJudging(); err != nil {
		return fmt.Errorf("jev.questions: %w", err)
	}
	known, _ := knownBackend(o.Backend)
	over := func(n, limit int) bool { return limit > 0 && n > limit }
	var errs []error
	if over(o.Questions.Len(), known.questions) {
		errs = append(errs, fmt.Errorf("jev.questions: %s takes %d questions, not %d", o.Backend, known.questions, o.Questions.Len()))
	}
	for _, q := range o.Questions.Questions() {
		if q.Type == question.Choice && over(len(q.Criteria), known.options) {
			errs = append(errs, fmt.Errorf("jev.questions: %s takes %d options, %s has %d", o.Backend, known.options, q.ID, len(q.Criteria)))
		}
		if q.Type == question.Score && over(len(q.Criteria), known.levels) {
			errs = append(errs, fmt.Errorf("jev.questions: %s takes %d levels, %s has %d", o.Backend, known.levels, q.ID, len(q.Criteria)))
		}
	}
	return errors.Join(errs...)
}
