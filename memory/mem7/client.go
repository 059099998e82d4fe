package mem7

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/httpretry"
)

// Limits of what is read from a flux7-memory; what is over is an error.
const (
	// MaxAnswerBytes bounds an answer that holds decisions: the most of them, each
	// of three kilobytes.
	MaxAnswerBytes = 32 << 20
	// maxReceiptBytes bounds every other answer.
	maxReceiptBytes = 64 << 10
)

// Client talks to a flux7-memory. It tries nothing twice. It is safe for
// concurrent use.
type Client struct {
	o    Options
	base *url.URL
	http *httpretry.Client
	ids  atomic.Int64
}

// NewClient returns a client. It sends nothing yet. The error names every fault
// of the options.
func NewClient(o Options) (*Client, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	base, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	if o.Token != "" && exposed(base) {
		o.Logger.Warn("the token of flux7-memory is sent unencrypted: use an https address", "url", base.String())
	}
	return &Client{o: o, base: base, http: httpretry.New(httpretry.Config{HTTPClient: o.HTTPClient, MaxAttempts: 1, Now: o.Now})}, nil
}

// URL is where the flux7-memory listens.
func (c *Client) URL() string { return c.base.String() }

// CloseIdleConnections closes connections that wait for a next request.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// Check asks whether flux7-memory is up and takes the token. Its health alone is
// open to everybody.
func (c *Client) Check(ctx context.Context) error {
	_, err := c.call(ctx, "memory_recall", recallArguments{Tags: c.o.Tags, Agent: c.o.AgentID, Limit: 1}, MaxAnswerBytes)
	return err
}

// store writes a fact. One of the same key is replaced.
func (c *Client) store(ctx context.Context, f fact) error {
	_, err := c.call(ctx, "memory_store", f, maxReceiptBytes)
	return err
}

type recallArguments struct {
	Tags  []string `json:"tags"`
	Agent string   `json:"agent"`
	Limit int      `json:"limit"`
}

// Recall returns the latest decisions of this supervisor, newest first, as many
// as limit says and no more than [MaxRecall]. What it does not know for a
// decision is left out. Whoever can write to flux7-memory can write what is
// returned here.
func (c *Client) Recall(ctx context.Context, limit int) ([]decision.Decision, error) {
	limit = min(limit, MaxRecall)
	text, err := c.call(ctx, "memory_recall", recallArguments{Tags: c.o.Tags, Agent: c.o.AgentID, Limit: limit}, MaxAnswerBytes)
	if err != nil {
		return nil, err
	}
	return newestFirst(parseRecall(text, c.o.AgentID), limit), nil
}

type request struct {
	Version string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  params `json:"params"`
}

type params struct {
	Name      string `json:"name"`
	Arguments any    `json:"arguments"`
}

// call calls a tool and returns the text that it answers. The timeout is that
// of the options, or that of ctx if it is shorter.
func (c *Client) call(ctx context.Context, tool string, arguments any, limit int64) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	id := c.ids.Add(1)
	body, err := json.Marshal(request{Version: "2.0", ID: id, Method: "tools/call", Params: params{Name: tool, Arguments: arguments}})
	if err != nil {
		return "", c.errorf(decision.CauseInvalid, "the request cannot be written: %w", err)
	}
	status, asked, answer, err := c.post(ctx, body, limit)
	switch {
	case err != nil:
		return "", c.transportError(ctx, err)
	case status != http.StatusOK:
		return "", c.statusError(status, asked)
	}
	return c.result(answer, id)
}

// post returns the status of an answer, the time that it asks for, and its body.
func (c *Client) post(ctx context.Context, body []byte, limit int64) (status int, asked time.Duration, answer []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.String()+"/rpc", bytes.NewReader(body))
	if err != nil {
		return 0, 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.o.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.o.Token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, 0, nil, err
	}
	defer resp.Body.Close()
	if asked, _ = httpretry.RetryAfter(resp, c.o.Now()); resp.StatusCode != http.StatusOK {
		return resp.StatusCode, asked, nil, nil
	}
	answer, err = httpretry.ReadBody(resp.Body, limit)
	return resp.StatusCode, asked, answer, err
}

// response is what a call may be answered with. The id is kept as written: an
// answer to another request must not pass for one to this.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Result *struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	} `json:"result"`
}

// result reads an answer with status 200, which a failure has as well.
func (c *Client) result(answer []byte, id int64) (string, error) {
	var r response
	if err := json.Unmarshal(answer, &r); err != nil {
		return "", c.errorf(decision.CauseUnreadable, "the answer is no JSON-RPC response: check memory.url")
	}
	switch {
	case r.Error != nil && (len(r.ID) == 0 || string(r.ID) == "null" || string(r.ID) == strconv.FormatInt(id, 10)):
		return "", c.refusal("error %d: %s", r.Error.Code, r.Error.Message)
	case r.Version != "2.0" || string(r.ID) != strconv.FormatInt(id, 10):
		return "", c.errorf(decision.CauseUnreadable, "the answer belongs to another request")
	case r.Result == nil:
		return "", c.errorf(decision.CauseUnreadable, "the answer has neither result nor error")
	}
	var text strings.Builder
	for _, part := range r.Result.Content {
		text.WriteString(part.Text)
	}
	if r.Result.IsError {
		return "", c.refusal("%s", text.String())
	}
	return text.String(), nil
}
