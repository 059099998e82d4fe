package code

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/internal/glob"
)

// treeRule is a rule of tier 1.
type treeRule struct {
	rule
	tree   *astrule.Rule
	engine Engine // nil: none knows the language
}

// readTreeRules reads the rule files.
func (l *loader) readTreeRules(sources []astrule.Source) []*treeRule {
	loaded, err := astrule.Load(sources, astrule.Options{Grammars: linked(l.Engines)})
	if loaded != nil {
		for _, w := range loaded.Warnings {
			l.warn(w)
		}
	}
	if err != nil {
		l.takeError(rulesDir, err)
		return nil
	}
	made := make([]*treeRule, 0, len(loaded.Rules))
	for _, r := range loaded.Rules {
		made = append(made, l.treeRule(r))
	}
	l.tryOut(made)
	return made
}

// linked are the grammars of engines that have any.
func linked(engines []Engine) []astrule.Grammar {
	var list []astrule.Grammar
	for _, e := range engines {
		if g, ok := e.(*grammars); ok {
			list = append(list, g.list...)
		}
	}
	return list
}

func (l *loader) treeRule(r *astrule.Rule) *treeRule {
	made := &treeRule{tree: r, rule: rule{
		id: r.ID, severity: Severity(r.Severity), message: r.Message, note: r.Note, file: r.File, document: r.Document, line: r.Line, column: 1,
	}}
	doubt := func(format string, args ...any) { l.warn(made.faulty(fmt.Sprintf(format, args...))) }
	if made.severity == "" {
		// The reference makes a hint of it, which keeps nothing from being written.
		// It was said when the rule was read.
		made.severity = SeverityError
	}
	if made.message == "" {
		made.message = "breaks the rule " + r.ID
		doubt("has no message: an agent is told the rule's id only")
	}
	made.scope = scope{files: l.treeGlobs(made, r.Files, "files"), ignores: l.treeGlobs(made, r.Ignores, "ignores")}
	language := made.language()
	if !made.scope.may(language.Extensions) {
		doubt("files cannot match a file in %s: its extensions are %v", language.Name, language.Extensions)
	}
	i := slices.IndexFunc(l.Engines, func(e Engine) bool { return e.Knows(language.Name) })
	if i >= 0 {
		made.engine = l.Engines[i]
	} else {
		doubt("no engine reads %s here: content that the rule names cannot be checked", language.Name)
	}
	return made
}

func (r *treeRule) language() astrule.Language {
	language, _ := astrule.FindLanguage(r.tree.Language)
	return language
}

// faulty is a fault of the rule as a whole.
func (r *treeRule) faulty(message string) Fault {
	return Fault{File: r.file, Document: r.document, Line: r.line, Column: r.column, Rule: r.id, Message: message}
}

func (l *loader) treeGlobs(r *treeRule, list []astrule.Glob, key string) []*glob.Glob {
	var made []*glob.Glob
	for _, one := range list {
		g, err := glob.Compile(one.Pattern, one.CaseInsensitive || l.fold)
		if err != nil {
			f := r.faulty(fmt.Sprintf("the pattern %q %s", one.Pattern, err))
			f.Key = key
			l.fault(f)
			continue
		}
		made = append(made, g)
	}
	return made
}

// tryOut compiles all rules once with their engines, so that what an engine
// refuses is known before content comes.
func (l *loader) tryOut(rules []*treeRule) {
	for _, group := range byEngine(rules) {
		if _, err := group.engine.Compile(context.Background(), group.trees()); err != nil {
			l.fault(group.rules[0].faulty(fmt.Sprintf("%s refuses the rules in %s: %s", group.engine.Name(), group.language, err)))
		}
	}
}

// treeGroup is rules of one language that one engine runs.
type treeGroup struct {
	engine   Engine
	language string
	rules    []*treeRule
}

// byEngine groups rules that have an engine.
func byEngine(rules []*treeRule) []*treeGroup {
	var groups []*treeGroup
	for _, r := range rules {
		if r.engine == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g *treeGroup) bool { return g.engine == r.engine && g.language == r.tree.Language })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &treeGroup{engine: r.engine, language: r.tree.Language})
		}
		groups[i].rules = append(groups[i].rules, r)
	}
	return groups
}

func (g *treeGroup) trees() []*astrule.Rule {
	list := make([]*astrule.Rule, 0, len(g.rules))
	for _, r := range g.rules {
		list = append(list, r.tree)
	}
	return list
}

// compiled is a group that is ready to run.
type compiled struct {
	*treeGroup
	program Program
	err     error
}

func (g *treeGroup) compile() compiled {
	program, err := g.engine.Compile(context.Background(), g.trees())
	if err == nil && program == nil {
		err = errors.New("the engine made nothing of the rules")
	}
	return compiled{g, program, err}
}
