package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// recallPeriod is how far back decisions without an outcome are looked for. A
// mesh lets a call wait for an hour at most; a machine may be off for a night.
const recallPeriod = 24 * time.Hour

var _ decision.Unsettler = (*Journal)(nil)

// Unsettled is [Unsettled] for this journal and the last day, as decisions that
// a queue can be asked about: with id, agent, tool, action, fingerprint and
// times, and without evidence.
func (j *Journal) Unsettled(ctx context.Context) ([]decision.Decision, error) {
	records, err := Unsettled(ctx, j.path, j.now().Add(-recallPeriod))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for decisions without an outcome in %s: %w", j.path, err)
	}
	list := make([]decision.Decision, 0, len(records))
	for _, r := range records {
		d := decision.Decision{
			ID: r.ApprovalID, Agent: r.Agent, Tool: r.Tool, Via: r.Via, Fingerprint: r.Fingerprint, Time: r.Time.UTC(),
			Action: decision.Approve, Expires: expiryOf(r),
		}
		if r.Decision == decision.Deny.Past() {
			d.Action = decision.Deny
		}
		list = append(list, d)
	}
	return list, nil
}

// expiryOf reads how long somebody waited; zero: not said.
func expiryOf(r Record) time.Time {
	var record struct {
		Call struct {
			Expires time.Time `json:"expires_at"`
		} `json:"call"`
	}
	if json.Unmarshal(r.JSON, &record) != nil {
		return time.Time{}
	}
	if record.Call.Expires.IsZero() {
		return time.Time{}
	}
	return record.Call.Expires.UTC()
}
