package journal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

const schemaFile = "../../docs/journal.schema.json"

// schema is the part of JSON Schema that the file uses. A keyword that is not
// here is refused when it is read.
type schema struct {
	Comment  string             `json:"description"`
	Title    string             `json:"title"`
	Dialect  string             `json:"$schema"`
	ID       string             `json:"$id"`
	Defs     map[string]*schema `json:"$defs"`
	Ref      string             `json:"$ref"`
	Type     oneOrMany          `json:"type"`
	Const    any                `json:"const"`
	Enum     []any              `json:"enum"`
	Pattern  *regexp.Regexp     `json:"pattern"`
	Minimum  *float64           `json:"minimum"`
	Members  map[string]*schema `json:"properties"`
	Required []string           `json:"required"`
	Others   *othersSchema      `json:"additionalProperties"`
	Items    *schema            `json:"items"`
	OneOf    []*schema          `json:"oneOf"`
	AnyOf    []*schema          `json:"anyOf"`
	Not      *schema            `json:"not"`
}

type oneOrMany []string

func (l *oneOrMany) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// othersSchema is a schema, or false: nothing else.
type othersSchema struct{ *schema }

func (o *othersSchema) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		return nil
	}
	return decodeStrictly(data, &o.schema)
}

func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

var journalSchema = sync.OnceValues(func() (*schema, error) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	root := &schema{}
	return root, decodeStrictly(data, root)
})

// check returns what is wrong with a value, or nothing.
func (s *schema) check(root *schema, v any) string {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		return root.Defs[name].check(root, v)
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
		of       []*schema
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
func checkSome(root *schema, of []*schema, atMost int, v any) string {
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

func (s *schema) checkObject(root *schema, v map[string]any) string {
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
		case s.Others.schema == nil:
			return name + " is not known"
		default:
			of = s.Others.schema
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

// checkLine holds a line against the schema, or a part of it.
func checkLine(line []byte, part string) string {
	root, err := journalSchema()
	if err != nil {
		return err.Error()
	}
	var v any
	if err := json.Unmarshal(line, &v); err != nil {
		return err.Error()
	}
	s := root
	if part != "" {
		s = root.Defs[part]
	}
	return s.check(root, v)
}

// checked holds every line that a test writes against the schema.
func checked(t testing.TB, opts journal.Options) journal.Options {
	if _, isBenchmark := t.(*testing.B); isBenchmark {
		return opts
	}
	return journal.ObserveWrites(opts, func(lines []byte) {
		for line := range bytes.Lines(lines) {
			if fault := checkLine(line, ""); fault != "" {
				t.Errorf("the line does not fit the schema: %s\n%.2000s", fault, line)
			}
		}
	})
}

func TestTheSchemaKnowsOurLinesFromOthers(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{Checkpoint: 1, RotateSize: 1})
	appendAll(t, j, event("a1"), outcome("a1", decision.OutcomeSent),
		decision.Event{Type: decision.EventPausedCall, Decision: event("a2").Decision}, decision.Event{Type: decision.EventStarted})
	samples := map[string]string{}
	for _, file := range append(files(t, path), path) {
		for _, line := range lines(t, file) {
			for _, part := range []string{"decision", "outcome", "paused_call", "rotated", "event"} {
				if checkLine([]byte(line), part) == "" {
					samples[part] = line
				}
			}
		}
	}
	require.Len(t, samples, 5)
	samples["checkpoint"] = string(read(t, path+markSuffix))
	root, err := journalSchema()
	require.NoError(t, err)
	for part, line := range samples {
		require.Empty(t, checkLine([]byte(line), part))
		if part != "checkpoint" {
			require.Empty(t, checkLine([]byte(line), ""), "exactly one part fits")
		}
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object))
		for member, value := range object {
			delete(object, member)
			if slices.Contains(root.Defs[part].Required, member) {
				assert.NotEmpty(t, root.Defs[part].check(root, object), "%s without %s", part, member)
			}
			object[member] = []any{map[string]any{"x": 1}}
			if member != "evaluator" && member != "answers" && member != "limits" {
				assert.NotEmpty(t, root.Defs[part].check(root, object), "%s with another %s", part, member)
			}
			object[member] = value
		}
		object["decision"] = "maybe"
		assert.NotEmpty(t, root.check(root, object), "%s with a decision", part)
	}
}
