package adminhttp

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

func (h *Handler) benchRoutes() []route {
	return []route{
		{http.MethodGet, "/bench/sets", accessLook, h.benchSets},
		{http.MethodGet, "/bench/estimate", accessLook, h.benchEstimate},
		{http.MethodGet, "/bench/progress", accessLook, h.benchProgress},
		{http.MethodGet, "/bench/runs", accessLook, h.benchRuns},
		{http.MethodGet, "/bench/runs/{id}", accessLook, h.benchRun},
		{http.MethodGet, "/bench/runs/{id}/report", accessLook, h.benchReport},
		{http.MethodPost, "/bench/runs", accessChange, h.benchStart},
		{http.MethodPost, "/bench/runs/{id}/cancel", accessChange, h.benchCancel},
	}
}

// errNoConfig says why a supervisor that was made without a config cannot be
// measured from here.
var errNoConfig = fail(http.StatusConflict, "the supervisor was not built from a config: there is no directory of runs")

// benchConfig is the config in force.
func (h *Handler) benchConfig() (*supervisor.Config, error) {
	if cfg := h.sup.Config(); cfg != nil {
		return cfg, nil
	}
	return nil, errNoConfig
}

// benchStore is where runs are kept.
func (h *Handler) benchStore() (*bench.Store, error) {
	dir, err := h.benchDir()
	if err != nil {
		return nil, err
	}
	return bench.NewStore(dir), nil
}

func (h *Handler) benchDir() (string, error) {
	if h.opts.BenchDir != "" {
		return h.opts.BenchDir, nil
	}
	cfg, err := h.benchConfig()
	if err != nil {
		return "", err
	}
	return cfg.BenchDir(), nil
}

func (h *Handler) benchRuns(w http.ResponseWriter, _ *http.Request) error {
	store, err := h.benchStore()
	if err != nil {
		return err
	}
	list, err := store.Summaries()
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"runs": append([]bench.Summary{}, list...)})
}

// storedRun is a run as it is shown: without the raw answers.
type storedRun struct {
	bench.Summary
	Results []bench.Row `json:"results"`
}

func (h *Handler) benchRun(w http.ResponseWriter, r *http.Request) error {
	store, err := h.benchStore()
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	summary, err := store.Summary(id)
	if err != nil {
		return runFailure(err)
	}
	run := storedRun{Summary: summary, Results: []bench.Row{}}
	for row, err := range store.Rows(id) {
		if err != nil {
			return err
		}
		row.Answers, row.Said = nil, nil
		run.Results = append(run.Results, row)
	}
	return answer(w, http.StatusOK, run)
}

func (h *Handler) benchReport(w http.ResponseWriter, r *http.Request) error {
	store, err := h.benchStore()
	if err != nil {
		return err
	}
	report, err := store.Report(r.PathValue("id"))
	if err != nil {
		return runFailure(err)
	}
	return answer(w, http.StatusOK, report)
}

// runFailure words what keeps a run from being read.
func runFailure(err error) error {
	if errors.Is(err, bench.ErrNoRun) {
		return fail(http.StatusNotFound, "there is no such run")
	}
	return err
}

func (h *Handler) benchProgress(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, h.bench.progress())
}

// maxBenchBody bounds the body that starts a run: a name and a mode.
const maxBenchBody = 64 << 10

// readStart reads which set to run, and how.
func readStart(w http.ResponseWriter, r *http.Request) (set, mode string, err error) {
	data, err := readJSONBody(w, r, maxBenchBody)
	if err != nil {
		return "", "", err
	}
	value, err := strictjson.Decode(data, strictjson.Limits{Depth: 4, Bytes: maxBenchBody})
	if err != nil {
		return "", "", fail(http.StatusBadRequest, "the body is not the JSON that is expected: %v", err)
	}
	body, ok := value.(map[string]any)
	if !ok {
		return "", "", fail(http.StatusBadRequest, "the body must be an object with set and mode")
	}
	set, okSet := body["set"].(string)
	mode, okMode := body["mode"].(string)
	if !okSet || !okMode || mode != bench.ModeRecompute && mode != bench.ModeReplay {
		return "", "", fail(http.StatusBadRequest, "set must name a set, and mode be %s or %s", bench.ModeRecompute, bench.ModeReplay)
	}
	return set, mode, nil
}

func (h *Handler) benchStart(w http.ResponseWriter, r *http.Request) error {
	name, mode, err := readStart(w, r)
	if err != nil {
		return err
	}
	m, err := h.measurement(name)
	if err != nil {
		return err
	}
	m.Info.Mode = mode
	info, err := h.bench.start(h, m)
	switch {
	case errors.Is(err, bench.ErrBusy), errors.Is(err, bench.ErrNoAnswers):
		return fail(http.StatusConflict, "%v", err)
	case err != nil:
		return fmt.Errorf("starting a run: %w", err)
	}
	return answer(w, http.StatusOK, bench.Summary{RunInfo: info})
}

func (h *Handler) benchCancel(w http.ResponseWriter, r *http.Request) error {
	if !h.bench.stop(r.PathValue("id")) {
		return fail(http.StatusNotFound, "this run is not going on")
	}
	return answer(w, http.StatusOK, map[string]any{"id": r.PathValue("id"), "cancelled": true})
}
