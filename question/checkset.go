package question

import (
	"errors"
	"fmt"
	"strings"
)

// checkPacks holds packs against themselves and against each other.
func checkPacks(packs []compiledPack) error {
	var found findings
	if len(packs) > MaxPacks {
		found.add(Fault{Msg: fmt.Sprintf("%d packs are more than %d: put questions together", len(packs), MaxPacks)})
		return found.err()
	}
	c := crossChecker{packs: packs, faults: make([][]Fault, len(packs))}
	for i := range packs {
		packs[i].check(func(path, format string, args ...any) { c.fault(i, path, format, args...) })
		for j := range packs[i].Questions {
			c.question(i, &packs[i].Questions[j])
		}
	}
	for _, list := range c.faults {
		found.add(byPlace(list)...)
	}
	return found.err()
}

// crossChecker finds what is wrong between packs.
type crossChecker struct {
	packs  []compiledPack
	faults [][]Fault // by pack

	scope   *Question // the first scope question
	scopeIn int       // its pack
}

func (c *crossChecker) fault(pack int, path, format string, args ...any) {
	c.faults[pack] = append(c.faults[pack], c.packs[pack].fault(path, format, args...))
}

// question holds a question of a pack against all other packs.
func (c *crossChecker) question(pack int, q *Question) {
	for i := range pack {
		if first := c.packs[i].find(q.ID); first != nil {
			c.again(pack, q, i, first)
		}
	}
	switch {
	case !q.Scope:
	case c.scope == nil:
		c.scope, c.scopeIn = q, pack
	case c.scopeIn != pack && c.scope.ID != q.ID:
		instead := "one is enough, drop the role"
		if c.packs[c.scopeIn].base {
			instead = "use its id to replace it, or drop the role"
		}
		c.fault(pack, questionPath(q.ID, "role"), "pack %s has a scope question already, %s: %s", c.packs[c.scopeIn].Name, c.scope.ID, instead)
	}
	if q.IgnoreWhen != nil {
		c.ignore(pack, q)
	}
}

// again holds a question against an earlier one with the same id.
func (c *crossChecker) again(pack int, q *Question, earlier int, first *Question) {
	switch {
	case !c.packs[earlier].base:
		c.fault(pack, questionPath(q.ID), "is also in pack %s: ids must differ, rename one of them", c.packs[earlier].Name)
	case q.Scope != first.Scope:
		c.fault(pack, questionPath(q.ID), "replaces the scope question of the base pack, so it needs role: scope; or rename it")
	case q.Group != first.Group:
		c.fault(pack, questionPath(q.ID, "group"), "must be %s, as of the base question that it replaces; or rename it", first.Group)
	}
}

// ignore checks that every question which may stand for the one that
// ignore_when names is a choice with the option.
func (c *crossChecker) ignore(pack int, q *Question) {
	w, found := q.IgnoreWhen, false
	for i := range c.packs {
		target := c.packs[i].find(w.Question)
		if target == nil {
			continue
		}
		found = true
		switch {
		case target.Type == Choice && target.has(w.Option):
		case c.packs[pack].base:
			c.fault(i, questionPath(target.ID), "replaces a base question that %s looks at, so it must be a choice with the option %s", q.ID, w.Option)
		case target.Type != Choice:
			c.fault(pack, questionPath(q.ID, "ignore_when", "question"), "%s in pack %s is no choice", target.ID, c.packs[i].Name)
		default:
			c.fault(pack, questionPath(q.ID, "ignore_when", "option"), "%.40q is no option of %s in pack %s: use one of %s", w.Option, target.ID, c.packs[i].Name, target.optionList())
		}
	}
	if !found {
		c.fault(pack, questionPath(q.ID, "ignore_when", "question"), "%.40q is no question of the set: name a choice", w.Question)
	}
}

func (p *Pack) find(id string) *Question {
	for i := range p.Questions {
		if p.Questions[i].ID == id {
			return &p.Questions[i]
		}
	}
	return nil
}

func (q *Question) has(key string) bool {
	for _, c := range q.Criteria {
		if c.Key == key {
			return true
		}
	}
	return false
}

// maxListed bounds the options that a message lists.
const maxListed = 12

func (q *Question) optionList() string {
	var names []string
	for _, c := range q.Criteria[:min(maxListed, len(q.Criteria))] {
		names = append(names, c.Key)
	}
	return strings.Join(names, ", ")
}

// CheckJudging tells whether the answers to the set can decide about a call:
// it must hold at least one question about danger, one scope question and one
// about manipulation, and no more than [MaxQuestions]. The error says what is
// missing. A set that nobody asks anything of would let everything pass.
func (s Set) CheckJudging() error {
	var danger, scope, manipulation bool
	if s.of != nil {
		for i := range s.of.questions {
			q := &s.of.questions[i]
			danger = danger || q.Group == Danger
			scope = scope || q.Scope
			manipulation = manipulation || q.Group == Manipulation
		}
	}
	var missing []string
	for _, need := range []struct {
		met  bool
		name string
	}{{danger, "a danger"}, {scope, "the scope"}, {manipulation, "manipulation"}} {
		if !need.met {
			missing = append(missing, need.name)
		}
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("no question about %s: a judgment needs one about a danger, the scope and manipulation each; keep the base pack on, or add them to a pack that applies", strings.Join(missing, ", "))
	case s.Len() > MaxQuestions:
		return errors.New("more questions than a server takes: narrow the packs by applies_to")
	}
	return nil
}
