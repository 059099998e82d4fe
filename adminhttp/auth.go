package adminhttp

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/adminhttp/internal/guesses"
)

// tokens are the hashes of the tokens. Comparing hashes takes the same time
// whatever was sent, of any length and in any characters.
type tokens struct {
	full, read       [sha256.Size]byte
	hasFull, hasRead bool
	// beyondGuessing says that no number of guesses finds one of the tokens.
	beyondGuessing bool
}

func newTokens(full, read string) tokens {
	return tokens{
		full: sha256.Sum256([]byte(full)), hasFull: full != "",
		read: sha256.Sum256([]byte(read)), hasRead: read != "",
		beyondGuessing: guesses.Beyond(full) && (read == "" || guesses.Beyond(read)),
	}
}

// bearer is whose token a request carries.
type bearer uint8

const (
	bearerNone    bearer = iota // no token
	bearerUnknown               // one that is none of ours
	bearerRead
	bearerFull
)

// of tells whose token a request carries.
func (t *tokens) of(r *http.Request) bearer {
	header := r.Header["Authorization"]
	if len(header) == 0 {
		return bearerNone
	}
	scheme, token, _ := strings.Cut(header[0], " ")
	sent := sha256.Sum256([]byte(token))
	isFull := t.hasFull && subtle.ConstantTimeCompare(sent[:], t.full[:]) == 1
	isRead := t.hasRead && subtle.ConstantTimeCompare(sent[:], t.read[:]) == 1
	switch {
	case len(header) > 1 || !strings.EqualFold(scheme, "Bearer"):
		return bearerUnknown
	case isFull:
		return bearerFull
	case isRead:
		return bearerRead
	}
	return bearerUnknown
}

// isBearer reports whether a header can carry a token.
func isBearer(token string) bool {
	return !strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// admit decides whether a request may have a route.
func (h *Handler) admit(found route, r *http.Request) error {
	if err := sameOrigin(r); err != nil {
		return err
	}
	if found.access == accessOpen {
		return nil
	}
	if !h.tokens.hasFull {
		if found.access == accessChange {
			return fail(http.StatusForbidden, "this needs a token, and none is configured: set admin.token or admin.token_env")
		}
		return nil
	}
	bearer := h.tokens.of(r)
	isOurs := bearer == bearerFull || bearer == bearerRead
	if h.guesses.Any() && bearer != bearerNone && !(isOurs && h.tokens.beyondGuessing) {
		if wait := h.guesses.Wait(remote(r), h.opts.Now()); wait > 0 {
			f := fail(http.StatusTooManyRequests, "too many wrong tokens came from this address")
			f.header = retryAfter(wait)
			return f
		}
	}
	switch bearer {
	case bearerFull:
		return nil
	case bearerRead:
		if found.access == accessLook {
			return nil
		}
		return fail(http.StatusForbidden, "the read token may only look")
	case bearerUnknown:
		from := remote(r)
		h.guesses.Wrong(from, h.opts.Now())
		h.opts.Logger.WarnContext(r.Context(), "a request with a wrong token", "method", r.Method, "path", r.URL.Path, "remote", from)
	}
	f := fail(http.StatusUnauthorized, "unauthorized")
	f.header = map[string]string{"WWW-Authenticate": "Bearer"}
	return f
}

// by says who asks, for the journal: the token's kind and the address.
func (h *Handler) by(r *http.Request) string {
	who := "admin-api"
	if h.tokens.of(r) == bearerFull {
		who = "admin-api token"
	}
	return who + " from " + remote(r)
}

// remote is the address of the other side, without its port.
func remote(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return host
}

// retryAfter is the header that asks to wait, in whole seconds.
func retryAfter(wait time.Duration) map[string]string {
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	return map[string]string{"Retry-After": strconv.Itoa(seconds)}
}
