package question

// checkType holds the criteria against the type.
func (q *Question) checkType(at func(string) string, fault report) {
	switch q.Type {
	case Noul:
		q.checkNoul(at, fault)
	case Choice:
		q.checkChoice(at, fault)
	case Score:
		q.checkScore(at, fault)
	case "":
		fault(at("type"), "is missing: give noul, choice or score")
	default:
		fault(at("type"), "%.40q is not a type that this version can ask: write it as a noul (yes or no), a choice or a score, or leave it to a newer version", q.Type)
	}
}

func (q *Question) checkNoul(at func(string) string, fault report) {
	seen := map[string]bool{}
	for _, c := range q.Criteria {
		switch {
		case c.Key != "true" && c.Key != "false":
			fault(at("criteria"), "a noul has the criteria true and false only, not %.40q", c.Key)
		case seen[c.Key]:
			fault(at("criteria"), "has %s twice", c.Key)
		case textFault(c.Text) != "":
			fault(questionPath(q.ID, "criteria", c.Key), "%s", textFault(c.Text))
		}
		seen[c.Key] = true
	}
}

func (q *Question) checkChoice(at func(string) string, fault report) {
	if n := len(q.Criteria); n < 2 || n > MaxOptions {
		fault(at("criteria"), "a choice needs 2 to %d options, as a mapping of each to what it means", MaxOptions)
	}
	seen := map[string]bool{}
	for _, c := range q.Criteria {
		here := questionPath(q.ID, "criteria", c.Key)
		if msg := nameFault(c.Key); msg != "" {
			fault(here, "the name of an option %s", msg)
		}
		if seen[c.Key] {
			fault(here, "is an option already")
		}
		seen[c.Key] = true
		if msg := textFault(c.Text); msg != "" && c.Text != "" {
			fault(here, "%s", msg)
		}
	}
}

func (q *Question) checkScore(at func(string) string, fault report) {
	if n := len(q.Criteria); n < 2 || n > MaxLevels {
		fault(at("criteria"), "a score needs 2 to %d levels, as a list of texts with the lowest first", MaxLevels)
	}
	for i, c := range q.Criteria {
		if c.Key != levelKey(i) {
			fault(at("criteria"), "the key of level %d must be %q", i, levelKey(i))
		}
		if msg := textFault(c.Text); msg != "" {
			fault(levelPath(q.ID, i), "%s", msg)
		}
	}
}
