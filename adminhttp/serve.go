package adminhttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
)

// ServeHTTP answers a request. A panic of a route is answered as 500.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := &begun{ResponseWriter: w}
	defer h.recovered(began, r)
	w.Header()["X-Content-Type-Options"] = noSniff
	if err := h.hosts.check(r); err != nil {
		h.refuse(began, r, err)
		return
	}
	switch asked := r.URL.EscapedPath(); {
	case asked == "" && r.Method != http.MethodConnect: // the prefix itself, without the slash that relative links need
		seeOther(began, r)
	case !isClean(asked) && strings.HasPrefix(asked, "/files/"):
		h.refuse(began, r, errNoID)
	case !isClean(asked):
		h.refuse(began, r, errNotFound)
	default:
		h.mux.ServeHTTP(began, r)
	}
}

// serve answers a request for a pattern that has these methods.
func (h *Handler) serve(m methods, w http.ResponseWriter, r *http.Request) {
	found, ok := m.of(r.Method)
	switch {
	case len(m) == 0:
		h.refuse(w, r, errNotFound)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", m.allow())
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		f := fail(http.StatusMethodNotAllowed, "this path does not take %.16q", r.Method)
		f.header = map[string]string{"Allow": m.allow()}
		h.refuse(w, r, f)
	default:
		if err := h.admit(found, r); err != nil {
			h.refuse(w, r, err)
			return
		}
		if err := found.serve(w, r); err != nil {
			h.refuse(w, r, err)
		}
	}
}

var (
	errNotFound = fail(http.StatusNotFound, "there is nothing at this path")
	errNoID     = fail(http.StatusBadRequest, "this is no id of a file: GET files lists them")
)

// refuse answers with an error, unless the answer has begun. What is nobody's
// fault but ours is logged.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		err = fail(http.StatusRequestEntityTooLarge, "the body is larger than the %d bytes that are read", tooLarge.Limit)
	}
	var f *failure
	if !errors.As(err, &f) && r.Context().Err() == nil {
		h.opts.Logger.ErrorContext(r.Context(), "an admin request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if b, ok := w.(*begun); ok && b.begun {
		panic(http.ErrAbortHandler) // a torn answer must not look whole
	}
	answerError(w, err)
}

// recovered answers for a route that panicked.
func (h *Handler) recovered(w *begun, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	h.logPanic(r.Context(), r.URL.Path, p)
	if w.begun {
		panic(http.ErrAbortHandler)
	}
	answerError(w, errors.New("panic"))
}

// logPanic logs what may be a programmer's error, without what it was about.
func (h *Handler) logPanic(ctx context.Context, path string, p any) {
	h.opts.Logger.ErrorContext(ctx, "an admin route panicked", "path", path, "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
}

// begun notices whether the answer has begun.
type begun struct {
	http.ResponseWriter
	begun bool
}

func (b *begun) WriteHeader(status int) {
	b.begun = true
	b.ResponseWriter.WriteHeader(status)
}

func (b *begun) Write(data []byte) (int, error) {
	b.begun = true
	return b.ResponseWriter.Write(data)
}

// Unwrap is for [http.ResponseController].
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// isClean reports whether a path means itself. The mux would redirect from the
// others, to a place that knows nothing of a prefix.
func isClean(escaped string) bool {
	clean := path.Clean(escaped)
	return clean == escaped || clean+"/" == escaped
}

// seeOther sends to the same place with a slash at its end.
func seeOther(w http.ResponseWriter, r *http.Request) {
	asked, _, _ := strings.Cut(r.RequestURI, "?")
	w.Header().Set("Location", "./"+path.Base(asked)+"/")
	w.WriteHeader(http.StatusTemporaryRedirect)
}
