package wire

import (
	"errors"
	"net/http"

	"github.com/flux7-go/supervisor/decision"
)

// Lacks reports whether an error says that a server has no such endpoint, as
// opposed to an endpoint that does not know what it was asked for: the latter
// says so in JSON.
func Lacks(err error) bool {
	var status *StatusError
	if !errors.As(err, &status) {
		return false
	}
	switch status.Status {
	case http.StatusNotFound:
		return status.Message == ""
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// Bearer returns the header that sends a key as a bearer token; none without
// a key.
func Bearer(key string) http.Header {
	if key == "" {
		return nil
	}
	return http.Header{"Authorization": {"Bearer " + key}}
}

// ToolResult returns the text of a tool's result, for services without a mark
// for a tool that failed.
func ToolResult(m decision.Message) string {
	if m.ToolError {
		return "error: " + m.Text
	}
	return m.Text
}
