package supervisor

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/rules"
	"github.com/flux7-go/supervisor/rules/code"
)

// ProviderFactory makes the provider of one kind from its part of a config.
type ProviderFactory func(cfg *Config, provider ProviderConfig) (Provider, error)

// Parts are what [Build] puts together with a config. The zero Parts has the
// light parts that this package links itself.
type Parts struct {
	// Engines match the syntax trees of the write gate's rules, by the names that
	// code.engines of the config knows (treesitter, astgrep). This package links
	// none: content that such a rule names then goes to a person.
	Engines map[string]code.Engine
	// HTTPClient talks to the mesh, to providers and to webhooks, and to which
	// addresses those lead is then not checked. Nil: each has its own.
	HTTPClient *http.Client
	// Journal replaces the file that the config names.
	Journal Journal
	// Logger and Now are as in [Options].
	Logger *slog.Logger
	Now    func() time.Time
	// Provider judges instead of the one that the config names, if not nil. It
	// gets a breaker, unless it reports the health of links of its own.
	Provider Provider
	// Providers makes kinds of provider that the config knows (ollama, jev, …)
	// and this package does not link. A name that the config does not know is
	// an error.
	Providers map[string]ProviderFactory
	// Sinks are as in [Options].
	Sinks []Sink
	// Store replaces the store that the config names.
	Store Store
	// Stores opens kinds of store that the config knows (sqlite) and this package
	// does not link. A name that the config does not know is an error.
	Stores map[string]StoreFactory
	// Tracer is as in [Options].
	Tracer Tracer
	// Protect are files beside those of the config that agents may not touch, such
	// as the program itself: absolute paths, as in [Options].
	Protect []string
	// Admin says that the program serves the admin API that the config turns on,
	// with package adminhttp. Without it such a config is refused: nobody would
	// listen.
	Admin bool
	// MCP says that the program serves the MCP server that the config turns on,
	// with package provider/callback, and links its provider, claude-code, in
	// Providers. Without it such a config is refused.
	MCP bool
}

// builtParts are the parts of a config that this version can build. A key of
// any other part is refused when it is set to anything but its default.
var builtParts = []string{
	"provider-none", "chain", "effects", "bench", "journal-fsync", "journal-rotate", "journal-checkpoint", "rule-tests", "observe",
	"people", "precedents", "agents", "tiers", "supervisors", "reviewer", "approvals", "memory", "grant", "code", "notify",
}

// pauseSuffix is behind the name of the journal in that of Options.PauseFile.
const pauseSuffix = ".paused"

// Load reads a config file and builds a supervisor with the light parts.
func Load(path string) (*Supervisor, error) {
	cfg, err := LoadConfig(path)
	if err != nil {
		return nil, err
	}
	return Build(cfg, Parts{})
}

// Build makes a supervisor from a config. It opens the journal and the store;
// [Supervisor.Close] closes them. A key whose part is not linked is an error
// that names it, with line and column.
func Build(cfg *Config, parts Parts) (*Supervisor, error) {
	breakers := &provider.Breakers{}
	o, err := judgingOptions(cfg, parts, breakers)
	if err != nil {
		return nil, err
	}
	var built atomic.Pointer[Supervisor]
	turns, err := cfg.turnReviewer(parts, &built)
	if err != nil {
		return nil, err
	}
	var own *journal.Journal
	var closers []closeFunc
	if o.Journal = parts.Journal; o.Journal == nil {
		if own, err = openJournal(cfg, parts, tellOfCheckpoints(&built)); err != nil {
			return nil, err
		}
		o.Journal, o.PauseFile = own, own.Path()+pauseSuffix
		closers = append(closers, closerOf(own))
	}
	for _, hook := range o.Sinks {
		closers = append(closers, closerOf(hook))
	}
	o.Sinks = append(slices.Clone(parts.Sinks), o.Sinks...)
	var s *Supervisor
	if o.Store, err = openStore(cfg, parts); err == nil {
		closers = append(closers, closersOfStore(o.Store, parts)...)
		o, closers, err = cfg.besideStore(o, parts, closers)
	}
	var observer *memory.Observer
	if err == nil {
		o, observer, err = cfg.withMemory(o, &built)
	}
	if err == nil {
		s, err = New(o)
	}
	if err != nil {
		return nil, errors.Join(err, closeAtOnce(closers))
	}
	s.closers = append(s.closers, closers...)
	s.config, s.parts, s.own, s.breakers, s.observer, s.turns = cfg, parts, o.Protect, breakers, observer, turns
	s.live.Store(cfg)
	keepBreakers(breakers, o)
	built.Store(s)
	return s, nil
}

