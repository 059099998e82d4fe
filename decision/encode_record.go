package decision

import "time"

// record writes a decision as it is kept.
func (w *encoder) record(r *record) {
	w.text(`{"id":`, r.ID)
	w.other(`,"decision":`, r.Action)
	w.textIfAny(`,"approval_status":`, string(r.Status))
	w.number(`,"confidence":`, r.Confidence)
	w.textIfAny(`,"reasoning":`, r.Reasoning)
	w.textIfAny(`,"rule_matched":`, r.RuleMatched)
	w.otherIfAny(`,"evaluator":`, r.Evaluator)
	w.textIfAny(`,"cause":`, string(r.Cause))
	if r.Observed != nil {
		w.other(`,"observed":`, *r.Observed)
	}
	w.textIfAny(`,"fingerprint":`, r.Fingerprint)
	w.textIfAny(`,"approval":`, r.Approval)
	w.textIfAny(`,"agent_id":`, r.Agent)
	w.textIfAny(`,"tool":`, r.Tool)
	w.textIfAny(`,"policy_rule":`, r.PolicyRule)
	if r.InjectionRisk {
		w.raw(`,"injection_risk":true`)
	}
	w.textIfAny(`,"session_id":`, r.Session)
	w.textIfAny(`,"via":`, r.Via)
	w.timeIfAny(`,"time":`, r.Time)
	if r.Elapsed != 0 {
		w.integer(`,"elapsed_ns":`, int64(r.Elapsed))
	}
	w.timeIfAny(`,"expires_at":`, r.Expires)
	listIfAny(w, `,"quoted":`, r.Quoted, w.element)
	w.evidenceRecord(&r.Evidence)
	w.raw("}")
}

// evidenceRecord writes evidence; nothing if there is none.
func (w *encoder) evidenceRecord(e *evidenceRecord) {
	const opening = `,"evidence":{`
	w.raw(opening)
	start := len(w.buf)
	if e.Rule != nil {
		w.raw(`,"rule":`)
		w.rule(e.Rule)
	}
	if len(e.Violations) > 0 {
		w.other(`,"violations":`, e.Violations)
	}
	listIfAny(w, `,"links":`, e.Links, w.link)
	w.otherIfAny(`,"answers":`, e.Answers)
	w.otherIfAny(`,"limits":`, e.Limits)
	listIfAny(w, `,"effects":`, e.Effects, w.effect)
	listIfAny(w, `,"opaque":`, e.Opaque, w.gap)
	listIfAny(w, `,"precedents":`, e.Precedents, w.element)
	w.numbersIfAny(`,"timings":`, e.Timings)
	w.numbersIfAny(`,"signals":`, e.Signals)
	listIfAny(w, `,"notes":`, e.Notes, w.element)
	if len(w.buf) == start {
		w.buf = w.buf[:start-len(opening)]
		return
	}
	w.buf = append(w.buf[:start], w.buf[start+1:]...) // without the comma before the first
	w.raw("}")
}

func (w *encoder) otherIfAny(key string, value any) {
	if value != nil {
		w.other(key, value)
	}
}

func listIfAny[T any](w *encoder, key string, all []T, one func(*T)) {
	if len(all) > 0 {
		w.raw(key)
		list(w, all, one)
	}
}

func (w *encoder) numbersIfAny(key string, all map[string]float64) {
	if len(all) > 0 {
		w.numbers(key, all)
	}
}

// timeIfAny writes a time; nothing for the zero time.
func (w *encoder) timeIfAny(key string, t time.Time) {
	if t.IsZero() {
		return
	}
	w.raw(key)
	w.buf = append(w.buf, '"')
	text, err := t.UTC().AppendText(w.buf) // a zone may be one that JSON cannot write
	if err != nil && w.err == nil {
		w.err = err
	}
	w.buf = append(text, '"')
}
