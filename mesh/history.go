package mesh

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"strconv"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh/internal/jsonsplit"
)

const (
	maxTraces = 1000 // of one answer; a mesh sends at most a hundred
	maxGrants = 10_000
)

var errTooMany = errors.New("too many elements")

// Traces returns what an agent did, newest first, at most a hundred calls.
// Agent and tool match exactly; an empty one matches all.
func (c *Client) Traces(ctx context.Context, agent, tool string) ([]decision.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTimeout)
	defer cancel()
	query := url.Values{}
	if agent != "" {
		query.Set("agent", agent)
	}
	if tool != "" {
		query.Set("tool", tool)
	}
	var list []decision.Trace
	r := request{op: "traces", path: []string{"traces"}, query: query, limit: MaxListBytes}
	err := c.do(ctx, r, func(body io.Reader) (err error) {
		list, err = readTraces(body)
		return err
	})
	return list, err
}

// Chain is the way that led to a call: the decision, and the grants and
// approvals before it.
type Chain struct {
	TraceID string
	Length  int              // of the whole chain, which may be longer than Traces
	Traces  []decision.Trace // oldest first
}

// Why returns the chain that ends in a trace, at most depth links of it, at
// most 50 and by default 10. A mesh from before this route answers 404.
func (c *Client) Why(ctx context.Context, traceID string, depth int) (Chain, error) {
	if err := checkID("why", traceID); err != nil {
		return Chain{}, err
	}
	const defaultDepth, maxDepth = 10, 50
	if depth <= 0 {
		depth = defaultDepth
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	r := request{
		op: "why", path: []string{"traces", traceID, "why"}, limit: MaxDetailBytes,
		query: url.Values{"depth": {strconv.Itoa(min(depth, maxDepth))}},
	}
	var chain Chain
	err := c.do(ctx, r, func(body io.Reader) (err error) {
		chain, err = readChain(body)
		return err
	})
	return chain, err
}

func readChain(body io.Reader) (Chain, error) {
	raw, err := io.ReadAll(body)
	if err != nil {
		return Chain{}, err
	}
	members, err := jsonsplit.Object(raw)
	if err != nil {
		return Chain{}, err
	}
	f := fields{members: members}
	if _, ok := f.present("chain"); !ok {
		return Chain{}, errors.New("no chain")
	}
	list, err := f.traces("chain")
	return Chain{TraceID: f.text("trace_id"), Length: int(f.number("chain_length")), Traces: list}, err
}

func (f *fields) traces(name string) ([]decision.Trace, error) {
	raw, ok := f.present(name)
	if !ok {
		return []decision.Trace{}, nil
	}
	return readTraces(bytes.NewReader(raw))
}

// readTraces reads a list of traces. An entry that is no object is left out; a
// part that cannot be read is empty.
func readTraces(r io.Reader) ([]decision.Trace, error) {
	list := []decision.Trace{}
	err := jsonsplit.Array(r, MaxViewBytes, func(raw []byte, _ bool) error {
		if len(list) == maxTraces {
			return errTooMany
		}
		members, err := jsonsplit.Object(raw)
		if errors.Is(err, jsonsplit.ErrNotObject) {
			return nil
		}
		f := fields{members: members}
		list = append(list, decision.Trace{
			TraceID: f.text("trace_id"), SessionID: f.text("session_id"),
			Tool: f.text("tool"), Params: f.params("params"),
			Policy: f.text("policy"), PolicyRule: f.text("policy_rule"),
			StatusCode: int(f.number("status_code")), Error: f.text("error"), Timestamp: f.time("timestamp"),
			ApprovalID: f.text("approval_id"), ApprovalStatus: f.text("approval_status"), ApprovedBy: f.text("approved_by"),
		})
		return nil
	})
	return list, err
}

func (f *fields) grants(name string) ([]decision.Grant, error) {
	raw, ok := f.present(name)
	if !ok {
		return []decision.Grant{}, nil
	}
	return readGrants(bytes.NewReader(raw))
}

// readGrants reads a list of grants, leaving out what is no object.
func readGrants(r io.Reader) ([]decision.Grant, error) {
	list := []decision.Grant{}
	err := jsonsplit.Array(r, MaxAnswerBytes, func(raw []byte, whole bool) error {
		if len(list) == maxGrants {
			return errTooMany
		}
		if grant, err := readGrant(raw); err == nil && whole {
			list = append(list, grant)
		}
		return nil
	})
	return list, err
}

func readGrant(raw []byte) (decision.Grant, error) {
	members, err := jsonsplit.Object(raw)
	f := fields{members: members}
	return decision.Grant{
		ID: f.text("id"), Agent: f.text("agent"), Tools: f.text("tools"),
		ExpiresAt: f.time("expires_at"), Remaining: f.text("remaining"), GrantedBy: f.text("granted_by"),
	}, err
}
