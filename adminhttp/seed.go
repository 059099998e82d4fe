package adminhttp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// maxSeedBytes bounds what is read back of the journal at start, from its end:
// several thousand decisions.
const maxSeedBytes = 8 << 20

// seed fills the ring with the newest decisions of the journal. What cannot be
// read is not shown: it is no reason not to start.
func (h *Handler) seed() {
	if h.opts.Journal == "" {
		return
	}
	earlier, err := readBack(h.ctx, h.opts.Journal, h.opts.RecentDecisions)
	if err != nil {
		h.opts.Logger.Warn("the decisions before the start cannot be shown", "error", err)
	}
	h.recent.seed(earlier)
}

// readBack returns the newest decisions of a journal, at most n, oldest first.
func readBack(ctx context.Context, path string, n int) ([]*entry, error) {
	files, err := journal.Files(path)
	if err != nil {
		return nil, fmt.Errorf("finding the journal's files: %w", err)
	}
	files = append(files, path)
	first, left := len(files), int64(maxSeedBytes)
	for first > 0 && left > 0 {
		first--
		if info, err := os.Stat(files[first]); err == nil {
			left -= info.Size()
		}
	}
	var back backwards
	for i, file := range files[first:] {
		skip := int64(0)
		if i == 0 {
			skip = max(0, -left)
		}
		if err := back.read(ctx, file, skip); err != nil {
			return back.newest(n), err
		}
	}
	return back.newest(n), nil
}

// backwards gathers the decisions of records, and what became of them.
type backwards struct {
	list []*entry
	byID map[string]*entry
}

// read takes the records of a file, but for those in its first bytes.
func (b *backwards) read(ctx context.Context, file string, skip int64) error {
	f, err := os.Open(file)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("opening the journal: %w", err)
	}
	defer func() { _ = f.Close() }()
	from := bufio.NewReader(f)
	if skip > 0 {
		if _, err := f.Seek(skip-1, io.SeekStart); err != nil {
			return fmt.Errorf("reading the journal: %w", err)
		}
		_, _ = from.ReadString('\n') // the rest of a line that is left out
	}
	if _, err := journal.Read(ctx, from, b.record); err != nil {
		return fmt.Errorf("reading the journal: %w", err)
	}
	return nil
}

// record takes one record.
func (b *backwards) record(r journal.Record) error {
	switch r.Type {
	case decision.EventDecision:
		e, err := recorded(r)
		if err != nil {
			return nil // not of a shape that can be shown
		}
		if b.byID == nil {
			b.byID = map[string]*entry{}
		}
		b.list = append(b.list, e)
		b.byID[e.decision.ID] = e
	case decision.EventOutcome:
		if e := b.byID[r.ApprovalID]; e != nil {
			o := decision.Outcome{State: r.Outcome}
			_ = json.Unmarshal(r.JSON, &o) // what cannot be read stays empty
			e.outcome = &o
		}
	}
	return nil
}

func (b *backwards) newest(n int) []*entry { return b.list[max(0, len(b.list)-n):] }

// recorded is the decision of a record. The journal has masked it.
func recorded(r journal.Record) (*entry, error) {
	var more struct {
		RuleMatched   string  `json:"rule_matched"`
		Reasoning     string  `json:"reasoning"`
		Confidence    float64 `json:"confidence"`
		EvaluationMS  int64   `json:"evaluation_ms"`
		InjectionRisk bool    `json:"injection_risk"`
		Evaluator     any     `json:"evaluator"`
		Cause         string  `json:"cause"`
		PolicyRule    string  `json:"policy_rule"`
		Session       string  `json:"session_id"`
		Call          struct {
			Params     map[string]any `json:"params"`
			WorkingDir string         `json:"working_dir"`
			Expires    time.Time      `json:"expires_at"`
		} `json:"call"`
		decision.EvidenceJSON
	}
	if err := json.Unmarshal(r.JSON, &more); err != nil {
		return nil, err
	}
	d := r.Decided()
	d.Reasoning, d.Confidence, d.Elapsed = more.Reasoning, more.Confidence, time.Duration(more.EvaluationMS)*time.Millisecond
	d.InjectionRisk, d.Evaluator, d.Cause = more.InjectionRisk, more.Evaluator, decision.Cause(more.Cause)
	d.PolicyRule, d.Session = more.PolicyRule, more.Session
	j := more.EvidenceJSON
	d.Evidence = decision.Evidence{
		Rule: j.Rule, Links: j.Links, Answers: j.Answers, Limits: j.Limits, Effects: j.Effects, Opaque: j.Opaque,
		Violations: j.Violations, Precedents: j.Precedents, Signals: j.Signals, Timings: j.Timings, Notes: j.Notes,
	}
	e := &entry{decision: light(&d), dir: more.Call.WorkingDir}
	if more.Call.Params != nil && weigh(more.Call.Params, maxKeptBytes) >= 0 {
		e.params = more.Call.Params
	}
	return e, nil
}
