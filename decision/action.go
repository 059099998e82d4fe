package decision

import "fmt"

// Action is what is to happen with a call. The zero value is [Escalate], so a
// verdict that nobody filled in leaves the call to a person.
type Action uint8

// The three actions.
const (
	Escalate Action = iota // leave it to a person
	Approve                // let it run
	Deny                   // refuse it
)

var actionNames = [...]struct{ verb, past string }{
	Escalate: {"escalate", "escalated"},
	Approve:  {"approve", "approved"},
	Deny:     {"deny", "denied"},
}

// String returns "escalate", "approve" or "deny".
func (a Action) String() string {
	if int(a) >= len(actionNames) {
		return fmt.Sprintf("Action(%d)", a)
	}
	return actionNames[a].verb
}

// Past returns "escalated", "approved" or "denied", the words of the journal
// and of counters. An unknown action reads "escalated".
func (a Action) Past() string {
	if int(a) >= len(actionNames) {
		a = Escalate
	}
	return actionNames[a].past
}

// MarshalText writes the verb, as [Action.String] does.
func (a Action) MarshalText() ([]byte, error) {
	if int(a) >= len(actionNames) {
		return nil, fmt.Errorf("unknown action %d", a)
	}
	return []byte(actionNames[a].verb), nil
}

// UnmarshalText reads exactly "approve", "deny" or "escalate".
func (a *Action) UnmarshalText(text []byte) error {
	parsed, err := ParseAction(string(text))
	if err == nil {
		*a = parsed
	}
	return err
}

// ParseAction reads exactly "approve", "deny" or "escalate".
func ParseAction(text string) (Action, error) {
	for a, names := range actionNames {
		if text == names.verb {
			return Action(a), nil
		}
	}
	return Escalate, fmt.Errorf("unknown action %.40q: use approve, deny or escalate", text)
}
