package rules

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/nameword"
)

// field is what a condition reads of a call: a root, and below params the
// names to a value.
type field []string

// roots are the fields of a call that a condition can read.
var roots = []string{
	"id", "agent_id", "tool", "params", "policy_rule", "injection_risk",
	"recent_traces", "active_grants", "project_dirs", "session_id", "working_dir",
}

// parseField joins the tokens before an operator to the path of a field. Only
// params has fields of its own: a name below a text could never be found, and
// a rule that never holds is not what its author meant.
func parseField(list []token) (field, error) {
	var path field
	for _, t := range list {
		elements := strings.Split(t.text, ".")
		if slices.Contains(elements, "") {
			return nil, t.fault("field %.40q has an empty name: write single dots between names", t.text)
		}
		path = append(path, elements...)
	}
	root := token{text: path[0], offset: list[0].offset}
	if !slices.Contains(roots, root.text) {
		if slices.Contains(signals, root.text) || root.text == effectsRoot {
			return nil, root.fault("%s is computed: write the rule with when instead of condition", root.text)
		}
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

func (f field) String() string { return strings.Join(f, ".") }

// text is the quick way to read what most fields of most calls are: a text, or
// missing. Of anything else it knows nothing, and read has to look.
func (f field) text(call *decision.Call) (text string, isText, missing bool) {
	switch f[0] {
	case "tool":
		return call.Tool, true, false
	case "agent_id":
		return call.Agent, call.Agent != "", call.Agent == ""
	case "params":
		v := walk(call.Params, f[1:])
		text, isText = v.(string)
		return text, isText, v == nil
	}
	return "", false, false
}

// read returns what the field holds.
func (f field) read(s *sight) value {
	call := s.call
	switch f[0] {
	case "params":
		return valueOf(walk(call.Params, f[1:]))
	case "tool":
		return value{kind: kindText, text: call.Tool}
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
		return flag(call.InjectionRisk)
	case "project_dirs":
		return listOf(s.scope.ProjectDirs(), func(dir string) string { return dir })
	case "recent_traces":
		return listOf(call.RecentTraces, traceTool)
	case "active_grants":
		return listOf(call.ActiveGrants, grantTools)
	}
	return s.signal(f[0])
}

// needs is what the field reads that a queue may have to fetch.
func (f field) needs() decision.Need {
	switch f[0] {
	case "recent_traces", "agent_known", "agent_rate":
		return decision.NeedTraces
	case "active_grants", "granted":
		return decision.NeedGrants
	}
	return decision.NeedNothing
}

// isWhole reports whether the field is all parameters, which are never a text.
func (f field) isWhole() bool { return len(f) == 1 && f[0] == "params" }

// isText reports whether the field is never a list.
func (f field) isText() bool { return slices.Contains(keyed, f[0]) }

// isCode reports whether the field is the text of a command.
func (f field) isCode() bool { return f[0] == "params" && nameword.IsCode(f[1:]...) }

// isCommand reports whether the field may be a command line, which is more than
// one command: the text of a command that is no path.
func (f field) isCommand() bool { return f.isCode() && !f.isPath() }

// isPath reports whether the field is a parameter that holds a path.
func (f field) isPath() bool { return f[0] == "params" && effect.IsPathParam(f[len(f)-1]) }

// isSecret reports whether the field's value is not shown.
func (f field) isSecret() bool { return f[0] == "params" && nameword.HasWord(f[1:], secretWords) }
