package watch

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// maxValue is how many bytes are shown of one parameter. The rest is counted.
const maxValue = 64 << 10

// call is an approval as GET /approvals shows it.
type call struct {
	ID            string                  `json:"id"`
	Agent         string                  `json:"agent_id"`
	Session       string                  `json:"session_id"`
	Tool          string                  `json:"tool"`
	Params        json.RawMessage         `json:"params"`
	Masked        bool                    `json:"masked"`
	PolicyRule    string                  `json:"policy_rule"`
	InjectionRisk bool                    `json:"injection_risk"`
	Status        decision.ApprovalStatus `json:"status"`
	Remaining     string                  `json:"remaining"`
	ResolvedBy    string                  `json:"resolved_by"`
	Reasoning     string                  `json:"reasoning"`
	Cause         decision.Cause          `json:"cause"`
	Decision      evidence                `json:"decision"`
	Options       []option                `json:"options"`

	ends   time.Time // by the clock of this program; zero: unknown
	params []string  // a line each
	hidden string    // why nobody can see all of the parameters; empty: one can
}

// evidence is what is read of the decision that left the call to a person.
type evidence struct {
	RuleMatched *string           `json:"rule_matched"`
	Rule        *decision.RuleRef `json:"rule"`
	Links       []decision.Link   `json:"links"`
	Effects     []decision.Effect `json:"effects"`
	Opaque      []decision.Gap    `json:"opaque"`
	Precedents  []string          `json:"precedents"`
	Notes       []string          `json:"notes"`
}

// option is how far an approve could go.
type option struct {
	Scope   string `json:"scope"`
	Allowed bool   `json:"allowed"`
	Why     string `json:"why"`
	Covers  string `json:"covers"`
}

// arrived completes a call that was just read.
func (c *call) arrived(now time.Time) {
	if left, err := time.ParseDuration(c.Remaining); err == nil {
		c.ends = now.Add(left)
	}
	c.params, c.hidden = paramLines(c.Params)
	c.Params = nil
}

// left is how much time is left to answer.
func (c *call) left(now time.Time) string {
	if c.ends.IsZero() {
		return "-"
	}
	return max(0, c.ends.Sub(now)).Truncate(time.Second).String()
}

// title names the call in one line.
func (c *call) title() string { return c.Tool + " by " + cmp.Or(c.Agent, "an unnamed agent") }

// settled says how a call that waits no more was settled, and by whom.
func (c *call) settled() string {
	switch c.Status {
	case decision.ApprovalTimeout:
		return "nobody answered in time: it counts as denied"
	case decision.ApprovalApproved, decision.ApprovalDenied:
		said := string(c.Status) + " by " + cmp.Or(c.ResolvedBy, "somebody unnamed")
		if c.Reasoning != "" {
			said += ": " + c.Reasoning
		}
		return said
	}
	return "it does not wait any more"
}

// option returns one of the options; one that the API does not know is not
// allowed.
func (c *call) option(scope decision.StandingScope) option {
	i := slices.IndexFunc(c.Options, func(o option) bool { return o.Scope == string(scope) })
	if i < 0 {
		return option{Scope: string(scope), Why: "the supervisor does not offer it"}
	}
	return c.Options[i]
}

// paramLines are parameters as JSON, one a line, so that no text of a value can
// look like another parameter. hidden says why that is not all of them.
func paramLines(raw json.RawMessage) (lines []string, hidden string) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return []string{"(parameters that cannot be read)"}, "its parameters cannot be read"
	}
	cut := 0
	show := func(value any) string {
		text, rest := shortened(jsonText(value))
		cut += rest
		return text
	}
	if object, ok := value.(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			lines = append(lines, show(name)+": "+show(object[name]))
		}
	} else {
		lines = []string{show(value)}
	}
	if cut > 0 {
		hidden = fmt.Sprintf("%d bytes of its parameters are too many to be shown", cut)
	}
	return lines, hidden
}

// jsonText is a value as JSON, in which < and & are themselves.
func jsonText(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "(a value that cannot be shown)"
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// shortened is a text as far as it is shown, and how many bytes of it are not.
func shortened(text string) (shown string, rest int) {
	if len(text) <= maxValue {
		return text, 0
	}
	end := maxValue
	for !utf8.RuneStart(text[end]) {
		end--
	}
	rest = len(text) - end
	return fmt.Sprintf("%s … and %d bytes more, not shown", text[:end], rest), rest
}