// judgingOptions builds what judges, and the webhooks; nothing is opened.
func judgingOptions(cfg *Config, parts Parts, breakers *provider.Breakers) (Options, error) {
	if cfg == nil || cfg.doc == nil {
		return Options{}, errors.New("build: the config must come from LoadConfig or ParseConfig")
	}
	factories, err := linkedProviders(parts)
	if err != nil {
		return Options{}, err
	}
	stores, err := linkedStores(parts)
	if err != nil {
		return Options{}, err
	}
	built := map[string]bool{}
	for _, part := range builtParts {
		built[part] = true
	}
	built["admin"], built["mcp"] = parts.Admin, parts.MCP
	for kind := range factories {
		built["provider-"+kind], built["model"], built["jev"] = true, true, true
	}
	for kind := range stores {
		built["store-"+kind] = true
	}
	if err := cmp.Or(cfg.unbuilt(built), cfg.checkCertificate(parts.Admin)); err != nil {
		return Options{}, err
	}
	b := providers{cfg, parts, factories, breakers}
	judge, err := b.judge()
	if err != nil {
		return Options{}, err
	}
	agents, err := b.agents()
	if err != nil {
		return Options{}, err
	}
	o, err := cfg.ruleOptions()
	if err != nil {
		return Options{}, err
	}
	if o.Gates, err = cfg.gates(o, parts, judge); err != nil {
		return Options{}, err
	}
	if o.Sinks, err = cfg.webhooks(parts); err != nil {
		return Options{}, err
	}
	o.Agents, o.Protect = agents, append(o.Protect, parts.Protect...)
	o.Budget, o.Concurrency, o.MaxInFlight = cfg.Evaluator.Budget, cfg.Poll.Concurrency, cfg.Evaluator.MaxInFlight
	o.Logger, o.Now, o.Provider, o.Tracer = parts.Logger, parts.Now, judge, parts.Tracer
	o.Observe = cfg.Mode == modeObserve
	if cfg.Opaque == "escalate" {
		o.Opaque = OpaqueEscalate
	}
	return o, nil
}

// ruleOptions builds what judges without a provider: guards, rules, threshold.
func (c *Config) ruleOptions() (Options, error) {
	scope, err := c.scope()
	if err != nil {
		return Options{}, err
	}
	set, err := rules.New(c.ruleSpecs(), rules.Options{Scope: scope, Redact: redact.Text})
	if err != nil {
		return Options{}, err
	}
	protect, err := c.ownFiles()
	if err != nil {
		return Options{}, err
	}
	analyzer, err := c.analyzer()
	if err != nil {
		return Options{}, err
	}
	o := Options{
		Analyzer: analyzer, ConfidenceThreshold: c.Evaluator.ConfidenceThreshold,
		Protect: protect, Rules: []Rule{set}, Scope: scope, Grants: c.grants(),
	}
	if o.ConfidenceThreshold == 0 {
		o.ConfidenceThreshold = NoThreshold
	}
	return o, nil
}

// scope is where the agents work. A home that cannot be found is none: no path
// is then taken to be in it.
func (c *Config) scope() (*effect.Scope, error) {
	home := expandTilde(c.Home, "")
	if home == "" {
		home, _ = os.UserHomeDir() // see above
	}
	dir, assumed := c.WorkingDir, false
	if dir == "" && len(c.ProjectDirs) > 0 {
		dir, assumed = c.ProjectDirs[0], true
	}
	return effect.NewScope(effect.ScopeOptions{ProjectDirs: c.ProjectDirs, Home: home, WorkingDir: dir, AssumedWorkingDir: assumed})
}

