package callback_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
)

// hang ends a test that would never end.
const hang = time.Minute

// desk is a server with its one provider.
type desk struct {
	*callback.Server
	provider *callback.Provider
}

func newDesk(t *testing.T, o callback.Options, p callback.ProviderOptions) desk {
	t.Helper()
	s, err := callback.New(o)
	require.NoError(t, err)
	provider, err := s.Provider(p)
	require.NoError(t, err)
	return desk{s, provider}
}

// reviewer is an MCP client.
type reviewer struct {
	t *testing.T
	*mcp.ClientSession
}

// connect serves a reviewer in memory until the test ends, or until it hangs up.
func (d desk) connect(t *testing.T, name string) reviewer {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(t.Context(), name, ours) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = session.Close() // also after it hung up
		assert.NoError(t, <-ended)
	})
	return reviewer{t, session}
}

// listed is a call as a reviewer sees it.
type listed struct {
	ID            string           `json:"id"`
	Agent         string           `json:"agent_id"`
	Tool          string           `json:"tool"`
	Params        map[string]any   `json:"params"`
	PolicyRule    string           `json:"policy_rule"`
	InjectionRisk bool             `json:"injection_risk"`
	RecentTraces  []map[string]any `json:"recent_traces"`
	ActiveGrants  []map[string]any `json:"active_grants"`
}

// call uses a tool and returns its text.
func (r reviewer) call(tool string, args map[string]any) (text string, failed bool) {
	r.t.Helper()
	res, err := r.CallTool(r.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(r.t, err)
	require.NotEmpty(r.t, res.Content)
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

// pending lists what waits, and waits for a call that is new.
func (r reviewer) pending(args map[string]any) (list []listed) {
	r.t.Helper()
	text, failed := r.call("sup7_pending", args)
	require.False(r.t, failed, text)
	require.NoError(r.t, json.Unmarshal([]byte(text), &list))
	return list
}

// next waits for a call that is new, however long it takes to come.
func (r reviewer) next() listed {
	r.t.Helper()
	for range 10 {
		if list := r.pending(map[string]any{"wait_seconds": 20}); len(list) > 0 {
			return list[0]
		}
	}
	require.Fail(r.t, "no call comes")
	return listed{}
}

func (r reviewer) verdict(id, action string, confidence any) (text string, failed bool) {
	r.t.Helper()
	return r.call("sup7_verdict", map[string]any{"approval_id": id, "action": action, "confidence": confidence, "reasoning": "looked at it"})
}

// judged is what became of a call.
type judged struct {
	verdict decision.Verdict
	err     error
}

// judge has a call judged in the background.
func (d desk) judge(ctx context.Context, c *decision.Call) <-chan judged {
	result := make(chan judged, 1)
	go func() {
		v, err := d.provider.Judge(ctx, c)
		result <- judged{v, err}
	}()
	return result
}

// write returns a call that the analysis sees whole.
func write(id string) *decision.Call {
	return seen(decision.Call{ID: id, Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/srv/app/a.txt", "content": "hello"}})
}

func seen(c decision.Call) *decision.Call {
	return c.WithAnalyzer(decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Creates, Target: "/srv/app/a.txt", Zone: decision.ZoneProject}}}
	}))
}

func decodeList(t *testing.T, text string) (list []listed) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &list))
	return list
}
