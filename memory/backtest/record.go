package backtest

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

const (
	// maxParams bounds the parameters that are kept of a call, in bytes of JSON;
	// those of a larger one count as not known.
	maxParams = 4 << 10
	// maxText bounds what is shown of a call.
	maxText = 120
)

// record is what is read of a line of a journal.
type record struct {
	Type        decision.EventType `json:"type"`
	Time        time.Time          `json:"timestamp"`
	ID          string             `json:"approval_id"`
	Agent       string             `json:"agent_id"`
	Tool        string             `json:"tool"`
	Fingerprint string             `json:"fingerprint"`
	Cut         []string           `json:"cut"` // members that are not whole

	// Of decisions.
	Decision      string             `json:"decision"`
	Rule          string             `json:"rule_matched"`
	Cause         decision.Cause     `json:"cause"`
	Session       string             `json:"session_id"`
	InjectionRisk bool               `json:"injection_risk"`
	Observed      bool               `json:"observed"`
	Effects       []decision.Effect  `json:"effects"`
	Opaque        []decision.Gap     `json:"opaque"`
	Timings       map[string]float64 `json:"timings"`
	Call          *struct {
		Params     json.RawMessage `json:"params"`
		Masked     bool            `json:"masked"`
		Replayable bool            `json:"replayable"`
	} `json:"call"`

	// Of outcomes.
	Outcome    decision.OutcomeState `json:"outcome"`
	ResolvedBy string                `json:"resolved_by"`
	Status     string                `json:"status"`
	ResolvedAt time.Time             `json:"resolved_at"`
}

// readRecord reads a line. The own member of an event may have a name of ours
// and another type; in a decision or an outcome that is a fault.
func readRecord(line []byte) (record, error) {
	var r record
	err := json.Unmarshal(line, &r)
	otherType := new(json.UnmarshalTypeError)
	if errors.As(err, &otherType) && r.Type != decision.EventDecision && r.Type != decision.EventOutcome {
		return record{}, nil
	}
	return r, err
}

func (r record) call() *call {
	d := decision.Decision{
		ID: r.ID, Agent: r.Agent, Tool: r.Tool, Fingerprint: r.Fingerprint, Session: r.Session, InjectionRisk: r.InjectionRisk,
		RuleMatched: r.Rule, Cause: r.Cause, Time: r.Time,
	}
	for _, a := range []decision.Action{decision.Approve, decision.Deny} {
		if r.Decision == a.Past() {
			d.Action = a
		}
	}
	if r.Observed {
		judged := d.Action
		d.Observed = &judged
	}
	d.Evidence.Effects, d.Evidence.Opaque = r.Effects, r.Opaque
	if slices.Contains(r.Cut, "effects") || slices.Contains(r.Cut, "opaque") {
		d.Evidence.Opaque = append(d.Evidence.Opaque, decision.Gap{Reason: "the journal has not kept all effects"})
	}
	c := &call{decision: d, known: true, reach: reachOf(d, r.Timings)}
	c.readParams(r)
	return c
}

func (c *call) readParams(r record) {
	if r.Call == nil {
		return
	}
	params, err := decision.ParseParams(r.Call.Params)
	if err != nil {
		return
	}
	c.text = shown(params)
	if r.Call.Replayable && !r.Call.Masked && len(r.Call.Params) <= maxParams {
		c.params = params
	}
}

// shown is what a person sees of parameters: the text alone where there is one.
func shown(params map[string]any) string {
	if len(params) == 1 {
		for _, value := range params {
			if text, ok := value.(string); ok {
				return clean(text)
			}
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		value, ok := params[name].(string)
		if !ok {
			data, _ := json.Marshal(params[name]) // it was read from JSON
			value = string(data)
		}
		parts = append(parts, name+"="+head(value))
	}
	return clean(strings.Join(parts, " "))
}

// head bounds what is searched for secrets, so that none is cut in two where it
// would be shown.
func head(text string) string { return redact.Text(text[:min(len(text), 4*maxText)]) }

// clean makes a text of an agent's fit for a line; a journal has masked its
// secrets, but not every writer of one may have.
func clean(text string) string { return oneline.Clean(head(text), maxText) }
