package questiontest

import (
	"strings"

	"github.com/flux7-go/supervisor/question"
)

// Fingerprint fails if the wording of the set is not the one that was looked
// at: limits are chosen for a wording, and recorded answers belong to one. The
// message shows the new fingerprint, to be copied once the limits were measured
// again.
func Fingerprint(t T, set question.Set, want string) {
	t.Helper()
	if got := set.Fingerprint(); got != want {
		t.Errorf("the wording of the questions changed: the fingerprint is %q, the test has %q.\n"+
			"Measure the limits again, then write the new one into the test.", got, want)
	}
}

// Criteria fails for every question about danger or manipulation that does not
// say what counts as true and what as false, and for every two criteria of a
// question that read the same: a model could not tell them apart.
func Criteria(t T, set question.Set) {
	t.Helper()
	for _, q := range set.Questions() {
		if q.Type == question.Noul && q.Group != question.Context && len(q.Criteria) < 2 {
			t.Errorf("question %s of pack %s: give the criteria true and false", q.ID, q.Pack)
		}
		seen := map[string]string{}
		for _, c := range q.Criteria {
			text := strings.Join(strings.Fields(strings.ToLower(c.Text)), " ")
			switch first, again := seen[text]; {
			case text == "":
				t.Errorf("question %s of pack %s: %s has no text", q.ID, q.Pack, c.Key)
			case again:
				t.Errorf("question %s of pack %s: %s reads the same as %s", q.ID, q.Pack, c.Key, first)
			}
			seen[text] = c.Key
		}
	}
}
