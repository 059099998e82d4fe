package operator

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor/decision"
)

// describe gives an error its cause. Of what the mesh says a part is quoted.
func (s *session) describe(what string, err error) error {
	var answered *jsonrpc.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return decision.Errorf(decision.CauseTimeout, "mesh mcp %s: no answer from %s in time: %w", what, s.endpoint, context.DeadlineExceeded)
	case errors.Is(err, context.Canceled):
		return decision.Errorf(decision.CauseUnavailable, "mesh mcp %s: %w", what, context.Canceled)
	case errors.Is(err, mcp.ErrSessionMissing): // its text holds the session
		return decision.Errorf(decision.CauseUnavailable, "mesh mcp %s: the mesh no longer knows the session", what)
	case errors.As(err, &answered) && answered.Code == jsonrpc.CodeMethodNotFound:
		return decision.Errorf(decision.CauseUnavailable,
			"mesh mcp %s: the mesh does not take %q for an operator: add it to supervisor.supervisor_agents", what, s.agentID)
	case errors.As(err, &answered):
		return &refusal{answered.Code, decision.Errorf(decision.CauseUnreadable, "mesh mcp %s: error %d: %s", what, answered.Code, quote(answered.Message))}
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
