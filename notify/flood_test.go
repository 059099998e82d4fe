package notify_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

// wire answers requests within a bubble, where no network is.
type wire struct {
	mu      sync.Mutex
	answers []*http.Response // the last one ever after; none: 200
	bodies  []string
	times   []time.Time
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bodies, w.times = append(w.bodies, string(body)), append(w.times, time.Now())
	answer := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}}
	if len(w.answers) > 0 {
		answer = w.answers[min(len(w.bodies), len(w.answers))-1]
	}
	answer.Body = io.NopCloser(strings.NewReader("ok"))
	return answer, nil
}

func (w *wire) sent() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.bodies...)
}

func overWire(t *testing.T, w *wire, log *bytes.Buffer) *notify.Webhook {
	t.Helper()
	hook, err := notify.NewWebhook(notify.Options{
		URL: "https://hooks.example.com/x", PerMinute: 30, HTTPClient: &http.Client{Transport: w},
		Logger: slog.New(slog.NewTextHandler(log, nil)), Link: func(decision.Event) string { return "https://sup7.example.com/" },
	})
	require.NoError(t, err)
	return hook
}

// flood leaves many calls to a person at once.
func flood(t *testing.T, hook *notify.Webhook, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		require.NoError(t, hook.Record(t.Context(), escalated(strconv.Itoa(i))))
	}
}

func status(code int, retryAfter string) *http.Response {
	h := http.Header{}
	if retryAfter != "" {
		h.Set("Retry-After", retryAfter)
	}
	return &http.Response{StatusCode: code, Header: h}
}

func TestAFloodIsToldTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net, log := &wire{}, &bytes.Buffer{}
		hook := overWire(t, net, log)
		flood(t, hook, 0, 1000)
		assert.Len(t, net.sent(), 10, "the first few are told one by one")
		assert.Contains(t, log.String(), "withheld=1")

		time.Sleep(time.Minute) // of the bubble
		got := net.sent()
		require.Len(t, got, 11)
		assert.Contains(t, got[10], `"type":"toolcall.withheld"`)
		assert.Equal(t, map[string]any{"withheld": 990., "link": "https://sup7.example.com/"}, data(t, []byte(got[10])))

		flood(t, hook, 0, 1000)
		assert.Len(t, net.sent(), 11, "of each call people were told")
		flood(t, hook, 1000, 1001)
		assert.NotContains(t, net.sent()[11], "withheld", "it is told once how many there were")
		require.NoError(t, hook.Close(t.Context()))
	})
}

func TestAFloodIsToldTogetherInAChat(t *testing.T) {
	t.Parallel()
	net := &wire{}
	hook, err := notify.NewWebhook(notify.Options{URL: "https://hooks.slack.com/x", HTTPClient: client(net), Now: func() time.Time { return now }})
	require.NoError(t, err)
	flood(t, hook, 0, 17)
	require.NoError(t, hook.Close(t.Context()))
	got := net.sent()
	require.Len(t, got, 11)
	assert.Contains(t, got[10], "*7 calls wait for a person.*")
}

func TestTheNextMessageTellsOfAFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{}
		hook := overWire(t, net, &bytes.Buffer{})
		flood(t, hook, 0, 15)
		time.Sleep(2 * time.Second) // of the bubble: room for one
		flood(t, hook, 15, 17)
		got := net.sent()
		require.Len(t, got, 11)
		assert.Equal(t, 5., data(t, []byte(got[10]))["withheld"])
		require.NoError(t, hook.Close(t.Context()))
		got = net.sent()
		require.Len(t, got, 12, "the last one is told when the webhook is closed")
		assert.Equal(t, 1., data(t, []byte(got[11]))["withheld"])
		require.NoError(t, hook.Close(t.Context()))
		assert.Len(t, net.sent(), 12)
	})
}

func TestASummaryIsTriedAgainAndGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{}
		for range 10 {
			net.answers = append(net.answers, status(200, ""))
		}
		net.answers = append(net.answers, status(500, ""))
		hook := overWire(t, net, &bytes.Buffer{})
		flood(t, hook, 0, 12)
		time.Sleep(time.Hour) // of the bubble
		assert.Len(t, net.sent(), 10+8)
		err := hook.Close(t.Context())
		require.ErrorContains(t, err, "not told")
		assert.NotContains(t, err.Error(), "hooks.example.com")
	})
}

func TestRetryAfterIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{answers: []*http.Response{status(429, "60"), status(200, "")}}
		hook := overWire(t, net, &bytes.Buffer{})
		require.Error(t, hook.Record(t.Context(), escalated("1")))
		started := time.Now()

		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		err := hook.Record(ctx, escalated("1"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "left alone")
		assert.Len(t, net.sent(), 1, "nothing is sent before it is over")

		require.NoError(t, hook.Record(t.Context(), escalated("1")))
		assert.Equal(t, time.Minute, net.times[1].Sub(started))
		require.NoError(t, hook.Close(t.Context()))
	})
}

func TestRetryAfterIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{answers: []*http.Response{status(503, "86400"), status(200, "")}}
		hook := overWire(t, net, &bytes.Buffer{})
		require.Error(t, hook.Record(t.Context(), escalated("1")))
		require.NoError(t, hook.Record(t.Context(), escalated("1")))
		assert.Equal(t, 15*time.Minute, net.times[1].Sub(net.times[0]))
		require.NoError(t, hook.Close(t.Context()))
	})
}

func TestATryAgainIsNotCountedAsAnotherMessage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{answers: []*http.Response{status(500, "")}}
		hook := overWire(t, net, &bytes.Buffer{})
		for range 50 {
			require.Error(t, hook.Record(t.Context(), escalated("1")))
		}
		assert.Len(t, net.sent(), 50)
		require.NoError(t, hook.Close(t.Context()))
	})
}

func client(w *wire) *http.Client { return &http.Client{Transport: w} }
