package astrule

// stretch is what a variable is bound to: siblings from first to last. An
// empty run has neither.
type stretch struct{ first, last int32 }

const unbound = int32(-2)

// bindings are the values of a rule's variables. What was bound since a mark
// can be undone.
type bindings struct {
	values []stretch
	trail  []change
}

type change struct {
	slot int
	was  stretch
}

// reset makes the bindings ready for that many variables, none of them bound.
func (b *bindings) reset(slots int) {
	b.values, b.trail = b.values[:0], b.trail[:0]
	for range slots {
		b.values = append(b.values, stretch{unbound, unbound})
	}
}

func (b *bindings) bound(slot int) bool { return b.values[slot].first != unbound }

func (b *bindings) set(slot int, s stretch) {
	b.trail = append(b.trail, change{slot, b.values[slot]})
	b.values[slot] = s
}

func (b *bindings) mark() int { return len(b.trail) }

func (b *bindings) undo(mark int) {
	for len(b.trail) > mark {
		last := b.trail[len(b.trail)-1]
		b.values[last.slot] = last.was
		b.trail = b.trail[:len(b.trail)-1]
	}
}
