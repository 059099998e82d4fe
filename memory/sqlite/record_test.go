package sqlite_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// TestEveryFieldOfADecisionIsKept fails for a field that the vocabulary gets
// and the file does not.
func TestEveryFieldOfADecisionIsKept(t *testing.T) {
	t.Parallel()
	d := decision.Decision{Evaluator: "e", Evidence: decision.Evidence{Answers: "a", Limits: "l"}}
	fill(reflect.ValueOf(&d).Elem(), 6)
	d.Action, d.Time, d.Expires = decision.Deny, time.Unix(1_800_000_000, 0).UTC(), time.Unix(1_800_000_060, 0).UTC()
	d.Evidence.Links[0].Free, d.Evidence.Links[0].Said = false, nil // of the run alone
	s := open(t, sqlite.Options{Path: file(t)})
	require.NoError(t, s.Save(t.Context(), d))
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, d, found[0])
}

// fill gives every field that has none a value, so many levels deep.
func fill(v reflect.Value, depth int) {
	if depth == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth-1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth-1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		element := reflect.New(v.Type().Elem()).Elem()
		fill(element, depth-1)
		v.SetMapIndex(reflect.ValueOf("k"), element)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), depth-1)
			}
		}
	}
}
