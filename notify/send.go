package notify

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"github.com/flux7-go/supervisor/internal/httpretry"
)

// errGone is the answer 410: the receiver wants no more messages.
var errGone = errors.New("the receiver is gone")

// refusal is an answer that another try does not change.
type refusal int

func (r refusal) Error() string {
	if r < http.StatusBadRequest {
		return fmt.Sprintf("answered %d, and redirects are not followed", int(r))
	}
	return fmt.Sprintf("answered %d", int(r))
}

// send makes one request. Its errors tell nothing of the URL.
func (w *Webhook) send(ctx context.Context, id, kind string, n notice) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	req, err := w.request(ctx, id, kind, n)
	if err != nil {
		return err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return inOwnWords(err)
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswerBytes) // the status says all
	return w.answered(resp)
}

// request makes a signed request. Its time is that of this try.
func (w *Webhook) request(ctx context.Context, id, kind string, n notice) (*http.Request, error) {
	now := w.opts.Now()
	var content any = message{Type: kind, Timestamp: now.UTC(), Data: n}
	if w.opts.Format == FormatSlack {
		content = slackMessage(n)
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(content); err != nil {
		return nil, fmt.Errorf("writing a message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.target.url.String(), bytes.NewReader(body.Bytes()))
	if err != nil {
		return nil, errors.New("the url cannot be requested")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "supervisor-notify")
	req.Header.Set(HeaderID, id)
	req.Header.Set(HeaderTimestamp, strconv.FormatInt(now.Unix(), 10))
	var signatures []string
	for _, secret := range w.opts.Secrets {
		signatures = append(signatures, secret.Sign(id, now, body.Bytes()))
	}
	if len(signatures) > 0 {
		req.Header.Set(HeaderSignature, strings.Join(signatures, " "))
	}
	return req, nil
}

// answered tells what an answer asks for.
func (w *Webhook) answered(resp *http.Response) error {
	status := resp.StatusCode
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusGone:
		return errGone
	case status >= 500, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status == http.StatusTooEarly:
		now := w.opts.Now()
		if wait, asked := httpretry.RetryAfter(resp, now); asked {
			w.leave = now.Add(min(wait, maxLeftAlone))
		}
		return fmt.Errorf("answered %d", status)
	}
	return refusal(status)
}

// inOwnWords says why a request failed. The error itself holds the address.
func inOwnWords(err error) error {
	var dns *net.DNSError
	var cert x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, errPrivate):
		return fmt.Errorf("the name %w", errPrivate)
	case errors.Is(err, errNowhere):
		return fmt.Errorf("the name %w", errNowhere)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", Timeout)
	case errors.As(err, &dns):
		return errors.New("the name cannot be resolved")
	case errors.As(err, &cert), errors.As(err, &name), errors.As(err, &invalid):
		return errors.New("the certificate is not trusted")
	case errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("nobody listens there")
	}
	return errors.New("the request failed")
}
