package adminhttp

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/bench"
)

// setSuffix ends the names of files that are sets.
const setSuffix = ".jsonl"

// maxSets bounds the sets that are listed, in the order of their names.
const maxSets = 200

// benchSet is a set in the answer of GET /bench/sets.
type benchSet struct {
	Name   string         `json:"name"`
	Cases  int            `json:"cases"`
	Labels map[string]int `json:"labels"`
}

// setFiles are the sets in the directory of measuring runs, and in its
// subdirectory sets, by name.
func (h *Handler) setFiles() (names []string, paths map[string]string, err error) {
	dir, err := h.benchDir()
	if err != nil {
		return nil, nil, err
	}
	paths = map[string]string{}
	for _, dir := range []string{dir, filepath.Join(dir, "sets")} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("listing the sets: %w", err)
		}
		for _, e := range entries {
			name, isSet := strings.CutSuffix(e.Name(), setSuffix)
			if _, twice := paths[name]; isSet && name != "" && e.Type().IsRegular() && !twice && len(names) < maxSets {
				names = append(names, name)
				paths[name] = filepath.Join(dir, e.Name())
			}
		}
	}
	slices.Sort(names)
	return names, paths, nil
}

func (h *Handler) benchSets(w http.ResponseWriter, _ *http.Request) error {
	names, paths, err := h.setFiles()
	if err != nil {
		return err
	}
	list := []benchSet{}
	for _, name := range names {
		var reader bench.Reader
		if _, err := bench.LoadCases(&reader, []string{paths[name]}, nil); err != nil {
			h.opts.Logger.Warn("a set cannot be read", "set", name, "error", err)
			continue
		}
		set := reader.Sets()[0]
		labels := map[string]int{}
		for label, n := range set.Labels {
			labels[label.String()] = n
		}
		list = append(list, benchSet{Name: name, Cases: set.Cases, Labels: labels})
	}
	return answer(w, http.StatusOK, map[string]any{"sets": list})
}

// measurement is a run of a set by what is in force.
func (h *Handler) measurement(name string) (bench.Measurement, error) {
	cfg, err := h.benchConfig()
	if err != nil {
		return bench.Measurement{}, err
	}
	_, paths, err := h.setFiles()
	if err != nil {
		return bench.Measurement{}, err
	}
	path, ok := paths[name]
	if !ok {
		return bench.Measurement{}, fail(http.StatusNotFound, "there is no such set: put %s files into the directory of measuring runs", setSuffix)
	}
	store, err := h.benchStore()
	if err != nil {
		return bench.Measurement{}, err
	}
	m := bench.Measurement{Store: store, Target: benchTarget(h.sup), Now: h.opts.Now}
	if m.Cases, err = bench.LoadCases(&bench.Reader{}, []string{path}, nil); err != nil {
		return m, err
	}
	if m.Info, err = cfg.RunInfo(); err != nil {
		return m, fail(http.StatusConflict, "the questions cannot be read: %v", err)
	}
	return m, nil
}

// benchEstimate is the answer of GET /bench/estimate.
type benchEstimate struct {
	Set       string            `json:"set"`
	Cases     int               `json:"cases"`
	Recompute recomputeEstimate `json:"recompute"`
	Replay    replayEstimate    `json:"replay"`
}

type recomputeEstimate struct {
	Available bool    `json:"available"`
	FromRun   *string `json:"from_run"`
	Reason    string  `json:"reason"`
	CostUSD   float64 `json:"cost_usd"`
	Seconds   int     `json:"seconds"`
}

type replayEstimate struct {
	Tokens  int     `json:"tokens"`
	CostUSD float64 `json:"cost_usd"`
	Seconds int     `json:"seconds"`
}

func (h *Handler) benchEstimate(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("set")
	m, err := h.measurement(name)
	if err != nil {
		return err
	}
	out := benchEstimate{Set: name, Cases: len(m.Cases.List), Recompute: recomputeEstimate{Seconds: 1}}
	source, err := m.Store.Source(m.Cases.Sets, m.Info.Basis)
	switch {
	case h.bench.going():
		out.Recompute.Reason = bench.ErrBusy.Error()
	case err == nil:
		out.Recompute.Available, out.Recompute.FromRun = true, &source.ID
	case errors.Is(err, bench.ErrNoAnswers):
		out.Recompute.Reason = err.Error()
	default:
		return err
	}
	asked := len(m.Cases.List)
	if h.sup.Offline() {
		asked = 0
	}
	e := bench.NewEstimate(asked, 0)
	out.Replay = replayEstimate{Tokens: e.Tokens, CostUSD: e.CostUSD, Seconds: e.Seconds}
	return answer(w, http.StatusOK, out)
}
