package code

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// check holds one content against the rules about its path.
type check struct {
	project *Project
	rules   *state
	plan    *plan
	path    string
	content *content
	result  Result
	// counted, if not nil, gets the number of violations of each kind, which are
	// not reported then.
	counted map[string]int
	// known are violations that the file had before, and how many of each.
	known map[string]int
	// errors is how many violations of severity error there are, also those
	// that the result has no place for.
	errors int
}

func (k *check) run(ctx context.Context, data []byte) Result {
	k.result = Result{Path: k.path, mode: k.rules.mode}
	if k.rules.broken != nil {
		k.brokenRules()
	}
	if !k.plan.broken {
		k.tiers(ctx, data)
	}
	sortViolations(k.result.Violations)
	k.result.Passed = k.rules.mode != ModeEnforce || k.passes()
	return k.result
}

// brokenRules says that the rules as they are now cannot be used.
func (k *check) brokenRules() {
	if k.plan.broken {
		k.result.Unchecked = append(k.result.Unchecked, Unchecked{
			Cause: decision.CauseUnavailable, Reason: "the project's rules cannot be used: " + oneline.Clean(k.rules.broken.Error(), maxMessageBytes),
		})
		return
	}
	k.note("the rules could not be reloaded, the last good ones were used: " + k.rules.broken.Error())
}

func (k *check) tiers(ctx context.Context, data []byte) {
	if len(data) > MaxContentBytes {
		k.unchecked("", decision.CauseOverload, fmt.Sprintf("the content is larger than %d bytes", MaxContentBytes))
		return
	}
	k.content = newContent(data)
	k.patterns()
	if !k.content.isText() {
		if len(k.plan.imports)+len(k.plan.trees)+len(k.plan.unread)+len(k.plan.semantic) > 0 {
			k.unchecked("", decision.CauseUnreadable, "the content is binary: it holds NUL bytes")
		}
		return
	}
	k.imports()
	k.trees(ctx)
	if k.passes() {
		k.semantic(ctx, k.plan.semantic)
	}
}

// passes reports whether nothing was found so far that keeps content from being
// written.
func (k *check) passes() bool { return k.errors == 0 && len(k.result.Unchecked) == 0 }

func (k *check) imports() {
	if len(k.plan.imports) == 0 {
		return
	}
	file := importingFile{path: k.path, syntax: syntaxOf(k.path)}
	list, computed, whole := readImports(k.content, file)
	for _, r := range k.plan.imports {
		r.check(k, file, list)
	}
	if computed > 0 {
		k.note(fmt.Sprintf("%d imports with a name that the file does not spell out were not checked", computed))
	}
	if !whole {
		k.unchecked("", decision.CauseOverload, "the file has more imports than are looked at")
	}
}

// trees runs tier 1, the rules that may match.
func (k *check) trees(ctx context.Context) {
	for _, r := range k.plan.unread {
		k.unchecked(r.id, decision.CauseUnavailable, "no engine reads "+r.tree.Language)
	}
	ctx, cancel := context.WithTimeout(ctx, k.project.Budget)
	defer cancel()
	for _, group := range k.plan.trees {
		if group.err != nil {
			k.unchecked(group.rules[0].id, decision.CauseUnavailable, group.engine.Name()+": "+group.err.Error())
			continue
		}
		if group.program.MayMatch(k.content.source) {
			k.scan(ctx, group)
		}
	}
}

func (k *check) scan(ctx context.Context, group compiled) {
	// The tree keeps what it is given, which belongs to the caller.
	scan, err := group.program.Scan(ctx, slices.Clone(k.content.source))
	if err != nil {
		k.unchecked(group.rules[0].id, scanCause(err), group.engine.Name()+": "+err.Error())
		return
	}
	if scan.Broken >= 0 {
		line, _ := k.content.position(scan.Broken, false)
		text := fmt.Sprintf("line %d is not valid %s: code behind it may be hidden from the rules", line, group.language)
		if k.project.RejectBroken {
			k.unchecked("", decision.CauseUnreadable, text)
		} else {
			k.note(text)
		}
	}
	for _, m := range scan.Matches {
		r := group.ruleOf(m.Rule)
		switch {
		case r == nil || m.Start < 0 || m.Start > m.End || m.End > len(k.content.source):
			k.unchecked("", decision.CauseUnreadable, group.engine.Name()+" reports a place that the content does not have")
		default:
			v := k.content.violation(&r.rule, TierTree, m.Start, m.End, false)
			if m.Message != "" {
				v.Message = oneline.Clean(m.Message, maxMessageBytes)
			}
			k.add(v, string(k.content.source[m.Start:m.End]))
		}
	}
}

func scanCause(err error) decision.Cause {
	if errors.Is(err, astrule.ErrSteps) {
		return decision.CauseTimeout
	}
	return decision.CauseOf(err)
}

func (g *treeGroup) ruleOf(tree *astrule.Rule) *treeRule {
	for _, r := range g.rules {
		if r.tree == tree {
			return r
		}
	}
	return nil
}

// add reports a violation by a piece of text, unless the file had it before, or a
// comment hides it.
func (k *check) add(v Violation, text string) {
	if k.known != nil || k.counted != nil {
		key := v.Rule + "\x00" + text
		if k.counted != nil {
			k.counted[key]++
			return
		}
		if k.known[key] > 0 {
			k.known[key]--
			return
		}
	}
	if v.Tier == TierTree && !k.suppress(&v) {
		return
	}
	v.Path = k.path
	if v.Severity == string(SeverityError) {
		k.errors++
	}
	list := k.result.Violations
	if len(list) < MaxViolations {
		k.result.Violations = append(list, v)
		return
	}
	k.result.More++
	// What keeps the content from being written is never left out for what does
	// not.
	i := slices.IndexFunc(list, func(v Violation) bool { return v.Severity != string(SeverityError) })
	if i >= 0 && v.Severity == string(SeverityError) {
		list[i] = v
	}
}

// unchecked reports a rule that the content could not be held against.
func (k *check) unchecked(rule string, cause decision.Cause, reason string) {
	u := Unchecked{Rule: rule, Cause: cause, Reason: oneline.Clean(reason, maxMessageBytes)}
	if k.project.OnError == OnErrorWarn {
		k.note("not checked: " + u.String())
		return
	}
	k.result.Unchecked = append(k.result.Unchecked, u)
}

// maxNotes bounds the notes of a result.
const maxNotes = 20

func (k *check) note(text string) {
	if len(k.result.Notes) < maxNotes {
		k.result.Notes = append(k.result.Notes, oneline.Clean(text, maxMessageBytes))
	}
}
