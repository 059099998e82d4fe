package rules

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// never finds rules that can never decide.
func (l *linter) never(r *rule) bool {
	if r.action == decision.Approve && l.approvesOpaque(r) {
		return true
	}
	for _, c := range r.comparisons {
		condition, ok := c.comparison.(Condition)
		if !ok || c.negated || !requires(r.condition, condition) {
			continue
		}
		if part, msg, instead := l.impossible(r, condition); msg != "" {
			l.add(r, FindingNever, part, msg, instead)
			return true
		}
	}
	if f := contradiction(r); f != "" {
		l.add(r, FindingNever, "", f+" would have to equal two texts at once", "join the texts by or, or write "+f+" in [...]")
		return true
	}
	return false
}

// requires reports whether the expression cannot hold without the comparison.
func requires(e *expression, c comparison) bool {
	switch e.join {
	case joinNothing:
		return e.leaf.write(false) == c.write(false)
	case joinAll:
		return slices.ContainsFunc(e.parts, func(part *expression) bool { return requires(part, c) })
	}
	return false
}

// impossible says why a comparison holds for no call.
func (l *linter) impossible(r *rule, c Condition) (part, msg, instead string) {
	field := c.path.source()
	switch {
	case c.project && c.op != opStartsWith && c.op != opInside:
		return projectDir, string(c.op) + " project_dir never holds", field + " starts_with project_dir"
	case c.path.isWhole():
		return "params", "the parameters as a whole have no text", "compare one of them: params.NAME"
	case c.path[0] == "injection_risk" && c.exact() && !slices.Contains(c.texts(), "true") && !slices.Contains(c.texts(), "false"):
		return c.want, "injection_risk is true or false", "injection_risk equals true"
	case c.path[0] == "injection_risk" && r.action != decision.Deny && c.exact() && !slices.Contains(c.texts(), "false"):
		return "injection_risk", "a flagged call is escalated whatever an approve or escalate rule says", "action: deny, or no rule"
	case c.path[0] == "tool" && c.exact() && strings.ContainsAny(c.want+strings.Join(c.members, ""), "*?"):
		return c.want, "a tool's name is compared as it is, a glob matches none", "tool starts_with " + beforeGlob(c)
	case strings.Contains(c.want, "://") && c.op == opStartsWith && r.action == decision.Approve && !c.namesTool() && !c.isSegmentwise() && !isPlainPrefix(c.want):
		return c.want, "the address is none that could be told from others", "a scheme, a host and a path: https://api.example.com/v1"
	case l.opts.Scope != nil && l.unresolved(r, c):
		return c.want, "the directory does not resolve", "an absolute path, or set home"
	}
	return "", "", ""
}

func isPlainPrefix(text string) bool {
	u, err := plainURL(text)
	return err == nil && u.RawQuery == "" && !u.ForceQuery
}

func (l *linter) unresolved(r *rule, c Condition) bool {
	asDirectory := c.op == opInside || c.op == opStartsWith && r.action == decision.Approve && !c.namesTool() && c.isPrefixOfPaths()
	if !asDirectory || c.project || strings.Contains(c.want, "://") || !isAnchored(c.want) {
		return false
	}
	return l.scope.Locate(c.want, "").Err != nil
}

func beforeGlob(c Condition) string {
	text := c.want
	if text == "" && len(c.members) > 0 {
		text = c.members[0]
	}
	before, _, _ := strings.Cut(text, "*")
	before, _, _ = strings.Cut(before, "?")
	if before == "" {
		return "NAME"
	}
	return before
}

// contradiction returns a field that two required comparisons set to
// different texts.
func contradiction(r *rule) string {
	texts := map[string][]string{}
	for _, c := range r.comparisons {
		condition, ok := c.comparison.(Condition)
		if !ok || c.negated || !condition.exact() || !requires(r.condition, condition) || !condition.path.isText() || condition.project {
			continue
		}
		name, want := condition.path.source(), condition.texts()
		earlier, seen := texts[name]
		if !seen {
			texts[name] = want
			continue
		}
		both := slices.DeleteFunc(slices.Clone(earlier), func(text string) bool { return !slices.Contains(want, text) })
		if len(both) == 0 {
			return name
		}
		texts[name] = both
	}
	return ""
}

// texts are those that an exact condition holds for, in lower case.
func (c Condition) texts() []string {
	if c.op == opIn {
		return c.members
	}
	return []string{lower(c.want)}
}

// approvesOpaque finds approves of what is not seen whole. Whatever is about
// effects is inferred, and nothing inferred approves that.
func (l *linter) approvesOpaque(r *rule) bool {
	for _, c := range r.comparisons {
		flag, ok := c.comparison.(effectFlag)
		if ok && flag.path[1] == effectOpaque && flag.want && !c.negated && requires(r.condition, flag) {
			l.add(r, FindingNever, flag.path.source(), "nothing about effects approves a call that is not seen whole", "not effects.opaque, or action: escalate")
			return true
		}
	}
	return false
}
