package notify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Bounds of a preview.
const (
	maxPreview      = 800 // bytes, of all
	maxPreviewText  = 200 // bytes, of one text
	maxPreviewItems = 12  // of one object or list
	maxPreviewDepth = 3
)

// preview shows the parameters of a call in one line: masked, then cut, so that
// no half of a secret is left. Empty: there are none.
func preview(params map[string]any) string {
	if len(params) == 0 {
		return ""
	}
	masked, _ := redact.Value(params)
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(shorten(masked, 0)); err != nil {
		return "" // no JSON: such a call is invalid, and has no preview
	}
	return oneline.Clean(redact.Text(b.String()), maxPreview)
}

// shorten cuts a JSON value to what a person needs to know the call again.
func shorten(v any, depth int) any {
	switch v := v.(type) {
	case string:
		return short(v, maxPreviewText)
	case map[string]any:
		if depth == maxPreviewDepth {
			return oneline.Mark
		}
		made := map[string]any{}
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i == maxPreviewItems {
				made[oneline.Mark] = len(v) - i
				break
			}
			made[short(key, maxPreviewText)] = shorten(v[key], depth+1)
		}
		return made
	case []any:
		if depth == maxPreviewDepth {
			return oneline.Mark
		}
		made := []any{}
		for i, item := range v {
			if i == maxPreviewItems {
				made = append(made, oneline.Mark)
				break
			}
			made = append(made, shorten(item, depth+1))
		}
		return made
	}
	return v
}
