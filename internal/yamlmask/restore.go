package yamlmask

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Restore returns the edited text with the secrets of t in the place of its
// masks. Masks may be missing, where a secret was removed or written anew. The
// error is an [*Error] that says which mask stands for nothing.
func (t *Text) Restore(edited []byte) ([]byte, error) {
	if !bytes.Contains(edited, []byte(Mask)) {
		return edited, nil
	}
	e, err := parse(edited, true)
	if err != nil {
		// A client may have written the mask as the reference does, bare.
		if e, _ = parse(quoteBare(edited), true); e == nil {
			return nil, err
		}
	}
	meant, err := t.meant(e)
	if err != nil {
		return nil, err
	}
	comments, err := t.restoreComments(e)
	if err != nil {
		return nil, err
	}
	return t.fill(e, meant, comments)
}

// bareMask matches a mask that is written without quotes, which is no YAML.
var bareMask = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)([:\-\[{,][ \t]*)` + regexp.QuoteMeta(Mask) + `([ \t]*(?:[,}\]]|\r?$|[ \t]#))`)
})

func quoteBare(data []byte) []byte {
	return bareMask().ReplaceAll(data, []byte(`${1}"`+Mask+`"${2}`))
}

// meant tells for every mask of e which secret of t it stands for. One behind
// aliases stands at several paths, and must be the same secret at all of them:
// otherwise an alias could carry it to where it is shown.
func (t *Text) meant(e *Text) (map[*yaml.Node]*yaml.Node, error) {
	originals, meant := t.originals(e), map[*yaml.Node]*yaml.Node{}
	for i, l := range e.leaves {
		switch {
		case !strings.Contains(l.node.Value, Mask):
			continue
		case l.node.Value != Mask:
			return nil, refuse(l.node.Line, l.node.Column, "the mask stands inside of a text: write the whole value out")
		}
		original := originals[i]
		if original == nil || meant[l.node] != nil && meant[l.node].Value != original.node.Value {
			return nil, refuse(l.node.Line, l.node.Column, "a masked value stands where the file has no secret, or where it cannot be told which one, as among items of a list that look alike: type the secret")
		}
		meant[l.node] = original.node
	}
	return meant, nil
}

// originals finds the leaf of t that a masked leaf of e stands for, by their
// indices in e. A way to say where a leaf stands is tried only for what the ways
// before it did not find, and finds nothing that another leaf has claimed.
func (t *Text) originals(e *Text) map[int]*leaf {
	found, claimed := map[int]*leaf{}, map[*leaf]bool{}
	for way := range ways {
		at := map[digest]*leaf{}
		for i := range t.leaves {
			if l := &t.leaves[i]; t.secret[l.node] {
				at[l.path[way]] = l
			}
		}
		for i, l := range e.leaves {
			if l.node.Value != Mask || found[i] != nil {
				continue
			}
			if original := at[l.path[way]]; original != nil && !claimed[original] {
				found[i], claimed[original] = original, true
			}
		}
	}
	return found
}

// fill puts the secrets in as they were written; those that would read
// differently in their new surroundings, in double quotes.
func (t *Text) fill(e *Text, meant map[*yaml.Node]*yaml.Node, comments []splice) ([]byte, error) {
	value := func(n *yaml.Node) string {
		if secret := meant[n]; secret != nil {
			return secret.Value
		}
		return n.Value
	}
	for _, quoted := range []bool{false, true} {
		list := append([]splice(nil), comments...)
		for n, secret := range meant {
			with := t.spans[secret].of(t.data)
			if quoted && secret.ShortTag() == "!!str" {
				with = doubleQuoted(secret.Value)
			}
			list = append(list, splice{e.spans[n], with})
		}
		filled := spliced(e.data, list)
		if result := e.readAs(filled, value); result != nil {
			if err := result.stillHides(e, meant); err != nil {
				return nil, err
			}
			return filled, nil
		}
	}
	return nil, refuse(0, 0, "a secret cannot be put back where its mask stands: type it, in quotes")
}

// stillHides refuses a result in which a secret that was put back would be shown:
// what hid it, such as a key beside it, was edited.
func (t *Text) stillHides(e *Text, meant map[*yaml.Node]*yaml.Node) error {
	for i, l := range e.leaves {
		if meant[l.node] != nil && !t.secret[t.leaves[i].node] {
			return refuse(l.node.Line, l.node.Column, "the secret that is masked here would be shown from now on, for what hid it is gone: type the value")
		}
	}
	return nil
}

// doubleQuoted writes a text in the one style that can hold every text.
func doubleQuoted(text string) []byte {
	node := yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: text}
	data, err := yaml.Marshal(&node)
	if err != nil {
		return nil // what is filled in then does not read as the secret
	}
	return bytes.TrimRight(data, "\n")
}
