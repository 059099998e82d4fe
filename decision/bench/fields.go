package bench

import (
	"encoding/json"
	"fmt"
)

// fields takes the members of an object by their type and collects what is
// wrong with them. It never quotes a value.
type fields struct {
	object map[string]any
	faults []error
}

func (f *fields) fault(key, must string) {
	f.faults = append(f.faults, fmt.Errorf("%s must be %s", key, must))
}

// text reads a text. Absent and null are empty.
func (f *fields) text(key string) string {
	switch v := f.object[key].(type) {
	case nil:
		return ""
	case string:
		return v
	}
	f.fault(key, "a text")
	return ""
}

// name reads an identifier, which may be a number too.
func (f *fields) name(key string) string {
	if n, ok := f.object[key].(json.Number); ok {
		return string(n)
	}
	return f.text(key)
}

// texts reads a list of texts, or a single one. Absent and null are none.
func (f *fields) texts(key string) []string {
	switch v := f.object[key].(type) {
	case nil:
		return nil
	case string:
		if v == "" {
			return nil
		}
		return []string{v}
	case []any:
		out := make([]string, 0, len(v))
		for _, element := range v {
			text, ok := element.(string)
			if !ok {
				f.fault(key, "a list of texts")
				return nil
			}
			out = append(out, text)
		}
		return out
	}
	f.fault(key, "a text or a list of texts")
	return nil
}

// params reads an object. Absent and null are an empty one.
func (f *fields) params(key string) map[string]any {
	switch v := f.object[key].(type) {
	case nil:
		return map[string]any{}
	case map[string]any:
		return v
	}
	f.fault(key, "an object")
	return nil
}
