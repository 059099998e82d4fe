package supervisor

import (
	"fmt"

	"github.com/flux7-go/supervisor/rules"
)

// RuleFinding is something in the rules of a config that may not mean what its
// author thinks, with the place in the file.
type RuleFinding struct {
	ConfigFault
	Kind    rules.FindingKind `json:"kind"`
	Rule    string            `json:"rule"`    // its name; empty for a finding about all of them
	Instead string            `json:"instead"` // what to write
	Info    bool              `json:"info"`    // nothing is wrong
}

// LintRules looks for rules that may not mean what their author thinks; see
// [rules.Lint]. seenTools are the tools that agents called, each with the names
// of its parameters; nil: rules are not held against it. What is found without
// them is among Config.Warnings already.
func (c *Config) LintRules(seenTools map[string][]string) []RuleFinding {
	scope, err := c.scope()
	if err != nil {
		scope = nil // Build says what is wrong with it
	}
	var list []RuleFinding
	for _, f := range rules.Lint(c.ruleSpecs(), rules.LintOptions{Scope: scope, SeenTools: seenTools}) {
		list = append(list, RuleFinding{
			ConfigFault: c.findingAt(f), Kind: f.Kind, Rule: f.Rule, Instead: f.Instead, Info: f.Info,
		})
	}
	return list
}

// findingAt places a finding in the file, as far as the file has it.
func (c *Config) findingAt(f rules.Finding) ConfigFault {
	msg := f.Msg + ": " + f.Instead
	if f.Index < 0 {
		return ConfigFault(c.doc.FaultAt("rules", msg))
	}
	path := fmt.Sprintf("rules[%d]", f.Index)
	if key := path + "." + f.Key; f.Key != "" && c.doc.Has(key) {
		return ConfigFault(c.doc.FaultAtWithin(key, f.Offset, f.Length, msg))
	}
	return ConfigFault(c.doc.FaultAt(path, msg))
}
