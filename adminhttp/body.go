package adminhttp

import (
	"errors"
	"io"
	"mime"
	"net/http"
)

// readJSONBody reads a body of JSON, up to a limit. A content type may be left
// out, as the reference's client does; the types that a web page can send
// without asking first are refused.
func readJSONBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if sent := r.Header.Get("Content-Type"); sent != "" {
		kind, _, err := mime.ParseMediaType(sent)
		if err != nil || kind != "application/json" {
			return nil, fail(http.StatusUnsupportedMediaType, "the body must be application/json")
		}
	}
	return readBody(w, r, limit)
}

// readBody reads a body, up to a limit. A larger one is answered with 413.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, &http.MaxBytesError{Limit: limit}
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, err
	case err != nil:
		return nil, fail(http.StatusBadRequest, "the body could not be read to its end")
	}
	return data, nil
}
