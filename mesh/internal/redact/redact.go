// Package redact replaces content in parameters by what it looks like, in the
// form that a mesh uses with expose_content: false.
package redact

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// MinBytes is the length from which every text counts as content. The mesh
// redacts texts of 256 bytes, although its documentation says "longer than".
const MinBytes = 256

// The keys of the object that stands for a redacted text.
const (
	keyLength = "content_length"
	keySHA256 = "content_sha256"
	keyType   = "content_type_detected"
)

// contentKeys name content of any length, in any case.
var contentKeys = map[string]bool{
	"content": true, "body": true, "data": true, "file_content": true, "text": true,
}

// Scope says where content is looked for.
type Scope struct {
	// Lists includes what is inside lists. The mesh leaves lists alone.
	Lists bool
}

// Params returns params with its content replaced. The input is not changed.
func (s Scope) Params(params map[string]any) map[string]any {
	if params == nil {
		return nil
	}
	return s.object(params)
}

func (s Scope) object(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for key, v := range object {
		out[key] = s.value(v, contentKeys[strings.ToLower(key)])
	}
	return out
}

func (s Scope) value(v any, content bool) any {
	switch v := v.(type) {
	case string:
		if content || len(v) >= MinBytes {
			return Text(v)
		}
	case map[string]any:
		return s.object(v)
	case []any:
		if !s.Lists {
			return v
		}
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = s.value(item, content)
		}
		return out
	}
	return v
}

// Text returns the object that stands for a text.
func Text(s string) map[string]any {
	sum := sha256.Sum256([]byte(s))
	return map[string]any{
		keyLength: json.Number(strconv.Itoa(len(s))),
		keySHA256: hex.EncodeToString(sum[:]),
		keyType:   contentType(s),
	}
}

// IsText reports whether v is an object that stands for a text.
func IsText(v any) bool {
	object, ok := v.(map[string]any)
	if !ok || len(object) != 3 {
		return false
	}
	_, length := object[keyLength].(json.Number)
	_, sum := object[keySHA256].(string)
	_, kind := object[keyType].(string)
	return length && sum && kind
}

// Any reports whether something in v is redacted.
func Any(v any) bool {
	if IsText(v) {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			if Any(item) {
				return true
			}
		}
	case []any:
		for _, item := range v {
			if Any(item) {
				return true
			}
		}
	}
	return false
}

// Same reports whether a and b are the same values, where one side may be
// redacted and the other not.
func Same(a, b any) bool {
	if IsText(a) || IsText(b) {
		return sameText(a, b)
	}
	switch a := a.(type) {
	case map[string]any:
		other, ok := b.(map[string]any)
		if !ok || len(a) != len(other) {
			return false
		}
		for key, v := range a {
			w, found := other[key]
			if !found || !Same(v, w) {
				return false
			}
		}
		return true
	case []any:
		other, ok := b.([]any)
		if !ok || len(a) != len(other) {
			return false
		}
		for i := range a {
			if !Same(a[i], other[i]) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case map[string]any, []any:
		return false // not comparable with ==
	}
	return a == b
}

// sameText compares by digest. The detected type is a guess of the other
// side's and says nothing about identity.
func sameText(a, b any) bool {
	digest := func(v any) (sum any, length any) {
		if text, ok := v.(string); ok {
			v = Text(text)
		}
		if !IsText(v) {
			return nil, nil
		}
		object := v.(map[string]any)
		return object[keySHA256], object[keyLength]
	}
	sumA, lengthA := digest(a)
	sumB, lengthB := digest(b)
	return sumA != nil && sumA == sumB && lengthA == lengthB
}

// contentType names one of the types that the mesh tells apart.
func contentType(s string) string {
	trimmed := bytes.TrimSpace([]byte(s))
	if len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(trimmed) {
		return "application/json"
	}
	switch detected, _, _ := strings.Cut(http.DetectContentType([]byte(s)), ";"); detected {
	case "text/xml", "text/html", "text/plain":
		return detected
	}
	return "application/octet-stream"
}
