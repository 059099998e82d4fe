package yamlpos

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Key is one key of a schema, for documentation.
type Key struct {
	Path    string // "poll.interval", "rules[].name", "table.*.name"
	Type    string // what a value is, in words
	Default string // as written in YAML; empty: none
	Range   string // in words; empty: any
	Part    string // what has to be built for it; empty: nothing
	Owner   string // the Go struct that has the field
	Field   string // the Go field
}

// Keys lists the keys of a struct in the order of its fields, sections and
// list items unfolded. The error is about the struct's tags.
func Keys(of any) ([]Key, error) {
	s, err := compile(reflect.TypeOf(of))
	if err != nil {
		return nil, err
	}
	return s.list("", "", nil), nil
}

// list unfolds s below path. A struct that holds itself is unfolded once.
func (s *section) list(path, part string, above []*section) []Key {
	var keys []Key
	above = append(above, s)
	for _, f := range s.fields {
		if f.misplaced != "" {
			continue
		}
		at, needs := childPath(path, f.name), cmp.Or(f.part, part)
		if f.form != formSection {
			keys = append(keys, f.key(at, needs))
		}
		if f.keys == nil || slices.Contains(above, f.keys) {
			continue
		}
		below := at + map[form]string{formList: "[]", formTable: ".*"}[f.form]
		keys = append(keys, f.keys.list(below, needs, above)...)
	}
	return keys
}

func (f *field) key(path, part string) Key {
	about := f
	if f.elem != nil {
		about = f.elem
	}
	written := f.defaultTag
	switch {
	case f.form == formList:
		written = "[" + strings.ReplaceAll(f.defaultTag, ",", ", ") + "]"
	case written != "" || f.required || f.nullable || f.typ.Kind() == reflect.Pointer:
	case f.form == formText:
		written = `""`
	case f.form == formYesNo:
		written = "no"
	case f.form == formNumber || f.form == formWhole:
		written = "0"
	}
	return Key{Path: path, Type: f.typeName(), Default: written, Range: about.limits.String(), Part: part, Owner: f.owner, Field: f.goKey}
}

// formatTypes says in words what a text of a format is, where that is more than
// text.
var formatTypes = map[string]string{"url": "web address", "env": "name of a variable", "glob": "glob", "name": "one word"}

// typeName says in words what a value is, without its range.
func (f *field) typeName() string {
	switch {
	case len(f.enum) > 0:
		return "one of " + strings.Join(f.enum, ", ")
	case f.secret:
		return "secret text"
	case f.form == formList && f.elem.form == formSection:
		return "list of sections"
	case f.form == formList:
		return "list of " + f.elem.plural()
	case f.form == formTable:
		return "mapping"
	case formatTypes[f.formatName] != "":
		return formatTypes[f.formatName]
	}
	return map[form]string{
		formText: "text", formCustom: "text", formNumber: "number", formWhole: "whole number",
		formYesNo: "yes or no", formDuration: "duration", formSection: "section", formFree: "anything",
	}[f.form]
}

func (f *field) plural() string {
	switch {
	case len(f.enum) > 0:
		return strings.Join(f.enum, ", ")
	case f.formatName == "glob":
		return "globs"
	case f.formatName == "name":
		return "words"
	}
	return map[form]string{formText: "texts", formCustom: "texts", formNumber: "numbers", formWhole: "whole numbers",
		formYesNo: "yes or no", formDuration: "durations", formList: "lists", formTable: "mappings", formFree: "anything"}[f.form]
}

// describe says in words what a value must be, for messages.
func (f *field) describe() string {
	words := map[form]string{
		formText: "text", formCustom: "text", formNumber: "a number", formWhole: "a whole number", formYesNo: "yes or no",
		formDuration: "a duration", formList: "a list", formTable: "a mapping", formSection: "a mapping of keys", formFree: "a value",
	}[f.form]
	if len(f.enum) > 0 {
		words = "one of " + strings.Join(f.enum, ", ")
	}
	if limits := f.limits.String(); limits != "" {
		words += " " + limits
	}
	return words
}
