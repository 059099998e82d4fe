package mesh

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/internal/httpretry"
)

// Client sends requests to one mesh. It is safe for concurrent use.
//
// A GET that fails in passing is repeated within its timeout; anything that
// changes the mesh is sent once. Errors carry a cause for [decision.CauseOf]:
// unavailable, timeout or unreadable. They hold no token and no parameter.
type Client struct {
	base        *url.URL
	agentID     string
	adminToken  string
	http        *httpretry.Client
	log         *slog.Logger
	now         func() time.Time
	timeout     time.Duration
	listTimeout time.Duration

	skipped atomic.Int64 // the most elements of one list that could not be read
}

// URL returns the address of the mesh.
func (c *Client) URL() string { return c.base.String() }

// Resolver returns the name under which decisions are sent:
// "supervisor:<agent id>". A mesh takes every name without such a prefix for a
// person's, whose approvals it then repeats by itself.
func (c *Client) Resolver() string { return "supervisor:" + c.agentID }

// CloseIdleConnections closes connections that no request uses.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// request is one exchange with the mesh.
type request struct {
	op     string // for errors
	method string // empty: GET
	path   []string
	query  url.Values
	body   any  // marshalled as JSON; nil: none
	open   bool // not a control plane route: the admin token stays at home
	limit  int64
}

// do sends a request and hands the body of a success to read. The context
// bounds both; the body is read up to the request's limit.
func (c *Client) do(ctx context.Context, r request, read func(io.Reader) error) error {
	req, err := c.build(ctx, r)
	if err != nil {
		return fmt.Errorf("mesh %s: %w", r.op, err)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return c.transportError(r.op, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		const maxErrorBytes = 4 << 10
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
		return c.statusError(r.op, resp, body)
	}
	if page, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); page == "text/html" {
		return unreadable(r.op, "%s answered with a web page: check mesh.url", c.base)
	}
	body := &limitedBody{in: resp.Body, left: r.limit}
	return c.readError(r.op, body, read(body))
}

// readError tells a body that broke off from one that is no JSON.
func (c *Client) readError(op string, body *limitedBody, err error) error {
	switch {
	case err == nil:
		return nil
	case body.err != nil && errors.Is(body.err, httpretry.ErrTooLarge):
		return unreadable(op, "%w", body.err)
	case body.err != nil:
		return c.transportError(op, body.err)
	}
	return unreadable(op, "%s gave an answer that is not the expected json: %w", c.base, err)
}

func (c *Client) build(ctx context.Context, r request) (*http.Request, error) {
	var body io.Reader
	if r.body != nil {
		data, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
	method := r.method
	if method == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, c.address(r), body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Authorization", "Bearer "+c.bearer(r))
	return req, nil
}

func (c *Client) bearer(r request) string {
	if c.adminToken != "" && !r.open {
		return c.adminToken
	}
	return "agent:" + c.agentID
}

func (c *Client) address(r request) string {
	var b strings.Builder
	b.WriteString(c.base.String())
	for _, part := range r.path {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(part))
	}
	if len(r.query) > 0 {
		b.WriteByte('?')
		b.WriteString(r.query.Encode())
	}
	return b.String()
}

var errMalformed = errors.New("malformed")

// getJSON sends a request and reads its answer, of at most MaxAnswerBytes, into out.
func (c *Client) getJSON(ctx context.Context, r request, out any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	r.limit = MaxAnswerBytes
	return c.do(ctx, r, func(body io.Reader) error {
		data, err := io.ReadAll(body)
		if err != nil {
			return err
		}
		if json.Unmarshal(data, out) != nil {
			return errMalformed // the library's own error may quote the answer
		}
		return nil
	})
}

// limitedBody ends in an error, not in the end of file that would make a cut
// answer look whole. It keeps the error, so that a reader which wraps it badly
// does not matter.
type limitedBody struct {
	in   io.Reader
	left int64
	err  error
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.in.Read(p)
	if int64(n) > b.left {
		n = int(b.left)
		err = fmt.Errorf("%w: the rest is not read", httpretry.ErrTooLarge)
	}
	b.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}
