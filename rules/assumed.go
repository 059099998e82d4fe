package rules

import (
	"errors"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

var errAssumed = errors.New("a path is relative, the working directory was only assumed, and the call may do more than read")

// restsOnPaths reports whether the approve rests on where a path leads.
func (r *rule) restsOnPaths() bool {
	if r.condition == nil {
		return false
	}
	for leaf := range r.condition.leaves {
		if c, ok := leaf.(Condition); ok && c.restsOnPath() {
			return true
		}
	}
	return false
}

// restsOnPath reports whether an approve reads the field as a path.
func (c Condition) restsOnPath() bool {
	return !c.namesTool() && (c.project || c.op == opInside || c.op == opStartsWith && c.isPrefixOfPaths())
}

// standsOnGround refuses an approve of a relative path that was taken from a
// working directory which nobody stated, unless the call only reads: where it
// would delete or overwrite is then not known.
func (r *rule) standsOnGround(s *sight) error {
	if !r.paths || !r.assumesDirectory(s) {
		return nil
	}
	effects := s.effects()
	if effects.Opaque() {
		return errAssumed
	}
	for _, e := range effects.List {
		if e.Kind != decision.Reads && e.Kind != decision.Secrets {
			return errAssumed
		}
	}
	return nil
}

// assumesDirectory reports whether a path that the condition reads is taken
// from an assumed working directory.
func (r *rule) assumesDirectory(s *sight) bool {
	for leaf := range r.condition.leaves {
		c, ok := leaf.(Condition)
		if !ok || !c.restsOnPath() {
			continue
		}
		v := c.path.read(s)
		if v.kind == kindText && s.locate(v.text).Assumed || anyAssumed(s, v.list) {
			return true
		}
	}
	return false
}

func anyAssumed(s *sight, list []any) bool {
	return slices.ContainsFunc(list, func(element any) bool {
		if inner, ok := element.([]any); ok {
			return anyAssumed(s, inner)
		}
		text, isText := scalar(element)
		return isText && s.locate(text).Assumed
	})
}
