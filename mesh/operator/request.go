package operator

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// with has f use a session. One that the mesh does not know is refused before
// anything is done: then f is called once more, in a new one. The SDK may say
// so of a session also to requests that were under way; with repeatable set that
// is no matter.
func (s *session) with(ctx context.Context, what string, repeatable bool, f func(*mcp.ClientSession) error) error {
	for again := true; ; again = false {
		current, err := s.open(ctx)
		if err != nil {
			return err
		}
		err = f(current.ClientSession)
		said := saidBy(err)
		unknown := said != nil && said.Code == jsonrpc.CodeInvalidRequest || repeatable && errors.Is(err, mcp.ErrSessionMissing)
		broken := err != nil && said == nil && ctx.Err() == nil // perhaps
		s.release(current, unknown || broken)
		if err == nil {
			return nil
		}
		if !unknown || !again {
			return s.describe(what, err)
		}
	}
}

// call calls a tool and returns the text of its result.
func (s *session) call(ctx context.Context, tool string, repeatable bool, arguments map[string]any) (text string, err error) {
	err = s.with(ctx, tool, repeatable, func(current *mcp.ClientSession) error {
		result, err := current.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			return err
		}
		var b strings.Builder
		for _, block := range result.Content {
			if t, ok := block.(*mcp.TextContent); ok {
				b.WriteString(t.Text)
			}
		}
		text = b.String()
		return nil
	})
	return text, err
}

// callOn calls a tool that must not be called twice, and goes on when ctx ends.
func (s *session) callOn(ctx context.Context, tool string, arguments map[string]any) (text string, err error) {
	type answer struct {
		text string
		err  error
	}
	done := make(chan answer, 1)
	if err := s.start(func() {
		ctx, cancel := context.WithTimeout(s.life, s.patience)
		defer cancel()
		text, err := s.call(ctx, tool, false, arguments)
		done <- answer{text, err}
	}); err != nil {
		return "", err
	}
	select {
	case a := <-done:
		return a.text, a.err
	case <-ctx.Done():
		return "", s.describe(tool, ctx.Err())
	}
}

// start runs f until the queue is closed, which waits for it.
func (s *session) start(f func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.running.Go(f)
	return nil
}

// hasTool reports whether tools/list shows a tool. A tool that it did not show
// is looked for once more.
func (s *session) hasTool(ctx context.Context, name string) (bool, error) {
	s.mu.Lock()
	known := s.tools[name]
	s.mu.Unlock()
	if known {
		return true, nil
	}
	var found map[string]bool
	err := s.with(ctx, "tools/list", true, func(current *mcp.ClientSession) error {
		found = map[string]bool{}
		for tool, err := range current.Tools(ctx, nil) {
			if err != nil {
				return err
			}
			if len(found) == MaxTools {
				break
			}
			found[tool.Name] = true
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	s.mu.Lock()
	s.tools = found
	s.mu.Unlock()
	return found[name], nil
}
