package mem7

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// keyPrefix is the reference's, before the id of the approval.
const keyPrefix = "supervisor:decision:"

// Limits of what is written.
const (
	// MaxReasoningBytes is how much of a reasoning is written; a longer one is cut
	// at its end.
	MaxReasoningBytes = 2_000
	// MaxEvaluatorBytes is the longest provenance of a provider that is written.
	// Of a longer one, and of one that is no JSON, nothing is.
	MaxEvaluatorBytes = 8 << 10
	// MaxRecordBytes is the most that one decision takes in the spool: each
	// character of its texts may be escaped to six.
	MaxRecordBytes = 128 << 10
	// maxNameBytes bounds ids, names of agents, tools and rules, and tags.
	maxNameBytes = 256
)

// timeLayout is that of the reference's log: UTC, microseconds, "+00:00".
const timeLayout = "2006-01-02T15:04:05.000000+00:00"

// fact is what memory_store takes. It has no ttl: with any, an entry is never
// seen again.
type fact struct {
	Key   string   `json:"key"`
	Value string   `json:"value"`
	Tags  []string `json:"tags"`
	Agent string   `json:"agent"`
}

// value is the text of a fact, with the members of the reference in its order.
type value struct {
	ID          string          `json:"approval_id"`
	Agent       string          `json:"agent_id"`
	Tool        string          `json:"tool"`
	Decision    string          `json:"decision"`
	RuleMatched *string         `json:"rule_matched"`
	Reasoning   string          `json:"reasoning"`
	Confidence  float64         `json:"confidence"`
	Timestamp   string          `json:"timestamp"`
	Evaluator   json.RawMessage `json:"evaluator"`
}

// factOf writes a decision down. The key is the same whenever the same decision
// is written, so that one that was written twice is there once. A decision
// without an id gets one.
func (o Options) factOf(d decision.Decision) (fact, error) {
	if d.ID == "" {
		d.ID = "unnamed-" + strings.ToLower(rand.Text())
	}
	d = asActed(d)
	if !(d.Confidence >= 0 && d.Confidence <= 1) { // NaN, too, which JSON does not have
		d.Confidence = 0
	}
	v := value{
		ID: plainID(d.ID), Agent: plain(d.Agent), Tool: plain(d.Tool), Decision: d.Action.Past(),
		Reasoning:  oneline.Clean(d.Reasoning, MaxReasoningBytes),
		Confidence: d.Confidence, Timestamp: d.Time.UTC().Format(timeLayout), Evaluator: evaluator(d.Evaluator),
	}
	if rule := plain(d.RuleMatched); rule != "" {
		v.RuleMatched = &rule
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fact{}, fmt.Errorf("the decision cannot be written as JSON: %w", err)
	}
	return fact{
		Key: keyPrefix + v.ID, Value: inASCII(text), Agent: o.AgentID,
		Tags: append(append([]string{}, o.Tags...), v.Decision, service(v.Tool)),
	}, nil
}

// asActed is a decision as it took effect: one that was only observed left the
// call to a person.
func asActed(d decision.Decision) decision.Decision {
	if d.Observed != nil && d.Action != decision.Escalate {
		d.Reasoning = "observe mode: it would be " + d.Action.Past() + ": " + d.Reasoning
		d.Action = decision.Escalate
	}
	return d
}

// service is the tag of a tool: its name up to the first dot. A name that would
// tell a mesh who decided is not given as a tag.
func service(tool string) string {
	name, _, _ := strings.Cut(tool, ".")
	name = strings.ReplaceAll(name, ",", "_")
	if vouching(name) {
		name = "tool:" + name
	}
	return name
}

// plain makes a name fit for a line of its own in the answers of flux7-memory,
// where names are not escaped: one short line, in ASCII.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, name)
	name = oneline.Clean(name, len(name))
	return name[:min(len(name), maxNameBytes)]
}

// plainID is plain for an id: two that differ stay apart.
func plainID(id string) string {
	name := plain(id)
	if name == id {
		return name
	}
	sum := sha256.Sum256([]byte(id))
	mark := "~" + hex.EncodeToString(sum[:8])
	return name[:min(len(name), maxNameBytes-len(mark))] + mark
}

// evaluator is the provenance of a provider, or null.
func evaluator(of any) json.RawMessage {
	text, err := json.Marshal(of)
	if err != nil || len(text) > MaxEvaluatorBytes {
		return json.RawMessage("null")
	}
	return text
}

// inASCII escapes what JSON may leave as it is. Without line breaks and dashes
// of other scripts no line of it reads like a vote.
func inASCII(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r <= '~':
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// decisionOf reads what factOf wrote, or the reference. What only we know of a
// decision is not there.
func decisionOf(text string) (decision.Decision, bool) {
	var v value
	if json.Unmarshal([]byte(text), &v) != nil || v.ID == "" {
		return decision.Decision{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, v.Timestamp)
	action, known := actionOf(v.Decision)
	if err != nil || !known || v.Confidence < 0 || v.Confidence > 1 {
		return decision.Decision{}, false
	}
	d := decision.Decision{
		ID: plain(v.ID), Agent: plain(v.Agent), Tool: plain(v.Tool), Action: action, Confidence: v.Confidence,
		Reasoning: oneline.Clean(v.Reasoning, MaxReasoningBytes), Time: at.UTC(),
		Evidence: decision.Evidence{Notes: []string{Recalled}},
	}
	if v.RuleMatched != nil {
		d.RuleMatched = plain(*v.RuleMatched)
	}
	if len(v.Evaluator) <= MaxEvaluatorBytes {
		_ = json.Unmarshal(v.Evaluator, &d.Evaluator) // it is part of a text that was read
	}
	return d, true
}

func actionOf(past string) (decision.Action, bool) {
	for _, a := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		if a.Past() == past {
			return a, true
		}
	}
	return decision.Escalate, false
}
