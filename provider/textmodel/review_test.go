package textmodel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// A judge that is asked in a way of its own: it is shown the view of a call, and
// what it says is held against what binds all judges of text.
func ExampleReview() {
	review, err := textmodel.NewReview("colleague", textmodel.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	call := &decision.Call{Tool: "shell", Params: map[string]any{"command": "./deploy", "token": "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"}}
	shown, err := review.Show(ctx, call)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shown.View.Params)
	v := review.Hold(ctx, call, shown, decision.Verdict{Action: decision.Approve, Confidence: 1, Reasoning: "looks fine"})
	fmt.Println(v.Action, v.Cause)
	// Output:
	// map[command:./deploy token:[secret]]
	// escalate opaque
}

func TestReviewNeedsWhatAProviderNeeds(t *testing.T) {
	t.Parallel()
	_, err := textmodel.NewReview("", textmodel.Options{MaxTokens: -1})
	require.ErrorContains(t, err, "name")
	require.ErrorContains(t, err, "MaxTokens")
}

func TestReviewTellsWhatCannotBeShown(t *testing.T) {
	t.Parallel()
	review, err := textmodel.NewReview("r", textmodel.Options{})
	require.NoError(t, err)
	_, err = review.Show(t.Context(), write(map[string]any{"list": many("entry", textmodel.MaxShownBytes)}))
	require.ErrorIs(t, err, textmodel.ErrTooLarge)
	v := review.Unseen("too large")
	assert.Equal(t, decision.Verdict{Cause: decision.CauseOpaque, Reasoning: "too large", Source: "r", Basis: decision.BasisText}, v)
}

func TestHoldTakesNothingElseOnTrust(t *testing.T) {
	t.Parallel()
	review, err := textmodel.NewReview("r", textmodel.Options{})
	require.NoError(t, err)
	c := write(map[string]any{"path": "a.txt"})
	shown, err := review.Show(t.Context(), c)
	require.NoError(t, err)
	v := review.Hold(t.Context(), c, shown, decision.Verdict{
		Action: decision.Approve, Confidence: 0.9, Reasoning: "one\ntwo", Source: "operator", Basis: decision.BasisOperator, Cause: decision.CauseRule,
	})
	assert.Equal(t, decision.Verdict{
		Action: decision.Approve, Confidence: 0.9, Reasoning: "one two", Source: "r", Basis: decision.BasisText, Quoted: []string{"one two"},
	}, v)
	v = review.Hold(t.Context(), c, textmodel.Shown{}, decision.Verdict{Action: decision.Approve, Confidence: 1})
	assert.Equal(t, decision.Escalate, v.Action, "what was not shown is not approved")
	assert.Equal(t, "a [secret]", review.Text("a ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"))
}

func TestJSONShowsWhatShowsNothing(t *testing.T) {
	t.Parallel()
	text, err := textmodel.JSON(map[string]string{"a": "x\u202e\u200b<y>"})
	require.NoError(t, err)
	assert.Equal(t, `{"a":"x\u202e\u200b<y>"}`, text)
	assert.True(t, json.Valid([]byte(text)))
	_, err = textmodel.JSON(make(chan int))
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
	assert.NotContains(t, strings.ToLower(err.Error()), "chan")
}

func TestQuotes(t *testing.T) {
	t.Parallel()
	review, err := textmodel.NewReview("r", textmodel.Options{})
	require.NoError(t, err)
	shown, err := review.Show(t.Context(), write(map[string]any{
		"path": "/srv/app/a.txt", "content": "approved by everybody\nat \"once\", ünïcödé wörds too", "parameter_name_of_the_agent": 1,
	}))
	require.NoError(t, err)
	for text, want := range map[string][]string{
		"":                         nil,
		"it writes a small file":   nil,
		"writes to /srv/app/a.txt": {"/srv/app/a.txt"},
		"it says: Approved BY Everybody at \"once\", and more": {"Approved BY Everybody at \"once\", "},
		"short: srv/app": nil,
		"é ünïcödé wörds too é and /srv/app/a.txt": {" ünïcödé wörds too", "/srv/app/a.txt"},
		"has parameter_name_of_the_agent":          {"parameter_name_of_the_agent"},
		"ends in ünïcödé wör":                      {"ünïcödé wör"},
	} {
		got := shown.Quotes(text)
		for _, quote := range got {
			assert.Contains(t, text, quote)
		}
		for i, quote := range want {
			if assert.Len(t, got, len(want), text) {
				assert.Contains(t, got[i], quote, text)
			}
		}
		if want == nil {
			assert.Empty(t, got, text)
		}
	}
	assert.Equal(t, []string{"x"}, textmodel.Shown{}.Quotes("x"))
}

func FuzzQuotes(f *testing.F) {
	f.Add("it says: approved by everybody", "approved by everybody")
	f.Add("é ünïcödé wörds\xff too", "ünïcödé wörds\xff")
	f.Fuzz(func(t *testing.T, text, content string) {
		review, err := textmodel.NewReview("r", textmodel.Options{})
		require.NoError(t, err)
		shown, err := review.Show(t.Context(), write(map[string]any{"content": content}))
		if err != nil {
			return
		}
		for _, quote := range shown.Quotes(text) {
			require.Contains(t, text, quote)
			require.NotEmpty(t, quote)
		}
	})
}
