package journal

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

var errIncomplete = errors.New("the event is incomplete")

// encodeEvent returns the record of an event, without its seal.
func encodeEvent(e decision.Event, now time.Time) ([]byte, error) {
	at := e.Time
	if at.IsZero() {
		at = now
	}
	w := newRecordWriter(at)
	switch {
	case e.Type == decision.EventDecision && e.Decision != nil:
		w.decision(e.Decision)
		w.call(e.Call)
	case e.Type == decision.EventDecision:
		return nil, fmt.Errorf("%w: it has neither a type nor a decision", errIncomplete)
	case e.Type == decision.EventOutcome && (e.Decision == nil || e.Outcome == nil):
		return nil, fmt.Errorf("%w: an outcome needs its decision and its state", errIncomplete)
	case e.Type == decision.EventOutcome:
		w.outcome(e.Decision, e.Outcome)
	case e.Type == decision.EventPausedCall && e.Decision == nil:
		return nil, fmt.Errorf("%w: a paused call needs its decision", errIncomplete)
	case e.Type == decision.EventPausedCall:
		w.pausedCall(e.Decision)
	default:
		w.text("type", string(e.Type), maxFieldNameBytes)
		w.fields(e.Fields)
	}
	return w.finish(), nil
}

// decision writes the reference's members first, in its order.
func (w *recordWriter) decision(d *decision.Decision) {
	w.identifier("approval_id", d.ID)
	w.text("agent_id", d.Agent, decision.MaxNameBytes)
	w.text("tool", d.Tool, decision.MaxNameBytes)
	w.identifier("decision", d.Action.Past())
	w.textOrNull("rule_matched", d.RuleMatched, decision.MaxNameBytes)
	w.text("reasoning", d.Reasoning, MaxReasoningBytes)
	w.key("confidence")
	w.buf = appendFloat(w.buf, d.Confidence)
	w.key("evaluation_ms")
	w.buf = strconv.AppendInt(w.buf, d.Elapsed.Milliseconds(), 10)
	w.bool("injection_risk", d.InjectionRisk)
	w.value("evaluator", d.Evaluator, MaxEvidenceBytes)
	w.identifier("via", d.Via)
	w.identifier("cause", string(d.Cause))
	if d.Observed != nil {
		w.bool("observed", true)
	}
	if d.Status != "" {
		w.identifier("approval_status", string(d.Status))
	}
	w.identifier("fingerprint", d.Fingerprint)
	w.approval(d)
	w.text("policy_rule", d.PolicyRule, decision.MaxNameBytes)
	w.text("session_id", d.Session, decision.MaxNameBytes)
	w.evidence(d.Evidence.JSON())
}

// evidence writes the members of [decision.EvidenceJSON].
func (w *recordWriter) evidence(e decision.EvidenceJSON) {
	if e.Rule == nil {
		w.null("rule")
	} else {
		w.value("rule", e.Rule, MaxEvidenceBytes)
	}
	if len(e.Violations) > 0 {
		writeList(w, "violations", e.Violations)
	}
	writeList(w, "links", e.Links)
	w.value("answers", e.Answers, MaxEvidenceBytes)
	w.value("limits", e.Limits, MaxEvidenceBytes)
	writeList(w, "effects", e.Effects)
	if e.Opaque == nil {
		w.null("opaque")
	} else {
		writeList(w, "opaque", e.Opaque)
	}
	writeList(w, "precedents", e.Precedents)
	w.numbers("signals", e.Signals)
	w.numbers("timings", e.Timings)
	writeList(w, "notes", e.Notes)
}

func (w *recordWriter) outcome(d *decision.Decision, o *decision.Outcome) {
	w.identifier("type", string(decision.EventOutcome))
	w.subject(d)
	w.identifier("outcome", string(o.State))
	w.text("resolved_by", o.By, decision.MaxNameBytes)
	w.text("status", o.Status, decision.MaxNameBytes)
	w.optionalTime("resolved_at", o.At)
	w.text("detail", o.Detail, MaxReasoningBytes)
	w.identifier("fingerprint", d.Fingerprint)
	w.approval(d)
}

// approval says under which id the call waits, or waited, for a person.
func (w *recordWriter) approval(d *decision.Decision) {
	if d.Approval != "" {
		w.identifier("approval", d.Approval)
	}
}

func (w *recordWriter) pausedCall(d *decision.Decision) {
	w.identifier("type", string(decision.EventPausedCall))
	w.subject(d)
	w.text("reasoning", d.Reasoning, MaxReasoningBytes)
	w.identifier("via", d.Via)
	w.identifier("cause", string(d.Cause))
	w.identifier("fingerprint", d.Fingerprint)
	w.approval(d)
}

func (w *recordWriter) subject(d *decision.Decision) {
	w.identifier("approval_id", d.ID)
	w.text("agent_id", d.Agent, decision.MaxNameBytes)
	w.text("tool", d.Tool, decision.MaxNameBytes)
}

// reserved are the names that the journal itself gives meaning to. A field of
// that name gets a prefix.
var reserved = map[string]bool{
	"timestamp": true, "type": true, "decision": true, "cut": true, "alg": true, "seq": true, "prev": true, "hash": true,
}

const fieldPrefix = "field_"

// fields writes the fields of an event at the top level, in order of their
// names, until a limit is reached.
func (w *recordWriter) fields(fields map[string]any) {
	start, used := len(w.buf), map[string]bool{}
	for i, field := range slices.Sorted(maps.Keys(fields)) {
		left := MaxEvidenceBytes - (len(w.buf) - start)
		if i == MaxFields || left <= 0 {
			w.cut = append(w.cut, "fields")
			return
		}
		name, _ := cutText(redact.Text(field), maxFieldNameBytes)
		for reserved[name] || used[name] {
			name = fieldPrefix + name
		}
		used[name] = true
		w.value(name, fields[field], left)
	}
}
