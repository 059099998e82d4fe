package adminhttp

import (
	"context"
	"io"
	"net/http"
	"time"
)

// timed bounds the time of each body and answer. The timeouts of [http.Server]
// would bound judging too, which has a budget of its own, and event streams,
// which go on.
type timed struct {
	http.Handler
	timeouts timeouts
}

func (t timed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	answer := &timedWriter{ResponseWriter: w, control: control, ctx: r.Context(), limit: t.timeouts.write}
	if r.ContentLength == 0 {
		t.Handler.ServeHTTP(answer, r)
		return
	}
	_ = control.SetReadDeadline(time.Now().Add(t.timeouts.body)) // a connection of net/http has deadlines
	setWorth(r.Context(), worthComing)
	// A copy: by the body of its own request, net/http sees what is not read
	// yet, and answers without waiting for it.
	timed, body := *r, &timedBody{ReadCloser: r.Body, control: control, ctx: r.Context()}
	timed.Body = body
	t.Handler.ServeHTTP(answer, &timed)
	if !body.ended { // net/http reads the rest, to use the connection again
		_ = control.SetReadDeadline(time.Now().Add(t.timeouts.rest))
	}
}

// timedBody takes the deadline off once the body is read: from then on reading
// only tells whether the client is still there.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	ctx     context.Context
	ended   bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF && !b.ended {
		b.ended = true
		_ = b.control.SetReadDeadline(time.Time{})
		setWorth(b.ctx, worthBusy)
	}
	return n, err
}

// timedWriter sets a deadline when an answer begins.
type timedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	ctx     context.Context
	limit   time.Duration
	begun   bool
}

func (w *timedWriter) begin() {
	if !w.begun {
		w.begun = true
		_ = w.control.SetWriteDeadline(time.Now().Add(w.limit))
		setWorth(w.ctx, worthRead)
	}
}

func (w *timedWriter) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

func (w *timedWriter) Write(p []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
