package yamlpos

import (
	"errors"
	"fmt"
	"github.com/flux7-go/supervisor/internal/typo"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Decode fills the struct that into points to with the document, and records
// every fault: unknown keys, values of the wrong kind or out of range, null
// where a value is needed. A faulty key keeps its default. The error is about
// the struct's tags only, a programmer's mistake.
//
// Fields are read by these tags; a field without a yaml tag is left alone, and
// an embedded struct gives its keys to the one around it.
//
//	yaml:"name"        the key
//	default:"text"     its default; items of a list with commas between
//	min, max           the least and the greatest value, for each item of a list
//	above, below       the same, but not that value itself
//	enum:"a|b"         the texts that are allowed
//	format:"url"       what a text has to be; see the formats
//	required:"yes"     the key must be given
//	null:"ok"          null is as good as leaving the key out
//	empty:"ok"         the empty text is allowed although there is a default
//	quoted:"seconds"   a quoted number is a duration in seconds, as a bare one is
//	secret:"yes"       never shown; also every type with a method Reveal() string
//	part:"name"        what has to be built for the key to work; see Unbuilt
//	refuse:"why"       on a field named _: the key does not belong here
//	ignore:"why"       the same, but a warning
func (d *Document) Decode(into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("yamlpos: cannot decode into a %T", into)
	}
	s, err := compile(v.Type().Elem())
	if err != nil {
		return err
	}
	s.setDefaults(v.Elem())
	d.section(d.root, v.Elem(), s, "")
	return nil
}

// section decodes n, known to be a mapping, into the struct v.
func (d *Document) section(n *node, v reflect.Value, s *section, path string) {
	for _, p := range n.pairs {
		at := childPath(path, p.key.text)
		f, known := s.byName[p.key.text]
		if !known {
			d.unknown(p, s, at)
			continue
		}
		d.places[at] = place(p)
		switch {
		case f.refused:
			d.record(finding{at: place{value: p.key}, key: at, msg: f.misplaced})
		case f.misplaced != "":
			d.warnings.add(finding{at: place{value: p.key}, key: at, msg: f.misplaced})
		default:
			d.value(p.value, v.FieldByIndex(f.index), f, at)
		}
	}
	for _, f := range s.fields {
		at := childPath(path, f.name)
		if _, given := d.places[at]; f.required && !given {
			d.record(finding{at: d.places[path], key: at, msg: "is missing: give " + f.describe()})
		}
	}
}

// elsewhere returns the path of a key further down that word was probably meant
// to be; empty: there is none.
func (s *section) elsewhere(word string) string {
	paths, names := map[string]string{}, []string{}
	for _, key := range s.list("", "", nil) {
		name := key.Path[strings.LastIndex(key.Path, ".")+1:]
		if _, again := paths[name]; !again {
			paths[name] = key.Path
			names = append(names, name)
		}
	}
	return paths[typo.Closest(word, names)]
}

// unknown records a key that the schema does not know. Its value may be a
// secret whose key is misspelt.
func (d *Document) unknown(p pair, s *section, path string) {
	names := make([]string, 0, len(s.fields))
	for _, f := range s.fields {
		names = append(names, f.name)
	}
	msg := "unknown key"
	near := typo.Closest(p.key.text, names)
	switch {
	case near != "":
		msg += fmt.Sprintf("; did you mean %q?", near)
	case s.elsewhere(p.key.text) != "":
		msg += fmt.Sprintf(" here; did you mean %s?", s.elsewhere(p.key.text))
	case len(names) <= maxListed:
		msg += "; use one of " + strings.Join(names, ", ")
	}
	known := s.byName[near]
	if NamesSecret(near) || known != nil && known.secret || p.value.kind == scalar && resemblesSecret(p.value.text) {
		d.source.hideNode(p.value.raw)
	}
	found := finding{at: place{value: p.key}, key: path, msg: msg}
	if d.lenient && path == p.key.text {
		found.msg = "is ignored: " + msg
		d.warnings.add(found)
		return
	}
	d.record(found)
}

// maxListed bounds how many keys a message lists.
const maxListed = 12

