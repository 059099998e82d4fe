package command

import (
	"fmt"
	"strings"
)

// parseFlags reads the flags of a row.
func parseFlags(text string) ([]*flag, error) {
	words, err := fields(text)
	if err != nil {
		return nil, err
	}
	flags := make([]*flag, 0, len(words))
	for _, word := range words {
		f, err := parseFlag(word)
		if err != nil {
			return nil, err
		}
		flags = append(flags, f)
	}
	return flags, nil
}

func parseFlag(word string) (*flag, error) {
	parts, err := split(word, '!')
	if err != nil {
		return nil, err
	}
	f := &flag{role: role{do: inert}}
	names, given := f.cutValue(parts[0])
	if given != "" {
		if f.role, err = parseRole(given); err != nil {
			return nil, err
		}
	}
	for name := range strings.SplitSeq(names, ",") {
		if name == "" || name == "-" {
			return nil, fmt.Errorf("has a flag without name: %q", word)
		}
		f.names = append(f.names, name)
	}
	for _, part := range parts[1:] {
		a, err := parseChange(part)
		if err != nil {
			return nil, err
		}
		f.acts = append(f.acts, a)
	}
	return f, nil
}

// cutValue splits "names=role" and "names[=role]".
func (f *flag) cutValue(text string) (names, role string) {
	if names, role, given := strings.Cut(text, "[="); given && strings.HasSuffix(role, "]") {
		f.takes = attached
		return names, strings.TrimSuffix(role, "]")
	}
	names, role, given := strings.Cut(text, "=")
	if given {
		f.takes = value
	}
	if second, double := strings.CutPrefix(role, "="); double {
		f.takes, role = two, second
	}
	if each, every := strings.CutSuffix(role, "*"); every {
		f.takes, role = all, each
	}
	return names, role
}
