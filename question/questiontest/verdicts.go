package questiontest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// T is what is needed of a [testing.T].
type T interface {
	Helper()
	Errorf(format string, args ...any)
	FailNow()
}

// Load reads packs from files or globs and combines them with the base pack,
// or without base, on their own. Faults and warnings fail the test.
func Load(t T, base bool, paths ...string) question.Set {
	t.Helper()
	combined, err := question.LoadSet(base, paths...)
	if err != nil {
		t.Errorf("the pack cannot be used:\n%v", err)
		t.FailNow()
	}
	for _, warning := range combined.Warnings {
		t.Errorf("%s", warning)
	}
	return combined.Set
}

// Case says which verdict has to follow from some answers.
type Case struct {
	Name string
	// Agent and Tool choose the packs that apply. Without both every pack does.
	Agent, Tool string
	Answers     Answers
	Want        decision.Action
	// StoppedBy are the questions whose limits must have kept the call from
	// being approved, in any order. Nil: whichever.
	StoppedBy []string
}

// Verdicts weighs the answers of every case and fails for each that comes out
// otherwise, with every value beside its limit.
func Verdicts(t T, set question.Set, limits decision.Thresholds, cases ...Case) {
	t.Helper()
	for _, c := range cases {
		if msg := c.differs(set, limits); msg != "" {
			t.Errorf("case %q: %s", c.Name, msg)
		}
	}
}

// differs says how a case comes out otherwise; empty: it does not.
func (c Case) differs(set question.Set, limits decision.Thresholds) string {
	if c.Agent != "" || c.Tool != "" {
		set = set.For(c.Agent, c.Tool)
	}
	answers, unknown := complete(set, c.Answers)
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return fmt.Sprintf("answers %s, which this call is not asked", strings.Join(unknown, ", "))
	}
	v, err := decision.Weigh(set, answers, limits)
	if err != nil {
		return err.Error()
	}
	list, _ := v.Limits.([]decision.Limit)
	switch stopped := stoppers(list); {
	case v.Action != c.Want:
		return fmt.Sprintf("got %s, want %s\n%s", v.Action, c.Want, table(list))
	case c.StoppedBy != nil && !slices.Equal(stopped, sorted(c.StoppedBy)):
		return fmt.Sprintf("%s as it should, but stopped by [%s], want [%s]\n%s", v.Action.Past(),
			strings.Join(stopped, ", "), strings.Join(sorted(c.StoppedBy), ", "), table(list))
	}
	return ""
}

// stoppers are the questions whose limits stopped the call, sorted, once each.
func stoppers(list []decision.Limit) []string {
	var ids []string
	for _, l := range list {
		if l.Stopped {
			ids = append(ids, l.Question)
		}
	}
	return slices.Compact(sorted(ids))
}

func sorted(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return ids
}

// table shows every value beside its limit.
func table(list []decision.Limit) string {
	var b strings.Builder
	for _, l := range list {
		mark := "  "
		if l.Stopped {
			mark = "✗ "
		}
		fmt.Fprintf(&b, "  %s%s\n", mark, l)
	}
	return strings.TrimRight(b.String(), "\n")
}
