package question

import "fmt"

// Replacement says that a pack defines a question of the base pack anew.
type Replacement struct {
	Question string `json:"question"`
	Pack     string `json:"pack"`
	File     string `json:"file,omitempty"`
}

// String is the replacement as one sentence without a full stop.
func (r Replacement) String() string {
	return fmt.Sprintf("pack %s replaces the base question %s", r.Pack, r.Question)
}

// WithBase is [NewSet] of the base pack and others. A pack that defines the id
// of a base question replaces that question for the calls that the pack
// applies to; others are asked the base question. What is replaced is returned,
// for the caller to say so when it loads packs. A replacement must be of the
// same group, so that no replaced question leaves a gap.
func WithBase(packs ...Pack) (Set, []Replacement, error) {
	base := Base()
	s, err := newSet(&base, packs)
	if err != nil {
		return Set{}, nil, err
	}
	var replaced []Replacement
	for _, p := range packs {
		for _, q := range p.Questions {
			if base.find(q.ID) != nil {
				replaced = append(replaced, Replacement{Question: q.ID, Pack: p.Name, File: p.File})
			}
		}
	}
	return s, replaced, nil
}
