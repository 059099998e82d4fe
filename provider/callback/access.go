package callback

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// bearers finds the reviewer whose token a request has.
type bearers []bearer

type bearer struct {
	reviewer string
	token    [sha256.Size]byte // of one length, so that a comparison tells nothing
	long     bool              // no number of guesses finds it
}

func newBearers(tokens map[string]string) (bearers, error) {
	if len(tokens) == 0 || len(tokens) > MaxReviewers {
		return nil, fmt.Errorf("callback: http needs the tokens of 1 to %d reviewers: without one whoever reaches the port could approve", MaxReviewers)
	}
	var list bearers
	owners := map[string]bool{}
	for reviewer, token := range tokens {
		if err := checkReviewer(reviewer); err != nil {
			return nil, err
		}
		if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return nil, fmt.Errorf("callback: the token of %s must be printable ascii without blanks, and not empty", reviewer)
		}
		if owners[token] {
			return nil, errors.New("callback: two reviewers have the same token")
		}
		owners[token] = true
		list = append(list, bearer{reviewer, sha256.Sum256([]byte(token)), len(token) >= longToken})
	}
	return list, nil
}

// reviewer compares with every token, in constant time each.
func (b bearers) reviewer(r *http.Request) (name string, ok bool) {
	header := r.Header.Values("Authorization")
	if len(header) != 1 {
		return "", false
	}
	scheme, token, _ := strings.Cut(header[0], " ")
	if !strings.EqualFold(scheme, "bearer") {
		return "", false
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	for _, known := range b {
		if subtle.ConstantTimeCompare(sum[:], known.token[:]) == 1 {
			name, ok = known.reviewer, true
		}
	}
	return name, ok
}

// door lets reviewers in, and slows down who tries tokens: a program that is under
// review could else try them all, and approve its own calls.
type door struct {
	bearers
	guesses guesses
	log     *slog.Logger
}

// reviewer returns whose token a request has, or answers it. Where a token is short
// enough to be guessed, and somebody has guessed too often, a right token waits as
// well.
func (d *door) reviewer(w http.ResponseWriter, r *http.Request) (name string, ok bool) {
	if r.Header.Get("Authorization") == "" { // who sends none guesses nothing
		unauthorised(w)
		return "", false
	}
	name, ok = d.bearers.reviewer(r)
	guessable := slices.ContainsFunc(d.bearers, func(b bearer) bool { return !b.long })
	if wait := d.guesses.wait(time.Now()); wait > 0 && (!ok || guessable) {
		w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
		refuse(w, http.StatusTooManyRequests, errors.New("too many wrong tokens were sent"))
		return "", false
	}
	if ok {
		return name, true
	}
	d.guesses.wrong(time.Now())
	d.log.WarnContext(r.Context(), "a request with a wrong token", "remote", r.RemoteAddr)
	unauthorised(w)
	return "", false
}

func unauthorised(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", "Bearer")
	refuse(w, http.StatusUnauthorized, errors.New("not authorised: send the reviewer's token as Authorization: Bearer"))
}

// warn says whose token could be guessed.
func (b bearers) warn(log *slog.Logger) {
	for _, one := range b {
		if !one.long {
			log.Warn("a reviewer's token is short enough to be guessed: make it longer, and random", "reviewer", one.reviewer, "at_least", longToken)
		}
	}
}

// hosts are the names under which the server may be addressed. A web page whose own
// name was made to lead here addresses it by that name.
type hosts map[string]bool

func newHosts(allowed []string) (hosts, error) {
	list := hosts{}
	for _, name := range allowed {
		if name == "" || strings.ContainsAny(name, "/ *@") {
			return nil, fmt.Errorf("callback: AllowedHosts has %.64q: give a name, or name:port", name)
		}
		list[strings.ToLower(name)] = true
	}
	return list, nil
}

// admit refuses a request that is addressed by another name, or that a web page of
// another site sends.
func (h hosts) admit(r *http.Request) error {
	host := strings.ToLower(r.Host)
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	if !isLoopback(name) && !h[host] && !h[name] {
		return errors.New("the server is not addressed by this name: use a loopback name, or allow it")
	}
	for _, origin := range r.Header.Values("Origin") {
		from, err := url.Parse(origin)
		if err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.Host) {
			return errors.New("a web page of another origin may not ask this")
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return nil
	}
	return errors.New("a web page of another site may not ask this")
}

func isLoopback(name string) bool {
	if name == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}
