package disclosure

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/redact"
)

// Withheld stands in the place of a value that is withheld by name, as in the
// reference.
const Withheld = "[redacted]"

// Screen keeps back what must not leave the machine. It changes nothing that it
// is given, and is safe for concurrent use.
type Screen struct{ withheld map[string]bool }

// NewScreen returns a screen that withholds the values of members with these
// names, at every depth and in texts that are JSON, in upper or lower case.
func NewScreen(names []string) Screen {
	s := Screen{withheld: make(map[string]bool, len(names))}
	for _, n := range names {
		s.withheld[folded(n)] = true
	}
	return s
}

// folded is the same for names that differ in case only. Upper case first: some
// letters have two forms of lower case.
func folded(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// Text masks the secrets in one text.
func (s Screen) Text(text string) string { return redact.Text(text) }

// Texts is Text for each of a list.
func (s Screen) Texts(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = s.Text(text)
	}
	return out
}

// Clean returns a value as plain JSON, without what is withheld and with its
// secrets masked, in the names of members too. It looks at whole texts, so it
// comes before anything is cut: half a secret is not recognised. An error says
// why the value is no JSON, and quotes nothing of it.
func (s Screen) Clean(v any) (any, error) {
	clean, _, err := s.Params(v)
	return clean, err
}

// withhold replaces the values of named members at every depth. What holds none
// is shared with the result.
func (s Screen) withhold(v any) (out any, changed bool) {
	switch v := v.(type) {
	case []any:
		return s.withholdList(v)
	case map[string]any:
		return s.withholdObject(v)
	case string:
		return s.withholdText(v)
	}
	return v, false
}

// withholdText looks into a text that is JSON, as some agents give the
// parameters of a call. Every level of it doubles the quotes, so there are few.
func (s Screen) withholdText(text string) (any, bool) {
	start := strings.TrimLeft(text, " \t\r\n")
	if start == "" || start[0] != '{' && start[0] != '[' {
		return text, false
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var parsed []any // one after the other, as in lines of JSON
	for {
		var v any
		if err := decoder.Decode(&v); err != nil {
			if !errors.Is(err, io.EOF) {
				return text, false
			}
			break
		}
		parsed = append(parsed, v)
	}
	clean, changed := s.withholdList(parsed)
	if !changed {
		return text, false
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, v := range clean.([]any) {
		if encoder.Encode(v) != nil { // no decoded value
			return Withheld, true
		}
	}
	return strings.TrimSuffix(out.String(), "\n"), true
}

func (s Screen) withholdList(in []any) (any, bool) {
	out, changed := in, false
	for i, e := range in {
		clean, c := s.withhold(e)
		if !c {
			continue
		}
		if !changed {
			out, changed = slices.Clone(in), true
		}
		out[i] = clean
	}
	return out, changed
}

func (s Screen) withholdObject(in map[string]any) (any, bool) {
	out, changed := in, false
	for k, e := range in {
		clean, c := s.withhold(e)
		if s.withheld[folded(k)] {
			clean, c = Withheld, true
		}
		if !c {
			continue
		}
		if !changed {
			out, changed = maps.Clone(in), true
		}
		out[k] = clean
	}
	return out, changed
}
