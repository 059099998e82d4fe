package jsonsplit_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/internal/jsonsplit"
)

func elements(r io.Reader, maxBytes int) (list []string, err error) {
	err = jsonsplit.Array(r, maxBytes, func(element []byte, whole bool) error {
		text := string(element)
		if !whole {
			text += "…"
		}
		list = append(list, text)
		return nil
	})
	return list, err
}

func TestArray(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000)
	tests := map[string]struct {
		text string
		want []string
		err  error
	}{
		"empty":                        {"[]", nil, nil},
		"empty, spaced":                {" \n[ ] \n", nil, nil},
		"all kinds":                    {`[1,"a",null,true,{"b":[2]},[ ]]`, []string{"1", `"a"`, "null", "true", `{"b":[2]}`, "[ ]"}, nil},
		"white space":                  {"[ 1 ,\n2\t]", []string{"1", "2"}, nil},
		"escapes of all sorts":         {`["\\","\"","\\\"x","\u0022"]`, []string{`"\\"`, `"\""`, `"\\\"x"`, `"\u0022"`}, nil},
		"cut inside an escape":         {`[1,"a\`, []string{"1"}, jsonsplit.ErrCut},
		"brackets and quotes in texts": {`["]}\"[,", {"a":"\\"}]`, []string{`"]}\"[,"`, `{"a":"\\"}`}, nil},
		"a bad element hides no other": {`[{"a":nonsense},2]`, []string{`{"a":nonsense}`, "2"}, nil},
		"nor does a deep one":          {"[" + deep + ",2]", []string{deep, "2"}, nil},
		"an object is no list":         {`{"error":"x"}`, nil, jsonsplit.ErrNotArray},
		"a page is no list":            {`<html>`, nil, jsonsplit.ErrNotArray},
		"nothing is no list":           {``, nil, jsonsplit.ErrNotArray},
		"cut after the bracket":        {`[`, nil, jsonsplit.ErrCut},
		"cut inside an element":        {`[1,{"a":`, []string{"1"}, jsonsplit.ErrCut},
		"cut after an element":         {`[{}`, nil, jsonsplit.ErrCut},
		"cut after a comma":            {`[1,`, []string{"1"}, jsonsplit.ErrCut},
		"trailing comma":               {`[1,]`, []string{"1"}, jsonsplit.ErrMalformed},
		"missing element":              {`[,1]`, nil, jsonsplit.ErrMalformed},
		"missing comma":                {`[{} {}]`, nil, jsonsplit.ErrMalformed},
		"unbalanced":                   {`[}]`, nil, jsonsplit.ErrMalformed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{strings.NewReader(tt.text), iotest.OneByteReader(strings.NewReader(tt.text))} {
				got, err := elements(r, 1<<20)
				assert.Equal(t, tt.want, got)
				require.ErrorIs(t, err, tt.err)
			}
		})
	}
}

func TestArrayKeepsTheHeadOfALongElement(t *testing.T) {
	t.Parallel()
	got, err := elements(strings.NewReader(`["123456789",2]`), 5)
	require.NoError(t, err)
	assert.Equal(t, []string{`"1234…`, "2"}, got)
}

func TestArrayPassesErrorsOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	got, err := elements(io.MultiReader(strings.NewReader(`[1,2`), iotest.ErrReader(broken)), 100)
	require.ErrorIs(t, err, broken)
	assert.Equal(t, []string{"1"}, got)

	count := 0
	err = jsonsplit.Array(strings.NewReader(`[1,2]`), 100, func([]byte, bool) error { count++; return broken })
	require.ErrorIs(t, err, broken)
	assert.Equal(t, 1, count)
}

func TestObject(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want map[string]string
		err  error
	}{
		"empty":              {`{}`, map[string]string{}, nil},
		"members":            {`{"a": 1, "b":{"c":"}"}, "d":[1,2]}`, map[string]string{"a": "1", "b": `{"c":"}"}`, "d": "[1,2]"}, nil},
		"escaped name":       {`{"\u0061":1}`, map[string]string{"a": "1"}, nil},
		"names keep case":    {`{"a":1,"A":2}`, map[string]string{"a": "1", "A": "2"}, nil},
		"twice":              {`{"a":1,"a":2}`, map[string]string{"a": "1"}, jsonsplit.ErrMalformed},
		"twice by an escape": {`{"a":1,"\u0061":2}`, map[string]string{"a": "1"}, jsonsplit.ErrMalformed},
		"cut":                {`{"a":1,"b":{"c`, map[string]string{"a": "1"}, jsonsplit.ErrCut},
		"cut after a value":  {`{"a":1,"b":"x"`, map[string]string{"a": "1"}, jsonsplit.ErrCut},
		"no colon":           {`{"a" 1}`, map[string]string{}, jsonsplit.ErrMalformed},
		"no comma":           {`{"a":1 "b":2}`, map[string]string{}, jsonsplit.ErrMalformed},
		"number as a name":   {`{1:2}`, map[string]string{}, jsonsplit.ErrMalformed},
		"missing value":      {`{"a":,"b":1}`, map[string]string{}, jsonsplit.ErrMalformed},
		"a name too long":    {`{"` + strings.Repeat("a", 2000) + `":1}`, map[string]string{}, jsonsplit.ErrMalformed},
		"a list":             {`[]`, nil, jsonsplit.ErrNotObject},
		"nothing":            {``, nil, jsonsplit.ErrNotObject},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			members, err := jsonsplit.Object([]byte(tt.text))
			require.ErrorIs(t, err, tt.err)
			var got map[string]string
			for k, v := range members {
				if got == nil {
					got = map[string]string{}
				}
				got[k] = string(v)
			}
			if len(tt.want) == 0 {
				assert.Empty(t, got)
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// FuzzSplit compares with encoding/json on what that accepts.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{`[1,"a]",{"b":[2]}]`, `{"a":1,"b":[{}]}`, `[`, `{"a":`, `[}]`, `["\\"]`, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got []string
		err := jsonsplit.Array(strings.NewReader(string(data)), 1<<20, func(e []byte, _ bool) error {
			got = append(got, string(e))
			return nil
		})
		var want []json.RawMessage
		if json.Unmarshal(data, &want) == nil && want != nil {
			require.NoError(t, err)
			require.Len(t, got, len(want))
			for i := range want {
				assert.Equal(t, string(want[i]), got[i])
			}
		}
		members, err := jsonsplit.Object(data)
		if err == nil {
			var object map[string]json.RawMessage
			if json.Unmarshal(data, &object) == nil {
				assert.Len(t, members, len(object))
			}
		}
	})
}