// value decodes n into v, which holds the default.
func (d *Document) value(n *node, v reflect.Value, f *field, path string) {
	if f.secret {
		d.source.hideNode(n.raw)
	}
	fault := func(msg string) { d.record(finding{at: d.places[path], key: path, msg: msg}) }
	if n.isNull() && f.form != formFree {
		switch {
		case f.nullable:
			v.SetZero()
		case n.text == "~":
			fault("has no value: ~ alone means null; put it in quotes if the home directory is meant")
		default:
			fault("has no value: give " + f.describe() + ", or remove the key")
		}
		return
	}
	if wrong := f.wrongKind(n); wrong != "" {
		fault(wrong)
		return
	}
	switch f.form {
	case formSection:
		d.section(n, indirect(v), f.keys, path)
	case formList:
		d.list(n, v, f, path)
	case formTable:
		d.table(n, v, f, path)
	case formFree:
		v.SetZero()
		if free := d.free(n, path); free != nil {
			v.Set(reflect.ValueOf(free))
		}
	default:
		read, err := f.read(n)
		if err != nil {
			fault(err.Error())
			return
		}
		indirect(v).Set(read)
	}
}

// wrongKind says what is wrong if a list stands for a text and the like.
func (f *field) wrongKind(n *node) string {
	var want kind
	switch f.form {
	case formFree:
		return ""
	case formSection, formTable:
		want = mapping
	case formList:
		want = list
	}
	switch {
	case n.kind == want:
		return ""
	case want == list && n.kind == scalar:
		return "must be " + f.describe() + ", not " + n.describe() + ": put it in brackets, [ ]"
	}
	return "must be " + f.describe() + ", not " + n.describe()
}

// indirect allocates what a pointer points to.
func indirect(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	v.Set(reflect.New(v.Type().Elem()))
	return v.Elem()
}

func (d *Document) list(n *node, v reflect.Value, f *field, path string) {
	items := reflect.MakeSlice(f.typ, len(n.items), len(n.items))
	for i, item := range n.items {
		at := itemPath(path, i)
		d.places[at] = place{value: item}
		f.elem.prepare(items.Index(i))
		d.value(item, items.Index(i), f.elem, at)
	}
	v.Set(items)
}

func (d *Document) table(n *node, v reflect.Value, f *field, path string) {
	table := reflect.MakeMapWithSize(f.typ, len(n.pairs))
	for _, p := range n.pairs {
		at := childPath(path, p.key.text)
		d.places[at] = place(p)
		item := reflect.New(f.elem.typ).Elem()
		f.elem.prepare(item)
		d.value(p.value, item, f.elem, at)
		table.SetMapIndex(reflect.ValueOf(p.key.text).Convert(f.typ.Key()), item)
	}
	v.Set(table)
}

// prepare gives an item of a list or table its defaults.
func (f *field) prepare(v reflect.Value) {
	if f.form == formSection && v.Kind() == reflect.Struct {
		f.keys.setDefaults(v)
	}
}

// free decodes what has no schema to what JSON would give: maps, lists, texts,
// booleans, nil, and numbers as int64 or float64.
func (d *Document) free(n *node, path string) any {
	switch n.kind {
	case list:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			at := itemPath(path, i)
			d.places[at] = place{value: item}
			items[i] = d.free(item, at)
		}
		return items
	case mapping:
		table := make(map[string]any, len(n.pairs))
		for _, p := range n.pairs {
			at := childPath(path, p.key.text)
			d.places[at] = place(p)
			table[p.key.text] = d.free(p.value, at)
		}
		return table
	}
	value, err := freeScalar(n)
	if err != nil {
		d.record(finding{at: place{value: n}, key: path, msg: err.Error()})
	}
	return value
}

func freeScalar(n *node) (any, error) {
	switch n.tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		return strings.EqualFold(n.text, "true"), nil
	case "!!int":
		if whole, err := strconv.ParseInt(n.text, 10, 64); err == nil {
			return whole, nil
		}
		return nil, errors.New("must be a decimal number of at most 64 bits, or text in quotes")
	case "!!float":
		return parseNumber(n.text)
	case "!!str", "!!timestamp":
		return n.text, nil
	}
	return nil, errors.New("has a tag that is not supported: remove it")
}

// resemblesSecret reports whether a text looks like a key rather than like a
// word: long, without blanks, letters and digits mixed.
func resemblesSecret(text string) bool {
	return len(text) >= 16 && !strings.ContainsAny(text, " \t\n") &&
		strings.ContainsAny(text, "0123456789") && slices.ContainsFunc([]rune(text), func(r rune) bool { return r >= 'A' })
}
