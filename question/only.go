package question

// Only returns the set with the questions that keep holds for, in the same
// order and for the same calls. An ignore_when whose question is gone never
// holds, and a base question that was replaced does not come back. It is for providers that answer a part of a set; what it returns is
// made anew each time, so make it once.
func (s Set) Only(keep func(Question) bool) Set {
	if s.of == nil {
		return s
	}
	packs := make([]compiledPack, len(s.of.given))
	for i, p := range s.of.given {
		packs[i] = p
		packs[i].Questions = nil
		for _, q := range p.Questions {
			if keep(q) {
				packs[i].Questions = append(packs[i].Questions, q)
			}
		}
	}
	return assemble(packs)
}
