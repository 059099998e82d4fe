package adminhttp

import (
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
	if r.ContentLength != 0 {
		_ = control.SetReadDeadline(time.Now().Add(t.timeouts.body)) // a connection of net/http has deadlines
		// A copy: by the body of its own request, net/http sees what is not read
		// yet, and answers without waiting for it.
		timed := *r
		timed.Body = &timedBody{ReadCloser: r.Body, control: control}
		r = &timed
	}
	t.Handler.ServeHTTP(&timedWriter{ResponseWriter: w, control: control, limit: t.timeouts.write}, r)
}

// timedBody takes the deadline off once the body is read: from then on reading
// only tells whether the client is still there.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// timedWriter sets a deadline when an answer begins.
type timedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	limit   time.Duration
	begun   bool
}

func (w *timedWriter) begin() {
	if !w.begun {
		w.begun = true
		_ = w.control.SetWriteDeadline(time.Now().Add(w.limit))
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
