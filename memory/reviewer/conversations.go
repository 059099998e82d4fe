package reviewer

import "container/list"

// conversation counts what happened since it was last looked at.
type conversation struct {
	key       key
	userTurns int // since the last review of memory
	toolCalls int // since the last review of skills
}

// count adds a turn. What the agent wrote itself needs no review.
func (c *conversation) count(t *Turn) {
	c.userTurns += t.userTurns()
	c.toolCalls += t.toolCalls()
	if t.WroteMemory {
		c.userTurns = 0
	}
	if t.WroteSkills {
		c.toolCalls = 0
	}
}

// due is what is to be reviewed.
type due struct{ memory, skills bool }

func (d due) any() bool { return d.memory || d.skills }

func (c *conversation) due(a *Agent) due {
	return due{
		memory: a.MemoryInterval > 0 && c.userTurns >= a.MemoryInterval,
		skills: a.SkillInterval > 0 && c.toolCalls >= a.SkillInterval,
	}
}

// reset begins anew with what a review is about. A review that fails is not
// made up for: the next one comes after another interval.
func (c *conversation) reset(d due) {
	if d.memory {
		c.userTurns = 0
	}
	if d.skills {
		c.toolCalls = 0
	}
}

// conversations are those that were heard of last.
type conversations struct {
	byKey map[key]*list.Element
	order *list.List // of *conversation; the last one heard of is in front
}

func newConversations() conversations {
	return conversations{byKey: map[key]*list.Element{}, order: list.New()}
}

// of returns a conversation, and forgets another where there are too many.
func (c *conversations) of(k key) *conversation {
	if e, known := c.byKey[k]; known {
		c.order.MoveToFront(e)
		return e.Value.(*conversation)
	}
	if c.order.Len() >= MaxConversations {
		oldest := c.order.Remove(c.order.Back()).(*conversation)
		delete(c.byKey, oldest.key)
	}
	fresh := &conversation{key: k}
	c.byKey[k] = c.order.PushFront(fresh)
	return fresh
}
