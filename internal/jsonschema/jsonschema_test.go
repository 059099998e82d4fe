package jsonschema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/jsonschema"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	s, err := jsonschema.Parse([]byte(`{
		"$defs": {"name": {"type": "string", "pattern": "^[a-z]+$"}},
		"allOf": [{"required": ["name"]}], "type": "object", "additionalProperties": false,
		"properties": {
			"name": {"$ref": "#/$defs/name"}, "age": {"type": ["integer", "null"], "minimum": 1},
			"list": {"items": {"oneOf": [{"const": 1}, {"enum": ["a"]}]}}, "lost": {"$ref": "#/$defs/nothing"}
		}}`))
	require.NoError(t, err)
	tests := map[string]string{
		`{"name":"zoe","age":3,"list":[1,"a"]}`: "",
		`{"name":"zoe","age":null}`:             "",
		`{}`:                                    "name is missing",
		`{"name":"Zoe"}`:                        "does not match",
		`{"name":"zoe","age":0}`:                "is under 1",
		`{"name":"zoe","age":1.5}`:              "is no [integer null]",
		`{"name":"zoe","list":[2]}`:             "0 hold",
		`{"name":"zoe","more":1}`:               "is not known",
		`{"name":"zoe","lost":1}`:               "there is no #/$defs/nothing",
		`[]`:                                    "is no [object]",
	}
	for value, says := range tests {
		var v any
		require.NoError(t, json.Unmarshal([]byte(value), &v))
		if fault := s.Check(s, v); says == "" {
			assert.Empty(t, fault, value)
		} else {
			assert.Contains(t, fault, says, value)
		}
	}
	_, err = jsonschema.Parse([]byte(`{"maxLength": 5}`))
	require.ErrorContains(t, err, "maxLength", "a keyword that would be passed over")
}
