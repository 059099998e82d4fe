package question_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func newSet(t *testing.T, packs ...question.Pack) question.Set {
	t.Helper()
	s, err := question.NewSet(packs...)
	require.NoError(t, err)
	return s
}

func noul(id, instructions string, criteria ...question.Criterion) question.Question {
	return question.Question{ID: id, Type: question.Noul, Group: question.Context, Instructions: instructions, Criteria: criteria}
}

// TestFingerprintVectors holds fingerprints against those that the reference
// computes.
func TestFingerprintVectors(t *testing.T) {
	t.Parallel()
	zone := question.Question{ID: "zone", Type: question.Choice, Group: question.Context, Instructions: "Pick the area.",
		Criteria: []question.Criterion{{Key: "yard", Text: "outdoors"}, {Key: "lab", Text: "bench area"}}}
	tests := map[string]struct {
		questions []question.Question
		want      string
	}{
		"none":        {nil, "44136fa355b3"},
		"no criteria": {[]question.Question{noul("touches_ledger", "The call books or reverses a ledger entry.")}, "2107df69d080"},
		"sorted and escaped": {[]question.Question{zone, noul("alpha", "Café bill — above 10 €?",
			question.Criterion{Key: "true", Text: "yes"}, question.Criterion{Key: "false", Text: "no"})}, "9568749a48c8"},
		"every kind of character": {[]question.Question{noul("x", "a/b <tag> & \"quoted\" \u2028 \U0001f600\tend")}, "ee248d88963b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.questions == nil {
				assert.Equal(t, tt.want, question.Set{}.Fingerprint())
				return
			}
			assert.Equal(t, tt.want, newSet(t, question.Pack{Name: "p", Questions: tt.questions}).Fingerprint())
		})
	}
}

// TestQ5FingerprintIsOfTheWording checks what changes it and what does not.
func TestQ5FingerprintIsOfTheWording(t *testing.T) {
	t.Parallel()
	base := question.Base()
	before := newSet(t, base).Fingerprint()

	other := question.Base()
	slices.Reverse(other.Questions)
	other.Questions[0].Threshold = new(0.5)
	for i := range other.Questions {
		if q := &other.Questions[i]; q.Scope {
			q.Scope = false // nor do the role and the group
		} else if q.Group == question.Danger && q.IgnoreWhen == nil {
			q.Group = question.Context
		}
	}
	other.Name = "renamed"
	assert.Equal(t, before, newSet(t, other).Fingerprint(), "order, limits, names, groups and roles do not count")

	split := newSet(t, question.Pack{Name: "b", Questions: base.Questions[3:]}, question.Pack{Name: "a", Questions: base.Questions[:3]})
	assert.Equal(t, before, split.Fingerprint(), "nor does the order of packs")

	for i := range base.Questions {
		reworded := question.Base()
		reworded.Questions[i].Instructions += "."
		assert.NotEqual(t, before, newSet(t, reworded).Fingerprint(), base.Questions[i].ID)
	}
	score := question.Question{ID: "s", Type: question.Score, Group: question.Context, Instructions: "How bad?",
		Criteria: []question.Criterion{{Key: "0", Text: "a"}, {Key: "1", Text: "b"}}}
	up := newSet(t, question.Pack{Name: "p", Questions: []question.Question{score}}).Fingerprint()
	score.Criteria = []question.Criterion{{Key: "0", Text: "b"}, {Key: "1", Text: "a"}}
	down := newSet(t, question.Pack{Name: "p", Questions: []question.Question{score}}).Fingerprint()
	assert.NotEqual(t, up, down, "levels are in order")
}
