package decision

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

var (
	errParamsSize   = fmt.Errorf("larger than %d bytes", MaxParamsBytes)
	errParamsDepth  = fmt.Errorf("nested deeper than %d levels", MaxParamsDepth)
	errParamsValues = fmt.Errorf("more than %d values", MaxParamsValues)
	errParamsUTF8   = errors.New("not valid utf-8")
)

// ParseParams reads the parameters of a call from JSON. Only an object will
// do; duplicate keys, invalid UTF-8 and what exceeds a limit are errors.
// Numbers stay as written, as [json.Number].
func ParseParams(data []byte) (map[string]any, error) {
	v, err := strictjson.Decode(data, strictjson.Limits{Bytes: 6 * MaxParamsBytes, Depth: MaxParamsDepth})
	if err != nil {
		return nil, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("not a json object")
	}
	return normalizeParams(object)
}

// normalizeParams copies params deeply, turning Go numbers into json.Number
// and any other Go value into what it is as JSON.
func normalizeParams(params map[string]any) (map[string]any, error) {
	n := normalizer{}
	copied, err := n.value(params, 0)
	if err != nil {
		return nil, err
	}
	return copied.(map[string]any), nil
}

// isNormal reports whether normalizeParams would return an equal copy: only
// JSON's own types, within the limits. Whether texts and numbers are valid is
// not looked at.
func isNormal(params map[string]any) bool {
	n := normalizer{}
	return n.isNormal(params, 0)
}

func (n *normalizer) isNormal(v any, depth int) bool {
	if n.values++; n.values > MaxParamsValues || depth > MaxParamsDepth {
		return false
	}
	switch v := v.(type) {
	case nil, bool:
	case string:
		n.bytes += len(v)
	case json.Number:
		n.bytes += len(v)
	case map[string]any:
		for key, item := range v {
			if n.bytes += len(key); !n.isNormal(item, depth+1) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !n.isNormal(item, depth+1) {
				return false
			}
		}
	default:
		return false
	}
	return n.bytes <= MaxParamsBytes
}

type normalizer struct{ bytes, values int }

func (n *normalizer) text(s string) (string, error) {
	if n.bytes += len(s); n.bytes > MaxParamsBytes {
		return "", errParamsSize
	}
	if !utf8.ValidString(s) {
		return "", errParamsUTF8
	}
	return s, nil
}

func (n *normalizer) value(v any, depth int) (any, error) {
	if n.values++; n.values > MaxParamsValues {
		return nil, errParamsValues
	}
	if depth > MaxParamsDepth {
		return nil, errParamsDepth
	}
	switch v := v.(type) {
	case nil, bool:
		return v, nil
	case string:
		return n.text(v)
	case json.Number:
		if _, err := strictjson.Canonical(v); err != nil {
			return nil, err
		}
		s, err := n.text(string(v))
		return json.Number(s), err
	case int:
		return json.Number(strconv.Itoa(v)), nil
	case map[string]any:
		return n.object(v, depth)
	case []any:
		return n.array(v, depth)
	}
	return n.goValue(v, depth)
}

func (n *normalizer) object(object map[string]any, depth int) (any, error) {
	copied := make(map[string]any, len(object))
	for k, v := range object {
		key, err := n.text(k)
		if err != nil {
			return nil, err
		}
		if copied[key], err = n.value(v, depth+1); err != nil {
			return nil, err
		}
	}
	return copied, nil
}

func (n *normalizer) array(list []any, depth int) (any, error) {
	copied := make([]any, len(list))
	for i, v := range list {
		var err error
		if copied[i], err = n.value(v, depth+1); err != nil {
			return nil, err
		}
	}
	return copied, nil
}

// goValue takes a Go value that is not one of JSON's own types by way of its
// JSON form: structs, typed slices and maps, floats.
func (n *normalizer) goValue(v any, depth int) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("a %T is not a json value", v)
	}
	decoded, err := strictjson.Decode(data, strictjson.Limits{Bytes: 6 * MaxParamsBytes, Depth: MaxParamsDepth})
	if err != nil {
		return nil, err
	}
	return n.value(decoded, depth)
}
