package otel

import (
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor/decision"
)

// The attributes of spans and metrics.
const (
	keyCall        = attribute.Key("supervisor.call_id")
	keyTool        = attribute.Key("supervisor.tool")
	keyAgent       = attribute.Key("supervisor.agent")
	keyAction      = attribute.Key("supervisor.action")
	keyCause       = attribute.Key("supervisor.cause")
	keyRule        = attribute.Key("supervisor.rule")
	keyDecider     = attribute.Key("supervisor.decider")
	keyConfidence  = attribute.Key("supervisor.confidence")
	keyVia         = attribute.Key("supervisor.via")
	keyFingerprint = attribute.Key("supervisor.fingerprint")
	keyObserved    = attribute.Key("supervisor.observed")
	keyLinks       = attribute.Key("supervisor.links")
	keyLink        = attribute.Key("supervisor.link")
	keyState       = attribute.Key("supervisor.state")
	keyNote        = attribute.Key("supervisor.note")
)

// Limits of what a span holds. A rule or provider that is not of this
// repository may return anything, and an exporter sends it as it is.
const (
	maxText  = decision.MaxNameBytes // bytes of one attribute; the rest is cut off
	maxNotes = 50                    // as many as the supervisor keeps; the rest is left out
)

func callAttributes(c *decision.Call) []attribute.KeyValue {
	list := make([]attribute.KeyValue, 0, 3)
	list = appendText(list, keyCall, c.ID)
	list = appendText(list, keyTool, c.Tool)
	return appendText(list, keyAgent, c.Agent)
}

func decisionAttributes(d *decision.Decision) []attribute.KeyValue {
	list := make([]attribute.KeyValue, 0, 9)
	list = append(list, keyAction.String(d.Action.String()), keyConfidence.Float64(d.Confidence), keyDecider.String(deciderOf(d)))
	list = appendText(list, keyCause, string(d.Cause))
	list = appendText(list, keyRule, d.RuleMatched)
	list = appendText(list, keyVia, d.Via)
	list = appendText(list, keyFingerprint, d.Fingerprint)
	if d.Observed != nil {
		list = append(list, keyObserved.Bool(true))
	}
	if n := len(d.Evidence.Links); n > 0 {
		list = append(list, keyLinks.Int(n))
	}
	return list
}

func addNotes(span trace.Span, notes []string, at time.Time) {
	for _, note := range notes[:min(maxNotes, len(notes))] {
		span.AddEvent("supervisor.note", trace.WithTimestamp(at), trace.WithAttributes(keyNote.String(bounded(note))))
	}
}

// appendText adds an attribute unless its value is empty.
func appendText(list []attribute.KeyValue, key attribute.Key, value string) []attribute.KeyValue {
	if value == "" {
		return list
	}
	return append(list, key.String(bounded(value)))
}

// bounded cuts a text to its limit. What is no UTF-8, for example a character
// that was cut in two, is left out: it would cost an exporter the whole batch.
func bounded(text string) string {
	return strings.ToValidUTF8(text[:min(maxText, len(text))], "")
}
