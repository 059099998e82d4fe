package meshtest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"syscall"
)

// Transport returns a way to the mesh without a network, for
// [http.Client.Transport]. Whatever host a request names, the mesh answers. A
// request ends with its context; one without a deadline that meets [Fault.Hang]
// never ends.
func (m *Mesh) Transport() http.RoundTripper { return transport{m.Handler()} }

type transport struct{ handler http.Handler }

// RoundTrip hands the request to the mesh and waits for the whole answer.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	body, err := requestBody(req)
	if err != nil {
		return nil, err
	}
	served := make(chan *recorder, 1)
	go func() { served <- t.serve(req, body) }()
	select {
	case <-req.Context().Done():
		return nil, req.Context().Err()
	case answer := <-served:
		return answer.response(req)
	}
}

func requestBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(req.Body, MaxBodyBytes))
}

func (t transport) serve(req *http.Request, body []byte) (out *recorder) {
	out = &recorder{header: http.Header{}, status: http.StatusOK}
	defer func() {
		if reason := recover(); reason != nil {
			out.err = fmt.Errorf("meshtest: %w", syscall.ECONNRESET)
			if reason != http.ErrAbortHandler {
				out.err = fmt.Errorf("meshtest: the handler panicked: %v", reason)
			}
		}
	}()
	received := req.Clone(req.Context())
	received.Body = io.NopCloser(bytes.NewReader(body))
	received.RemoteAddr = "127.0.0.1:1"
	t.handler.ServeHTTP(out, received)
	return out
}

type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
	err    error
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

func (r *recorder) response(req *http.Request) (*http.Response, error) {
	if r.err != nil {
		return nil, r.err
	}
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", r.status, http.StatusText(r.status)),
		StatusCode: r.status, Header: r.header, Request: req,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(&r.body), ContentLength: int64(r.body.Len()),
	}, nil
}
