package disclosure

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// Cut returns s, or its beginning and its end with a mark between them that says
// how much is missing, in at most limit bytes and the mark's. It cuts between
// two characters. The end is kept because a command's last part counts as much
// as its first.
func Cut(s string, limit int) string {
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
	return fmt.Sprintf("%s…[%d bytes are not shown]…%s", s[:head], tail-head, s[tail:])
}

// Shorten returns a plain JSON value with the texts and names in it cut to limit
// bytes each, and whether any was. It does not change v.
//
// A name that is cut may become another's; then the last of them in order is
// shown, and cut tells that something is missing.
func Shorten(v any, limit int) (short any, cut bool) {
	s := shortener{limit: limit}
	return s.value(v), s.cut
}

type shortener struct {
	limit int
	cut   bool
}

func (s *shortener) value(v any) any {
	switch v := v.(type) {
	case string:
		return s.text(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out[s.text(name)] = s.value(v[name])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = s.value(v[i])
		}
		return out
	}
	return v
}

func (s *shortener) text(full string) string {
	s.cut = s.cut || len(full) > s.limit
	return Cut(full, s.limit)
}
