package reviewer

import (
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

// tale is what a review did.
type tale struct {
	model                     string
	rounds                    int
	inputTokens, outputTokens int
	read                      []string
	wrote                     []string
	suggestion                string
	refused, failed           []any
	unanswered                int // requests beyond all limits, not even refused one by one
	more                      int // entries that found no place in a list
}

func (t *tale) heard(said decision.Completion) {
	t.model = said.Model
	t.inputTokens += said.InputTokens
	t.outputTokens += said.OutputTokens
}

// suggest keeps what the model said of skills, where it was asked about them.
func (t *tale) suggest(d due, said decision.Completion) {
	text := strings.TrimSpace(clean(said.Text))
	if !d.skills || strings.EqualFold(strings.Trim(text, " .!\"*`\n"), "none") {
		return
	}
	t.suggestion = shortened(text, MaxSuggestionBytes)
}

// reads notes what was read, and returns err.
func (t *tale) reads(err error, what string) error {
	if err != nil {
		return err
	}
	if len(t.read) < maxListed {
		t.read = append(t.read, oneline.Clean(redact.Text(what), 2*maxNameBytes))
	} else {
		t.more++
	}
	return nil
}

func (t *tale) refuse(request decision.ToolRequest, reason string) {
	t.refused = t.note(t.refused, request, reason)
}

func (t *tale) fail(request decision.ToolRequest, reason string) {
	t.failed = t.note(t.failed, request, reason)
}

func (t *tale) note(list []any, request decision.ToolRequest, reason string) []any {
	if len(list) >= maxListed {
		t.more++
		return list
	}
	input := "[too long]"
	if len(request.Input) <= MaxInputBytes {
		input = withholding(nil).input(request.Input)
	}
	return append(list, map[string]any{
		"tool":  oneline.Clean(redact.Text(request.Name[:min(len(request.Name), maxNameBytes)]), maxNameBytes),
		"input": oneline.Clean(input, maxRecordedBytes), "reason": reason,
	})
}

// recorded is a text of an error, as it may be kept.
func recorded(text string) string { return oneline.Clean(redact.Text(text), maxRecordedBytes) }

// fields are those of the event.
func (t *tale) fields() map[string]any {
	fields := map[string]any{
		"model": oneline.Clean(redact.Text(t.model), maxNameBytes), "rounds": t.rounds,
		"input_tokens": t.inputTokens, "output_tokens": t.outputTokens,
		"read": texts(t.read), "wrote": texts(t.wrote), "suggestions": t.suggestion,
		"refused": append([]any{}, t.refused...), "failed": append([]any{}, t.failed...),
	}
	if n := t.unanswered + t.more; n > 0 {
		fields["left_out"] = n
	}
	return fields
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}

// ended tells how a review ended, and why if not as it should.
func ended(err error) (status, reason string) {
	switch {
	case err == nil:
		return "done", ""
	case errors.Is(err, errRounds):
		return "limit", recorded(err.Error())
	case errors.Is(err, errClosed):
		return "closed", recorded(err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout", "the review took too long"
	}
	return "error", recorded(string(decision.CauseOf(err)) + ": " + err.Error())
}

// record tells what became of a review. Errors are logged, and nothing more: a
// review is never anybody's way.
func (r *Reviewer) record(ctx context.Context, one *run, err error, began time.Time) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	status, reason := ended(err)
	if err != nil {
		r.log.WarnContext(ctx, "a review of a finished turn failed", "agent", one.turn.Agent, "status", status, "reason", reason)
	}
	now := r.now()
	why := []any{}
	if one.due.memory {
		why = append(why, "memory")
	}
	if one.due.skills {
		why = append(why, "skills")
	}
	fields := map[string]any{
		"agent_id": oneline.Clean(redact.Text(one.turn.Agent), maxNameBytes), "session_id": oneline.Clean(redact.Text(one.turn.Conversation), maxNameBytes),
		"review": why, "status": status, "reason": reason, "tool_calls": one.calls, "duration_ms": now.Sub(began).Milliseconds(),
	}
	maps.Copy(fields, one.tale.fields())
	e := decision.Event{Type: decision.EventTurnReview, Time: now, Fields: fields}
	if r.opts.Journal != nil {
		if err := safely(func() error { return r.opts.Journal.Append(ctx, e) }); err != nil {
			r.log.ErrorContext(ctx, "a review could not be journaled", "error", err)
		}
	}
	r.tell(ctx, e)
}

// tell offers an event to the sink.
func (r *Reviewer) tell(ctx context.Context, e decision.Event) {
	if r.opts.Sink == nil {
		return
	}
	if p, picks := r.opts.Sink.(decision.Picker); picks && !p.Wants(e) {
		return
	}
	r.telling.Lock()
	defer r.telling.Unlock()
	pause := sinkPause
	for try := 1; ; try++ {
		err := safely(func() error { return r.opts.Sink.Record(ctx, e) })
		if err == nil {
			return
		}
		if try == sinkTries || ctx.Err() != nil {
			r.log.ErrorContext(ctx, "a sink did not take a review", "tries", try, "error", err)
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		pause *= 2
	}
}
