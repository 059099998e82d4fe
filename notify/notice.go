package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Bounds of what is told, in bytes. A message stays far below 20 kB, over which
// receivers of Standard Webhooks may refuse it.
const (
	maxName   = 200
	maxReason = 500
	maxLink   = 2048
)

// The types of message.
const (
	typePending  = "toolcall.pending"  // a call waits for a person
	typeWithheld = "toolcall.withheld" // calls wait of which nobody was told one by one
)

// message is the body of a webhook, as Standard Webhooks has it.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      notice    `json:"data"`
}

// notice is what people are told of a call. Texts are masked and cut.
type notice struct {
	DecisionID  string     `json:"decision_id,omitempty"`
	ApprovalID  string     `json:"approval_id,omitempty"`
	Agent       string     `json:"agent,omitempty"`
	Session     string     `json:"session_id,omitempty"`
	Tool        string     `json:"tool,omitempty"`
	Cause       string     `json:"cause,omitempty"`
	Observed    string     `json:"observed,omitempty"` // what would be decided, in observe mode
	Reason      string     `json:"reason,omitempty"`
	Preview     string     `json:"preview,omitempty"` // of the parameters
	Fingerprint string     `json:"fingerprint,omitempty"`
	ExpiresAt   *time.Time `json:"expires_at,omitempty"`
	Link        string     `json:"link,omitempty"`
	Withheld    int        `json:"withheld,omitempty"` // further calls that wait

	together bool // it is about no call of its own, but about those withheld
}

// noticeOf makes the notice of an event that leaves a call to a person.
func noticeOf(e decision.Event, link string) notice {
	d := e.Decision
	n := notice{
		DecisionID: short(d.ID, maxName), ApprovalID: short(d.Approval, maxName), Agent: short(d.Agent, maxName),
		Session: short(d.Session, maxName), Tool: short(d.Tool, maxName), Cause: string(d.Cause), Reason: short(d.Reasoning, maxReason),
		Fingerprint: d.Fingerprint, Link: link,
	}
	if d.Observed != nil {
		n.Observed, n.Cause = d.Observed.String(), string(decision.CauseObserve)
	}
	if e.Call != nil {
		n.Preview = preview(e.Call.Params)
	}
	if !d.Expires.IsZero() {
		at := d.Expires.UTC()
		n.ExpiresAt = &at
	}
	return n
}

// messageID is the same whenever an event is told again, and has no dot.
func messageID(d *decision.Decision) string {
	sum := sha256.Sum256([]byte(d.ID + "\x00" + d.Approval + "\x00" + strconv.FormatInt(d.Time.UnixNano(), 10)))
	const enough = 16 // bytes, so that no two messages meet
	return "msg_" + hex.EncodeToString(sum[:enough])
}

// short makes one masked line of a text of unknown origin. Secrets are looked for
// before and after the characters are removed that would hide one.
func short(text string, limit int) string {
	return oneline.Clean(redact.Text(oneline.Clean(redact.Text(text), 4*limit)), limit)
}
