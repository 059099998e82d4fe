package adminhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// Limits of POST /evaluate/batch.
const (
	maxBatch      = 100     // calls
	maxBatchBytes = 4 << 20 // of all of them
	batchWidth    = 8       // calls of one batch that are judged at once
)

// evaluateBatch judges several calls, each by itself. A call that cannot be
// judged has an error in its place, and the others are judged all the same.
func (h *Handler) evaluateBatch(w http.ResponseWriter, r *http.Request) error {
	body, err := h.readCalls(w, r, maxBatchBytes)
	if err != nil {
		return err
	}
	calls, err := parseBatch(body)
	if err != nil {
		return err
	}
	ctx, cancel, err := withTimeout(r)
	if err != nil {
		return err
	}
	defer cancel()
	return h.once(ctx, w, r, body, func([]byte) ([]byte, error) {
		answers := h.judgeAll(ctx, calls)
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return json.Marshal(map[string]any{"decisions": answers})
	})
}

// parseBatch takes a batch apart: an object with "calls" alone. What the calls
// say is looked at one by one.
func parseBatch(body []byte) ([]json.RawMessage, error) {
	malformed := fail(http.StatusBadRequest, `the batch must be {"calls": [...]}, with at most %d calls`, maxBatch)
	d := json.NewDecoder(bytes.NewReader(body))
	for _, want := range []json.Token{json.Delim('{'), "calls"} {
		if t, err := d.Token(); err != nil || t != want {
			return nil, malformed
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, malformed
	}
	var calls []json.RawMessage
	for d.More() {
		var call json.RawMessage
		if err := d.Decode(&call); err != nil || len(calls) == maxBatch {
			return nil, malformed
		}
		calls = append(calls, call)
	}
	for _, want := range []json.Token{json.Delim(']'), json.Delim('}')} {
		if t, err := d.Token(); err != nil || t != want {
			return nil, malformed
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, malformed
	}
	return calls, nil
}

// judgeAll returns a decision or an error for each call, in their order. Of
// several calls with one id the first is judged.
func (h *Handler) judgeAll(ctx context.Context, calls []json.RawMessage) []any {
	answers := make([]any, len(calls))
	turn := make(chan struct{}, batchWidth)
	earlier := map[string]bool{}
	var all sync.WaitGroup
	for i, text := range calls {
		call, err := decision.ParseCall(text)
		if err == nil && earlier[call.ID] {
			err = errSameID
		}
		if err != nil {
			answers[i] = inPlace(refusedCall(err))
			continue
		}
		earlier[call.ID] = call.ID != ""
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			answers[i] = h.judgeOne(ctx, call)
		})
	}
	all.Wait()
	return answers
}

// judgeOne returns a decision, or what stands in its place. It is on a goroutine
// of its own, so that a panic has to end here.
func (h *Handler) judgeOne(ctx context.Context, call supervisor.Call) (answer any) {
	defer func() {
		if p := recover(); p != nil {
			h.logPanic(ctx, "/evaluate/batch", p)
			answer = inPlace(errInternal)
		}
	}()
	d, err := h.judge(ctx, call)
	if err == nil {
		return d
	}
	return inPlace(err)
}

// inPlace is an error in the place of a decision.
func inPlace(err error) any {
	var f *failure
	if !errors.As(err, &f) {
		f = errInternal
	}
	return map[string]any{"error": f.text, "status": f.status}
}
