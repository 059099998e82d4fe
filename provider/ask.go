package provider

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// A chain is no [decision.Asker] and no [decision.Completer] by type, since
// that depends on its links: who looks for the ability by type assertion must
// not find it in a chain of which no link has it.

// Asker returns the links that answer typed questions as one, in the order of
// the chain and with its breakers, limits and budget; false when there is none.
func (c *Chain) Asker() (decision.Asker, bool) {
	links := able[decision.Asker](c)
	return asker{c, links}, len(links) > 0
}

// Completer returns the links that complete conversations as one, in the order
// of the chain and with its breakers, limits and budget; false when there is
// none.
func (c *Chain) Completer() (decision.Completer, bool) {
	links := able[decision.Completer](c)
	return completer{c, links}, len(links) > 0
}

func able[A any](c *Chain) []*link {
	var links []*link
	for _, l := range c.links {
		if _, ok := l.Provider.(A); ok {
			links = append(links, l)
		}
	}
	return links
}

type asker struct {
	chain *Chain
	links []*link
}

func (a asker) Ask(ctx context.Context, set question.Set, state any) (question.Answers, error) {
	answers, _, err := walk(ctx, a.chain, a.links, func(l *link) (*group[question.Answers], request[question.Answers]) {
		return &group[question.Answers]{}, request[question.Answers]{run: func(ctx context.Context) (question.Answers, error) {
			return l.Provider.(decision.Asker).Ask(ctx, set, state)
		}}
	})
	return answers, err
}

type completer struct {
	chain *Chain
	links []*link
}

func (a completer) Complete(ctx context.Context, p decision.Prompt) (decision.Completion, error) {
	completion, _, err := walk(ctx, a.chain, a.links, func(l *link) (*group[decision.Completion], request[decision.Completion]) {
		return &group[decision.Completion]{}, request[decision.Completion]{run: func(ctx context.Context) (decision.Completion, error) {
			return l.Provider.(decision.Completer).Complete(ctx, p)
		}}
	})
	return completion, err
}
