package decision

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// texts and numbers are those that JSON writes in different ways.
var (
	texts = []string{
		"", "plain", `quo"te`, `back\slash`, "<a&b>", "new\nline\t\x01\x7f", "ü€😀", "\u2028\u2029", "a\xffb", "\ufffd", "null",
	}
	numbers = []float64{0, 1, -1, 0.5, 0.1, 1.0 / 3, 1e-6, 9.99e-7, 1e-10, 1e20, 1e21, -1e21, 1e300, 123456789.125, 12.003}
)

// filler makes values of any shape that a decision has. Unlike a list of
// examples it also fills the members that are added later.
type filler struct{ *rand.Rand }

func (f filler) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[f.IntN(len(texts))])
	case reflect.Float64:
		v.SetFloat(numbers[f.IntN(len(numbers))])
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(f.Int64N(3) * 1e6)
	case reflect.Uint8: // an action
		v.SetUint(f.Uint64N(uint64(len(actionNames))))
	case reflect.Interface:
		if v.NumMethod() == 0 && f.IntN(2) == 0 {
			v.Set(reflect.ValueOf(map[string]any{"<x>": []any{1.5, nil, texts[f.IntN(len(texts))]}}))
		}
	case reflect.Pointer:
		if f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		if n := f.IntN(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range n - 1 {
				f.fill(v.Index(i))
			}
		}
	case reflect.Map:
		if n := f.IntN(4); n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n - 1 {
				key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				f.fill(key)
				f.fill(value)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.Struct:
		if at, ok := v.Addr().Interface().(*time.Time); ok {
			*at = time.Unix(f.Int64N(2e9), f.Int64N(1e9)).UTC()
			return
		}
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	}
}

func requireSame(t require.TestingT, j *decisionJSON) {
	want, wantErr := json.Marshal(j)
	got, err := j.encode(nil)
	require.Equal(t, wantErr, err)
	if err == nil {
		require.Equal(t, string(want), string(got))
	}
}

// TestEncodeIsEncodingJSON compares decisions of every shape. A key that is
// added to the answer and not to the encoder fails it.
func TestEncodeIsEncodingJSON(t *testing.T) {
	t.Parallel()
	f := filler{rand.New(rand.NewPCG(1, 2))}
	requireSame(t, &decisionJSON{})
	for range 3000 {
		var j decisionJSON
		f.fill(reflect.ValueOf(&j).Elem())
		requireSame(t, &j)
	}
}

func TestEncodeRefusesWhatHasNoJSON(t *testing.T) {
	t.Parallel()
	for name, j := range map[string]decisionJSON{
		"evaluator": {Evaluator: func() {}},
		"action":    {Decision: Action(7)},
		"number":    {EvidenceJSON: EvidenceJSON{Timings: map[string]float64{"a": math.Inf(1)}}},
		"answers":   {EvidenceJSON: EvidenceJSON{Answers: make(chan int)}},
	} {
		_, err := j.encode(nil)
		require.Error(t, err, name)
	}
}

func FuzzEncode(f *testing.F) {
	for i, text := range texts {
		f.Add(text, text, numbers[i], uint64(i))
	}
	f.Fuzz(func(t *testing.T, a, b string, number float64, seed uint64) {
		fill := filler{rand.New(rand.NewPCG(seed, 0))}
		var j decisionJSON
		fill.fill(reflect.ValueOf(&j).Elem())
		j.Reasoning, j.Confidence, j.Notes = a, number, []string{b}
		j.Signals = map[string]float64{a: number, b: 1}
		want, wantErr := json.Marshal(&j)
		got, err := j.encode(nil)
		require.Equal(t, wantErr != nil, err != nil)
		if err == nil {
			assert.Equal(t, string(want), string(got))
		}
	})
}
