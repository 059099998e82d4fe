package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

var errOracle = errors.New("refused")

// byTokens reads one value with the tokens of encoding/json, as
// [strictjson.Decode] should, without limits.
func byTokens(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := tokenValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errOracle
	}
	return v, nil
}

func tokenValue(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := tokenValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	case json.Delim('{'):
		object := map[string]any{}
		for d.More() {
			t, err := d.Token()
			key, ok := t.(string)
			if _, again := object[key]; again || !ok || err != nil {
				return nil, errOracle
			}
			if object[key], err = tokenValue(d); err != nil {
				return nil, err
			}
		}
		_, err := d.Token()
		return object, err
	}
	return t, nil
}

// FuzzDecodeLikeEncodingJSON holds what Decode returns against the tokens of
// encoding/json, and what it refuses as well, but for what only it refuses.
func FuzzDecodeLikeEncodingJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.50,"\ud83d\ude00"],"b":null, "c" : [true,false,{}] }`, `[[[]],{"":""}]`, `{"a":1,"a":2}`, `-0`, `01`, `1.`, `.5`, `-`,
		`1e400`, `1E+5`, `1e`, `2e-3x`, `"\u00e9\n\/\"\\\b\f\r\t"`, `"\x"`, `"\u12g4"`, `"\u12"`, "\"a\nb\"", "\"\x7f\"", `"a`, `"\`,
		`[1,]`, `[,1]`, `{"a":1,}`, `{"a" 1}`, `{"a":}`, `[1 2]`, `tru`, `nullx`, ` [ ] `, "\ufeff[]", "[1]\x00", "", "\v1", `{1:2}`, `{}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := strictjson.Decode(data, strictjson.Limits{})
		if errors.Is(err, strictjson.ErrInvalidUTF8) || errors.Is(err, strictjson.ErrLoneSurrogate) {
			return
		}
		want, wantErr := byTokens(data)
		require.Equal(t, wantErr != nil, err != nil, "%v, encoding/json: %v", err, wantErr)
		if err == nil {
			require.Equal(t, want, got)
		}
	})
}
