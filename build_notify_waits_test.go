package supervisor_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// TestNobodyIsToldOfACallThatAPersonSettledMeanwhile has a receiver that takes its
// time over the first message. The second call is settled before its turn comes.
func TestNobodyIsToldOfACallThatAPersonSettledMeanwhile(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}, 10), make(chan struct{})
	var mu sync.Mutex
	told := map[string]bool{} // approvals
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		mu.Lock()
		told[approvalOf(t, body)] = true
		mu.Unlock()
		entered <- struct{}{}
		<-leave
	}))
	defer receiver.Close()
	s, err := supervisor.Build(notifying(t, receiver.URL, ""), supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	ask := func(n int) string {
		return evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "ask", Params: map[string]any{"n": n}}).Approval
	}
	first := ask(1)
	<-entered // it hangs
	settled, third := ask(2), ask(3)
	require.NoError(t, s.Approvals().Resolve(t.Context(), settled, supervisor.Resolution{Status: supervisor.ApprovalDenied, By: "person:ann"}))
	close(leave)
	require.NoError(t, s.Close(t.Context()))
	assert.Equal(t, map[string]bool{first: true, third: true}, told)
}

func approvalOf(t *testing.T, body []byte) string {
	t.Helper()
	var message struct {
		Data struct {
			Approval string `json:"approval_id"`
		}
	}
	assert.NoError(t, json.Unmarshal(body, &message))
	return message.Data.Approval
}

// unwell is a receiver that answers 503 until it is well.
type unwell struct {
	mu     sync.Mutex
	well   bool
	bodies []string
}

func (u *unwell) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.bodies = append(u.bodies, string(body))
	resp := &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody}
	if u.well {
		resp.StatusCode = http.StatusOK
	}
	return resp, err
}

// recover makes it well, and returns what it was sent until then.
func (u *unwell) recover() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.well = true
	return append([]string(nil), u.bodies...)
}

func TestNobodyIsToldOfACallWhoseTimeIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		receiver := &unwell{}
		cfg := notifying(t, "https://hooks.example/x", "")
		cfg.Approvals.Timeout = time.Second
		s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, HTTPClient: &http.Client{Transport: receiver}})
		require.NoError(t, err)
		left := evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "ask"})
		r, err := s.Wait(t.Context(), left.Approval)
		require.NoError(t, err)
		require.Equal(t, supervisor.ApprovalTimeout, r.Status)
		synctest.Wait() // the desk records it
		before := receiver.recover()
		require.NotEmpty(t, before, "it was tried")
		time.Sleep(time.Hour) // of the bubble
		assert.Len(t, receiver.recover(), len(before))
		require.NoError(t, s.Close(t.Context()))
	})
}
