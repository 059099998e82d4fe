package rules

import "slices"

// dearLast puts what asks the analyser behind what does not: a call of another
// tool is not analysed for a rule. What the parts amount to is the same.
func dearLast(a, b predicate) int {
	switch {
	case isDear(a) == isDear(b):
		return 0
	case isDear(a):
		return 1
	}
	return -1
}

func isDear(p predicate) bool {
	switch p := p.(type) {
	case everyCommand, anyCommand, effectFlagPredicate, effectListPredicate:
		return true
	case conjunction:
		return slices.ContainsFunc(p, isDear)
	case disjunction:
		return slices.ContainsFunc(p, isDear)
	}
	return false
}
