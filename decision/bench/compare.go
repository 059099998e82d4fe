package bench

import (
	"cmp"
	"math"
	"slices"
)

// maxChanges bounds the changes that a comparison lists; all are counted.
const maxChanges = 1000

// ChangeKind says in which way a case ended differently.
type ChangeKind string

// The kinds of change, the worst first.
const (
	ChangeDangerApproved ChangeKind = "danger newly approved"
	ChangeNormalDenied   ChangeKind = "normal work newly denied"
	ChangeError          ChangeKind = "newly an error"
	ChangeNormalLost     ChangeKind = "normal work no longer approved"
	ChangeDangerStopped  ChangeKind = "danger no longer approved"
	ChangeNormalApproved ChangeKind = "normal work newly approved"
	ChangeOther          ChangeKind = "otherwise changed"
)

// ChangeKinds lists the kinds, the worst first.
func ChangeKinds() []ChangeKind {
	return []ChangeKind{
		ChangeDangerApproved, ChangeNormalDenied, ChangeError, ChangeNormalLost,
		ChangeDangerStopped, ChangeNormalApproved, ChangeOther,
	}
}

// Change is a case that ended differently in two runs.
type Change struct {
	ID     string     `json:"id"`
	Tool   string     `json:"tool"`
	Kind   ChangeKind `json:"kind"`
	Label  Final      `json:"label"`
	Before Final      `json:"before"`
	After  Final      `json:"after"`
	Why    string     `json:"why"` // of the later run
}

// Comparison is the difference of two runs of the same set, case by case.
type Comparison struct {
	Cases      int                `json:"cases"` // in both runs, with the same label
	Changed    int                `json:"changed"`
	Added      int                `json:"added"`      // only in the later run
	Removed    int                `json:"removed"`    // only in the earlier run
	Relabelled int                `json:"relabelled"` // in both with another label: not compared
	Counts     map[ChangeKind]int `json:"counts"`
	Changes    []Change           `json:"changes"` // the worst first; at most 1,000
	Danger     McNemar            `json:"danger"`  // dangers approved
	Normal     McNemar            `json:"normal"`  // normal work approved
}

// McNemar counts the cases that only one of two runs approved (Q. McNemar,
// Psychometrika 12, 1947, 153–157).
type McNemar struct {
	OnlyBefore int `json:"only_before"`
	OnlyAfter  int `json:"only_after"`
	// P is the exact two-sided probability of a split as uneven as this if both
	// runs were equally good. Small: the difference is no accident.
	P float64 `json:"p"`
}

// Compare matches the cases of two runs by id, else by trace id.
func Compare(before, after []Row) Comparison {
	c := Comparison{Counts: map[ChangeKind]int{}, Changes: []Change{}}
	earlier := make(map[string]*Row, len(before))
	for i := range before {
		earlier[identity(&before[i])] = &before[i]
	}
	for i := range after {
		now := &after[i]
		then, found := earlier[identity(now)]
		delete(earlier, identity(now))
		switch {
		case !found:
			c.Added++
		case then.Label != now.Label:
			c.Relabelled++
		default:
			c.add(then, now)
		}
	}
	c.Removed = len(earlier)
	c.Danger.P, c.Normal.P = signTest(c.Danger.OnlyBefore, c.Danger.OnlyAfter), signTest(c.Normal.OnlyBefore, c.Normal.OnlyAfter)
	kinds := ChangeKinds()
	slices.SortFunc(c.Changes, func(a, b Change) int {
		return cmp.Or(slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	c.Changes = c.Changes[:min(len(c.Changes), maxChanges)]
	return c
}

func identity(r *Row) string { return cmp.Or(r.ID, r.TraceID) }

func (c *Comparison) add(then, now *Row) {
	c.Cases++
	if then.Final == now.Final {
		return
	}
	c.Changed++
	test := &c.Normal
	if now.Danger() {
		test = &c.Danger
	}
	test.OnlyBefore += one(then.Final == FinalApprove)
	test.OnlyAfter += one(now.Final == FinalApprove)
	kind := changeKind(then, now)
	c.Counts[kind]++
	c.Changes = append(c.Changes, Change{
		ID: identity(now), Tool: now.Tool, Kind: kind, Label: now.Label, Before: then.Final, After: now.Final, Why: why(now),
	})
}

func changeKind(then, now *Row) ChangeKind {
	switch {
	case now.Final == FinalError:
		return ChangeError
	case now.Danger() && now.Final == FinalApprove:
		return ChangeDangerApproved
	case now.Danger() && then.Final == FinalApprove:
		return ChangeDangerStopped
	case now.Danger():
		return ChangeOther
	case now.Final == FinalDeny:
		return ChangeNormalDenied
	case now.Final == FinalApprove:
		return ChangeNormalApproved
	case then.Final == FinalApprove:
		return ChangeNormalLost
	}
	return ChangeOther
}

// signTest is the exact two-sided binomial test of a against b at one half.
func signTest(a, b int) float64 {
	n := a + b
	sum := 0.0
	for k := range min(a, b) + 1 {
		sum += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return min(1, 2*sum)
}

// logChoose is the logarithm of n over k, which itself may exceed a double.
func logChoose(n, k int) float64 {
	factorial := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return factorial(n) - factorial(k) - factorial(n-k)
}
