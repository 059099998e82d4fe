package operator

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor/decision"
)

// saidBy returns the JSON-RPC error that the mesh answered with, or nil. The SDK
// has errors of that type too, for what happens on the way.
func saidBy(err error) *jsonrpc.Error {
	const first, last = -32005, -32001 // of the SDK
	var said *jsonrpc.Error
	if !errors.As(err, &said) || said.Code >= first && said.Code <= last {
		return nil
	}
	return said
}

// describe gives an error its cause. Of what the mesh says a part is quoted.
func (s *session) describe(what string, err error) error {
	said := saidBy(err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return decision.Errorf(decision.CauseTimeout, "mesh mcp %s: no answer from %s in time: %w", what, s.endpoint, context.DeadlineExceeded)
	case errors.Is(err, context.Canceled):
		return decision.Errorf(decision.CauseUnavailable, "mesh mcp %s: %w", what, context.Canceled)
	case errors.Is(err, mcp.ErrSessionMissing): // its text holds the session
		return decision.Errorf(decision.CauseUnavailable, "mesh mcp %s: the mesh no longer knows the session", what)
	case said != nil && said.Code == jsonrpc.CodeMethodNotFound:
		return decision.Errorf(decision.CauseUnavailable,
			"mesh mcp %s: the mesh does not take %q for an operator: add it to supervisor.supervisor_agents", what, s.agentID)
	case said != nil:
		return &refusal{said.Code, decision.Errorf(decision.CauseUnreadable, "mesh mcp %s: error %d: %s", what, said.Code, quote(said.Message))}
	}
	return decision.Errorf(decision.CauseUnavailable, "mesh mcp %s: %s", what, quote(err.Error()))
}

// refusal is a JSON-RPC error of the mesh.
type refusal struct {
	code int64
	err  *decision.Error
}

func (e *refusal) Error() string { return e.err.Error() }

func (e *refusal) Unwrap() error { return e.err }

// isBadParams reports that the mesh refused the arguments, as it does for an id
// that it does not know.
func isBadParams(err error) bool {
	var refused *refusal
	return errors.As(err, &refused) && refused.code == jsonrpc.CodeInvalidParams
}

// quote makes a foreign text fit for an error: short, and on one line.
func quote(text string) string {
	const maxQuoted = 200
	return fmt.Sprintf("%.*q", maxQuoted, text)
}
