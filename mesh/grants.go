package mesh

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// GrantRequest asks for a grant: for a while, the agent's calls of the tools
// run without asking.
type GrantRequest struct {
	Agent    string        // a glob; required
	Tools    string        // a glob; required. Every parameter passes, flagged ones too.
	Duration time.Duration // required, more than zero

	// ApprovalID and TraceID name the approval that the grant follows from.
	// Older meshes ignore them.
	ApprovalID string
	TraceID    string
}

// CreateGrant creates a grant. It is sent once: after an unclear error look at
// [Client.Grants].
func (c *Client) CreateGrant(ctx context.Context, g GrantRequest) (decision.Grant, error) {
	if g.Agent == "" || g.Tools == "" || g.Duration <= 0 {
		return decision.Grant{}, decision.Errorf(decision.CauseInvalid,
			"mesh grant: agent, tools and a duration of more than zero are needed")
	}
	body := struct {
		Agent      string `json:"agent"`
		Tools      string `json:"tools"`
		Duration   string `json:"duration"`
		ApprovalID string `json:"approval_id,omitempty"`
		TraceID    string `json:"trace_id,omitempty"`
	}{g.Agent, g.Tools, g.Duration.String(), g.ApprovalID, g.TraceID}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var grant decision.Grant
	r := request{op: "grant", method: http.MethodPost, path: []string{"grants"}, body: body, limit: MaxAnswerBytes}
	err := c.do(ctx, r, func(body io.Reader) error {
		raw, err := io.ReadAll(body)
		if err != nil {
			return err
		}
		if grant, err = readGrant(raw); err == nil && grant.ID == "" {
			err = errors.New("a grant without an id")
		}
		return err
	})
	return grant, err
}

// Grants returns the grants in force.
func (c *Client) Grants(ctx context.Context) ([]decision.Grant, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var list []decision.Grant
	r := request{op: "grants", path: []string{"grants"}, limit: MaxAnswerBytes}
	err := c.do(ctx, r, func(body io.Reader) (err error) {
		list, err = readGrants(body)
		return err
	})
	return list, err
}

// RevokeGrant ends a grant. The id must be whole: a mesh takes a shortened one
// for a prefix. [IsNotFound] tells that there is no such grant any more.
func (c *Client) RevokeGrant(ctx context.Context, id string) error {
	if err := checkID("revoke", id); err != nil {
		return err
	}
	var answer struct {
		Status string `json:"status"`
	}
	r := request{op: "revoke", method: http.MethodDelete, path: []string{"grants", id}}
	if err := c.getJSON(ctx, r, &answer); err != nil {
		return err
	}
	if answer.Status != "revoked" {
		return unreadable("revoke", "the mesh did not confirm it")
	}
	return nil
}
