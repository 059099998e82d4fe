package systemone

import (
	"bytes"
	"encoding/json"

	"github.com/flux7-go/supervisor/provider/internal/disclosure"
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
		short, shortened := disclosure.Shorten(v, limit)
		cut = cut || shortened
		if out = encode(short); len(out) <= room {
			return out, cut
		}
	}
	whole := string(encode(v))
	for keep := max(room, 0); keep > 0; keep /= 2 {
		if out = encode(disclosure.Cut(whole, keep)); len(out) <= room {
			return out, true
		}
	}
	return []byte(`""`), true
}
