package decision

import "time"

// EventType says what an [Event] is about. A decision has the empty type: the
// reference's records have none, and its readers tell events apart by it.
type EventType string

// The types of event.
const (
	EventDecision     EventType = ""
	EventOutcome      EventType = "outcome"           // what became of a decision, or of a call that was left
	EventPaused       EventType = "paused"            // judging stopped
	EventResumed      EventType = "resumed"           // judging goes on
	EventPausedCall   EventType = "paused_call"       // a call answered "escalate" because of the pause; not counted
	EventConfigChange EventType = "config_change"     // another configuration is in force
	EventStanding     EventType = "standing"          // a standing approval was created or deleted
	EventRecovered    EventType = "recovered"         // a part that failed works again
	EventCheckpoint   EventType = "checkpoint"        // of the journal; told to sinks, not journaled
	EventReview       EventType = "supervisor_review" // what an agent's supervisor said, or failed to say
	EventGrant        EventType = "grant"             // a grant of a rule was opened, was not, or ended
	EventTurnReview   EventType = "turn_review"       // a finished turn was reviewed: what was read, written, suggested, refused
	EventStarted      EventType = "started"
	EventStopped      EventType = "stopped"
)

// Event is one line of the journal.
type Event struct {
	Type     EventType
	Time     time.Time
	Decision *Decision      // of a decision, an outcome and a paused call
	Call     *Call          // the call that was decided; the journal masks its secrets
	Outcome  *Outcome       // of an outcome
	Fields   map[string]any // of every other type; JSON values, no secrets
}

// OutcomeState says what became of a decision after it was made.
type OutcomeState string

// The states of an outcome.
const (
	OutcomeSent     OutcomeState = "sent"     // the queue took it
	OutcomeLeft     OutcomeState = "left"     // escalated: left pending for a person
	OutcomeObserved OutcomeState = "observed" // decided in observe mode: not sent, left pending for a person
	OutcomeLost     OutcomeState = "lost"     // somebody else, or the clock, had settled the call
	OutcomeUnsent   OutcomeState = "unsent"   // not yet known to have arrived; it is sent again
	OutcomeFailed   OutcomeState = "failed"   // could not be sent while anybody waited
	// Of calls that were left for a person, see [Observer].
	OutcomeSettled   OutcomeState = "settled"   // somebody, or the clock, settled it
	OutcomeForgotten OutcomeState = "forgotten" // how it was settled cannot be learnt
)

// Outcome is what became of a decision.
type Outcome struct {
	State  OutcomeState `json:"outcome"`
	By     string       `json:"resolved_by,omitempty"` // who settled the call, where known
	Status string       `json:"status,omitempty"`      // how it was settled, where known: approved, denied, timeout
	At     time.Time    `json:"resolved_at,omitzero"`  // when it was settled, where known
	Detail string       `json:"detail,omitempty"`      // for people
}

// Query selects decisions from a [Store]. Empty fields match everything.
type Query struct {
	Agent  string
	Tool   string
	Action *Action
	Since  time.Time
	// Limit bounds the answer; 0 means 50, and no store returns more than 500.
	Limit int
}
