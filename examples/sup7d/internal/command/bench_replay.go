package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

type benchReplayFlags struct {
	benchRunFlags
	traces                string
	exclude               []string
	excludeFile, exportTo string
	repos, agents, tools  []string
	limit                 int
	dryRun                bool
}

func (a *app) benchReplayCommand() *cobra.Command {
	var f benchReplayFlags
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Select recorded calls that may leave, and measure on them",
		Long: "Select calls from the traces of a mesh that may be shown to a provider, mask their secrets, and measure\n" +
			"the config on them. What is left out, and why, is counted. With --dry-run or --export-set nothing is\n" +
			"judged and nothing leaves this machine.",
		Example: `  sup7d bench replay --traces traces.jsonl --allow-repo orchid-api --exclude acme --dry-run
  sup7d bench replay --traces traces.jsonl --allow-repo orchid-api --export-set orchid.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.gate = cmd.Flags().Changed("fail-on")
			return a.benchReplay(cmd.Context(), f)
		},
	}
	f.measure(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.traces, "traces", "", "the traces, a file of JSON lines (required)")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "leave out calls that hold this word, in any case; can be repeated")
	flags.StringVar(&f.excludeFile, "exclude-file", "", "a file with such words, one a line; # begins a comment")
	flags.StringArrayVar(&f.repos, "allow-repo", nil, "take only calls that name this directory and no path elsewhere; can be repeated")
	flags.StringArrayVar(&f.agents, "agent", nil, "take only calls of this agent; can be repeated")
	flags.StringArrayVar(&f.tools, "tool", nil, "take only calls of this tool; can be repeated")
	flags.IntVar(&f.limit, "limit", 0, "take at most so many calls; 0: all")
	flags.BoolVar(&f.dryRun, "dry-run", false, "count what would leave, and stop")
	flags.StringVar(&f.exportTo, "export-set", "", "freeze the selected calls as a set in this file, and stop")
	flags.StringArrayVar(&f.projects, "project", nil, "the project directory of the calls (default: ~/ and each allowed repository)")
	_ = cmd.MarkFlagRequired("traces") // it exists
	return cmd
}

func (a *app) benchReplay(ctx context.Context, f benchReplayFlags) error {
	selection, err := f.selection()
	if err != nil {
		return err
	}
	var list []bench.Case
	reader := bench.Reader{Select: selection}
	src, err := os.Open(f.traces)
	if err != nil {
		return fmt.Errorf("--traces: %w", err)
	}
	defer src.Close()
	for c, err := range reader.Read(setName(f.traces), src) {
		var skip *bench.SkipError
		switch {
		case errors.As(err, &skip):
		case err != nil:
			return err
		default:
			list = append(list, c)
		}
	}
	set := reader.Sets()[0]
	notes := a.Out
	if f.json {
		notes = a.Err
	}
	if err := tellSelection(notes, set); err != nil {
		return err
	}
	switch {
	case f.exportTo != "":
		return a.export(f.exportTo, list)
	case f.dryRun:
		leaving, err := bench.Measure(each(list))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(notes, "would leave: %d calls, %d bytes\n", leaving.Calls, leaving.Bytes)
		return err
	}
	return a.measureSelected(ctx, f, set, list)
}

// selection is what the flags let through.
func (f *benchReplayFlags) selection() (*bench.Selection, error) {
	words := slices.Clone(f.exclude)
	if f.excludeFile != "" {
		file, err := os.Open(f.excludeFile)
		if err != nil {
			return nil, fmt.Errorf("--exclude-file: %w", err)
		}
		more, err := bench.ReadKeywords(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, fmt.Errorf("--exclude-file: %w", err)
		}
		words = append(words, more...)
	}
	return bench.NewSelection(bench.SelectionOptions{
		Agents: f.agents, Tools: f.tools, Exclude: words, Repos: f.repos, Limit: f.limit,
	})
}

// measureSelected runs the selected calls as a set of their own.
func (a *app) measureSelected(ctx context.Context, f benchReplayFlags, set bench.Set, list []bench.Case) error {
	if len(list) == 0 {
		return errors.New("no call is left to be judged")
	}
	info := bench.SetInfo{Name: set.Name, Path: f.traces, SHA256: set.SHA256, Cases: len(list)}
	for reason, n := range set.Skipped {
		if reason == bench.SkipUnreadable {
			info.Unreadable += n
			continue
		}
		info.Skipped += n
	}
	f.mode = bench.ModeReplay
	f.sets = []string{f.traces}
	if err := f.placeInRepos(); err != nil {
		return err
	}
	return a.benchMeasure(ctx, f.benchRunFlags, func() (bench.Cases, error) {
		return bench.Cases{List: list, Sets: []bench.SetInfo{info}}, nil
	})
}

// placeInRepos takes the allowed repositories for the project where none is
// given.
func (f *benchReplayFlags) placeInRepos() error {
	if len(f.projects) > 0 || len(f.repos) == 0 {
		return nil
	}
	home := f.home
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return fmt.Errorf("finding the home of the allowed repositories: %w", err)
		}
	}
	for _, repo := range f.repos {
		if !filepath.IsAbs(repo) {
			repo = filepath.Join(home, strings.TrimPrefix(repo, "~/"))
		}
		f.projects = append(f.projects, repo)
	}
	return nil
}

// tellSelection prints what was kept, and what was left out and why.
func tellSelection(out io.Writer, set bench.Set) error {
	table := tabwriter.NewWriter(printable{out}, 0, 0, 2, ' ', 0)
	left := 0
	for _, n := range set.Skipped {
		left += n
	}
	fmt.Fprintf(table, "kept\t%d\nleft out\t%d\n", set.Cases, left)
	for _, group := range []struct {
		title string
		list  []bench.Count
	}{
		{"left out: ", bench.Top(set.Skipped, len(set.Skipped))},
		{"excluded word ", bench.Top(set.Keywords, len(set.Keywords))},
		{"tool ", bench.Top(set.Tools, 10)},
	} {
		for _, c := range group.list {
			fmt.Fprintf(table, "%s%s\t%d\n", group.title, c.Name, c.Count)
		}
	}
	for _, label := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		fmt.Fprintf(table, "label %s\t%d\n", label, set.Labels[label])
	}
	return table.Flush()
}

// export freezes cases as a set.
func (a *app) export(path string, list []bench.Case) error {
	leaving, err := bench.ExportFile(path, each(list))
	if err != nil {
		return fmt.Errorf("--export-set: %w", err)
	}
	fmt.Fprintf(a.Err, "%d calls are frozen in %s\n", leaving.Calls, path)
	return nil
}

func each(list []bench.Case) iter.Seq2[bench.Case, error] {
	return func(yield func(bench.Case, error) bool) {
		for _, c := range list {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// setName is the name of a set that is in a file.
func setName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(filepath.Ext(base))]
}
