package callback_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/provider/callback"
	"github.com/flux7-go/supervisor/provider/providertest"
)

// TestConformance has a reviewer that answers everything as it is told. What can
// fail is only that it is slow: there is no wire to another service.
func TestConformance(t *testing.T) {
	providertest.Run(t, providertest.Harness{
		Without: []providertest.Fault{
			providertest.FaultDown, providertest.FaultRedirect, providertest.FaultBadRequest, providertest.FaultUnauthorized,
			providertest.FaultPayment, providertest.FaultForbidden, providertest.FaultNotFound, providertest.FaultRateLimit,
			providertest.FaultServerError, providertest.FaultUnavailable, providertest.FaultOverloaded, providertest.FaultHTML,
			providertest.FaultCut, providertest.FaultHuge, providertest.FaultNaN, providertest.FaultMissing, providertest.FaultRefusal,
		},
		Start: func(t *testing.T, told providertest.Told) providertest.Subject {
			d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
			r := d.connect(t, "claude")
			var mu sync.Mutex
			var sent strings.Builder
			working, stop := context.WithCancel(t.Context())
			var work sync.WaitGroup
			t.Cleanup(func() { stop(); work.Wait() })
			if told.Fault != providertest.FaultSlow {
				work.Go(func() {
					r.work(working, told.Action.String(), func(text string) { mu.Lock(); sent.WriteString(text); mu.Unlock() })
				})
			}
			return providertest.Subject{Provider: d.provider, Sent: func() string { mu.Lock(); defer mu.Unlock(); return sent.String() }}
		},
	})
}

// work answers everything with one action until ctx ends, and reads each call
// twice: as it is listed, and its resource.
func (r reviewer) work(ctx context.Context, action string, saw func(string)) {
	for ctx.Err() == nil {
		res, err := r.CallTool(ctx, &mcp.CallToolParams{Name: "sup7_pending", Arguments: map[string]any{"wait_seconds": 20}})
		if err != nil {
			return
		}
		text := res.Content[0].(*mcp.TextContent).Text
		saw(text)
		for _, c := range decodeList(r.t, text) {
			if detail, err := r.ReadResource(ctx, read(c.ID)); err == nil {
				saw(detail.Contents[0].Text)
			}
			_, err := r.CallTool(ctx, &mcp.CallToolParams{Name: "sup7_verdict", Arguments: map[string]any{
				"approval_id": c.ID, "action": action, "confidence": 0.95, "reasoning": "looked at " + text,
			}})
			if err != nil {
				return
			}
		}
	}
}

func TestAPanicEndsItsRequestOnly(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	log := slog.New(slog.NewTextHandler(&logged, nil))
	handler := callback.Recovered(log)(func(context.Context, string, mcp.Request) (mcp.Result, error) {
		panic(errors.New("a secret"))
	})
	_, err := handler(t.Context(), "tools/call", nil)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "secret")
	assert.NotContains(t, logged.String(), "a secret")
	assert.Contains(t, logged.String(), "tools/call")
}
