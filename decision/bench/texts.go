package bench

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// appendTexts appends every text in a JSON value: names of members, texts,
// numbers and literals.
func appendTexts(out []string, v any) []string {
	switch v := v.(type) {
	case nil:
		return append(out, "null")
	case string:
		return append(out, v)
	case json.Number:
		return append(out, string(v))
	case bool:
		return append(out, strconv.FormatBool(v))
	case []any:
		for _, element := range v {
			out = appendTexts(out, element)
		}
	case map[string]any:
		for name, member := range v {
			out = appendTexts(append(out, name), member)
		}
	}
	return out
}

// callTexts returns what a call would do: its tool and all in its parameters.
func callTexts(tool string, params map[string]any) []string {
	return appendTexts([]string{tool}, params)
}

// nameTexts returns the other texts of a case that may leave, but its recent
// activity. The policies that are words of the format are none.
func nameTexts(c *Case) []string {
	return append(unknownWords(c.Policy), c.ID, c.Call.TraceID, c.Call.Session, c.Call.Agent, c.Timestamp, c.PolicyRule)
}

// traceNames returns the other texts of an earlier call that may leave.
func traceNames(t *decision.Trace) []string {
	return append(unknownWords(t.Policy, t.ApprovalStatus), t.TraceID, t.PolicyRule, formatTime(t.Timestamp))
}

// unknownWords returns those that are no words of the format.
func unknownWords(words ...string) []string {
	return slices.DeleteFunc(words, func(word string) bool {
		switch word {
		case "", policyAllow, policyDeny, policyAsk, statusApproved, statusDenied, "timeout", "pending":
			return true
		}
		return false
	})
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
