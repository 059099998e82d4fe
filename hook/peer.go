package hook

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

const (
	// maxPeerAnswer bounds the answer of a peer. A decision with all its evidence
	// is some ten kilobytes.
	maxPeerAnswer = 4 << 20
	// maxPeerKey is what a supervisor takes as an Idempotency-Key, in bytes.
	maxPeerKey = 255
	// pollPause is between two looks at an approval that waits.
	pollPause = time.Second
)

// PeerOptions say where a supervisor runs.
type PeerOptions struct {
	// URL is that of its admin API, without a path unless it is behind one. Plain
	// HTTP is for this machine only.
	URL string
	// Token is sent as a bearer token. Empty: none is.
	Token string
	// HTTPClient asks. Nil: one that uses no proxy. Redirects are never followed.
	HTTPClient *http.Client
}

// Peer is a supervisor that runs elsewhere, asked over HTTP. It is a [Judge] and a
// [Waiter], and may be used concurrently.
type Peer struct {
	base, token string
	client      *http.Client
}

// NewPeer makes a peer; it is not asked yet. The error says what is wrong with the
// URL, or with the token.
func NewPeer(o PeerOptions) (*Peer, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the supervisor's url must be http://HOST:PORT or https://HOST")
	case u.User != nil:
		return nil, errors.New("the supervisor's url must hold no password: the token has its own option")
	case u.Scheme == "http" && !isThisMachine(u.Hostname()):
		return nil, errors.New("the supervisor's url must be https: the calls and the token could be read on the way to another machine")
	case strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return nil, errors.New("the token must have no blanks or control characters")
	}
	client := http.Client{Transport: &http.Transport{}}
	if o.HTTPClient != nil {
		client = *o.HTTPClient
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Peer{base: strings.TrimRight(u.String(), "/"), token: o.Token, client: &client}, nil
}

func isThisMachine(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// Evaluate asks for a decision. A call with an id is judged once, however often it
// is asked about: the id is the Idempotency-Key. Whatever is not a decision in
// full is an error.
func (p *Peer) Evaluate(ctx context.Context, c decision.Call) (decision.Decision, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return decision.Decision{}, errors.New("the call is not valid json")
	}
	header := http.Header{}
	if c.ID != "" {
		header.Set("Idempotency-Key", idempotencyKey(c.ID))
	}
	if until, ok := ctx.Deadline(); ok {
		if left := time.Until(until).Seconds(); left > 0 {
			header.Set("X-Request-Timeout", strconv.FormatFloat(min(left, time.Hour.Seconds()), 'f', 3, 64))
		}
	}
	data, err := p.ask(ctx, http.MethodPost, "/evaluate", header, body)
	if err != nil {
		return decision.Decision{}, err
	}
	var d decision.Decision
	if err := readAnswer(data, &d); err != nil {
		return decision.Decision{}, errors.New("the supervisor's answer is not a decision")
	}
	return d, nil
}

// idempotencyKey is the id where a header can carry it, else its hash.
func idempotencyKey(id string) string {
	if len(id) <= maxPeerKey && !strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r > '~' }) {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}

// readAnswer reads an object whose keys count as they are written: package json
// takes "Decision" for "decision".
func readAnswer(data []byte, into any) error {
	v, err := strictjson.Decode(data, strictjson.Limits{Bytes: maxPeerAnswer})
	if err != nil {
		return err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return errors.New("the answer is not a json object")
	}
	foreign := func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }
	for key := range object {
		if strings.ContainsFunc(key, foreign) {
			delete(object, key) // none of ours is written so
		}
	}
	if data, err = json.Marshal(object); err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// errUnreached says that no answer came.
var errUnreached = errors.New("asking the supervisor")

// peerStatus is an answer that is no success.
type peerStatus int

func (s peerStatus) Error() string {
	return fmt.Sprintf("the supervisor answered with status %d", int(s))
}

// ask sends a request and reads the answer. Errors hold nothing of either.
func (p *Peer) ask(ctx context.Context, method, path string, header http.Header, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for key := range header {
		r.Header.Set(key, header.Get(key))
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreached, err)
	}
	defer func() { _ = answer.Body.Close() }() // only read from
	if answer.StatusCode != http.StatusOK {
		return nil, peerStatus(answer.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxPeerAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: reading its answer: %w", errUnreached, err)
	case len(data) > maxPeerAnswer:
		return nil, fmt.Errorf("the supervisor's answer is larger than %d bytes", maxPeerAnswer)
	}
	return data, nil
}

// CloseIdleConnections closes connections that are kept for the next question.
func (p *Peer) CloseIdleConnections() { p.client.CloseIdleConnections() }
