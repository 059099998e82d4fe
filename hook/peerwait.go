package hook

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// shownApproval is what a peer shows of an approval.
type shownApproval struct {
	Status    decision.ApprovalStatus `json:"status"`
	By        string                  `json:"resolved_by"`
	Reasoning string                  `json:"reasoning"`
}

// Wait waits until an approval is settled, or until ctx ends. An approve is used
// up by that, so that nobody else runs on it. Where the peer cannot wait, as one
// that speaks no more than the supervisor protocol, the approval is looked at
// every second, and whoever sees the approve may run. A peer that does not answer
// for a while is asked again; if it did not until the end, the error says why.
func (p *Peer) Wait(ctx context.Context, approval string) (decision.Resolution, error) {
	method, path := http.MethodPost, "/approvals/"+url.PathEscape(approval)
	suffix := "/wait"
	var last error // why it did not answer, if it did not
	for {
		began := time.Now()
		a, err := p.approval(ctx, method, path+suffix)
		var status peerStatus
		switch {
		case err == nil && a.Status != decision.ApprovalPending:
			return decision.Resolution{Status: a.Status, By: a.By, Reasoning: a.Reasoning}, nil
		case errors.As(err, &status) && (status == http.StatusNotFound || status == http.StatusMethodNotAllowed) && suffix != "":
			method, suffix = http.MethodGet, ""
			continue
		case errors.As(err, &status) && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
			return decision.Resolution{}, err
		}
		if ctx.Err() == nil {
			last = err
		}
		if err := pause(ctx, pollPause-time.Since(began)); err != nil {
			return decision.Resolution{}, unanswered(err, last)
		}
	}
}

// unanswered is the end of a wait: of a peer that said to the end that the call
// waits it is that of the context, else why it said nothing.
func unanswered(ended, last error) error {
	if last == nil {
		return ended
	}
	return &Unjudged{Why: whyOf(last) + " while a person was waited for", Err: fmt.Errorf("waiting for a person: %w", last)}
}

// approval asks for an approval. A status that is none of ours is an error.
func (p *Peer) approval(ctx context.Context, method, path string) (a shownApproval, err error) {
	data, err := p.ask(ctx, method, path, nil, nil)
	if err != nil {
		return a, err
	}
	if readAnswer(data, &a) == nil {
		switch a.Status {
		case decision.ApprovalPending, decision.ApprovalApproved, decision.ApprovalDenied, decision.ApprovalTimeout:
			return a, nil
		}
	}
	return a, errors.New("the supervisor's answer is not an approval")
}

// pause waits, or until ctx ends, whose error it returns.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(max(d, 0))
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
