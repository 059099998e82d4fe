package link

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/hex"
	"net/http"
)

const (
	cookieName = "supervisor_link"
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

// browserOf returns what a browser was told that it is known by; empty: nothing,
// or nothing of ours.
func browserOf(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	if b, err := hex.DecodeString(c.Value); err != nil || len(b) != browserBytes {
		return ""
	}
	return c.Value
}

// cookie tells a browser what it is known by. No page of another site makes it
// send that along.
func (p *Page) cookie(browser string) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: browser, Path: p.url.Path, HttpOnly: true, Secure: p.url.Scheme == "https", SameSite: http.SameSiteStrictMode,
	}
}

// formToken is in the form that a browser was shown for a link, so that only this
// browser can send it, and only for this link.
func (p *Page) formToken(browser, token string) string {
	return hex.EncodeToString(sign(p.opts.Key, formPurpose, []byte(browser+"\x00"+token)))
}

func (p *Page) isOurForm(r *http.Request, token string) bool {
	browser := browserOf(r)
	return browser != "" && hmac.Equal([]byte(r.PostForm.Get(fieldForm)), []byte(p.formToken(browser, token)))
}
