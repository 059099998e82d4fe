package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// MaxFound bounds how many records [Find] returns: the newest ones.
const MaxFound = 1000

// Find returns the records about the call with this approval id, its decisions
// and what became of them, the oldest first, from the journal at path and the
// files that were rotated away from it. It reads all of them. Where nothing is
// known of the call, it returns nothing.
func Find(ctx context.Context, path, id string) ([]Record, error) {
	found, err := find(ctx, path, id)
	if err != nil {
		return nil, fmt.Errorf("find in the journal: %w", err)
	}
	return found, nil
}

func find(ctx context.Context, path, id string) ([]Record, error) {
	id, _ = cutText(id, decision.MaxNameBytes) // as it is written
	written := appendText(nil, id)
	var found []Record
	err := eachLine(ctx, path, func(name string, l line) error {
		if !bytes.Contains(l.text, written) { // parsing takes ten times as long
			return nil
		}
		if record, ok := parseRecord(l); ok && record.ApprovalID == id {
			found = append(found, record.kept(name))
			found = found[max(0, len(found)-MaxFound):]
		}
		return nil
	})
	return found, err
}

// kept is the record for keeps.
func (r Record) kept(file string) Record {
	r.File, r.JSON = file, bytes.Clone(r.JSON)
	return r
}

// Decided returns what the record says of a decision, or of a decision's
// outcome: enough to ask a queue about it, and to record an outcome of it.
// What only the evidence has is missing. Of a record that is no decision the
// action is Escalate.
func (r Record) Decided() decision.Decision {
	var more struct {
		RuleMatched string `json:"rule_matched"`
		Reasoning   string `json:"reasoning"`
		Call        struct {
			Expires time.Time `json:"expires_at"`
		} `json:"call"`
	}
	_ = json.Unmarshal(r.JSON, &more) // what cannot be read stays empty
	d := decision.Decision{
		ID: r.ApprovalID, Agent: r.Agent, Tool: r.Tool, Fingerprint: r.Fingerprint, Approval: r.Approval,
		Via: r.Via, Time: r.Time,
		RuleMatched: more.RuleMatched, Reasoning: more.Reasoning, Expires: more.Call.Expires,
	}
	for _, a := range []decision.Action{decision.Approve, decision.Deny} {
		if r.Type == decision.EventDecision && r.Decision == a.Past() {
			d.Action = a
		}
	}
	if r.Observed {
		judged := d.Action
		d.Observed = &judged
	}
	return d
}
