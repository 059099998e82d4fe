package rules

import (
	"slices"
	"strings"
)

// roots are the fields of a call that a condition can read.
var roots = []string{
	"id", "agent_id", "tool", "params", "policy_rule", "injection_risk",
	"recent_traces", "active_grants", "project_dirs", "session_id", "working_dir",
}

// parseField joins the tokens before an operator to the path of a field. Only
// params has fields of its own: a name below a text could never be found, and
// a rule that never holds is not what its author meant.
func parseField(list []token) ([]string, error) {
	var path []string
	for _, t := range list {
		elements := strings.Split(t.text, ".")
		if slices.Contains(elements, "") {
			return nil, t.fault("field %.40q has an empty name: write single dots between names", t.text)
		}
		path = append(path, elements...)
	}
	root := token{text: path[0], offset: list[0].offset}
	if !slices.Contains(roots, root.text) {
		if near, ok := closest(root.text, roots); ok {
			return nil, root.fault("unknown field %.40q: did you mean %s?", root.text, near)
		}
		return nil, root.fault("unknown field %.40q: use params.NAME or one of %s", root.text, strings.Join(roots, ", "))
	}
	if root.text != "params" && len(path) > 1 {
		return nil, root.fault("%s has no fields of its own: compare it as a whole", root.text)
	}
	return path, nil
}
