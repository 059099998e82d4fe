package link

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// cookiePrefix begins the name of each link's cookie.
	cookiePrefix = "sup7_link_"
	// cookieNameBytes is how much of a link's digest ends that name, so that no two
	// links that a browser knows meet. Should two, the form of one has to be opened
	// again.
	cookieNameBytes = 8
	// formPurpose keeps signatures of forms apart from those of links.
	formPurpose = "supervisor one-time link form 1\x00"
	// browserBytes is how much is random of what tells one browser from others.
	browserBytes = 16
)

// newBrowser makes up what a browser is known by.
func newBrowser() string {
	var b [browserBytes]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	return hex.EncodeToString(b[:])
}

// cookieName is what the cookie of a link is called. Each has its own: a browser
// that comes from another site, as from a chat, does not send what it was given
// for a link before, and what it is given now must not end the form in another tab.
func cookieName(token string) string {
	sum := sha256.Sum256([]byte(token))
	return cookiePrefix + hex.EncodeToString(sum[:cookieNameBytes])
}

// browserOf returns what a browser was told that it is known by, for a link; empty:
// nothing, or nothing of ours.
func browserOf(r *http.Request, token string) string {
	c, err := r.Cookie(cookieName(token))
	if err != nil {
		return ""
	}
	if b, err := hex.DecodeString(c.Value); err != nil || len(b) != browserBytes {
		return ""
	}
	return c.Value
}

// cookie tells a browser what it is known by, for a link. No page of another site
// makes it send that along.
func (p *Page) cookie(browser, token string) *http.Cookie {
	return &http.Cookie{
		Name: cookieName(token), Value: browser, Path: p.url.Path, HttpOnly: true, Secure: p.url.Scheme == "https", SameSite: http.SameSiteStrictMode,
	}
}

// remember has a browser keep the cookie of a link for as long as the link can
// decide, so that those of many links do not pile up.
func (p *Page) remember(w http.ResponseWriter, browser, token string, a decision.Approval) {
	c := p.cookie(browser, token)
	left := min(a.Until.Sub(p.opts.Now()), p.opts.Valid)
	c.MaxAge = max(1, int((left+time.Second-1)/time.Second))
	http.SetCookie(w, c)
}

// forget has a browser drop the cookie of a link, which has decided.
func (p *Page) forget(w http.ResponseWriter, token string) {
	c := p.cookie("", token)
	c.MaxAge = -1
	http.SetCookie(w, c)
}

// formToken is in the form that a browser was shown for a link, so that only this
// browser can send it, and only for this link.
func (p *Page) formToken(browser, token string) string {
	return hex.EncodeToString(sign(p.opts.Key, formPurpose, []byte(browser+"\x00"+token)))
}

func (p *Page) isOurForm(r *http.Request, token string) bool {
	browser := browserOf(r, token)
	return browser != "" && hmac.Equal([]byte(r.PostForm.Get(fieldForm)), []byte(p.formToken(browser, token)))
}
