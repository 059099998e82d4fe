package rules

import (
	"encoding/json"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// value returns the value of the condition's field: a string, bool,
// json.Number, []any or map[string]any; nil if it is missing or null. Only
// maps are walked, so nothing but data can be reached.
func (c Condition) value(call *decision.Call, scope *effect.Scope) any {
	switch c.path[0] {
	case "params":
		return walk(call.Params, c.path[1:])
	case "tool":
		return call.Tool
	case "id":
		return present(call.ID)
	case "agent_id":
		return present(call.Agent)
	case "policy_rule":
		return present(call.PolicyRule)
	case "session_id":
		return present(call.Session)
	case "working_dir":
		return present(call.WorkingDir)
	case "injection_risk":
		return call.InjectionRisk
	case "project_dirs":
		return list(scope.ProjectDirs(), func(dir string) any { return dir })
	case "recent_traces":
		return list(call.RecentTraces, func(t decision.Trace) any { return t.Tool })
	case "active_grants":
		return list(call.ActiveGrants, func(g decision.Grant) any { return g.Tools })
	}
	return nil
}

func walk(params map[string]any, path []string) any {
	var at any = params
	for _, name := range path {
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[name]
	}
	return at
}

// present makes an empty text of the call itself a missing one: the zero value
// of those fields means unknown.
func present(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func list[T any](elements []T, text func(T) any) any {
	if elements == nil {
		return nil
	}
	values := make([]any, len(elements))
	for i, e := range elements {
		values[i] = text(e)
	}
	return values
}

// scalar returns a text, number or truth value as text, a number as it was
// written. Everything else has no text.
func scalar(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return string(v), true
	case bool:
		if v {
			return "true", true
		}
		return "false", true
	}
	return "", false
}

func lower(text string) string { return strings.ToLower(text) }
