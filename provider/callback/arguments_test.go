package callback_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/provider/callback"
)

func TestReadPending(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"": 0, "null": 0, "{}": 0, `{"wait_seconds":0}`: 0, `{"wait_seconds":1e9}`: callback.MaxWait, `{"wait_seconds":0.5,"limit":3}`: time.Second / 2,
	} {
		wait, limit, err := callback.ReadPending(text)
		require.NoError(t, err, text)
		assert.Equal(t, int64(want), wait, text)
		assert.Positive(t, limit, text)
	}
	for _, text := range []string{"[]", `"x"`, "{", `{"limit":1}{}`, `{"limit":1,"limit":2}`, `{"limit":1e999}`, `{"LIMIT":1}`, `{"limit":null}`, "{}x"} {
		_, _, err := callback.ReadPending(text)
		require.Error(t, err, text)
	}
}

func TestReadVerdictTakesNoMemberTwice(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"approval_id":"a","action":"deny","action":"approve","confidence":1,"reasoning":"r"}`,
		`{"approval_id":"a","Action":"approve","confidence":1,"reasoning":"r"}`,
		`{"approval_id":"a","action":"approve","confidence":NaN,"reasoning":"r"}`,
		`{"approval_id":"a","action":"approve","confidence":1,"reasoning":"r"} {}`,
	} {
		_, action, _, err := callback.ReadVerdict(text)
		require.Error(t, err, text)
		assert.NotEqual(t, "approve", action, text)
	}
}

func FuzzReadVerdict(f *testing.F) {
	f.Add(`{"approval_id":"a","action":"approve","confidence":0.9,"reasoning":"r"}`)
	f.Add(`{"approval_id":"a","action":"deny","confidence":1e-1,"reasoning":"\u2028"}`)
	f.Add(`{"approval_id":"a","approval_id":"b"}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		id, action, confidence, err := callback.ReadVerdict(text)
		if err != nil {
			return
		}
		require.NotEmpty(t, id)
		require.Contains(t, []string{"approve", "deny", "escalate"}, action)
		require.True(t, confidence >= 0 && confidence <= 1)
	})
}
