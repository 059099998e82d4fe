package reviewer

import (
	"crypto/sha256"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// Turn is a finished turn of an agent: what the user said, what the agent did,
// what it answered.
type Turn struct {
	// Agent and Conversation say whose turn it was. Turns without a conversation
	// count as one conversation of their agent.
	Agent        string
	Conversation string
	// Messages are the turn, oldest first. One with any message of the user counts
	// as one turn of the user, and each request for a tool as one tool call,
	// however many there are. The review is shown the first [MaxMessages]/4 and
	// the last ones, [MaxMessages] together.
	Messages []decision.Message
	// Earlier is what was said before the turn, oldest first, so that the review
	// understands it. It is not counted, and the first to go where the room is
	// short. Of more than [MaxMessages] the last are kept.
	Earlier []decision.Message
	// WroteMemory and WroteSkills say that the agent itself wrote to its memory,
	// or to a skill, in this turn: the counter of that begins again at 0.
	WroteMemory bool
	WroteSkills bool
}

// userTurns is how many turns of the user the turn is.
func (t *Turn) userTurns() int {
	if slices.ContainsFunc(t.Messages, func(m decision.Message) bool { return m.Role == decision.RoleUser }) {
		return 1
	}
	return 0
}

// toolCalls is how many tools the agent asked for.
func (t *Turn) toolCalls() (n int) {
	for i := range t.Messages {
		n += len(t.Messages[i].ToolCalls)
	}
	return n
}

// key tells conversations apart. Names of any length take the same room.
type key [sha256.Size]byte

func (t *Turn) key() key {
	agent := sha256.Sum256([]byte(t.Agent))
	return sha256.Sum256(append(agent[:], t.Conversation...))
}

// kept is a copy of what a review looks at: the caller may go on with its own.
func (t *Turn) kept() Turn {
	own := *t
	own.Earlier = clones(t.Earlier[max(0, len(t.Earlier)-MaxMessages):])
	if over := len(t.Messages) - MaxMessages; over > 0 {
		const head = MaxMessages / 4
		own.Messages = append(clones(t.Messages[:head]), clones(t.Messages[head+over:])...)
	} else {
		own.Messages = clones(t.Messages)
	}
	return own
}

func clones(list []decision.Message) []decision.Message {
	list = slices.Clone(list)
	for i := range list {
		calls := slices.Clone(list[i].ToolCalls[:min(len(list[i].ToolCalls), maxShownTools)])
		for j := range calls {
			if len(calls[j].Input) > maxSeenBytes {
				calls[j].Input = nil
				continue
			}
			calls[j].Input = slices.Clone(calls[j].Input)
		}
		list[i].ToolCalls = calls
	}
	return list
}
