package redact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/redact"
)

func decode(t testing.TB, text string) any {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}

func encode(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

func TestValue(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ in, want string }{
		"text":                {`"password=hunter2"`, `"[secret]"`},
		"named":               {`{"password":"x","user":"ann"}`, `{"password":"[secret]","user":"ann"}`},
		"any spelling":        {`{"apiKey":"x","API-KEY":"x","api_key":"x","clientSecret":"x"}`, `{"API-KEY":"[secret]","apiKey":"[secret]","api_key":"[secret]","clientSecret":"[secret]"}`},
		"header":              {`{"Authorization":"x","X-Auth-Token":"y","Set-Cookie":"z"}`, `{"Authorization":"[secret]","Set-Cookie":"[secret]","X-Auth-Token":"[secret]"}`},
		"number":              {`{"passwd":1234}`, `{"passwd":"[secret]"}`},
		"list under a name":   {`{"passwords":["a",{"b":"c"}]}`, `{"passwords":["[secret]",{"b":"[secret]"}]}`},
		"object under a name": {`{"credentials":{"user":"ann","n":null,"ok":true}}`, `{"credentials":{"n":null,"ok":true,"user":"[secret]"}}`},
		"deep":                {`{"a":[{"b":[{"token":"x"}]}]}`, `{"a":[{"b":[{"token":"[secret]"}]}]}`},
		"named value":         {`{"env":[{"name":"DB_PASSWORD","value":"x"},{"name":"HOME","value":"/home/ann"}]}`, `{"env":[{"name":"DB_PASSWORD","value":"[secret]"},{"name":"HOME","value":"/home/ann"}]}`},
		"secret as a key":     {`{"pk-ABCDEFGHIJKLMNOPQRST":1}`, `{"[secret]":1}`},
		"two secrets as keys": {`{"pk-ABCDEFGHIJKLMNOPQRST":1,"pk-BCDEFGHIJKLMNOPQRSTU":2,"[secret]":3}`, `{"[secret]":3,"[secret]'":1,"[secret]''":2}`},
		"private key":         {`{"private_key":"abc","public_key":"def"}`, `{"private_key":"[secret]","public_key":"def"}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := decode(t, tt.in)
			got, changed := redact.Value(in)
			assert.True(t, changed)
			assert.Equal(t, tt.want, encode(t, got))
			assert.Equal(t, decode(t, tt.in), in, "the input must not change")

			again, changed := redact.Value(got)
			assert.False(t, changed, "masking again must change nothing")
			assert.Equal(t, got, again)
		})
	}
}

func TestValueLeavesOrdinaryValuesAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"max_tokens":4096,"token_count":"12","tokens":"512","tokenizer":"gpt2","token_type":"bearer"}`,
		`{"password_file":"/run/x","secret_name":"db","key":"value","keys":["a"],"author":"Ann","pwd":"/home/ann","pass":"yes"}`,
		`{"password":"","secret":null,"token":true,"cookie":false}`,
		`{"command":"go test ./...","file_path":"/home/ann/project/token.go"}`,
		`[1,"a",null,[],{}]`, `"text"`, `12`, `null`,
	} {
		in := decode(t, text)
		got, changed := redact.Value(in)
		assert.False(t, changed, text)
		assert.Equal(t, decode(t, text), got)
	}
}

func TestValueMasksWhatIsNestedTooDeep(t *testing.T) {
	t.Parallel()
	var v any = "plain"
	for range 300 {
		v = []any{map[string]any{"a": v}}
	}
	got, changed := redact.Value(v)
	assert.True(t, changed)
	assert.NotContains(t, encode(t, got), "plain")
}

func FuzzValue(f *testing.F) {
	f.Add(`{"a":{"password":"x"},"b":["token=abc1"]}`)
	f.Add(`{"name":"TOKEN","value":["x",{"y":1}]}`)
	f.Add(`{"[secret]":1,"pk-ABCDEFGHIJKLMNOPQRST":{}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		before := encode(t, v)
		secret := "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
		got, changed := redact.Value(map[string]any{"planted": v, "x": []any{"use " + secret}})
		require.True(t, changed)
		require.NotContains(t, encode(t, got), secret)
		require.Equal(t, before, encode(t, v), "the input must not change")
		again, changed := redact.Value(got)
		require.False(t, changed, "masking again must change nothing")
		require.Equal(t, encode(t, got), encode(t, again))
	})
}
