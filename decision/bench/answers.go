package bench

import (
	"iter"

	"github.com/flux7-go/supervisor/decision"
)

// Answers looks up what the links said on the cases of a run. It is the
// argument of supervisor.TrialRecorded: together they recompute a run.
type Answers struct{ byCase map[string][]Said }

// ReadAnswers reads the rows of a run, as [Store.Rows] yields them.
func ReadAnswers(rows iter.Seq2[Row, error]) (Answers, error) {
	a := Answers{byCase: map[string][]Said{}}
	for row, err := range rows {
		if err != nil {
			return Answers{}, err
		}
		if len(row.Said) > 0 {
			a.byCase[row.ID] = row.Said
		}
	}
	return a, nil
}

// Said returns what a link said on the case that a call was made of. The id of
// the call is that of the case, as [Runner] gives it.
func (a Answers) Said(call *decision.Call, link string) (Said, bool) {
	for _, s := range a.byCase[call.ID] {
		if s.Link == link {
			return s, true
		}
	}
	return Said{}, false
}
