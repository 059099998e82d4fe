package hook

import (
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// Limits of a reason. The host moves a text of more than 10,000 characters into a
// file; who reads a reason needs far less.
const (
	maxTool   = 100  // bytes of a tool's name
	maxWhy    = 2000 // bytes of why
	maxPerson = 200  // bytes of who answered
)

// reason is what is told of a call, a line each: what happens, why, what would be
// accepted instead, and under which id the decision, or else the call, is found in
// journal and log.
type reason struct{ what, why, instead, id, call, approval string }

func (r reason) String() string {
	lines := []string{r.what}
	for _, line := range []struct{ label, text string }{
		{"Why: ", r.why}, {"Accepted instead: ", r.instead}, {"Decision: ", r.id}, {"Call: ", r.call}, {"Waits for a person as approval: ", r.approval},
	} {
		if text := oneline.Clean(line.text, maxWhy); text != "" {
			lines = append(lines, line.label+text)
		}
	}
	return strings.Join(lines, "\n")
}

func toolName(tool string) string { return oneline.Clean(tool, maxTool) }

// allowed, denied and left are the answers to a decision.
func allowed(d *decision.Decision) Answer {
	r := reason{what: "The supervisor approved this call of " + toolName(d.Tool) + ".", why: d.Reasoning, id: d.ID}
	return Answer{Permission: Allow, Reason: r.String()}
}

func denied(d *decision.Decision) Answer {
	r := reason{
		what: "The supervisor denied this call of " + toolName(d.Tool) + ".", why: d.Reasoning, id: d.ID,
		instead: "another way to the same end that does not do this. The same call, or the same in other words, is denied again.",
	}
	return Answer{Permission: Deny, Reason: r.String()}
}

// left is the answer for a call that only a person may decide on. waited, if not
// empty, says what came of waiting for one.
func left(d *decision.Decision, canAsk bool, waited string) Answer {
	r := reason{why: joined(waited, d.Reasoning), id: d.ID, approval: d.Approval}
	if canAsk {
		r.what = "The supervisor leaves this call of " + toolName(d.Tool) + " to you."
		return Answer{Permission: Ask, Reason: r.String()}
	}
	r.what = "Denied: a person has to decide on this call of " + toolName(d.Tool) + ", and nobody can be asked here."
	r.instead = insteadOf(d)
	return Answer{Permission: Deny, Reason: r.String()}
}

// insteadOf says what would need no person.
func insteadOf(d *decision.Decision) string {
	switch {
	case d.Approval != "":
		return "the same call, once a person has approved it; until then, one that does less."
	case d.Cause == decision.CauseOpaque:
		return "a call whose effects can be seen whole: plain commands with literal arguments, one thing at a time."
	case d.Cause == decision.CauseSelf:
		return "a call that leaves the supervisor's own files alone."
	case d.Cause == decision.CauseInjection:
		return "a call that rests on nothing but what the user asked for."
	case d.Cause == decision.CausePaused:
		return "nothing, until an operator lets the supervisor go on."
	case d.Cause.Outage() || d.Cause == decision.CausePanic:
		return "the same call later: a part of the supervisor failed."
	}
	return "a call that does less than this one, or the same in a session where a person can be asked."
}

// answered is the answer that a person gave, or who else settled the approval.
func answered(d *decision.Decision, r decision.Resolution) Answer {
	by := oneline.Clean(r.By, maxPerson)
	if by == "" {
		by = "somebody who gave no name"
	}
	if r.Status == decision.ApprovalApproved {
		said := reason{what: "Approved by " + by + ": this call of " + toolName(d.Tool) + ".", why: r.Reasoning, id: d.ID}
		return Answer{Permission: Allow, Reason: said.String()}
	}
	said := reason{
		what: "Denied by " + by + ": this call of " + toolName(d.Tool) + ".", why: joined(r.Reasoning, d.Reasoning), id: d.ID,
		instead: "what the answer says. Do not try the same in another form.",
	}
	return Answer{Permission: Deny, Reason: said.String()}
}

// failed is the answer for a call that was not judged. why names what failed and
// holds nothing of the input.
func failed(e *Event, canAsk bool, why string) Answer {
	of := ""
	if e.Tool != "" {
		of = " of " + toolName(e.Tool)
	}
	r := reason{why: why + "; the details are in the log of the hook", call: e.ID()}
	if canAsk {
		r.what = fmt.Sprintf("The supervisor could not judge this call%s, so it is up to you.", of)
		return Answer{Permission: Ask, Reason: r.String(), Failed: true}
	}
	r.what = fmt.Sprintf("Denied: the supervisor could not judge this call%s, and nobody can be asked here.", of)
	r.instead = "the same call, once whoever runs the supervisor has repaired it. It does not help to try again at once."
	return Answer{Permission: Deny, Reason: r.String(), Failed: true}
}

func joined(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "; " + second
}
