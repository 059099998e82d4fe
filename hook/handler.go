package hook

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/internal/inflight"
)

const (
	// restTimeout is for what is left of a body when a refusal is there.
	restTimeout = time.Second
	// maxReading is how many events are read at once: each may be as large as
	// [MaxEventBytes]. A further one waits, within its time.
	maxReading = 16
	// maxAnswering is how many events are judged, or held for a person, at once. A
	// further one is not judged.
	maxAnswering = 256
	// minToken is the length in bytes of a token that cannot be guessed: 128 bits,
	// if it is random.
	minToken = 16
)

// HandlerOptions say who may ask a [Handler].
type HandlerOptions struct {
	// Token is what a request must carry as a bearer token: at least 16 bytes.
	Token string
	// AllowedHosts are names beside those of this machine under which the handler
	// may be addressed. A web page that had its own name lead here would use that.
	AllowedHosts []string
}

// Handler answers events over HTTP: the body of a POST is the event, that of the
// answer what the command prints. It is the same for every path, so that a
// mistyped one is no way around it.
//
// An event is always answered with 200, also where it cannot be read: hosts take
// any other status for a hook that has no objection. Who carries no token gets
// 401, a request by another name or from a web page 403, another method 405. The
// same tool use is judged once, however often it is sent.
type Handler struct {
	hook     *Hook
	token    [sha256.Size]byte
	hosts    map[string]bool
	reading  chan struct{} // has the places that are taken
	answered repeats
	inHand   inflight.Places
}

// NewHandler makes a handler. The error says what is missing.
func NewHandler(h *Hook, o HandlerOptions) (*Handler, error) {
	switch {
	case h == nil:
		return nil, errors.New("hook: the handler needs a hook")
	case len(o.Token) < minToken || strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return nil, errors.New("hook: the token must have at least 16 characters, none of them blank: whoever may ask learns what is allowed")
	}
	hosts := map[string]bool{}
	for _, name := range o.AllowedHosts {
		hosts[strings.ToLower(name)] = true
	}
	return &Handler{hook: h, token: sha256.Sum256([]byte(o.Token)), hosts: hosts, reading: make(chan struct{}, maxReading)}, nil
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if status := h.refuse(r); status != 0 {
		// What is left of the body is read by net/http, which must not take long.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restTimeout)) // a writer without deadlines is a test's
		if status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	a := h.hook.guarded(r.Context(), func() Answer { return h.answer(r) })
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(a.AppendJSON(nil)) // the host has gone
}

// refuse returns the status of a request that is not read, or 0.
func (h *Handler) refuse(r *http.Request) int {
	switch {
	case !h.isOurName(strings.ToLower(r.Host)), len(r.Header["Origin"]) > 0, r.Header.Get("Sec-Fetch-Site") != "":
		return http.StatusForbidden // no host of ours is a web page
	case !h.isBearer(r.Header["Authorization"]):
		return http.StatusUnauthorized
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed
	}
	return 0
}

func (h *Handler) isOurName(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.Unmap().IsLoopback() || h.hosts[name] || h.hosts[host]
}

func (h *Handler) isBearer(header []string) bool {
	if len(header) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(header[0], " ")
	sent := sha256.Sum256([]byte(token)) // hashes compare in the same time, whatever was sent
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sent[:], h.token[:]) == 1
}

func (h *Handler) answer(r *http.Request) Answer {
	if !h.inHand.Take(maxAnswering) {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, MaxEventBytes)) // or the host hears of a broken connection
		return h.hook.Fail(r.Context(), nil, errors.New("too many events at once"))
	}
	defer h.inHand.GiveBack()
	event, err := h.read(r)
	if err != nil {
		return h.hook.Fail(r.Context(), event, err)
	}
	e, err := ParseEvent(event)
	if err != nil || e.ID() == "" {
		return h.hook.Answer(r.Context(), event)
	}
	return h.answered.once(r.Context(), e.ID(), sha256.Sum256(event),
		func() Answer { return h.hook.Answer(r.Context(), event) },
		func(err error) Answer { return h.hook.Fail(r.Context(), event, err) })
}

func (h *Handler) read(r *http.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(r.Context(), h.hook.o.Timeout)
	defer cancel()
	select {
	case h.reading <- struct{}{}:
	case <-ctx.Done():
		return nil, errors.New("too many events were being read")
	}
	defer func() { <-h.reading }()
	return readEvent(ctx, r.Body)
}
