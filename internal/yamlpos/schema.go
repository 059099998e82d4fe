package yamlpos

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// form is how a value is written.
type form uint8

const (
	formText form = iota
	formNumber
	formWhole
	formYesNo
	formDuration
	formCustom  // reads itself: encoding.TextUnmarshaler
	formList    // items of one form
	formTable   // a mapping with free keys and values of one form
	formSection // a mapping with known keys
	formFree    // anything
)

// field is what the schema knows about one key.
type field struct {
	name  string
	form  form
	typ   reflect.Type
	index []int    // in the struct that has it
	owner string   // name of that struct
	goKey string   // name of the Go field
	elem  *field   // of a list or table
	keys  *section // of a section, or of items that are sections

	fallback   *reflect.Value // nil: the zero value
	defaultTag string
	limits     limits
	enum       []string
	format     format
	formatName string
	part       string
	required   bool // must be given
	nullable   bool // null is as good as absent
	emptyOK    bool // the empty text is a value
	bareQuoted bool // a quoted number is a number of seconds
	secret     bool
	misplaced  string // why the key is not read here
	refused    bool   // a misplaced key is a fault, not a warning
}

// section is a struct: its keys in the order of its fields.
type section struct {
	fields []*field
	byName map[string]*field
}

var (
	durationType    = reflect.TypeFor[time.Duration]()
	unmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// compiler reads struct tags. It finds mistakes in them, which are the
// programmer's.
type compiler struct{ seen map[reflect.Type]*section }

// compile returns the schema of a struct type.
func compile(t reflect.Type) (*section, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("yamlpos: %s is not a struct", t)
	}
	return (&compiler{seen: map[reflect.Type]*section{}}).section(t)
}

func (c *compiler) section(t reflect.Type) (*section, error) {
	if s, ok := c.seen[t]; ok {
		return s, nil
	}
	s := &section{byName: map[string]*field{}}
	c.seen[t] = s
	if err := c.fields(s, t, nil); err != nil {
		return nil, err
	}
	return s, nil
}

// fields adds the keys of t to s; those of embedded structs as its own.
func (c *compiler) fields(s *section, t reflect.Type, index []int) error {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(append([]int{}, index...), i)
		name, tagged := f.Tag.Lookup("yaml")
		switch {
		case f.Anonymous && !tagged:
			if err := c.fields(s, f.Type, at); err != nil {
				return err
			}
			continue
		case !tagged || name == "-":
			continue
		}
		made, err := c.field(f, name, at)
		if err != nil {
			return fmt.Errorf("yamlpos: %s.%s: %w", t.Name(), f.Name, err)
		}
		made.owner, made.goKey = t.Name(), f.Name
		s.fields = append(s.fields, made)
		s.byName[name] = made
	}
	return nil
}

func (c *compiler) field(f reflect.StructField, name string, index []int) (*field, error) {
	made := &field{
		name: name, typ: f.Type, index: index, part: f.Tag.Get("part"),
		required: f.Tag.Get("required") == "yes", nullable: f.Tag.Get("null") == "ok",
		bareQuoted: f.Tag.Get("quoted") == "seconds", secret: f.Tag.Get("secret") == "yes",
		defaultTag: f.Tag.Get("default"),
	}
	if refuse, ok := f.Tag.Lookup("refuse"); ok {
		made.misplaced, made.refused = refuse, true
		return made, nil
	}
	if ignore, ok := f.Tag.Lookup("ignore"); ok {
		made.misplaced = ignore
		return made, nil
	}
	made.emptyOK = f.Tag.Get("empty") == "ok" || made.defaultTag == "" && !made.required
	if err := c.shape(made, f.Type); err != nil {
		return nil, err
	}
	return made, made.constrain(f.Tag)
}

// shape finds the form of a Go type.
func (c *compiler) shape(f *field, t reflect.Type) (err error) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		f.form = formDuration
	case reflect.PointerTo(t).Implements(unmarshalerType):
		f.form = formCustom
	case t.Kind() == reflect.String:
		f.form = formText
	case t.Kind() == reflect.Bool:
		f.form = formYesNo
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		f.form = formWhole
	case t.Kind() == reflect.Float64:
		f.form = formNumber
	case t.Kind() == reflect.Interface:
		f.form = formFree
	case t.Kind() == reflect.Struct:
		f.form = formSection
		f.keys, err = c.section(t)
	case t.Kind() == reflect.Slice:
		f.form = formList
		return c.elem(f, t)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		f.form = formTable
		return c.elem(f, t)
	default:
		err = fmt.Errorf("type %s is not supported", t)
	}
	return err
}

func (c *compiler) elem(f *field, t reflect.Type) error {
	f.elem = &field{typ: t.Elem(), secret: f.secret}
	if err := c.shape(f.elem, t.Elem()); err != nil {
		return err
	}
	f.keys = f.elem.keys
	return nil
}

// constrain reads the tags about what a value may be. Those of a list are
// about its items.
func (f *field) constrain(tag reflect.StructTag) (err error) {
	about := f
	if f.elem != nil {
		about = f.elem
	}
	_, isHidden := reflect.New(about.target()).Interface().(hidden)
	about.secret = isHidden || f.secret
	if text := tag.Get("enum"); text != "" {
		about.enum = strings.Split(text, "|")
	}
	about.formatName = tag.Get("format")
	if about.format, err = formatNamed(about.formatName); err != nil {
		return err
	}
	if about.limits, err = parseLimits(about.form, tag); err != nil {
		return err
	}
	return f.parseDefault()
}

// hidden is a type whose values are not to be shown.
type hidden interface{ Reveal() string }

// parseDefault reads the default, a list with commas between its items.
func (f *field) parseDefault() error {
	if f.defaultTag == "" {
		return nil
	}
	var value reflect.Value
	var err error
	if f.form == formList {
		value = reflect.MakeSlice(f.typ, 0, 1)
		for item := range strings.SplitSeq(f.defaultTag, ",") {
			read, itemErr := f.elem.read(&node{tag: "!!str", text: item})
			if itemErr != nil {
				return itemErr
			}
			value = reflect.Append(value, read)
		}
	} else if value, err = f.read(&node{tag: "!!str", text: f.defaultTag}); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	f.fallback = &value
	return nil
}

// setDefaults fills a struct with its defaults.
func (s *section) setDefaults(v reflect.Value) {
	for _, f := range s.fields {
		switch {
		case f.misplaced != "":
		case f.form == formSection && f.typ.Kind() == reflect.Struct:
			f.keys.setDefaults(v.FieldByIndex(f.index))
		case f.fallback != nil:
			v.FieldByIndex(f.index).Set(f.defaultValue())
		}
	}
}

// defaultValue returns the default, a copy if it is a list.
func (f *field) defaultValue() reflect.Value {
	switch {
	case f.fallback == nil:
		return reflect.Zero(f.typ)
	case f.form == formList:
		return reflect.AppendSlice(reflect.MakeSlice(f.typ, 0, f.fallback.Len()), *f.fallback)
	}
	return *f.fallback
}
