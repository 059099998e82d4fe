package astrule

import "slices"

// kindSet are the kinds that a node must have one of, in order; any: all kinds.
type kindSet struct {
	any  bool
	list []uint16
}

func oneKind(kind uint16) kindSet { return kindSet{list: []uint16{kind}} }

func (k kindSet) has(kind uint16) bool {
	if k.any {
		return true
	}
	_, ok := slices.BinarySearch(k.list, kind)
	return ok
}

// and are the kinds that are in both.
func (k kindSet) and(other kindSet) kindSet {
	switch {
	case k.any:
		return other
	case other.any:
		return k
	}
	var shared []uint16
	for _, kind := range k.list {
		if other.has(kind) {
			shared = append(shared, kind)
		}
	}
	return kindSet{list: shared}
}

// or are the kinds that are in one of them.
func (k kindSet) or(other kindSet) kindSet {
	if k.any || other.any {
		return kindSet{any: true}
	}
	joined := append(slices.Clone(k.list), other.list...)
	slices.Sort(joined)
	return kindSet{list: slices.Compact(joined)}
}
