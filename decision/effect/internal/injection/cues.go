package injection

import "strings"

// cues are the elements by which address.go and posture.go tell how a sentence
// is built, and those that they add to it.
type cues struct {
	decider, machine, greet, kind, colon, reading, hail, note int
	toDecider, toMachine, asSpeaker                           int

	orders, forbids, function, please, to, do      int
	youWord, obliged, mayall, your, replies, asKey int
	asOrder, asForbid, asBare, asYours             int32 // places in lexicon.parts
}

// readCues gives every cue its element. They follow those of phrases, for words
// are compared with them one by one.
func (b *builder) readCues() (c cues) {
	c.decider, c.machine, c.greet, c.kind = b.element("@decider"), b.element("@machines"), b.element("@greet"), b.element("safety|security|system|systems|deciding|judging|controle|control|kontrollmodell|automated|only|approval|moderation|review|risk|policy")
	c.hail, c.note = b.element("hey|dear|hello|hi|attention"), b.element("note|instruction|instructions|directive|notice|order")
	c.colon, c.reading = b.element(":"), b.element("@reading")
	c.toDecider, c.toMachine, c.asSpeaker = b.element(toDecider), b.element(toMachine), b.element(asSpeaker)
	c.asKey = b.element(asKey)
	c.orders, c.forbids, c.function, c.please = b.element("@orders"), b.element("not|dont|never|no"), b.element("@function"), b.element("@please")
	c.your, c.replies = b.element("your"), b.element("@replies")
	c.to, c.do, c.youWord, c.obliged, c.mayall = b.element("to"), b.element("do|under"), b.element("@you"), b.element("@obliged"), b.element("@mayall")
	return c
}

// role says what the reader looks at a word for.
type role uint8

const (
	addressee role = 1 << iota
	orders
	forbids
	replies
	begins // a phrase
)

// assignRoles tells for every word at once whether it needs a look.
func (b *builder) assignRoles() {
	b.roles = make([]role, len(b.sets))
	for at := range b.sets {
		s := &b.sets[at]
		for _, r := range []struct {
			role role
			id   int
		}{{addressee, b.decider}, {addressee, b.machine}, {orders, b.orders}, {forbids, b.forbids}, {replies, b.replies}} {
			if s.has(r.id) {
				b.roles[at] |= r.role
			}
		}
		for w := range s {
			if s[w]&b.first[w] != 0 {
				b.roles[at] |= begins
			}
		}
	}
}

// keyNames files the names whose values are for a model: note_to_model,
// aiDirective, instructions-for-agents. Tokens have no joiners.
func (b *builder) keyNames() {
	for _, whom := range strings.Fields("ai llm llms agents assistants bots") {
		b.word("for"+whom, b.asKey)
	}
	for _, whom := range strings.Fields("ai llm model assistant agent bot copilot chatgpt claude reviewer judge supervisor assistants agents models bots llms") {
		for _, what := range strings.Fields("note message instruction instructions directive order hint command") {
			b.word(what+"to"+whom, b.asKey)
			b.word(what+"for"+whom, b.asKey)
		}
		for _, what := range strings.Fields("directive must override order shall") {
			b.word(whom+what, b.asKey)
		}
	}
}
