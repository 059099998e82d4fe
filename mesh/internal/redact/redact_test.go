package redact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/mesh/internal/redact"
)

type object = map[string]any

const (
	sumOfHello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
	sumOfEmpty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

func hidden(length, sum, kind string) object {
	return object{"content_length": json.Number(length), "content_sha256": sum, "content_type_detected": kind}
}

func TestParams(t *testing.T) {
	t.Parallel()
	hello := hidden("5", sumOfHello, "text/plain")
	long := strings.Repeat("x", redact.MinBytes)
	tests := map[string]struct {
		params      object
		mesh, lists object // what is left without and with lists
	}{
		"content keys in any case": {
			params: object{"content": "hello", "Body": "hello", "DATA": "hello", "file_content": "hello", "text": "hello", "path": "hello"},
			mesh:   object{"content": hello, "Body": hello, "DATA": hello, "file_content": hello, "text": hello, "path": "hello"},
			lists:  object{"content": hello, "Body": hello, "DATA": hello, "file_content": hello, "text": hello, "path": "hello"},
		},
		"empty content too": {
			params: object{"text": ""},
			mesh:   object{"text": hidden("0", sumOfEmpty, "text/plain")},
			lists:  object{"text": hidden("0", sumOfEmpty, "text/plain")},
		},
		"length counts from 256 bytes": {
			params: object{"q": long[:255]},
			mesh:   object{"q": long[:255]},
			lists:  object{"q": long[:255]},
		},
		"256 bytes": {
			params: object{"q": long},
			mesh:   object{"q": redact.Text(long)},
			lists:  object{"q": redact.Text(long)},
		},
		"nested objects": {
			params: object{"a": object{"content": "hello"}},
			mesh:   object{"a": object{"content": hello}},
			lists:  object{"a": object{"content": hello}},
		},
		"lists": {
			params: object{"a": []any{object{"content": "hello"}, long, json.Number("1")}, "data": []any{"hello"}},
			mesh:   object{"a": []any{object{"content": "hello"}, long, json.Number("1")}, "data": []any{"hello"}},
			lists:  object{"a": []any{object{"content": hello}, redact.Text(long), json.Number("1")}, "data": []any{hello}},
		},
		"what is no text stays": {
			params: object{"content": json.Number("5"), "text": nil, "data": true},
			mesh:   object{"content": json.Number("5"), "text": nil, "data": true},
			lists:  object{"content": json.Number("5"), "text": nil, "data": true},
		},
		"nothing": {nil, nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.mesh, redact.Scope{}.Params(tt.params))
			assert.Equal(t, tt.lists, redact.Scope{Lists: true}.Params(tt.params))
		})
	}
}

func TestTextDetectsTheType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1}`: "application/json", `[1]`: "application/json", `{"a"`: "text/plain", "hi": "text/plain",
		"<html><body>": "text/html", "<?xml version='1.0'?>": "text/xml", "\x00\x01\x02": "application/octet-stream",
	} {
		assert.Equal(t, want, redact.Text(text)["content_type_detected"], "%q", text)
	}
}

func TestAny(t *testing.T) {
	t.Parallel()
	hello := redact.Text("hello")
	assert.True(t, redact.Any(object{"a": []any{object{"b": hello}}}))
	assert.False(t, redact.Any(object{"a": []any{"b", json.Number("1")}, "content": "hello"}))
	assert.False(t, redact.Any(object{"content_length": json.Number("5"), "content_sha256": "x"}), "two keys of three")
	assert.False(t, redact.Any(object{"content_length": "5", "content_sha256": "x", "content_type_detected": "y"}), "a length in words")
}

func TestSame(t *testing.T) {
	t.Parallel()
	hello := redact.Text("hello")
	tests := map[string]struct {
		a, b any
		want bool
	}{
		"equal":                      {object{"a": []any{"b", json.Number("1"), nil}}, object{"a": []any{"b", json.Number("1"), nil}}, true},
		"another value":              {object{"a": "b"}, object{"a": "c"}, false},
		"another key":                {object{"a": "b"}, object{"b": "b"}, false},
		"one key more":               {object{"a": "b"}, object{"a": "b", "c": "d"}, false},
		"one item more":              {[]any{"a"}, []any{"a", "b"}, false},
		"another item":               {[]any{"a"}, []any{"b"}, false},
		"redacted on one side":       {object{"a": "hello"}, object{"a": hello}, true},
		"redacted on the other":      {object{"a": hello}, object{"a": "hello"}, true},
		"redacted on both":           {hello, redact.Text("hello"), true},
		"redacted, another text":     {object{"a": "hullo"}, object{"a": hello}, false},
		"redacted against an object": {hello, object{"a": "b"}, false},
		"two objects, not redacted":  {object{"a": "b"}, object{"a": object{}}, false},
		"text against a list":        {"a", []any{"a"}, false},
		"list against a text":        {[]any{"a"}, "a", false},
		"object against nothing":     {object{}, nil, false},
		"the type is only a guess":   {hidden("5", sumOfHello, "text/plain"), hidden("5", sumOfHello, "text/xml"), true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, redact.Same(tt.a, tt.b))
		})
	}
}
