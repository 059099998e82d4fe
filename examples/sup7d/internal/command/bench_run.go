package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/bench"
)

type benchRunFlags struct {
	sets, projects           []string
	home, skip, dir          string
	only, mode, html, failOn string
	concurrency              int
	json, resume, yes        bool
	gate                     bool // --fail-on is given
}

func (a *app) benchRunCommand() *cobra.Command {
	var f benchRunFlags
	cmd := &cobra.Command{
		Use:   "run [flags] [SET…]",
		Short: "Judge every case of some sets and report",
		Long: "Judge every case of some sets as the config would, with nothing recorded or used up, and report:\n" +
			"dangers approved first. A set is a file of JSON lines; without one a small set of our own is used,\n" +
			"whose project is " + bench.BoundaryProject + ".\n\n" +
			"It exits 1 when a condition of --fail-on holds, so that it can guard a change of the config.",
		Example: `  sup7d bench run
  sup7d -c sup7.yaml bench run --set cases/*.jsonl --project /home/dev/project --home /home/dev --html report.html
  sup7d -c sup7.yaml bench run --set cases.jsonl --mode recompute --fail-on 'danger_approved>0'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.sets, f.gate = append(f.sets, args...), cmd.Flags().Changed("fail-on")
			return a.benchRun(cmd.Context(), f)
		},
	}
	f.measure(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.sets, "set", nil, "a file of cases; can be repeated, and further files can follow it")
	flags.StringVar(&f.only, "only", "", "measure only the rules, or only the provider")
	flags.StringVar(&f.mode, "mode", bench.ModeReplay, "replay asks the provider; recompute weighs the answers of an earlier run by the limits of now")
	flags.StringArrayVar(&f.projects, "project", nil, "the project directory of the cases, instead of the config's; the first is the working directory too")
	flags.StringVar(&f.skip, "skip", "", "a file with the ids of cases to leave out")
	return cmd
}

// measure adds the flags of every command that measures.
func (f *benchRunFlags) measure(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.home, "home", "", "the home directory of the cases, instead of the config's")
	flags.StringVar(&f.dir, "dir", "", "keep runs here instead of in bench.dir")
	flags.BoolVar(&f.json, "json", false, "print the summary as JSON")
	flags.StringVar(&f.html, "html", "", "write the report as one HTML page to this file")
	flags.IntVar(&f.concurrency, "concurrency", bench.DefaultConcurrency, "how many cases are judged at once")
	flags.BoolVar(&f.resume, "resume", false, "go on with the latest run of these cases that did not end")
	flags.BoolVar(&f.yes, "yes", false, "do not ask before a provider is paid")
	flags.StringVar(&f.failOn, "fail-on", "", "exit 1 when this holds, such as 'danger_approved>0'; separate several by commas")
}

// measuring is what a run is made of.
type measuring struct {
	cfg   *supervisor.Config
	sup   *supervisor.Supervisor
	cases bench.Cases
	store *bench.Store
	info  bench.RunInfo
}

func (a *app) benchRun(ctx context.Context, f benchRunFlags) error {
	return a.benchMeasure(ctx, f, func() (bench.Cases, error) { return a.readSets(f) })
}

// benchMeasure measures the config on cases, reports, and tells what fails.
func (a *app) benchMeasure(ctx context.Context, f benchRunFlags, read func() (bench.Cases, error)) (err error) {
	var failOn bench.FailOn
	if f.gate { // an empty condition, of a variable that is not set, must not pass for a gate
		if failOn, err = bench.ParseFailOn(f.failOn); err != nil {
			return fmt.Errorf("--fail-on: %w", err)
		}
	}
	if f.html != "" { // before anything is paid for
		if err := canWrite(f.html); err != nil {
			return err
		}
	}
	m, err := a.measuring(f, read)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.sup.Close(context.WithoutCancel(ctx))) }()
	if err := a.agree(ctx, m, f); err != nil {
		return err
	}
	bar := newProgress(a.Err)
	summary, _, err := bench.Measurement{
		Store: m.store, Cases: m.cases, Info: m.info, Target: m.target(f.only),
		Runner: bench.Runner{Concurrency: f.concurrency}, Resume: f.resume, Progress: bar.set,
	}.Run(ctx)
	bar.end()
	if err != nil {
		return err
	}
	if err := a.benchReport(ctx, m, summary, f); err != nil {
		return err
	}
	return a.failedOn(failOn, summary)
}

// failedOn tells which conditions hold, and exits 1 if any does.
func (a *app) failedOn(failOn bench.FailOn, summary bench.Summary) error {
	failed := failOn.Check(summary)
	for _, why := range failed {
		fmt.Fprintln(a.Err, "sup7d: failed on", why)
	}
	if len(failed) > 0 {
		return exitCode(1)
	}
	return nil
}

// measuring builds what the flags ask for.
func (a *app) measuring(f benchRunFlags, read func() (bench.Cases, error)) (*measuring, error) {
	stages := map[string]bool{"": true, onlyRules: true, onlyProvider: true}
	modes := map[string]bool{bench.ModeReplay: true, bench.ModeRecompute: true}
	switch {
	case !stages[f.only]:
		return nil, fmt.Errorf("--only must be %s or %s", onlyRules, onlyProvider)
	case !modes[f.mode]:
		return nil, fmt.Errorf("--mode must be %s or %s", bench.ModeReplay, bench.ModeRecompute)
	case f.concurrency < 1:
		return nil, errors.New("--concurrency must be at least 1")
	}
	cfg, parts, err := a.configOrEmbedded(a.logger())
	if err != nil {
		return nil, err
	}
	if err := f.place(cfg); err != nil {
		return nil, err
	}
	m := &measuring{cfg: cfg, store: bench.NewStore(cfg.BenchDir())}
	if f.dir != "" {
		m.store = bench.NewStore(f.dir)
	}
	if m.cases, err = read(); err != nil {
		return nil, err
	}
	if m.info, err = cfg.RunInfo(); err != nil {
		return nil, err
	}
	m.info.Mode, m.info.Only = f.mode, f.only
	parts.Journal = unrecorded
	// A model that fails now and then is asked again; left out for minutes, as
	// it would be in service, every further case would be an error.
	cfg.Evaluator.BreakerFailures = neverOpen
	m.sup, err = supervisor.Build(cfg, parts)
	return m, err
}

// neverOpen is how many failures in a row open a breaker while measuring: more
// than a run that is worth anything has.
const neverOpen = 1 << 30

// place puts the config where the cases take place.
func (f benchRunFlags) place(cfg *supervisor.Config) error {
	projects := f.projects
	if len(f.sets) == 0 && len(projects) == 0 {
		projects = []string{bench.BoundaryProject}
	}
	home := f.home
	if len(f.sets) == 0 && home == "" {
		home = bench.BoundaryHome
	}
	for _, dir := range append([]string{home}, projects...) {
		if dir != "" && !filepath.IsAbs(dir) {
			return fmt.Errorf("%.80q must be an absolute path: it is where the cases take place", dir)
		}
	}
	if len(projects) > 0 {
		cfg.ProjectDirs, cfg.WorkingDir = projects, projects[0]
	}
	if home != "" {
		cfg.Home = home
	}
	return nil
}

// readSets reads the sets, and tells of lines that are no case.
func (a *app) readSets(f benchRunFlags) (cases bench.Cases, err error) {
	skip, err := readIDs(f.skip)
	if err != nil {
		return cases, err
	}
	var reader bench.Reader
	if len(f.sets) == 0 {
		err = cases.Add(&reader, "boundary", "", bench.Boundary(), skip)
	} else {
		cases, err = bench.LoadCases(&reader, f.sets, skip)
	}
	for _, fault := range cases.Faults {
		fmt.Fprintln(printable{a.Err}, "sup7d:", fault)
	}
	if err == nil && len(cases.List) == 0 {
		err = errors.New("the sets hold no case")
	}
	return cases, err
}

// readIDs reads the ids of a file, one a line or several.
func readIDs(path string) (map[string]bool, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--skip: %w", err)
	}
	ids := map[string]bool{}
	for _, id := range strings.Fields(string(text)) {
		ids[id] = true
	}
	return ids, nil
}

// The parts of judging that --only can measure.
const (
	onlyRules    = "rules"
	onlyProvider = "provider"
)

// target makes what judges the cases, the whole or a part.
func (m *measuring) target(only string) func(func(*supervisor.Call, string) (bench.Said, bool)) bench.Target {
	return func(said func(*supervisor.Call, string) (bench.Said, bool)) bench.Target {
		var opts []supervisor.TrialOption
		switch only {
		case onlyRules:
			opts = append(opts, supervisor.TrialStages(supervisor.StageGuards, supervisor.StageGates, supervisor.StageRules))
		case onlyProvider:
			opts = append(opts, supervisor.TrialStages(supervisor.StageProvider))
		}
		if said != nil {
			opts = append(opts, supervisor.TrialRecorded(said))
		}
		return m.sup.Trial(opts...)
	}
}

// unrecorded is the journal of a measuring run: it must leave no trace.
var unrecorded = supervisor.JournalFunc(func(context.Context, supervisor.Event) error { return nil })

// benchReport prints the report and writes the page.
func (a *app) benchReport(ctx context.Context, m *measuring, summary bench.Summary, f benchRunFlags) error {
	report, err := m.report(ctx, summary)
	if err != nil {
		return err
	}
	if f.html != "" {
		if err := writePage(f.html, report.WriteHTML); err != nil {
			return err
		}
		fmt.Fprintln(a.Err, "the report is in", f.html)
	}
	if f.json {
		return printJSON(a.Out, summary)
	}
	return report.WriteText(a.Out)
}

// canWrite reports why a page cannot be written later. An older one is kept
// until then.
func canWrite(path string) error {
	_, before := os.Lstat(path)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	if errors.Is(before, fs.ErrNotExist) {
		err = os.Remove(path)
	}
	return errors.Join(err, file.Close())
}

func writePage(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	return errors.Join(write(file), file.Close())
}
