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

// Combined is a set for judging calls, with what is to be said about it when it
// is loaded.
type Combined struct {
	Set      Set
	Packs    []Pack        // what the set was made of, the base pack first
	Replaced []Replacement // base questions that a pack defines anew
	Warnings []Fault       // what works but is doubtful
}

// LoadSet is [Load] and [Combine]. A glob that matches nothing while other paths
// yield files is among the warnings.
func LoadSet(base bool, paths ...string) (Combined, error) {
	return Loader{}.LoadSet(base, paths...)
}

// LoadSet is [LoadSet] with the edits in place.
func (l Loader) LoadSet(base bool, paths ...string) (Combined, error) {
	packs, err := l.Load(paths...)
	if err != nil {
		return Combined{}, err
	}
	made, err := Combine(base, packs...)
	if err != nil {
		return Combined{}, err
	}
	made.Warnings = append(made.Warnings, l.unmatched(paths)...)
	return made, nil
}

// Combine makes the set that judges calls: the packs with the base pack, or
// without base, on their own. Beside what [NewSet] refuses, it refuses a set
// that fails [Set.CheckJudging].
func Combine(base bool, packs ...Pack) (Combined, error) {
	var made Combined
	var err error
	if base {
		made.Set, made.Replaced, err = WithBase(packs...)
	} else {
		made.Set, err = NewSet(packs...)
	}
	if err != nil {
		return Combined{}, err
	}
	if err := made.Set.CheckJudging(); err != nil {
		return Combined{}, err
	}
	if base {
		made.Packs = append(made.Packs, Base())
	}
	made.Packs = append(made.Packs, packs...)
	made.Warnings = warnings(packs)
	if err := made.Set.always().CheckJudging(); err != nil {
		made.Warnings = append(made.Warnings, Fault{Msg: "calls to which no pack with applies_to applies go to a person: " + err.Error()})
	}
	return made, nil
}

// always is the set of the packs that apply to every call.
func (s Set) always() Set {
	applying := make([]byte, len(s.of.given))
	for i, p := range s.of.given {
		if len(p.patterns) == 0 {
			applying[i] = 1
		}
	}
	return s.of.subset(applying)
}
