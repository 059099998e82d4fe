package yamlmask

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// findSecrets marks every scalar that is a secret.
func (t *Text) findSecrets() error {
	f := &finder{text: t, judged: map[judging]bool{}}
	for _, root := range t.roots {
		if err := f.value(root, "", false, 1); err != nil {
			return err
		}
	}
	if n := len(t.secret); n > MaxSecrets {
		return errTooMany(n)
	}
	for n := range t.secret {
		if spreads(n) {
			t.spread = append(t.spread, n.Value)
		}
	}
	for _, n := range f.clear {
		if !t.secret[n] && t.hasSecret(n.Value) {
			t.secret[n] = true
		}
	}
	return nil
}

// finder looks at every value, with aliases expanded: what an anchor names may
// be a secret only where it is used.
type finder struct {
	text   *Text
	visits int
	clear  []*yaml.Node // scalars that looked harmless where they were first met
	// judged are nodes, and whether there is a secret's name or look about them:
	// with aliases a node is met many times.
	judged map[judging]bool
}

// judging is a node, and what is asked of it.
type judging struct {
	node *yaml.Node
	asks question
}

type question uint8

const (
	looksLikeOne question = iota // of a scalar: does it look like a secret
	namesOne                     // of a key: does it name one
	isPair                       // of a mapping: is it a name of one beside a value
)

// judge remembers what is thought of a node, and reports whether that is new.
func (f *finder) judge(n *yaml.Node, asks question) (result, first bool) {
	j := judging{n, asks}
	result, known := f.judged[j]
	if known {
		return result, false
	}
	switch asks {
	case looksLikeOne:
		result = looksSecret(n)
	case namesOne:
		result = namesSecret(n.Value)
	case isPair:
		result = isSecretPair(n)
	}
	f.judged[j] = result
	return result, true
}

// value looks at a value under a key; below says that a key above it names a
// secret.
func (f *finder) value(n *yaml.Node, key string, below bool, depth int) error {
	if f.visits++; f.visits > yamlpos.MaxValues {
		return refuse(n.Line, n.Column, "more than %d values with aliases expanded", yamlpos.MaxValues)
	}
	if depth > yamlpos.MaxDepth {
		return refuse(n.Line, n.Column, "nested deeper than %d levels, or an anchor that contains itself", yamlpos.MaxDepth)
	}
	n = target(n)
	switch n.Kind {
	case yaml.ScalarNode:
		looks, first := f.judge(n, looksLikeOne)
		if looks || below && hidesBelow(n, key) {
			f.text.secret[n] = true
		} else if first {
			f.clear = append(f.clear, n)
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			if err := f.value(item, key, below, depth+1); err != nil {
				return err
			}
		}
	case yaml.MappingNode:
		return f.mapping(n, key, below, depth)
	}
	return nil
}

func (f *finder) mapping(n *yaml.Node, section string, below bool, depth int) error {
	pair, _ := f.judge(n, isPair)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := target(n.Content[i]), n.Content[i+1]
		if err := f.key(key, depth+1); err != nil {
			return err
		}
		names, _ := f.judge(key, namesOne)
		hides := below || names || pair && strings.EqualFold(key.Value, "value") ||
			section == notifySection && key.Value == "url"
		if err := f.value(value, key.Value, hides, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// notifySection is where the config has webhooks. Who knows the address of one
// can often write to it.
const notifySection = "notify"

// key looks at a key. It cannot be masked, since it may be half of a path.
func (f *finder) key(n *yaml.Node, depth int) error {
	if n.Kind != yaml.ScalarNode {
		return f.value(n, "", false, depth)
	}
	if looks, _ := f.judge(n, looksLikeOne); looks {
		return refuse(n.Line, n.Column, "a key looks like a secret: write another")
	}
	return nil
}

// looksSecret judges a scalar by itself.
func looksSecret(n *yaml.Node) bool {
	return !isEmpty(n) && (strings.Contains(n.Value, Mask) || redact.Text(n.Value) != n.Value)
}

// hidesBelow judges a scalar below a key that names a secret; key is the
// nearest one.
func hidesBelow(n *yaml.Node, key string) bool {
	switch {
	case isEmpty(n):
		return false
	case strings.HasSuffix(key, "_tokens") && n.ShortTag() == "!!int":
		return false // how many a model may write
	}
	return !(strings.HasSuffix(key, "_env") && usualVariable().MatchString(n.Value))
}

// usualVariable is the name of an environment variable as people choose them.
// Something else under a key for such names may be a secret in its place.
var usualVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`) })

func namesSecret(key string) bool {
	_, named := redact.Member(key, "x")
	return named || yamlpos.NamesSecret(key)
}

// isSecretPair reports whether a mapping is a named value, as in lists of
// headers, whose name is that of a secret.
func isSecretPair(n *yaml.Node) bool {
	fields := map[string]any{"value": "x"}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := target(n.Content[i]), target(n.Content[i+1])
		switch strings.ToLower(key.Value) {
		case "name", "key", "variable", "header":
			fields[key.Value] = value.Value
		}
	}
	masked, _ := redact.Value(fields)
	return masked.(map[string]any)["value"] != "x"
}

// hasSecret reports whether a text holds one of the secrets that are long enough
// to be looked for.
func (t *Text) hasSecret(text string) bool {
	return slices.ContainsFunc(t.spread, func(secret string) bool { return len(secret) <= len(text) && strings.Contains(text, secret) })
}

// spreads reports whether a secret is looked for elsewhere. A number stands in
// too many places by chance.
func spreads(n *yaml.Node) bool {
	tag := n.ShortTag()
	return len(n.Value) >= minSpread && tag != "!!int" && tag != "!!float"
}
