package rules

import "errors"

// everyCommand is how an approve reads a condition on a part of a command: the
// call is seen whole, and every command in it fits.
type everyCommand struct {
	*textPredicate
	written test // how the line as a whole is compared where no commands are seen
}

func (p everyCommand) holds(s *sight) (bool, error) {
	v := p.path.read(s)
	if v.kind != kindText && v.kind != kindList {
		return false, nil
	}
	segments, err := s.segments()
	switch {
	case err != nil:
		return false, err
	case len(segments) == 0:
		return false, p.withoutSegments(s, v)
	}
	for _, text := range segments {
		if fits, err := p.test(s, text, false); !fits {
			return false, err
		}
	}
	if why := unseen(s.effects()); why != "" {
		return false, errors.New(why)
	}
	if hasOtherCommand(s.call.Params, p.path, nil) {
		return false, errTwoCommands
	}
	return true, nil
}

// withoutSegments says why a text that would fit does not approve.
func (p everyCommand) withoutSegments(s *sight, v value) error {
	if fits, err := p.written(s, v.text, false); v.kind != kindText || !fits {
		return err
	}
	if why := unseen(s.effects()); why != "" {
		return errors.New(why)
	}
	return errNoSegments
}

// anyCommand is how a condition on a command is read in all other places: the
// text as it is written, and each command in it. To deny or escalate it is
// enough that it holds for one of them; in an approve, where it stands below a
// "not", it must hold for all.
type anyCommand struct {
	*textPredicate
	all bool
}

func (p anyCommand) holds(s *sight) (bool, error) {
	holds, err := p.textPredicate.holds(s)
	if holds != p.all || err != nil && p.all {
		return holds, err
	}
	if p.path.read(s).kind == kindMissing {
		return false, nil
	}
	segments, tooLong := s.segments()
	if tooLong != nil {
		return false, tooLong
	}
	for _, text := range segments {
		fits, unclear := p.test(s, text, false)
		switch {
		case unclear != nil:
			err = unclear
		case (fits != p.negated) != p.all:
			return !p.all, nil
		}
	}
	return holds && err == nil, err
}

// decider is a predicate that looks at the single commands of a line.
type decider interface {
	// deciding returns the first command that settles whether it holds.
	deciding(s *sight) (string, bool)
}

func (p everyCommand) deciding(s *sight) (string, bool) {
	segments, _ := s.segments()
	for _, text := range segments {
		if fits, _ := p.test(s, text, false); !fits {
			return text, true
		}
	}
	return "", false
}

func (p anyCommand) deciding(s *sight) (string, bool) {
	segments, _ := s.segments()
	for _, text := range segments {
		if fits, err := p.test(s, text, false); err == nil && (fits != p.negated) != p.all {
			return text, true
		}
	}
	return "", false
}
