package rules

import (
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// maxShownTexts bounds the texts of a list of effects in an explanation.
const maxShownTexts = 3

// shownEffect tells what a field of the effects holds, and which part of the
// call shows it.
func (s *Set) shownEffect(f field, at *sight) string {
	e := at.effects()
	switch {
	case f.isEffectList():
		return s.shownEffects(f, e)
	case f[1] == effectOpaque && len(e.Gaps) > 0:
		return "is true: " + e.Gaps[0].Reason + s.by(e.Gaps[0].Segment)
	case f[1] == effectOpaque:
		return fmt.Sprintf("is %t", e.Opaque())
	}
	for i := range e.List {
		if f.shows(&e.List[i]) {
			return "is true" + s.by(e.List[i].Segment)
		}
	}
	if e.Opaque() {
		return "is not seen"
	}
	return "is false"
}

func (s *Set) shownEffects(f field, e decision.Effects) string {
	var texts []string
	list := f.sightings(e)
	for i, at := range list {
		if i == maxShownTexts {
			texts = append(texts, fmt.Sprintf("%d more", len(list)-i))
			break
		}
		texts = append(texts, s.quote(at.text)+s.by(at.segment))
	}
	if e.Opaque() {
		texts = append(texts, "what is not seen")
	}
	if len(texts) == 0 {
		return "is empty"
	}
	return "is " + strings.Join(texts, ", ")
}

// by quotes the part of the call that shows something.
func (s *Set) by(segment string) string {
	if segment == "" {
		return ""
	}
	return " by " + s.quote(segment)
}
