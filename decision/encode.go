package decision

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// usualDecisionBytes is the length of a decision's JSON for which room is made
// at once.
const usualDecisionBytes = 1024

// encode appends j as encoding/json writes it, byte by byte, in a fraction of the
// time: a decision is written for each call that is judged.
func (j *decisionJSON) encode(b []byte) ([]byte, error) {
	w := encoder{buf: b}
	w.text(`{"id":`, j.ID)
	w.other(`,"decision":`, j.Decision)
	w.number(`,"confidence":`, j.Confidence)
	w.text(`,"reasoning":`, j.Reasoning)
	if j.RuleMatched == nil {
		w.raw(`,"rule_matched":null`)
	} else {
		w.text(`,"rule_matched":`, *j.RuleMatched)
	}
	w.other(`,"evaluator":`, j.Evaluator)
	w.integer(`,"evaluation_ms":`, j.EvaluationMS)
	w.text(`,"cause":`, string(j.Cause))
	if j.Observed != nil {
		w.other(`,"observed":`, *j.Observed)
	}
	w.textIfAny(`,"approval_status":`, string(j.Status))
	w.text(`,"fingerprint":`, j.Fingerprint)
	w.textIfAny(`,"approval":`, j.Approval)
	w.evidence(&j.EvidenceJSON)
	w.raw("}")
	return w.buf, w.err
}

// encoder writes JSON exactly as encoding/json does. What is rare in a decision
// it hands to that. Every key is given as it stands in the text, with what is
// before it.
type encoder struct {
	buf []byte
	err error // the first
}

func (w *encoder) raw(text string) { w.buf = append(w.buf, text...) }

func (w *encoder) text(key, value string) {
	w.raw(key)
	if !isPlainText(value) {
		w.other("", value)
		return
	}
	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, value...)
	w.buf = append(w.buf, '"')
}

// isPlainText reports a text that is its own JSON: ASCII without what is escaped,
// also for HTML.
func isPlainText(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

func (w *encoder) textIfAny(key, value string) {
	if value != "" {
		w.text(key, value)
	}
}

func (w *encoder) integer(key string, n int64) {
	w.raw(key)
	w.buf = strconv.AppendInt(w.buf, n, 10)
}

func (w *encoder) number(key string, f float64) {
	if a := math.Abs(f); a != 0 && !(a >= 1e-6 && a < 1e21) { // with an exponent, or none of JSON's
		w.other(key, f)
		return
	}
	w.raw(key)
	w.buf = strconv.AppendFloat(w.buf, f, 'f', -1, 64)
}

// other writes any value by way of encoding/json.
func (w *encoder) other(key string, value any) {
	w.raw(key)
	switch v := value.(type) {
	case nil:
		w.raw("null")
		return
	case Action:
		if int(v) < len(actionNames) {
			w.text("", actionNames[v].verb)
			return
		}
	}
	data, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.buf = append(w.buf, data...)
}

func (w *encoder) evidence(e *EvidenceJSON) {
	w.raw(`,"rule":`)
	w.rule(e.Rule)
	if len(e.Violations) > 0 {
		w.other(`,"violations":`, e.Violations)
	}
	w.raw(`,"links":`)
	list(w, e.Links, w.link)
	w.other(`,"answers":`, e.Answers)
	w.other(`,"limits":`, e.Limits)
	w.raw(`,"effects":`)
	list(w, e.Effects, w.effect)
	w.raw(`,"opaque":`)
	list(w, e.Opaque, w.gap)
	w.raw(`,"precedents":`)
	list(w, e.Precedents, w.element)
	w.numbers(`,"signals":`, e.Signals)
	w.numbers(`,"timings":`, e.Timings)
	w.raw(`,"notes":`)
	list(w, e.Notes, w.element)
}

// list writes a list; null if there is none.
func list[T any](w *encoder, all []T, one func(*T)) {
	if all == nil {
		w.raw("null")
		return
	}
	w.raw("[")
	for i := range all {
		if i > 0 {
			w.raw(",")
		}
		one(&all[i])
	}
	w.raw("]")
}

func (w *encoder) element(text *string) { w.text("", *text) }

func (w *encoder) rule(r *RuleRef) {
	if r == nil {
		w.raw("null")
		return
	}
	w.text(`{"name":`, r.Name)
	w.textIfAny(`,"file":`, r.File)
	if r.Line != 0 {
		w.integer(`,"line":`, int64(r.Line))
	}
	w.raw("}")
}

func (w *encoder) link(l *Link) {
	w.text(`{"name":`, l.Name)
	w.text(`,"state":`, string(l.State))
	w.textIfAny(`,"cause":`, string(l.Cause))
	w.number(`,"ms":`, l.MS)
	w.raw("}")
}

func (w *encoder) effect(e *Effect) {
	w.text(`{"kind":`, string(e.Kind))
	w.text(`,"target":`, e.Target)
	w.text(`,"zone":`, string(e.Zone))
	w.text(`,"segment":`, e.Segment)
	if e.Irreversible {
		w.raw(`,"irreversible":true`)
	}
	if len(e.Sends) > 0 {
		w.raw(`,"sends":`)
		list(w, e.Sends, w.element)
	}
	w.textIfAny(`,"concern":`, e.Concern)
	w.textIfAny(`,"by":`, e.By)
	w.raw("}")
}

func (w *encoder) gap(g *Gap) {
	w.text(`{"reason":`, g.Reason)
	w.text(`,"segment":`, g.Segment)
	w.raw("}")
}

// usualNumbers is how many numbers by name are sorted without an allocation.
const usualNumbers = 16

func (w *encoder) numbers(key string, all map[string]float64) {
	w.raw(key)
	if all == nil {
		w.raw("null")
		return
	}
	var room [usualNumbers]string
	names := room[:0]
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	w.raw("{")
	for i, name := range names {
		if i > 0 {
			w.raw(",")
		}
		w.text("", name)
		w.number(":", all[name])
	}
	w.raw("}")
}
