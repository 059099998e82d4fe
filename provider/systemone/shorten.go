package systemone

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// encode writes a plain JSON value. Keys are sorted, so that equal values are
// equal texts.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return []byte("null") // no plain value comes here
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// fit writes a plain value in at most room bytes, its texts cut to limit bytes
// or less, and reports whether anything was cut. Where texts are not what takes
// the room, one text with the beginning and the end of the JSON is left.
func fit(v any, limit, room int) (out []byte, cut bool) {
	for ; limit >= minTextBytes; limit /= 2 {
		short, shortened := shorten(v, limit)
		cut = cut || shortened
		if out = encode(short); len(out) <= room {
			return out, cut
		}
	}
	whole := string(encode(v))
	for keep := max(room, 0); keep > 0; keep /= 2 {
		if out = encode(cutText(whole, keep)); len(out) <= room {
			return out, true
		}
	}
	return []byte(`""`), true
}

// shorten returns a plain value with the texts in it cut to limit bytes, and
// whether any was. It does not change v.
func shorten(v any, limit int) (short any, cut bool) {
	switch v := v.(type) {
	case string:
		return cutText(v, limit), len(v) > limit
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			var c bool
			out[i], c = shorten(e, limit)
			cut = cut || c
		}
		return out, cut
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			var c bool
			out[k], c = shorten(e, limit)
			cut = cut || c
		}
		return out, cut
	}
	return v, false
}

// cutText keeps the beginning and the end of a long text, limit bytes of it,
// with a mark between them that says how many are missing. It cuts between two
// characters. The end is kept because a command's last part counts as much as
// its first.
func cutText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head, tail := limit-limit/4, len(s)-limit/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return fmt.Sprintf("%s…[%d bytes cut]…%s", s[:head], tail-head, s[tail:])
}
