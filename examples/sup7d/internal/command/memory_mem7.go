package command

import (
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/mem7"
)

// withMem7 reads the decisions that flux7-memory has, and reports whether the
// config has it looked into: it is on, and there is no file of ours. What waits in
// the spool is not among them.
func (a *app) withMem7(ctx context.Context, do func(newestFirst []supervisor.Decision) error) (done bool, err error) {
	cfg, err := a.loadConfig()
	if err != nil || cfg.Memory.Store == "sqlite" || !cfg.UsesMem7() {
		return false, nil // a fault of the config is told by who reads it next
	}
	client, err := mem7.NewClient(cfg.Mem7Options(linked(a.logger())))
	if err != nil {
		return true, err
	}
	defer client.CloseIdleConnections()
	found, err := client.Recall(ctx, mem7.MaxRecall)
	if err != nil {
		return true, err
	}
	return true, do(found)
}

// listRecalled lists decisions as if a store had them.
func listRecalled(ctx context.Context, newestFirst []supervisor.Decision, q supervisor.Query) (memoryTable, error) {
	s := memory.NewStore(memory.Options{})
	for _, d := range slices.Backward(newestFirst) {
		if err := s.Save(ctx, d); err != nil {
			return memoryTable{}, err
		}
	}
	return listDecisions(ctx, s, q)
}

// recalledEntry is a decision under the names of the journal.
type recalledEntry struct {
	Time        time.Time `json:"timestamp"`
	ID          string    `json:"approval_id"`
	Agent       string    `json:"agent_id"`
	Tool        string    `json:"tool"`
	Decision    string    `json:"decision"`
	RuleMatched *string   `json:"rule_matched"`
	Reasoning   string    `json:"reasoning"`
	Confidence  float64   `json:"confidence"`
	Evaluator   any       `json:"evaluator"`
}

// recalledOf finds the decisions of an id.
func recalledOf(decisions []supervisor.Decision, id string) (found []map[string]recalledEntry) {
	for _, d := range decisions {
		if d.ID == id {
			found = append(found, map[string]recalledEntry{"decision": {
				Time: d.Time, ID: d.ID, Agent: d.Agent, Tool: d.Tool, Decision: d.Action.Past(), RuleMatched: d.RuleMatchedOrNil(),
				Reasoning: d.Reasoning, Confidence: d.Confidence, Evaluator: d.Evaluator,
			}})
		}
	}
	return found
}
