package link

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var testKey = bytes.Repeat([]byte{1}, MinKeyBytes)

func TestATokenHoldsItsClaim(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"a", "3f", strings.Repeat("x", maxApprovalBytes), "\x00\xff"} {
		c := claim{id, strings.Repeat("ab", 32), time.Unix(1_700_000_000, 0)}
		token, err := c.token(testKey)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(token), maxTokenBytes)
		got, err := readToken(testKey, token)
		require.NoError(t, err)
		assert.Equal(t, c, got)
		_, err = readToken(bytes.Repeat([]byte{2}, MinKeyBytes), token)
		require.ErrorIs(t, err, errForged)
	}
	for _, c := range []claim{{"", strings.Repeat("ab", 32), time.Now()}, {"a", "abcd", time.Now()}, {"a", strings.Repeat("zz", 32), time.Now()}, {strings.Repeat("x", maxApprovalBytes+1), strings.Repeat("ab", 32), time.Now()}} {
		_, err := c.token(testKey)
		require.Error(t, err)
	}
}

func TestNoBitOfATokenMayChange(t *testing.T) {
	t.Parallel()
	token, err := claim{"approval", strings.Repeat("ab", 32), time.Unix(1_700_000_000, 0)}.token(testKey)
	require.NoError(t, err)
	data, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	for bit := range 8 * len(data) {
		changed := bytes.Clone(data)
		changed[bit/8] ^= 1 << (bit % 8)
		_, err := readToken(testKey, base64.RawURLEncoding.EncodeToString(changed))
		require.ErrorIs(t, err, errForged, "bit %d", bit)
	}
}

func TestThereIsOneWayToWriteAToken(t *testing.T) {
	t.Parallel()
	token, err := claim{"0123456789abcdef", strings.Repeat("ab", 32), time.Unix(1_700_000_000, 0)}.token(testKey)
	require.NoError(t, err)
	require.NotZero(t, len(token)%4, "the last letter has bits to spare")
	for _, other := range []string{token[:20] + "\n" + token[20:], token + "\r\n", token[:len(token)-1] + string(token[len(token)-1]+1)} {
		_, err := readToken(testKey, other)
		require.ErrorIs(t, err, errForged)
	}
}

// FuzzLink wants nothing to be read but what the key has signed.
func FuzzLink(f *testing.F) {
	good, err := claim{"approval", strings.Repeat("ab", 32), time.Unix(1_700_000_000, 0)}.token(testKey)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good, good[:60], good + "A", good[:9] + "\n" + good[9:], "", "====", strings.Repeat("A", 120), "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		c, err := readToken(testKey, token)
		if err != nil {
			require.Zero(t, c)
			return
		}
		again, err := c.token(testKey)
		require.NoError(t, err)
		require.Equal(t, token, again, "there is one way to write a link")
	})
}
