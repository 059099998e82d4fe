package yamlpos

import (
	"cmp"
	"reflect"
	"strings"
)

// Unbuilt returns a fault for every key of the decoded struct whose part is not
// in built and that is given and set to anything but its default. A key's part
// is that of its part tag, or of the nearest section above that has one; a "*"
// in it stands for the key's value.
//
// A nil document is that of a struct which a program filled in. A zero value
// then counts as not given.
func (d *Document) Unbuilt(decoded any, built map[string]bool) ([]Fault, error) {
	v := reflect.Indirect(reflect.ValueOf(decoded))
	s, err := compile(v.Type())
	if err != nil {
		return nil, err
	}
	search := &partSearch{doc: d, built: built}
	search.section(v, s, "", "")
	return search.faults, nil
}

type partSearch struct {
	doc    *Document
	built  map[string]bool
	faults []Fault
}

func (p *partSearch) section(v reflect.Value, s *section, path, part string) {
	for _, f := range s.fields {
		if f.misplaced == "" {
			p.field(v.FieldByIndex(f.index), f, childPath(path, f.name), cmp.Or(f.part, part))
		}
	}
}

func (p *partSearch) field(v reflect.Value, f *field, path, part string) {
	switch {
	case f.form == formSection && v.Kind() == reflect.Struct:
		p.section(v, f.keys, path, part)
	case f.form == formList && f.keys != nil && (part == "" || p.built[part]):
		for i := range v.Len() {
			p.section(v.Index(i), f.keys, itemPath(path, i), "")
		}
	case part != "" && p.given(v, f, path) && !p.built[strings.ReplaceAll(part, "*", v.String())]:
		p.add(path)
	}
}

// given reports whether the key is set to something other than its default.
func (p *partSearch) given(v reflect.Value, f *field, path string) bool {
	if v.Kind() == reflect.Slice && v.Len() == 0 && f.fallback == nil || sameValue(v, f.defaultValue()) {
		return false
	}
	if p.doc != nil {
		return p.doc.Has(path)
	}
	return !v.IsZero()
}

func sameValue(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }

func (p *partSearch) add(path string) {
	const msg = "is known but its part is not built into this version yet: remove the key"
	if p.doc == nil {
		p.faults = append(p.faults, Fault{Key: path, Msg: msg})
		return
	}
	p.faults = append(p.faults, p.doc.FaultAt(path, msg))
}
