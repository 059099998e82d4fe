package astgrep

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// program is rules of one language. It is not changed after it is made.
type program struct {
	engine  *Engine
	rules   []*astrule.Rule
	batches []string
}

// The comment that turns rules off, and words of the same length that do not.
const (
	suppression = "ast-grep-ignore"
	harmless    = "ast-grep-1gnore"
)

// MayMatch is always true: only the program knows what rules look for.
func (p *program) MayMatch([]byte) bool { return true }

// Scan runs the program on a content.
func (p *program) Scan(ctx context.Context, source []byte) (code.Scan, error) {
	switch {
	case len(source) > MaxSource:
		return code.Scan{}, decision.Errorf(decision.CauseOverload, "the content is larger than %d bytes", MaxSource)
	case !utf8.Valid(source):
		return code.Scan{}, decision.Errorf(decision.CauseUnreadable, "the content is not UTF-8, which ast-grep does not read")
	}
	found, err := p.run(ctx, source)
	if err != nil {
		return code.Scan{}, err
	}
	if bytes.Contains(source, []byte(suppression)) {
		// Offsets stay: the words are as long. The first look still counts, for
		// rules that are about the words.
		more, err := p.run(ctx, bytes.ReplaceAll(source, []byte(suppression), []byte(harmless)))
		if err != nil {
			return code.Scan{}, err
		}
		for _, f := range more {
			f.message = strings.ReplaceAll(f.message, harmless, suppression)
			found = append(found, f)
		}
	}
	return p.scan(found, len(source))
}

// run runs all batches.
func (p *program) run(ctx context.Context, source []byte) ([]finding, error) {
	var all []finding
	for _, rules := range p.batches {
		out, err := p.engine.run(ctx, rules, source)
		if err != nil {
			return nil, err
		}
		list, err := readReport(out)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// scan sorts findings as linked grammars do: by where they begin, outer code
// before inner, rules in their order.
func (p *program) scan(found []finding, size int) (code.Scan, error) {
	scan := code.Scan{Broken: -1}
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.rule, b.rule))
	})
	found = slices.CompactFunc(found, func(a, b finding) bool { return a.start == b.start && a.end == b.end && a.rule == b.rule })
	for _, f := range found {
		switch {
		case f.start < 0 || f.end < f.start || f.end > size || f.rule >= len(p.rules):
			return code.Scan{}, decision.Errorf(decision.CauseUnreadable, "ast-grep reports what is not there")
		case f.rule == brokenRule:
			if scan.Broken < 0 {
				scan.Broken = f.start
			}
		default:
			scan.Matches = append(scan.Matches, code.Match{Rule: p.rules[f.rule], Start: f.start, End: f.end, Message: f.message})
		}
	}
	return scan, nil
}
