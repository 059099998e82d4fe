package adminhttp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/question"
)

// maxRecalledBytes bounds what is read back of a journal file for calls to judge
// again, from its end: several thousand decisions.
const maxRecalledBytes = 8 << 20

// pastCall is a call that was decided, and what was said about it.
type pastCall struct {
	id     string // in the journal; that of call is its place in the list
	call   supervisor.Call
	said   []bench.Said
	failed bool // no provider had answered then either
}

// recentCalls returns the calls of the newest decisions of a journal, the oldest
// first, and how many beside them are not there whole.
func recentCalls(ctx context.Context, path string, n int) (calls []pastCall, lost int, err error) {
	if path == "" {
		return nil, 0, nil
	}
	files, err := journal.Files(path)
	if err != nil {
		return nil, 0, fmt.Errorf("finding the journal's files: %w", err)
	}
	files = append(files, path)
	for i := len(files) - 1; i >= 0 && len(calls) < n; i-- {
		earlier, missing, err := callsOf(ctx, files[i])
		if err != nil {
			return nil, 0, err
		}
		calls, lost = append(earlier, calls...), lost+missing
		if len(files)-i > 2 {
			break // two files are enough of looking back
		}
	}
	calls = calls[max(0, len(calls)-n):]
	for i := range calls {
		calls[i].call.ID = strconv.Itoa(i)
	}
	return calls, lost, nil
}

// callsOf reads the calls at the end of one file.
func callsOf(ctx context.Context, path string) (calls []pastCall, lost int, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("opening the journal: %w", err)
	}
	defer func() { _ = f.Close() }()
	end, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(max(0, end-maxRecalledBytes-1), io.SeekStart)
	}
	from := bufio.NewReader(f)
	if err == nil && end > maxRecalledBytes {
		_, err = from.ReadString('\n') // the rest of a line that is left out
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the journal: %w", err)
	}
	_, err = journal.Read(ctx, from, func(r journal.Record) error {
		if r.Type != decision.EventDecision {
			return nil
		}
		if c, whole := recalled(r); whole {
			calls = append(calls, c)
		} else {
			lost++
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("reading the journal: %w", err)
	}
	return calls, lost, nil
}

// recalledRecord is what of a record is needed to judge its call again.
type recalledRecord struct {
	Session       string          `json:"session_id"`
	PolicyRule    string          `json:"policy_rule"`
	InjectionRisk bool            `json:"injection_risk"`
	Confidence    float64         `json:"confidence"`
	Reasoning     string          `json:"reasoning"`
	RuleMatched   string          `json:"rule_matched"`
	Cause         decision.Cause  `json:"cause"`
	Links         []decision.Link `json:"links"`
	Answers       json.RawMessage `json:"answers"`
	Evaluator     struct {
		Model string `json:"model"`
	} `json:"evaluator"`
	Call struct {
		Params     json.RawMessage `json:"params"`
		Replayable bool            `json:"replayable"`
		WorkingDir string          `json:"working_dir"`
	} `json:"call"`
}

// recalled is the call of a record, and false where it is not there whole.
func recalled(r journal.Record) (c pastCall, whole bool) {
	var more recalledRecord
	if err := json.Unmarshal(r.JSON, &more); err != nil || !more.Call.Replayable {
		return c, false
	}
	params, err := decision.ParseParams(more.Call.Params)
	if err != nil {
		return c, false
	}
	decided := r.Decided()
	c = pastCall{id: r.ApprovalID, call: supervisor.Call{
		Agent: r.Agent, Tool: r.Tool, Params: params, Session: more.Session, PolicyRule: more.PolicyRule,
		InjectionRisk: more.InjectionRisk, WorkingDir: more.Call.WorkingDir,
	}}
	decided.Cause = more.Cause
	c.failed = unanswered(decided)
	for _, l := range more.Links {
		if said, known := more.saidBy(l, decided.Action); known {
			c.said = append(c.said, said)
		}
	}
	return c, true
}

// saidBy is what a link had said. Of one that answered without typed answers,
// the journal tells only what became of its verdict: where that was held back,
// it is not known.
func (m *recalledRecord) saidBy(l decision.Link, decided decision.Action) (bench.Said, bool) {
	said := bench.Said{Link: l.Name, State: l.State, Cause: l.Cause, MS: l.MS}
	if l.State != decision.LinkAnswered {
		return said, true
	}
	said.Action, said.Confidence, said.Reasoning, said.Source = decided, m.Confidence, m.Reasoning, m.RuleMatched
	said.Basis, said.Model = decision.BasisText, m.Evaluator.Model
	var answers map[string]question.Answer
	if json.Unmarshal(m.Answers, &answers) == nil && len(answers) > 0 {
		said.Answers, said.Basis = answers, decision.BasisModel
		return said, true
	}
	return said, m.Cause == "" || m.Cause == decision.CauseJudged
}
