package adminhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

// decodeStrictly reads a body that is one JSON object into a struct. A member
// that is given twice, is unknown, differs in case or is of another type is
// answered with 400; the text never quotes a value.
func decodeStrictly(body []byte, depth int, known []string, into any) error {
	value, err := strictjson.Decode(body, strictjson.Limits{Depth: depth})
	if err != nil {
		return fail(http.StatusBadRequest, "the body cannot be read: %s", err)
	}
	object, ok := value.(map[string]any)
	if !ok {
		return fail(http.StatusBadRequest, "the body must be a JSON object")
	}
	for name := range object {
		if !slices.Contains(known, name) {
			return fail(http.StatusBadRequest, "the body has the unknown member %.32q: it can have %s", name, strings.Join(known, ", "))
		}
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			return fail(http.StatusBadRequest, "the member %.64q must not be a JSON %s", wrong.Field, strings.Fields(wrong.Value)[0])
		}
		return fail(http.StatusBadRequest, "the body cannot be read: a member has another form than it should")
	}
	return nil
}
