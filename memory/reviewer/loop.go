package reviewer

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// errRounds is how a review ends that wants to go on and on.
var errRounds = errors.New("the model still asked for tools in its last round")

// run is one review, as it goes.
type run struct {
	agent *Agent
	turn  Turn
	due   due

	calls int // tools that were asked for
	read  int // bytes of results
	tale  tale

	// abandoned is a model that has not returned although its time is over.
	abandoned sync.WaitGroup
}

// loop has the model ask for tools until it has said what it has to say.
func (r *run) loop(ctx context.Context) error {
	opening, err := r.opening()
	if err != nil {
		return err
	}
	p := decision.Prompt{
		System: system(r.due), Tools: toolSpecs(), MaxTokens: maxAnswerTokens,
		Messages: []decision.Message{{Role: decision.RoleUser, Text: opening}},
	}
	for r.tale.rounds < MaxRounds {
		r.tale.rounds++
		said, err := r.ask(ctx, p)
		if err != nil {
			return err
		}
		r.tale.heard(said)
		if len(said.ToolCalls) == 0 {
			r.tale.suggest(r.due, said)
			return nil
		}
		messages, err := r.answer(ctx, said)
		if err != nil {
			return err
		}
		p.Messages = append(p.Messages, messages...)
	}
	return errRounds
}

// ask asks the model, and does not wait for one that lets its deadline pass.
func (r *run) ask(ctx context.Context, p decision.Prompt) (said decision.Completion, err error) {
	type answer struct {
		said decision.Completion
		err  error
	}
	got := make(chan answer, 1)
	r.abandoned.Go(func() {
		var a answer
		a.err = safely(func() (err error) {
			a.said, err = r.agent.Model.Complete(ctx, p)
			return err
		})
		got <- a
	})
	select {
	case a := <-got:
		return a.said, a.err
	case <-ctx.Done():
		return said, ctx.Err()
	}
}

// answer runs what the model asked for. The messages are what it said, and one
// result for each request.
func (r *run) answer(ctx context.Context, said decision.Completion) ([]decision.Message, error) {
	// A message may ask for any number; each needs a result, so that those beyond
	// what can be run at all are not repeated.
	requests := said.ToolCalls[:min(len(said.ToolCalls), MaxToolCalls+1)]
	r.tale.unanswered += len(said.ToolCalls) - len(requests)
	own := decision.Message{Role: decision.RoleAssistant, Text: shortened(redact.Text(said.Text), maxTextBytes)}
	results := make([]decision.Message, 0, len(requests))
	for _, request := range requests {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, ok := r.tool(ctx, request, said.Cut)
		if len(request.Input) > MaxInputBytes {
			request.Input = []byte("{}")
		}
		request.Name = strings.ToValidUTF8(request.Name[:min(len(request.Name), maxNameBytes)], "")
		own.ToolCalls = append(own.ToolCalls, request)
		results = append(results, decision.Message{Role: decision.RoleTool, ToolCallID: request.ID, Text: text, ToolError: !ok})
	}
	return append([]decision.Message{own}, results...), nil
}
