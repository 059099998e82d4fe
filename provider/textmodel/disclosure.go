package textmodel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/redact"
)

// withheldMark stands for the value of a parameter that is withheld by name,
// as in the reference.
const withheldMark = "[redacted]"

// disclose returns what a model may see of parameters: values withheld by
// name, secrets masked. It does not change params.
func (p *Provider) disclose(params map[string]any) any {
	masked, _ := redact.Value(p.withhold(params))
	return masked
}

func (p *Provider) withhold(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, inner := range v {
			if slices.ContainsFunc(p.opts.RedactParams, func(n string) bool { return strings.EqualFold(n, name) }) {
				out[name] = withheldMark
				continue
			}
			out[name] = p.withhold(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = p.withhold(v[i])
		}
		return out
	}
	return v
}

// shortener cuts long texts.
type shortener struct {
	limit int  // bytes of one text
	cut   bool // something was cut
}

// value cuts texts and names. A name that is cut may become another's; then
// the last of them in order is shown, and cut tells that something is missing.
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
	short := clip(full, s.limit)
	s.cut = s.cut || short != full
	return short
}

// clip returns s, or its start and end with a mark between that says how much
// is missing, in at most limit bytes and the mark's. It never cuts a character.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head, tail := limit*3/4, len(s)-limit/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return fmt.Sprintf("%s…[%d bytes are not shown]…%s", s[:head], tail-head, s[tail:])
}
