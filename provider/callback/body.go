package callback

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"time"
)

// readBody reads the body of a request whole, within its deadline, which must not
// end an answer that is waited for. It reports false when
// it has answered the request itself.
func readBody(w http.ResponseWriter, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessageBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		refuse(w, http.StatusRequestEntityTooLarge, errors.New("the request is too large"))
		return false
	case err != nil:
		refuse(w, http.StatusBadRequest, errors.New("the request's body could not be read"))
		return false
	}
	deadline(w, time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return true
}
