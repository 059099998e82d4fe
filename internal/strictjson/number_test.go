package strictjson_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

func TestIntegersAreWrittenAsDoublesAre(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"0", "-0", "1", "-1", "10", "999999999999999", "-999999999999999", "9007199254740992", "9007199254740993", "1e3", "1.0", "0.5"} {
		text, err := strictjson.Canonical(json.Number(n))
		require.NoError(t, err, n)
		f, err := strconv.ParseFloat(n, 64)
		require.NoError(t, err)
		want, err := strictjson.Canonical(json.Number(strconv.FormatFloat(f, 'e', -1, 64)))
		require.NoError(t, err)
		if n == "9007199254740993" { // no double holds it
			want = []byte(n)
		}
		assert.Equal(t, string(want), string(text), n)
	}
	for _, n := range []string{"", "-", "01", "-01", "1-", "+1", "0x1", " 1", "1 "} {
		_, err := strictjson.Canonical(json.Number(n))
		assert.Error(t, err, fmt.Sprintf("%q", n))
	}
}
