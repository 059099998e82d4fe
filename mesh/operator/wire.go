package operator

import "net/http"

// wire says who we are, and bounds every answer.
type wire struct {
	next   http.RoundTripper
	bearer string
}

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", w.bearer)
	resp, err := w.next.RoundTrip(r)
	if err == nil {
		resp.Body = http.MaxBytesReader(nil, resp.Body, MaxAnswerBytes)
	}
	return resp, err
}

// CloseIdleConnections is found by [http.Client.CloseIdleConnections].
func (w wire) CloseIdleConnections() { (&http.Client{Transport: w.next}).CloseIdleConnections() }
