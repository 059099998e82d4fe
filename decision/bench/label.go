package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// The policies of the level below that say what is right.
const (
	policyAllow = "allow"
	policyDeny  = "deny"
	policyAsk   = "human_approval"
)

// How a person may settle a call that waited.
const (
	statusApproved = "approved"
	statusDenied   = "denied"
)

// ruleDefault is the policy rule of a tool that no rule of the level below
// lists. That it was denied says nothing about the call.
const ruleDefault = "default"

// machines begin the names of resolvers that are no people: supervisors and
// what else decides by itself (the kinds that a mesh tells apart, "channel:" for
// one that nobody listens at), agents, and a switch that settles calls nobody
// looked at.
var machines = []string{"supervisor:", "auto:", "bot:", "system:", "agent:", "mcp:", "halt:", "channel:"}

// isPerson is the default of [Reader.Person].
func isPerson(resolver string) bool {
	name := strings.ToLower(strings.TrimSpace(resolver))
	return name != "" && !slices.ContainsFunc(machines, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// parseExpect reads an explicit label: an action or a policy.
func parseExpect(text string) (decision.Action, error) {
	switch text {
	case policyAllow:
		return decision.Approve, nil
	case policyAsk:
		return decision.Escalate, nil
	}
	action, err := decision.ParseAction(text)
	if err != nil {
		return action, fmt.Errorf("expect must be approve, deny, escalate, %s or %s", policyAllow, policyAsk)
	}
	return action, nil
}

// policyLabel returns what a policy alone says to be right. An empty reason
// means that it says something.
func policyLabel(policy, rule string) (label decision.Action, reason string) {
	switch policy {
	case policyAllow:
		return decision.Approve, ""
	case policyAsk:
		return decision.Escalate, ""
	case policyDeny:
		if rule == ruleDefault {
			return decision.Deny, SkipDefaultDeny
		}
		return decision.Deny, ""
	}
	return decision.Escalate, policyReason(policy)
}

// settledLabel returns what a person decided on a call that waited for one.
func settledLabel(status string) (label decision.Action, settled bool) {
	switch status {
	case statusApproved:
		return decision.Approve, true
	case statusDenied:
		return decision.Deny, true
	}
	return decision.Escalate, false
}

// label returns the label of a record, or why it has none.
func (r *Reader) label(rec *record) (decision.Action, error) {
	if rec.expect != "" {
		return parseExpect(rec.expect)
	}
	person := r.Person
	if person == nil {
		person = isPerson
	}
	if rec.Policy == policyAsk && person(rec.by) {
		if label, settled := settledLabel(rec.status); settled {
			return label, nil
		}
	}
	label, reason := policyLabel(rec.Policy, rec.PolicyRule)
	if reason != "" {
		return label, &SkipError{Reason: reason}
	}
	return label, nil
}
