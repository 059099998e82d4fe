package redact

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// maxDepth bounds the nesting that [Value] looks into; what lies deeper is
// masked whole. JSON that a supervisor accepts is far flatter.
const maxDepth = 256

// Value returns a JSON value with its secrets masked, and whether anything
// was. It looks into texts and the keys of objects, and masks whole what lies
// under a key that names a secret, such as "password" or "api_key", but not
// "max_tokens". In an object like {"name": "API_KEY", "value": "…"} the value
// is masked too.
//
// It never changes v; what holds no secret is shared with the result. A value
// that is not one of JSON's own types (nil, bool, string, [json.Number],
// float64, []any, map[string]any) is returned as it is.
func Value(v any) (masked any, changed bool) { return value(v, 0, false) }

// Member is [Value] for the value of an object's member of that name.
func Member(name string, v any) (masked any, changed bool) {
	return value(v, 0, namesSecret(name))
}

// value masks v; with whole, v lies under the name of a secret.
func value(v any, depth int, whole bool) (masked any, changed bool) {
	switch v := v.(type) {
	case string:
		return text(v, whole)
	case json.Number, float64:
		if whole {
			return Mask, true
		}
	case []any:
		if depth >= maxDepth {
			return Mask, true
		}
		return list(v, depth+1, whole)
	case map[string]any:
		if depth >= maxDepth {
			return Mask, true
		}
		return object(v, depth+1, whole)
	}
	return v, false
}

func text(s string, whole bool) (masked any, changed bool) {
	if whole && s != "" {
		return Mask, s != Mask
	}
	out := Text(s)
	return out, out != s
}

func list(in []any, depth int, whole bool) (masked any, changed bool) {
	out := in
	for i, v := range in {
		m, c := value(v, depth, whole)
		if !c {
			continue
		}
		if !changed {
			out, changed = slices.Clone(in), true
		}
		out[i] = m
	}
	return out, changed
}

func object(in map[string]any, depth int, whole bool) (masked any, changed bool) {
	out := in
	pair := namesSecretPair(in)
	for _, k := range slices.Sorted(maps.Keys(in)) {
		key := Text(k)
		hides := whole || namesSecret(k) || pair && strings.EqualFold(k, "value")
		m, c := value(in[k], depth, hides)
		if !c && key == k {
			continue
		}
		if !changed {
			out, changed = maps.Clone(in), true
		}
		if key != k {
			delete(out, k)
			key = freeKey(in, out, key)
		}
		out[key] = m
	}
	return out, changed
}

// namesSecret does not take a mask in a name for the word "secret".
func namesSecret(name string) bool {
	return kindOf(strings.ReplaceAll(name, Mask, "")) == secretName
}

// freeKey returns key, lengthened until it hides no other member: two keys may
// become one when they are masked.
func freeKey(in, out map[string]any, key string) string {
	for taken := true; taken; {
		_, before := in[key]
		_, after := out[key]
		if taken = before || after; taken {
			key += "'"
		}
	}
	return key
}

// namesSecretPair reports whether an object is a named value whose name is
// that of a secret, as in lists of headers and environment variables.
func namesSecretPair(object map[string]any) bool {
	for k, v := range object {
		switch strings.ToLower(k) {
		case "name", "key", "variable", "header":
			if name, ok := v.(string); ok && namesSecret(name) {
				return true
			}
		}
	}
	return false
}
