package adminhttp

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
)

// readJSONBody reads a body of JSON, up to a limit. The type of the content is not
// looked at, as in the reference, whose users send what curl sends by itself;
// only a browser must say that it is JSON, since of the types that a web page can
// send without asking first it is none.
func readJSONBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if isBrowser(r) && !saysJSON(r) {
		return nil, fail(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	return readBody(w, r, limit)
}

// saysJSON reports whether a request says that its body is JSON.
func saysJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// isBrowser reports whether a request says where the page that sends it is from.
func isBrowser(r *http.Request) bool {
	return len(r.Header["Origin"]) > 0 || r.Header.Get("Sec-Fetch-Site") != ""
}

// readBody reads a body, up to a limit. A larger one is answered with 413.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, &http.MaxBytesError{Limit: limit}
	}
	data, err := readToEnd(http.MaxBytesReader(w, r.Body, limit), r.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, err
	case err != nil:
		return nil, fail(http.StatusBadRequest, "the body could not be read to its end")
	}
	return data, nil
}

// readToEnd is [io.ReadAll] with room for what is announced, if that is little.
// The byte more tells the end from a body that goes on.
func readToEnd(r io.Reader, announced int64) ([]byte, error) {
	if announced < 0 {
		announced = bytes.MinRead
	}
	data := make([]byte, 0, min(announced, smallBody)+1)
	for {
		if len(data) == cap(data) {
			data = slices.Grow(data, len(data))
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return data, err
		}
	}
}
