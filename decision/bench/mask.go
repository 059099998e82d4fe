package bench

import (
	"bytes"
	"encoding/json"

	"github.com/flux7-go/supervisor/internal/redact"
)

// maskParams returns parameters with their secrets masked, keys too.
func maskParams(params map[string]any) map[string]any {
	masked, _ := redact.Value(params)
	object, ok := masked.(map[string]any)
	if !ok {
		return map[string]any{traceText: redact.Mask}
	}
	return object
}

// encode writes v as compact JSON that is read as it is written: <, > and &
// stay.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
