package effect

import (
	"encoding/json"
	"maps"
	"slices"
)

// eachText goes through the texts of a value.
func eachText(where string, value any, visit func(where, text string)) {
	switch v := value.(type) {
	case string:
		visit(where, v)
	case []any:
		for _, item := range v {
			eachText(where, item, visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			eachText(where+"."+key, v[key], visit)
		}
	}
}

func isScalar(value any) bool {
	switch value.(type) {
	case nil, bool, string, json.Number:
		return true
	}
	return false
}

func scalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}
