package supervisor

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Effects and gaps quote the call: a segment of a command may hold a password,
// and the name of a parameter a token. A decision goes to people, sinks and
// other programs, so what it quotes is masked. The analysis itself keeps the
// texts, which rules compare.

// masked returns a verdict whose words show no secret. Parts mask what they quote
// themselves; one that does not loses nothing but the place of the quotation,
// and then all of its words count as quoted.
func masked(v Verdict) Verdict {
	text := redact.Text(v.Reasoning)
	if text == v.Reasoning {
		return v
	}
	v.Reasoning = text
	if len(v.Quoted) > 0 {
		v.Quoted = []string{text}
	}
	return v
}

// maskedEffects returns effects as evidence shows them.
func maskedEffects(list []Effect) []Effect {
	list = slices.Clone(list)
	for i := range list {
		e := &list[i]
		e.Target, e.Segment = redact.Text(e.Target), redact.Text(e.Segment)
		e.Sends = slices.Clone(e.Sends)
		for k, sent := range e.Sends {
			e.Sends[k] = redact.Text(sent)
		}
	}
	return list
}

// maskedGaps returns gaps as evidence shows them.
func maskedGaps(list []Gap) []Gap {
	list = slices.Clone(list)
	for i := range list {
		list[i].Reason, list[i].Segment = redact.Text(list[i].Reason), redact.Text(list[i].Segment)
	}
	return list
}

// maskedViolations returns violations as evidence shows them: a message may quote
// the content.
func maskedViolations(list []decision.Violation) []decision.Violation {
	list = slices.Clone(list)
	for i := range list {
		list[i].Message, list[i].Path = redact.Text(list[i].Message), redact.Text(list[i].Path)
	}
	return list
}
