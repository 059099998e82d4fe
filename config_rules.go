package supervisor

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

// MaxGrant is the longest grant of a rule, as in the mesh protocol.
const MaxGrant = 24 * time.Hour

// RuleConfig is one rule of the operator.
type RuleConfig struct {
	// Name is shown where the rule decided.
	Name string `yaml:"name" required:"yes" format:"line"`
	// Condition says when the rule matches: a field, an operator, a value.
	// Null or left out, and no When: always.
	Condition string `yaml:"condition" null:"ok"`
	// When is a condition as an expression. It excludes Condition.
	When string `yaml:"when" null:"ok"`
	// Action is what to do with a call that matches.
	Action decision.Action `yaml:"action" default:"escalate" enum:"approve|deny|escalate"`
	// Confidence is held against evaluator.confidence_threshold.
	Confidence float64 `yaml:"confidence" default:"0.9" min:"0" max:"1"`
	// Description is shown with the decision, as one line.
	Description string `yaml:"description" null:"ok" format:"prose"`
	// AllowAll has to be set for a rule that approves everything.
	AllowAll bool `yaml:"allow_all"`
	// Grant lets the agent repeat the call for a time, at most a day. The condition
	// has to name one tool, exactly. 0: not.
	Grant time.Duration `yaml:"grant" default:"0s" min:"0s" max:"24h" part:"grant"`
	// Tests are calls with what the rules should make of them.
	Tests []RuleTestConfig `yaml:"tests" part:"rule-tests"`

	// Line and Column say where the rule starts in the file; 0 for the
	// catch-all that was appended.
	Line   int `yaml:"-"`
	Column int `yaml:"-"`
}

// RuleTestConfig is a call and what the rules should make of it.
type RuleTestConfig struct {
	// Tool is the tool of the call.
	Tool string `yaml:"tool" required:"yes" format:"line"`
	// Params are the parameters of the call.
	Params map[string]any `yaml:"params"`
	// Agent is who calls.
	Agent string `yaml:"agent_id" format:"line"`
	// Expect is the action that should come out.
	Expect decision.Action `yaml:"expect" default:"escalate" enum:"approve|deny|escalate"`
	// Rule is the rule that should decide. Empty: any.
	Rule string `yaml:"rule" format:"line"`
}

// CatchAll reports whether the rule matches every call.
func (r RuleConfig) CatchAll() bool { return r.Condition == "" && r.When == "" }

// placeRules notes where each rule stands.
func (c *Config) placeRules() {
	for i := range c.Rules {
		c.Rules[i].Line, c.Rules[i].Column = c.doc.Position(fmt.Sprintf("rules[%d]", i))
	}
}

// appendCatchAll makes sure that some rule matches every call.
func (c *Config) appendCatchAll() {
	if n := len(c.Rules); n == 0 || !c.Rules[n-1].CatchAll() {
		c.Rules = append(c.Rules, RuleConfig{Name: "default", Action: decision.Escalate, Confidence: 1})
	}
}

func (c *Config) checkRules() {
	names := map[string]int{}
	for i, rule := range c.Rules {
		path := fmt.Sprintf("rules[%d]", i)
		if first, twice := names[rule.Name]; twice && rule.Name != "" {
			c.doc.Fault(path+".name", "is also the name of the rule on line %d: names must differ", c.Rules[first].Line)
		} else {
			names[rule.Name] = i
		}
		c.checkConditions(path, rule)
		c.checkCatchAll(path, rule)
		c.checkGrant(path+".grant", rule)
	}
}

func (c *Config) checkConditions(path string, rule RuleConfig) {
	c.checkNotBlank(path+".condition", rule.Condition)
	c.checkNotBlank(path+".when", rule.When)
	if rule.Condition != "" && rule.When != "" {
		c.doc.Fault(path+".when", "cannot stand beside condition: write both as one expression")
	}
	if strings.TrimSpace(rule.Condition) != "" {
		_, err := rules.ParseCondition(rule.Condition)
		c.faultInRule(path+".condition", rule.Name, err)
	}
	if strings.TrimSpace(rule.When) != "" {
		_, err := rules.ParseWhen(rule.When)
		c.faultInRule(path+".when", rule.Name, err)
	}
}

// faultInRule places what is wrong with a rule's condition inside its text.
func (c *Config) faultInRule(path, rule string, err error) {
	var in string
	if rule != "" {
		in = fmt.Sprintf(" (rule %.64q)", rule)
	}
	var syntax *rules.SyntaxError
	switch {
	case errors.As(err, &syntax):
		c.doc.FaultWithin(path, syntax.Offset, syntax.Length, syntax.Msg+in)
	case err != nil:
		c.doc.Fault(path, "%s%s", err, in)
	}
}

// checkNotBlank refuses a condition that is there and says nothing, which
// would make the rule match every call.
func (c *Config) checkNotBlank(path, text string) {
	if c.doc.Has(path) && strings.TrimSpace(text) == "" && !c.doc.Null(path) && !c.doc.Faulty(path) {
		c.doc.Fault(path, "must not be empty: leave the key out for a rule that always matches")
	}
}

func (c *Config) checkCatchAll(path string, rule RuleConfig) {
	always := rule.CatchAll() && !c.doc.Faulty(path+".condition") && !c.doc.Faulty(path+".when")
	switch {
	case always && rule.Action == decision.Approve && !rule.AllowAll:
		c.doc.Fault(path+".action", "approves every call: give the rule a condition, or allow_all: true")
	case rule.AllowAll && (!always || rule.Action != decision.Approve):
		c.doc.Fault(path+".allow_all", "belongs to a rule without a condition that approves: remove it")
	}
}
