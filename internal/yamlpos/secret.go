package yamlpos

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// secretPart and secretWord find the names under which people keep secrets:
// the first anywhere in a name, the second as a word of it. They err towards
// hiding: a hidden file name costs a reader a look into the file.
var (
	secretPart = pattern(`(?i)token|secret|passw|passphrase|credential|authori[sz]ation|bearer|apikey|accesskey|privatekey`)
	secretWord = pattern(`(?i)(?:^|[^a-z0-9])(?:keys?|pass|pwd|pat|auth|account)(?:[^a-z0-9]|$)`)
)

// NamesSecret reports whether a key, or a line, names what probably is a secret.
func NamesSecret(text string) bool {
	return secretPart().MatchString(text) || secretWord().MatchString(text)
}

// harmlessLine matches a comment, or a key with a value.
var harmlessLine = pattern(`^\s*(?:#|(?:- +)*[\w.-]+\s*:(?:\s|$))`)

// harmless reports whether a line of a file that could not be parsed may be
// shown: it is not the inside of some value, and nothing on it names a secret.
func (s *source) harmless(n int) bool {
	line := s.line(n)
	return harmlessLine().MatchString(line) && !NamesSecret(line)
}

// hideSecrets hides the values of all keys that name a secret.
func (s *source) hideSecrets(root *yaml.Node) {
	s.starts = nil
	var secrets []*yaml.Node
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		s.starts = append(s.starts, position{n.Line, n.Column})
		for i, child := range n.Content {
			walk(child)
			if n.Kind == yaml.MappingNode && i%2 == 1 && NamesSecret(n.Content[i-1].Value) {
				secrets = append(secrets, child)
			}
		}
	}
	walk(root)
	slices.SortFunc(s.starts, func(a, b position) int {
		if a.before(b) {
			return -1
		} else if b.before(a) {
			return 1
		}
		return 0
	})
	for _, n := range secrets {
		s.hideNode(n)
	}
}

// hideNode hides every scalar in raw, also behind aliases. Where a mapping is
// written over several lines its keys say for themselves what is a secret.
func (s *source) hideNode(raw *yaml.Node) {
	if raw == nil || s.secret[raw] || raw.Kind == yaml.MappingNode && raw.Style&yaml.FlowStyle == 0 {
		return
	}
	s.secret[raw] = true
	s.hideNode(raw.Alias)
	for _, child := range raw.Content {
		s.hideNode(child)
	}
	if raw.Kind == yaml.ScalarNode && raw.ShortTag() != "!!null" {
		from := position{raw.Line, raw.Column}
		s.hide(from, s.after(from))
	}
}

// after is the start of the next node. The parser does not tell where a node
// ends; what stands between, such as a comment, is hidden with it.
func (s *source) after(p position) position {
	i, _ := slices.BinarySearchFunc(s.starts, p, func(a, b position) int {
		if !b.before(a) {
			return -1
		}
		return 1
	})
	if i < len(s.starts) {
		return s.starts[i]
	}
	return position{len(s.lines) + 1, 1}
}

// hide hides all that stands from one position up to another.
func (s *source) hide(from, to position) {
	for line := from.line; line <= min(to.line, len(s.lines)); line++ {
		stretch := columns{1, toEnd}
		if line == from.line {
			stretch.from = from.column
		}
		if line == to.line {
			stretch.to = to.column
		}
		s.hidden[line] = append(s.hidden[line], stretch)
	}
}
