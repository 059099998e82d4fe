package link

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Fields of the link and of the page's form.
const (
	fieldToken  = "t"
	fieldForm   = "form"
	fieldAnswer = "answer"
	// maxFormBytes bounds what is read of a form: some fields, the longest of them
	// the token.
	maxFormBytes = 8 << 10
	// answerTimeout bounds the settling of an approval, which goes on when the
	// browser goes away.
	answerTimeout = 30 * time.Second
)

// answers are what the form may say.
var answers = map[string]decision.ApprovalStatus{"approve": decision.ApprovalApproved, "deny": decision.ApprovalDenied}

// trouble is an answer that shows no call.
type trouble struct {
	status int
	text   string
}

func (t *trouble) Error() string { return t.text }

// What can be wrong. A forged link and one of another call are not told apart.
var (
	errLink    = &trouble{http.StatusForbidden, "This link is not valid."}
	errOver    = &trouble{http.StatusGone, "This link is too old. Nothing was decided by it."}
	errForm    = &trouble{http.StatusForbidden, "Nothing was decided: the form was not that of this page. Open the link again; the page needs a cookie."}
	errAnswer  = &trouble{http.StatusBadRequest, "Nothing was decided: choose to approve or to deny."}
	errSettled = &trouble{http.StatusConflict, "This call has been settled before. A link decides once."}
	errStore   = &trouble{http.StatusServiceUnavailable, "What waits cannot be read or settled just now. Try again."}
	errMethod  = &trouble{http.StatusMethodNotAllowed, "Open the link in a browser."}
)

// ServeHTTP shows the call of a link, and decides when the page's form is sent.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the address is the link
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Content-Security-Policy", policy())
	var err error
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		err = p.show(w, r)
	case http.MethodPost:
		err = p.decide(w, r)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		err = errMethod
	}
	if err != nil {
		p.refuse(w, r, err)
	}
}

// refuse writes what is wrong, and nothing of the call.
func (p *Page) refuse(w http.ResponseWriter, r *http.Request, err error) {
	known := errStore
	if !errors.As(err, &known) {
		p.opts.Logger.ErrorContext(r.Context(), "a link could not be served", "error", err)
	}
	render(w, known.status, view{Message: known.text})
}

// show shows the call, and changes nothing.
func (p *Page) show(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get(fieldToken)
	a, err := p.approval(r.Context(), token)
	if err != nil {
		return err
	}
	browser := browserOf(r, token)
	if browser == "" {
		browser = newBrowser()
	}
	p.remember(w, browser, token, a)
	v := viewOf(a)
	v.Action, v.Token, v.Form = p.url.Path, token, p.formToken(browser, token)
	render(w, http.StatusOK, v)
	return nil
}

// decide settles the approval as the form says.
func (p *Page) decide(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if p.origin.Check(r) != nil || r.ParseForm() != nil {
		return errForm
	}
	token := r.PostForm.Get(fieldToken)
	a, err := p.approval(r.Context(), token)
	if err != nil {
		return err
	}
	if !p.isOurForm(r, token) {
		return errForm
	}
	status, known := answers[r.PostForm.Get(fieldAnswer)]
	if !known {
		return errAnswer
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), answerTimeout)
	defer cancel()
	err = p.opts.Approvals().Resolve(ctx, a.ID, decision.Resolution{Status: status, By: p.opts.By, Reasoning: "by a one-time link"})
	switch {
	case errors.Is(err, decision.ErrResolved):
		return errSettled
	case errors.Is(err, decision.ErrNoApproval):
		return errLink
	case err != nil:
		return err
	}
	p.forget(w, token)
	render(w, http.StatusOK, view{Message: "The call was " + string(status) + "."})
	return nil
}

// approval returns what a link is about, if it still waits.
func (p *Page) approval(ctx context.Context, token string) (decision.Approval, error) {
	c, err := readToken(p.opts.Key, token)
	if err != nil {
		return decision.Approval{}, errLink
	}
	if !p.opts.Now().Before(c.until) {
		return decision.Approval{}, errOver
	}
	store := p.opts.Approvals()
	if store == nil {
		return decision.Approval{}, errStore
	}
	a, err := store.Approval(ctx, c.approval)
	if errors.Is(err, decision.ErrNoApproval) {
		return a, errLink
	}
	if err != nil {
		return a, err
	}
	// What is shown and would run is what the link was made for.
	fingerprint, err := decision.Fingerprint(&a.Call)
	switch {
	case err != nil || fingerprint != c.fingerprint:
		return a, errLink
	case a.Status != decision.ApprovalPending:
		return a, errSettled
	}
	return a, nil
}
