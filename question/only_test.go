package question_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func TestOnlyKeepsQuestionsAndWhomTheyAreFor(t *testing.T) {
	t.Parallel()
	extra, err := question.Parse("extra.yaml", []byte(`
pack: extra
applies_to: ["tool:ledger.*"]
questions:
  books: {type: noul, group: danger, instructions: "Does it book?"}
  deletes: {type: noul, group: danger, instructions: "Does it reverse?"}
`))
	require.NoError(t, err)
	all, _, err := question.WithBase(extra)
	require.NoError(t, err)
	ids := func(s question.Set) (list []string) {
		for _, q := range s.Questions() {
			list = append(list, q.ID)
		}
		return list
	}
	base := all.Only(func(q question.Question) bool { return q.Pack == question.BasePack })
	assert.Contains(t, ids(base.For("a", "fs.read")), "deletes")
	assert.NotContains(t, ids(base), "books")
	assert.NotContains(t, ids(base.For("a", "ledger.post")), "deletes", "it is replaced for this call")
	assert.Equal(t, all.For("a", "fs.read").Fingerprint(), base.For("a", "fs.read").Fingerprint(), "the same questions")
	own := all.Only(func(q question.Question) bool { return q.Pack == "extra" })
	assert.Equal(t, []string{"books", "deletes"}, ids(own.For("a", "ledger.post")))
	assert.Empty(t, ids(own.For("a", "fs.read")))
	assert.Empty(t, question.Set{}.Only(func(question.Question) bool { return true }).Questions())
}
