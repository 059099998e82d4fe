package code

import (
	"context"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// Engine matches rules against syntax trees. It must be safe for concurrent use.
// [Grammars] makes one of grammars that are linked into the program.
type Engine interface {
	// Name is what reports and the config call the engine: "treesitter".
	Name() string
	// Knows reports whether the engine reads a language, by a name of
	// [astrule.Languages].
	Knows(language string) bool
	// Compile prepares rules of one language. What is wrong with single rules
	// was found before, as far as it can be found without the engine.
	Compile(ctx context.Context, rules []*astrule.Rule) (Program, error)
}

// Program is rules of one language, ready to run. It must be safe for concurrent
// use.
type Program interface {
	// MayMatch reports false if no rule can find anything in the source, at a
	// small part of the cost of Scan.
	MayMatch(source []byte) bool
	// Scan runs all rules. It returns soon after ctx is done, with an error
	// that carries a [decision.Cause].
	Scan(ctx context.Context, source []byte) (Scan, error)
}

// Scan is what the rules of a program found.
type Scan struct {
	Matches []Match
	// Broken is the byte where the first text begins that the grammar could not
	// read; -1: there is none. Code behind it may be hidden from the rules.
	Broken int
}

// Match is a place where a rule found something.
type Match struct {
	Rule       *astrule.Rule
	Start, End int    // bytes of the source
	Message    string // the rule's, with what its variables stand for
}

// Grammars makes an engine of grammars. The name is the one that it gets.
func Grammars(name string, list ...astrule.Grammar) Engine { return &grammars{name, list} }

type grammars struct {
	name string
	list []astrule.Grammar
}

func (g *grammars) Name() string { return g.name }

func (g *grammars) grammar(language string) astrule.Grammar {
	for _, one := range g.list {
		if one.Language() == language {
			return one
		}
	}
	return nil
}

func (g *grammars) Knows(language string) bool { return g.grammar(language) != nil }

func (g *grammars) Compile(_ context.Context, rules []*astrule.Rule) (Program, error) {
	set, err := astrule.NewSet(rules)
	if err != nil {
		return nil, err
	}
	return &treeProgram{set, g.grammar(rules[0].Language)}, nil
}

// treeProgram is a set of rules with its grammar.
type treeProgram struct {
	set     *astrule.Set
	grammar astrule.Grammar
}

func (p *treeProgram) MayMatch(source []byte) bool { return p.set.MayMatch(source) }

func (p *treeProgram) Scan(ctx context.Context, source []byte) (Scan, error) {
	tree, err := p.grammar.Parse(ctx, source)
	if err != nil {
		return Scan{}, err
	}
	found, err := p.set.Match(tree)
	if err != nil {
		return Scan{}, err
	}
	scan := Scan{Broken: -1, Matches: make([]Match, 0, len(found))}
	if at, broken := tree.Broken(); broken {
		scan.Broken = at
	}
	for i := range found {
		m := &found[i]
		scan.Matches = append(scan.Matches, Match{Rule: m.Rule, Start: m.Start, End: m.End, Message: m.Message()})
	}
	return scan, nil
}
