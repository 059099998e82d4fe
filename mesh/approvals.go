package mesh

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/httpretry"
	"github.com/flux7-go/supervisor/mesh/internal/jsonsplit"
)

// List returns the pending approvals whose tool matches a glob, as the mesh
// orders them: newest first. In the glob * does not cross a slash; an empty
// glob matches every tool, and to a mesh a malformed one matches none.
//
// An approval that can be named but not read has its Fault set; one that cannot
// even be named is left out, and logged. What was read before an error is
// returned with it: of a list over [MaxListBytes] or [MaxListed], or one that
// broke off.
func (c *Client) List(ctx context.Context, toolGlob string) ([]View, error) {
	views, err := c.list(ctx, toolGlob, func(string) bool { return false })
	for i := range views {
		if views[i].Deferred && views[i].Fault == "" {
			views[i].Deferred = false
			views[i].Fault = "the list holds too many values: read the approval by itself"
		}
	}
	return views, err
}

// list is List without the parameters of known approvals, and without those
// for which a list has no room.
func (c *Client) list(ctx context.Context, toolGlob string, known func(id string) bool) ([]View, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTimeout)
	defer cancel()
	query := url.Values{"status": {string(StatusPending)}}
	if toolGlob != "" {
		query.Set("tool", toolGlob)
	}
	var views []View
	var skipped int64
	r := request{op: "list", path: []string{"approvals"}, query: query, limit: MaxListBytes}
	err := c.do(ctx, r, func(body io.Reader) (err error) {
		views, skipped, err = readList(body, known)
		return err
	})
	c.warnOfSkipped(skipped)
	return views, err
}

// warnOfSkipped logs when more approvals cannot be read than ever before, not
// with every poll.
func (c *Client) warnOfSkipped(n int64) {
	for most := c.skipped.Load(); n > most; most = c.skipped.Load() {
		if c.skipped.CompareAndSwap(most, n) {
			c.log.Warn("the mesh lists approvals that cannot be read; they stay pending", "count", n)
			return
		}
	}
}

func readList(body io.Reader, known func(id string) bool) (views []View, skipped int64, err error) {
	room := maxListValues
	err = jsonsplit.Array(body, MaxViewBytes, func(raw []byte, whole bool) error {
		view, err := readView(raw, whole, func(id string) bool {
			if known(id) {
				return true
			}
			// No fewer than there are values; text counts too.
			values := bytes.Count(raw, []byte{','}) + bytes.Count(raw, []byte{':'})
			if values > room {
				return true
			}
			room -= values
			return false
		})
		if err != nil {
			skipped++
			return nil
		}
		if len(views) == MaxListed {
			return fmt.Errorf("the list holds more than %d approvals", MaxListed)
		}
		views = append(views, view)
		return nil
	})
	return views, skipped, err
}

// Get returns one approval with its context. The id must be whole: a mesh
// takes a shortened one for a prefix, so the id of the answer is compared.
func (c *Client) Get(ctx context.Context, id string) (Detail, error) {
	detail, err := c.get(ctx, id)
	if err == nil && detail.ID != id {
		return Detail{}, unreadable("get", "the mesh answered with another approval than the one asked for")
	}
	return detail, err
}

// MinPrefix is the least that [Client.Find] takes: what a mesh shows of an id
// to people and over MCP.
const MinPrefix = 8

// Find returns the approval whose id begins with a prefix of at least
// [MinPrefix] characters. When there are several the mesh names none of them:
// [IsNotFound].
func (c *Client) Find(ctx context.Context, prefix string) (Detail, error) {
	if len(prefix) < MinPrefix {
		return Detail{}, decision.Errorf(decision.CauseInvalid, "mesh get: the beginning of an id must have %d characters", MinPrefix)
	}
	detail, err := c.get(ctx, prefix)
	if err == nil && !strings.HasPrefix(detail.ID, prefix) {
		return Detail{}, unreadable("get", "the mesh answered with another approval than the one asked for")
	}
	return detail, err
}

func (c *Client) get(ctx context.Context, id string) (Detail, error) {
	if err := checkID("get", id); err != nil {
		return Detail{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var detail Detail
	r := request{op: "get", path: []string{"approvals", id}, limit: MaxDetailBytes}
	err := c.do(ctx, r, func(body io.Reader) error {
		raw, err := io.ReadAll(body)
		if err != nil {
			return err
		}
		detail, err = readDetail(raw)
		return err
	})
	switch {
	case errors.Is(err, httpretry.ErrTooLarge):
		return Detail{}, decision.Errorf(decision.CauseInvalid, "mesh get: the detail is larger than %d bytes", MaxDetailBytes)
	case err != nil:
		return Detail{}, err
	}
	return detail, nil
}

// Resolution is what is said with an approve or a deny. The mesh stores it,
// shows it to people, and searches it later: it must hold nothing that an
// agent wrote.
type Resolution struct {
	ResolvedBy string  // use [Client.Resolver]; empty: the mesh writes the sender's address, as for a person
	Reasoning  string  // one line
	Confidence float64 // 0 to 1; zero and less are not sent
}

// Approve lets a waiting call run. It returns when the mesh has taken the
// approval, not when the tool is done. [IsResolved] and [IsNotFound] tell that
// there was nothing left to approve. After any other error the approval may
// have arrived all the same: read it with [Client.Get] before sending again.
func (c *Client) Approve(ctx context.Context, id string, r Resolution) error {
	return c.resolve(ctx, "approve", StatusApproved, id, r)
}

// Deny refuses a waiting call. See [Client.Approve] for the errors.
func (c *Client) Deny(ctx context.Context, id string, r Resolution) error {
	return c.resolve(ctx, "deny", StatusDenied, id, r)
}

func (c *Client) resolve(ctx context.Context, op string, want Status, id string, r Resolution) error {
	if err := checkID(op, id); err != nil {
		return err
	}
	body := struct {
		ResolvedBy string  `json:"resolved_by,omitempty"`
		Reasoning  string  `json:"reasoning,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
	}{r.ResolvedBy, r.Reasoning, 0}
	if r.Confidence > 0 { // false for a NaN, which is no JSON
		body.Confidence = min(r.Confidence, 1)
	}
	var answer struct {
		Status Status `json:"status"`
	}
	send := request{op: op, method: http.MethodPost, path: []string{"approvals", id, op}, body: body}
	if err := c.getJSON(ctx, send, &answer); err != nil {
		return err
	}
	if answer.Status != want {
		return unreadable(op, "the mesh did not confirm it")
	}
	return nil
}