func (c *Config) ruleSpecs() []rules.Spec {
	specs := make([]rules.Spec, 0, len(c.Rules))
	for _, r := range c.Rules {
		spec := rules.Spec{
			Name: r.Name, Condition: r.Condition, When: r.When, CatchAll: r.CatchAll(), Action: r.Action, Confidence: r.Confidence,
			Description: r.Description, AllowAll: r.AllowAll, Grant: r.Grant, Line: r.Line, Column: r.Column,
		}
		if r.Line > 0 {
			spec.File = cmp.Or(c.Path, c.doc.File())
		}
		specs = append(specs, spec)
	}
	return specs
}

// ownFiles lists what agents may not touch: the config, the packs, what edits
// leave beside them, the command rows, the journal, the memory.
func (c *Config) ownFiles() ([]string, error) {
	files := append([]string{c.Path}, journalFiles(c.JournalPath())...)
	files = append(files, c.memoryFiles()...)
	files = append(files, c.codeDirs()...)
	for _, file := range c.Scope.Commands {
		files = append(files, expandTilde(file, c.Home))
	}
	for _, p := range c.Evaluator.providers() {
		for _, pack := range p.Jev.Questions {
			pack = expandTilde(pack, c.Home)
			files = append(files, pack, besideEdits(pack))
		}
	}
	if target, err := filepath.EvalSymlinks(c.Path); c.Path != "" && err == nil {
		files = append(files, besideEdits(target))
	}
	var absolute []string
	for _, file := range files {
		if file == "" {
			continue
		}
		path, err := filepath.Abs(file)
		if err != nil {
			return nil, fmt.Errorf("finding %s: %w", file, err)
		}
		absolute = append(absolute, path)
	}
	return absolute, nil
}

// besideEdits matches the backups and the lock that package adminhttp leaves
// beside a file. The backups hold the secrets that the file held.
func besideEdits(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".*")
}

// tellOfCheckpoints tells the sinks of each checkpoint, so that they keep it
// where whoever can write the journal cannot.
func tellOfCheckpoints(built *atomic.Pointer[Supervisor]) func(journal.Checkpoint) {
	return func(c journal.Checkpoint) {
		if s := built.Load(); s != nil {
			s.tell(Event{Type: decision.EventCheckpoint, Time: c.Time, Fields: map[string]any{
				"count": c.Count, "seq": c.Seq, "alg": c.Alg, "head": c.Head,
			}})
		}
	}
}

func openJournal(cfg *Config, parts Parts, onCheckpoint func(journal.Checkpoint)) (*journal.Journal, error) {
	if cfg.Journal.KeyEnv != "" && cfg.Journal.Key.Reveal() == "" {
		return nil, fmt.Errorf("opening the journal: the variable %s of journal.key_env is not set: a journal without its key would prove nothing", cfg.Journal.KeyEnv)
	}
	j, err := journal.Open(cfg.JournalPath(), journal.Options{
		Key: []byte(cfg.Journal.Key.Reveal()), Fsync: journal.Fsync(cfg.Journal.Fsync), Checkpoint: cfg.Journal.Checkpoint,
		OnCheckpoint: onCheckpoint, RotateSize: cfg.Journal.RotateSize, RotateAge: cfg.Journal.RotateAge, Logger: parts.Logger, Now: parts.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("opening the journal: %w", err)
	}
	return j, nil
}

// MeshQueue makes the queue of the mesh that a config names, for
// [Supervisor.Run], and the client that it uses.
func MeshQueue(cfg *Config, parts Parts) (*mesh.Queue, *mesh.Client, error) {
	client, err := mesh.New(mesh.Options{
		URL: cfg.Mesh.URL, AgentID: cfg.Mesh.AgentID, AdminToken: cfg.Mesh.AdminToken.Reveal(),
		HTTPClient: parts.HTTPClient, Logger: parts.Logger, Now: parts.Now,
	})
	if err != nil {
		return nil, nil, err
	}
	queue := mesh.NewQueue(client, mesh.QueueOptions{
		Scopes: cfg.Poll.ToolScopes, Interval: cfg.Poll.Interval, Logger: parts.Logger, Now: parts.Now,
	})
	return queue, client, nil
}
