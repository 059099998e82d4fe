package strictjson_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

func TestDecodeRefusesWhatTwoReadersCouldReadDifferently(t *testing.T) {
	t.Parallel()
	limits := strictjson.Limits{Bytes: 1000, Depth: 3}
	tests := map[string]struct {
		text string
		want error
	}{
		"duplicate key":           {`{"a":1,"a":2}`, strictjson.ErrDuplicateKey},
		"duplicate key, escaped":  {`{"a":1,"\u0061":2}`, strictjson.ErrDuplicateKey},
		"nested duplicate":        {`{"x":[{"a":1,"a":1}]}`, strictjson.ErrDuplicateKey},
		"invalid utf-8":           {"\"\xff\"", strictjson.ErrInvalidUTF8},
		"lone high surrogate":     {`"\ud800"`, strictjson.ErrLoneSurrogate},
		"lone low surrogate":      {`"\udc00x"`, strictjson.ErrLoneSurrogate},
		"high then plain escape":  {`"\ud800\u0041"`, strictjson.ErrLoneSurrogate},
		"two values":              {`{} {}`, strictjson.ErrTrailing},
		"trailing bracket":        {`{}]`, strictjson.ErrTrailing},
		"too deep":                {`[[[[]]]]`, strictjson.ErrTooDeep},
		"too large":               {`"` + strings.Repeat("a", 1000) + `"`, strictjson.ErrTooLarge},
		"unclosed":                {`{"a":`, strictjson.ErrSyntax},
		"empty":                   {``, strictjson.ErrSyntax},
		"trailing comma":          {`[1,]`, strictjson.ErrSyntax},
		"key that is not a text":  {`{1:2}`, strictjson.ErrSyntax},
		"not json":                {`<html>`, strictjson.ErrSyntax},
		"javascript literal":      {`NaN`, strictjson.ErrSyntax},
		"comment instead of data": {`/* */`, strictjson.ErrSyntax},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := strictjson.Decode([]byte(tt.text), limits)
			require.ErrorIs(t, err, tt.want)
		})
	}
}

func TestDecodeKeepsNumbersAndPairsOfSurrogates(t *testing.T) {
	t.Parallel()
	got, err := strictjson.Decode([]byte(`{"n":5.0,"big":9007199254740993,"s":"\ud83d\ude00 \\ud800","l":[true,null]}`), strictjson.Limits{})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"n":   json.Number("5.0"),
		"big": json.Number("9007199254740993"),
		"s":   "😀 \\ud800",
		"l":   []any{true, nil},
	}, got)
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		// RFC 8785, section 3.2.2 and 3.2.3 (the number 0.002 is not exact in a double, so it is kept as written).
		"primitives": {
			`{"numbers":[333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1E30,4.5,2e-3,0.000000000000000000000000001],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		"keys by utf-16": {
			`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			`{"\r":2,"1":4,"` + "\u0080" + `":6,"ö":7,"€":1,"😀":5,"` + "\ufb33" + `":3}`,
		},
		"equal numbers":      {`[1,1.0,1e0,10e-1,100E-2]`, `[1,1,1,1,1]`},
		"powers of two":      {`[0.5,5e-1,9007199254740992,18446744073709551616]`, `[0.5,0.5,9007199254740992,18446744073709552000]`},
		"kept as written":    {`[0.1,0.10,9007199254740993,1e999999999,1e-999999999]`, `[0.1,0.10,9007199254740993,1e999999999,1e-999999999]`},
		"negative zero":      {`[-0,-0.0,0e5]`, `[0,0,0]`},
		"exponents":          {`[2e21,0.000000476837158203125]`, `[2e+21,4.76837158203125e-7]`},
		"empty":              {`[{},[],""]`, `[{},[],""]`},
		"html is not quoted": {`"<a&b>"`, `"<a&b>"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := strictjson.Decode([]byte(tt.text), strictjson.Limits{})
			require.NoError(t, err)
			got, err := strictjson.Canonical(v)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(got))
		})
	}
}

func TestCanonicalOrdersKeysByCodeUnits(t *testing.T) {
	t.Parallel()
	names := []string{"", "a", "ab", "é", "€", "\ud7fb", "\ue000", "\ufb33", "\uffff", "\U00010000", "😀", "\U0010ffff", "a\uffff", "a😀", "😀b"}
	units := func(s string) []uint16 { return utf16.Encode([]rune(s)) }
	for _, a := range names {
		for _, b := range names {
			if slices.Compare(units(a), units(b)) >= 0 {
				continue
			}
			got, err := strictjson.Canonical(map[string]any{b: nil, a: nil})
			require.NoError(t, err)
			assert.Equal(t, `{"`+a+`":null,"`+b+`":null}`, string(got))
		}
	}
}

func TestCanonicalRefusesWhatIsNotJSON(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{
		"nan":            math.NaN(),
		"infinity":       math.Inf(-1),
		"channel":        make(chan int),
		"bad number":     json.Number("1; drop"),
		"json as number": json.Number(`"x"`),
		"empty number":   json.Number(""),
		"invalid utf-8":  "\xff",
		"bad key":        map[string]any{"\xff": 1.0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := strictjson.Canonical(v)
			require.Error(t, err)
		})
	}
}

// FuzzDecode holds Decode against encoding/json: what it accepts, that accepts
// too, and the canonical form is a fixed point.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,"\ud83d\ude00"]}`, `[[[]]]`, `{"a":1,"a":2}`, `1e400`, "\"\\ud800\"", `{"a":`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := strictjson.Decode(data, strictjson.Limits{Bytes: 1 << 16, Depth: 32})
		if err != nil {
			return
		}
		require.True(t, json.Valid(data))
		first, err := strictjson.Canonical(v)
		require.NoError(t, err)
		again, err := strictjson.Decode(first, strictjson.Limits{})
		require.NoError(t, err)
		second, err := strictjson.Canonical(again)
		require.NoError(t, err)
		require.True(t, bytes.Equal(first, second), "canonical form must be stable")
	})
}
