// Package jsonschema holds values against the part of JSON Schema that the
// schemas of this project use. It is for tests.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Schema is the part of JSON Schema that is understood. A keyword that is not
// here is refused when it is read by [Parse].
type Schema struct {
	Comment  string             `json:"description"`
	Title    string             `json:"title"`
	Dialect  string             `json:"$schema"`
	ID       string             `json:"$id"`
	Defs     map[string]*Schema `json:"$defs"`
	Ref      string             `json:"$ref"`
	Type     oneOrMany          `json:"type"`
	Const    any                `json:"const"`
	Enum     []any              `json:"enum"`
	Pattern  *regexp.Regexp     `json:"pattern"`
	Minimum  *float64           `json:"minimum"`
	Members  map[string]*Schema `json:"properties"`
	Required []string           `json:"required"`
	Others   *othersSchema      `json:"additionalProperties"`
	Items    *Schema            `json:"items"`
	OneOf    []*Schema          `json:"oneOf"`
	AnyOf    []*Schema          `json:"anyOf"`
	AllOf    []*Schema          `json:"allOf"`
	Default  any                `json:"default"` // not looked at
	Not      *Schema            `json:"not"`
}

type oneOrMany []string

func (l *oneOrMany) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// othersSchema is a schema, or false: nothing else.
type othersSchema struct{ *Schema }

func (o *othersSchema) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		return nil
	}
	return decodeStrictly(data, &o.Schema)
}

// Parse reads a schema.
func Parse(data []byte) (*Schema, error) {
	s := &Schema{}
	return s, decodeStrictly(data, s)
}

func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Check returns what is wrong with a value of encoding/json, or nothing. $ref
// leads to the Defs of root.
func (s *Schema) Check(root *Schema, v any) string { return s.check(root, v) }

func (s *Schema) check(root *Schema, v any) string {
	if s.Ref != "" {
		of := root.Defs[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]]
		if of == nil {
			return "there is no " + s.Ref
		}
		return of.check(root, v)
	}
	for _, part := range s.AllOf {
		if fault := part.check(root, v); fault != "" {
			return fault
		}
	}
	switch {
	case s.Type != nil && !slices.ContainsFunc(s.Type, func(t string) bool { return isOfType(v, t) }):
		return fmt.Sprintf("%.60v is no %v", v, s.Type)
	case s.Const != nil && s.Const != v:
		return fmt.Sprintf("%.60v is not %v", v, s.Const)
	case s.Enum != nil && !slices.ContainsFunc(s.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }):
		return fmt.Sprintf("%.60v is none of %v", v, s.Enum)
	case s.Not != nil && s.Not.check(root, v) == "":
		return fmt.Sprintf("%.60v is excluded", v)
	}
	for _, want := range []struct {
		of       []*Schema
		atMost   int
		keywords string
	}{{s.OneOf, 1, "oneOf"}, {s.AnyOf, len(s.AnyOf), "anyOf"}} {
		if fault := checkSome(root, want.of, want.atMost, v); fault != "" {
			return want.keywords + ": " + fault
		}
	}
	switch v := v.(type) {
	case string:
		if s.Pattern != nil && !s.Pattern.MatchString(v) {
			return fmt.Sprintf("%.60q does not match %s", v, s.Pattern)
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum {
			return fmt.Sprintf("%v is under %v", v, *s.Minimum)
		}
	case []any:
		for i, item := range v {
			if s.Items == nil {
				break
			}
			if fault := s.Items.check(root, item); fault != "" {
				return fmt.Sprintf("%d: %s", i, fault)
			}
		}
	case map[string]any:
		return s.checkObject(root, v)
	}
	return ""
}

// checkSome wants at least one of the schemas to hold, and no more than atMost.
func checkSome(root *Schema, of []*Schema, atMost int, v any) string {
	var faults []string
	for _, s := range of {
		if fault := s.check(root, v); fault != "" {
			faults = append(faults, fault)
		}
	}
	if held := len(of) - len(faults); len(of) > 0 && (held == 0 || held > atMost) {
		return fmt.Sprintf("%d hold: %s", held, strings.Join(faults, "; "))
	}
	return ""
}

func (s *Schema) checkObject(root *Schema, v map[string]any) string {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return name + " is missing"
		}
	}
	for name, member := range v {
		of, ok := s.Members[name]
		switch {
		case ok:
		case s.Others == nil:
			continue
		case s.Others.Schema == nil:
			return name + " is not known"
		default:
			of = s.Others.Schema
		}
		if fault := of.check(root, member); fault != "" {
			return name + ": " + fault
		}
	}
	return ""
}

func isOfType(v any, name string) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	case []any:
		return name == "array"
	default:
		return name == "object"
	}
}
