package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// FindingKind says in what way a rule may not mean what its author thinks.
type FindingKind string

// The kinds of finding.
const (
	FindingNever           FindingKind = "never"              // the rule can never decide
	FindingShadowed        FindingKind = "shadowed"           // an earlier rule decides all its calls
	FindingCatchAllNotLast FindingKind = "catch_all_not_last" // rules after it are never reached
	FindingLoosePrefix     FindingKind = "loose_prefix"       // an approve on a text start that may end within a word
	FindingPartOfName      FindingKind = "part_of_name"       // an approve on a part of a tool's name
	FindingNamesNoTool     FindingKind = "names_no_tool"      // an approve of whatever tool
	FindingTakesCommands   FindingKind = "takes_commands"     // an approve of a tool that runs what it is told
	FindingCommandText     FindingKind = "command_text"       // an approve on the text of a command that approves less than it seems to
	FindingUnseenTool      FindingKind = "unseen_tool"        // it names no tool that was ever called
	FindingWideGrant       FindingKind = "wide_grant"         // its grant allows more than the rule
	FindingUnindexed       FindingKind = "unindexed"          // information: rules that are tried one by one
)

// Finding is one thing that the author of a rule should look at.
type Finding struct {
	Kind FindingKind
	Rule string // its name; empty for a finding about the set
	// Index is the rule's place in the list; -1 for a finding about the set.
	Index        int
	File         string
	Line, Column int // where the rule is written, as in its Spec
	// Key is the part of the rule that the finding is about: condition, when,
	// action or grant. Offset and Length are bytes of that text.
	Key            string
	Offset, Length int
	Msg            string // what is wrong; one line
	Instead        string // what to write; one line
	Info           bool   // nothing is wrong
}

// String is the finding as one line.
func (f Finding) String() string {
	place := ""
	if f.File != "" {
		place = fmt.Sprintf("%s:%d:%d: ", f.File, f.Line, f.Column)
	}
	if f.Rule != "" {
		place += "rule '" + f.Rule + "': "
	}
	return place + f.Msg + ": " + f.Instead
}

// LintOptions is what Lint may know besides the rules. The zero value will do.
type LintOptions struct {
	// Scope resolves directories that rules name. Nil: they are not looked at.
	Scope *effect.Scope
	// SeenTools are the tools that agents called, from a journal, each with
	// the names of its parameters. Empty: rules are not held against it.
	SeenTools map[string][]string
}

// MaxShadowRules bounds the sets in which each rule is compared with all
// earlier ones. In a larger set only the same condition is found.
const MaxShadowRules = 2000

// Lint looks for rules that do not mean what their author probably thinks, in
// the order of the rules. Rules that [New] refuses are left to it. A finding
// is advice: such a set works as documented.
func Lint(specs []Spec, opts LintOptions) []Finding {
	l := &linter{opts: opts, scope: opts.Scope}
	if l.scope == nil {
		l.scope = &effect.Scope{}
	}
	for i, spec := range specs {
		r, faults := compile(spec, l.scope)
		if len(faults) > 0 {
			r = nil
		}
		l.rules = append(l.rules, r)
		if r != nil {
			l.index = i
			l.rule(r)
		}
	}
	l.unindexed()
	return l.findings
}

type linter struct {
	opts     LintOptions
	scope    *effect.Scope
	rules    []*rule // those before the one that is looked at, and it; nil if faulty
	index    int
	catchAll *rule // the first that came
	hides    bool  // it was told that rules come after it
	same     map[string]int
	findings []Finding
}

// rule looks at one rule. What can never decide needs no other advice.
func (l *linter) rule(r *rule) {
	switch {
	case l.catchAll != nil:
		l.hidden(r)
		return
	case r.condition == nil:
		l.catchAll = r
		return
	}
	if l.never(r) || l.commandText(r) || l.shadowed(r) {
		return
	}
	if r.action == decision.Approve {
		l.approve(r)
	}
	l.unseen(r)
}

// hidden tells of the first rule after a catch-all, once: the catch-all is the
// one to move.
func (l *linter) hidden(r *rule) {
	if l.hides {
		return
	}
	l.hides = true
	at := slices.Index(l.rules, l.catchAll)
	spec := l.catchAll.spec
	l.findings = append(l.findings, Finding{
		Kind: FindingCatchAllNotLast, Rule: spec.Name, Index: at, File: spec.File, Line: spec.Line, Column: spec.Column,
		Msg: "it holds for every call, so rule '" + r.spec.Name + "' and those after it are never reached", Instead: "put it last, or give it a condition",
	})
}

// add notes a finding about the part of a rule that is at fault; the whole
// condition if that text is not found in it.
func (l *linter) add(r *rule, kind FindingKind, part, msg, instead string) {
	key, text := "condition", r.spec.Condition
	if r.spec.When != "" {
		key, text = "when", r.spec.When
	}
	f := Finding{
		Kind: kind, Rule: r.spec.Name, Index: l.index, File: r.spec.File, Line: r.spec.Line, Column: r.spec.Column,
		Key: key, Msg: msg, Instead: instead,
	}
	f.Offset, f.Length = strings.Index(text, part), len(part)
	if part == "" || f.Offset < 0 {
		trimmed := strings.TrimSpace(text)
		f.Offset, f.Length = strings.Index(text, trimmed), len(trimmed)
	}
	l.findings = append(l.findings, f)
}

func (l *linter) last() *Finding { return &l.findings[len(l.findings)-1] }

// unindexed tells how many rules are tried one by one.
func (l *linter) unindexed() {
	n, first := 0, ""
	for _, r := range l.rules {
		if r == nil || r.condition == nil || r.keyed {
			continue
		}
		if n++; n == 1 {
			first = r.spec.Name
		}
	}
	if n > 0 {
		l.findings = append(l.findings, Finding{
			Kind: FindingUnindexed, Index: -1, Info: true,
			Msg:     fmt.Sprintf("%d of %d rules are tried one by one, the first is '%s'", n, len(l.rules), first),
			Instead: "fine for some hundred rules; above that compare a text with equals, in, starts_with or contains",
		})
	}
}
