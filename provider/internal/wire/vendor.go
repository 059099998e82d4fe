package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/internal/httpretry"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// vendor is what the body of an error says. It is not trusted.
type vendor struct{ code, message string }

// Codes of vendors that tell more than the status beside them.
const (
	codeDayUsedUp    = "3036" // Cloudflare: the daily allocation is used up
	codeFull         = "3040" // Cloudflare: out of capacity for the moment
	codeNoQuota      = "insufficient_quota"
	codeBillingError = "billing_error"
)

// spent reports a code for used-up credit: no wait helps.
func spent(code string) bool {
	return code == codeDayUsedUp || code == codeNoQuota || code == codeBillingError
}

// maxErrorDepth bounds the nesting of an error's body; the deepest known form
// has four levels.
const maxErrorDepth = 16

// readVendor reads the forms that model services use. Of a body in no known
// form nothing is kept: it may be a page, or repeat the request.
func readVendor(body []byte) vendor {
	v, err := strictjson.Decode(body, strictjson.Limits{Depth: maxErrorDepth})
	if err != nil {
		return vendor{}
	}
	top, _ := v.(map[string]any)
	for _, key := range [...]string{"detail", "message", "error", "errors"} {
		if v := readMessage(top[key]); v.message != "" || v.code != "" {
			return v
		}
	}
	return vendor{}
}

// readMessage reads a member that holds a message: a text, an object with one,
// or a list whose first element tells.
func readMessage(v any) vendor {
	switch v := v.(type) {
	case string:
		return vendor{message: v}
	case []any:
		if len(v) > 0 {
			return readMessage(v[0])
		}
	case map[string]any:
		return readObject(v)
	}
	return vendor{}
}

// readObject takes over what is wrong and where, but never the member "input"
// of a validation error: it repeats a part of the request.
func readObject(object map[string]any) (v vendor) {
	v.code = firstText(object, "code", "error_type", "type")
	v.message = firstText(object, "message", "msg")
	if place := placeOf(object["loc"]); place != "" && v.message != "" {
		v.message = place + ": " + v.message
	}
	return v
}

func firstText(object map[string]any, keys ...string) string {
	for _, key := range keys {
		switch v := object[key].(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number: // Cloudflare's codes; elsewhere the status once more
			if len(v) > 3 {
				return v.String()
			}
		}
	}
	return ""
}

// placeOf joins the path of a faulty member: body.questions.x.
func placeOf(loc any) string {
	list, _ := loc.([]any)
	parts := make([]string, 0, len(list))
	for _, part := range list {
		switch part := part.(type) {
		case string:
			parts = append(parts, part)
		case json.Number:
			parts = append(parts, part.String())
		}
	}
	return strings.Join(parts, ".")
}

// worthAnother reports the answers that may be better next time. Of those to
// too many requests it is the ones that say when, and those of a service that
// is full for the moment.
func worthAnother(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		_, asks := httpretry.RetryAfter(resp, time.Now())
		said := peekVendor(resp)
		return !spent(said.code) && (asks || said.code == codeFull)
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return resp.StatusCode >= 500
}

// peekVendor reads what an error says and puts its body back.
func peekVendor(resp *http.Response) vendor {
	head, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes)) // what came is better than nothing
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), resp.Body), resp.Body}
	return readVendor(head)
}
