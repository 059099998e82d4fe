package code

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/rules/code/internal/glob"
)

// Lint reads the rules in a directory .supervisor and reports everything that is
// wrong with them, as [Load] does. The warnings are what is legal and probably not
// meant, those of [Project.Warnings] and those that take longer to find: a path
// that no file of the rule's language has, and a call that is written otherwise
// than the rule's pattern. They come in any case, but for rules that are broken.
func Lint(ctx context.Context, dir string, opts Options) (warnings []Fault, err error) {
	p, err := open(dir, opts)
	if err != nil {
		return nil, err
	}
	s := p.current()
	l := linter{findings: findings{warnings: append([]Fault(nil), s.warnings...)}}
	for _, r := range s.trees {
		l.globs(r)
		l.calls(ctx, r)
		l.conversions(ctx, r)
	}
	return sortedFaults(l.warnings), s.broken
}

// linter looks for what rules probably do not mean.
type linter struct{ findings }

// globs warns of patterns of paths that nothing of the rule's language has, where
// others have something: of a rule that never applies at all is told when it is
// loaded.
func (l *linter) globs(r *treeRule) {
	language := r.language()
	if !r.scope.may(language.Extensions) {
		return
	}
	for _, one := range r.tree.Files {
		g, err := glob.Compile(one.Pattern, one.CaseInsensitive)
		if err == nil && !g.MayEndIn(language.Extensions) {
			f := r.faulty(fmt.Sprintf("%q matches no file in %s, whose extensions are %s: give such files a rule of their language",
				oneline.Clean(one.Pattern, maxMessageBytes), language.Name, strings.Join(language.Extensions, ", ")))
			f.Key = "files"
			l.warn(f)
		}
	}
}

// FaultsOf returns what is wrong with the rules, by file and line, of an error of
// [Load] or [Lint]; nothing for another error.
func FaultsOf(err error) []Fault {
	var faults *Faults
	if !errors.As(err, &faults) {
		return nil
	}
	return faults.List
}
