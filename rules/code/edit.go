package code

import (
	"bytes"
	"context"
)

// ValidateEdit holds what an edit makes of a file against the rules: current is
// the file as it is, in which old becomes next, once or, with all, everywhere.
//
// With [EditsNew] only violations count that the file does not have now. Where
// old is not in the file, or more than once without all, the tool that edits
// says so itself: of the second case, both readings are checked.
func (p *Project) ValidateEdit(ctx context.Context, path string, current []byte, old, next string, all bool) Result {
	var results [][]byte
	count := bytes.Count(current, []byte(old))
	switch {
	case old == "" && len(current) > 0, old != "" && count == 0:
		return p.unapplied(ctx, path).against(current)
	case old == "":
		results = [][]byte{[]byte(next)}
	default:
		results = [][]byte{bytes.ReplaceAll(current, []byte(old), []byte(next))}
		if count > 1 && !all {
			results = append(results, bytes.Replace(current, []byte(old), []byte(next), 1))
		}
	}
	return p.validateEdited(ctx, path, current, results)
}

// validateEdited holds the possible results of an edit against the rules, and
// returns the worst.
func (p *Project) validateEdited(ctx context.Context, path string, current []byte, results [][]byte) Result {
	var worst Result
	for i, content := range results {
		r := p.validateNew(ctx, path, current, content)
		if i == 0 || worst.Passed && !r.Passed {
			worst = r
		}
	}
	return worst.against(current)
}

// validateNew is Validate, less what the file has already where that does not
// count.
func (p *Project) validateNew(ctx context.Context, path string, current, content []byte) Result {
	s := p.current()
	rel, ok := p.relative(path)
	if !ok {
		return outside(path)
	}
	plan := s.plan(rel)
	if plan == nil {
		return Result{Path: rel, Passed: true, mode: s.mode}
	}
	k := &check{project: p, rules: s, plan: plan, path: rel}
	if p.Edits == EditsNew && !plan.broken && len(current) <= MaxContentBytes {
		k.known = p.violationsOf(ctx, s, plan, rel, current)
	}
	return k.run(ctx, content)
}

// violationsOf counts the violations of a file in tiers 1 and 2: a judge does
// not say what exactly breaks a rule.
func (p *Project) violationsOf(ctx context.Context, s *state, of *plan, rel string, current []byte) map[string]int {
	lower := *of
	lower.semantic = nil
	k := &check{project: p, rules: s, plan: &lower, path: rel, counted: map[string]int{}}
	k.run(ctx, current)
	return k.counted
}

// against records the text that an edit was applied to.
func (r Result) against(current []byte) Result {
	r.Base = digest(string(current))
	return r
}

// unapplied is the result of an edit that its tool refuses.
func (p *Project) unapplied(ctx context.Context, path string) Result {
	s := p.current()
	rel, ok := p.relative(path)
	if !ok {
		return outside(path)
	}
	k := &check{project: p, rules: s, plan: s.plan(rel), path: rel}
	if k.plan == nil {
		k.plan = &plan{}
	}
	k.plan = &plan{broken: k.plan.broken}
	r := k.run(ctx, nil)
	r.Notes = append(r.Notes, "the text that is to be replaced is not in the file")
	return r
}
