package rules

import "slices"

// NamedTools returns the tools that a rule is about, sorted, as the condition
// has them; those of a list are in lower case. Its condition holds for calls of
// them only, in whatever letter case. It returns false where the condition does not name them outright, or
// does not parse, and for a catch-all.
func NamedTools(s Spec) ([]string, bool) {
	if s.CatchAll {
		return nil, false
	}
	condition, err := parse(s)
	if err != nil {
		return nil, false
	}
	names, outright := condition.tools(false)
	slices.Sort(names)
	return slices.Compact(names), outright
}

// tools are the names without which the expression (its negation, if negated)
// cannot hold; false: it names none outright.
func (e *expression) tools(negated bool) ([]string, bool) {
	switch e.join {
	case joinNot:
		return e.parts[0].tools(!negated)
	case joinNothing:
		c, ok := e.leaf.(Condition)
		if !ok || c.names(negated) != namesOutright {
			return nil, false
		}
		if c.op == opIn {
			return slices.Clone(c.members), true
		}
		return []string{c.want}, true
	}
	all := (e.join == joinAll) != negated
	var names []string
	named := false
	for _, part := range e.parts {
		own, outright := part.tools(negated)
		switch {
		case all && outright && (!named || len(own) < len(names)):
			names, named = own, true
		case !all && !outright:
			return nil, false
		case !all:
			names, named = append(names, own...), true
		}
	}
	return names, named
}
