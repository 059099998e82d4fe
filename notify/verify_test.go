package notify_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/notify"
)

// now is the time at which messages of the tests are received.
var now = time.Unix(1_700_000_000, 0)

// secret makes one whose bytes are all the same.
func secret(t testing.TB, b byte) notify.Secret {
	t.Helper()
	s, err := notify.ParseSecret(secretText(b))
	require.NoError(t, err)
	return s
}

func secretText(b byte) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{b}, 32))
}

func headers(id string, at time.Time, signatures ...string) http.Header {
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	h.Set("webhook-signature", strings.Join(signatures, " "))
	return h
}

// TestSignKnowsTheConvention holds a signature against one that was computed
// with openssl from the convention's text.
func TestSignKnowsTheConvention(t *testing.T) {
	t.Parallel()
	s, err := notify.ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	require.NoError(t, err)
	got := s.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	assert.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", got)
	assert.Empty(t, notify.Secret{}.Sign("msg", now, nil))
}

func TestVerify(t *testing.T) {
	t.Parallel()
	old, fresh, other := secret(t, 1), secret(t, 2), secret(t, 3)
	body := []byte(`{"type":"toolcall.pending"}`)
	sign := func(s notify.Secret, at time.Time) http.Header {
		return headers("msg_1", at, s.Sign("msg_1", at, body))
	}
	with := func(h http.Header, name string, values ...string) http.Header {
		h = h.Clone()
		h[http.CanonicalHeaderKey(name)] = values
		return h
	}
	good := sign(fresh, now)
	signature := good.Get("webhook-signature")
	both := []notify.Secret{fresh, old}
	tests := map[string]struct {
		secrets []notify.Secret
		header  http.Header
		body    []byte
		want    error
	}{
		"signed":                            {both, good, body, nil},
		"signed with the old secret":        {both, sign(old, now), body, nil},
		"signed with both":                  {[]notify.Secret{old}, headers("msg_1", now, signature, old.Sign("msg_1", now, body)), body, nil},
		"a scheme that nobody knows first":  {both, with(good, "webhook-signature", "v1a,AAAA "+signature), body, nil},
		"as old as it may be":               {both, sign(fresh, now.Add(-5*time.Minute)), body, nil},
		"as early as it may be":             {both, sign(fresh, now.Add(5*time.Minute)), body, nil},
		"another secret":                    {both, sign(other, now), body, notify.ErrSignature},
		"the old secret after the change":   {[]notify.Secret{fresh}, sign(old, now), body, notify.ErrSignature},
		"another body":                      {both, good, []byte(`{"type":"toolcall.pending" }`), notify.ErrSignature},
		"another id":                        {both, with(good, "webhook-id", "msg_2"), body, notify.ErrSignature},
		"another time":                      {both, with(good, "webhook-timestamp", "1700000001"), body, notify.ErrSignature},
		"too old":                           {both, sign(fresh, now.Add(-5*time.Minute-time.Second)), body, notify.ErrTimestamp},
		"of the future":                     {both, sign(fresh, now.Add(5*time.Minute+time.Second)), body, notify.ErrTimestamp},
		"no secret":                         {nil, good, body, notify.ErrSignature},
		"an empty secret":                   {[]notify.Secret{{}}, good, body, notify.ErrSignature},
		"an empty signature":                {both, with(good, "webhook-signature", "v1,"), body, notify.ErrSignature},
		"a signature without a scheme":      {both, with(good, "webhook-signature", signature[3:]), body, notify.ErrSignature},
		"a signature that is cut":           {both, with(good, "webhook-signature", signature[:20]), body, notify.ErrSignature},
		"no signature":                      {both, with(good, "webhook-signature"), body, notify.ErrMalformed},
		"two signature headers":             {both, with(good, "webhook-signature", signature, signature), body, notify.ErrMalformed},
		"very many signatures":              {both, with(good, "webhook-signature", strings.Repeat("v1,AAAA ", 100)+signature), body, notify.ErrMalformed},
		"no id":                             {both, with(good, "webhook-id"), body, notify.ErrMalformed},
		"an id with a dot":                  {both, with(good, "webhook-id", "msg.1"), body, notify.ErrMalformed},
		"an id with a blank":                {both, with(good, "webhook-id", "msg 1"), body, notify.ErrMalformed},
		"a long id":                         {both, with(good, "webhook-id", strings.Repeat("m", 257)), body, notify.ErrMalformed},
		"no time":                           {both, with(good, "webhook-timestamp"), body, notify.ErrMalformed},
		"a time with a sign":                {both, with(good, "webhook-timestamp", "-1"), body, notify.ErrMalformed},
		"a time that overflows":             {both, with(good, "webhook-timestamp", "99999999999999999999"), body, notify.ErrMalformed},
		"a body that nobody needs to parse": {both, good, make([]byte, notify.MaxBodyBytes+1), notify.ErrMalformed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, err := notify.Verify(tt.secrets, tt.header, tt.body, now)
			if tt.want == nil {
				require.NoError(t, err)
				assert.Equal(t, "msg_1", id)
				return
			}
			require.ErrorIs(t, err, tt.want)
			assert.Empty(t, id)
		})
	}
}

// TestVerifyDoesNotMixIDAndTime holds a message against one whose id and time
// are cut elsewhere, so that the same bytes are signed.
func TestVerifyDoesNotMixIDAndTime(t *testing.T) {
	t.Parallel()
	s := secret(t, 1)
	signature := s.Sign("msg_1", now, []byte("2.body"))
	h := headers("msg_1", now, signature)
	_, err := notify.Verify([]notify.Secret{s}, h, []byte("2.body"), now)
	require.NoError(t, err)
	h.Set("webhook-id", "msg_1."+h.Get("webhook-timestamp"))
	h.Set("webhook-timestamp", "2")
	_, err = notify.Verify([]notify.Secret{s}, h, []byte("body"), time.Unix(2, 0))
	require.ErrorIs(t, err, notify.ErrMalformed)
}

func TestParseSecret(t *testing.T) {
	t.Parallel()
	encode := func(n int) string { return "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, n)) }
	for text, ok := range map[string]bool{
		encode(24): true, encode(32): true, encode(64): true,
		encode(23): false, encode(65): false, "": false, "whsec_": false, "whsec_***": false, secretText(7)[6:]: false, secretText(7) + "=": false,
	} {
		s, err := notify.ParseSecret(text)
		if assert.Equal(t, ok, err == nil, "%q: %v", text, err); err != nil && len(text) > 10 {
			assert.NotContains(t, err.Error(), text[6:])
		}
		for _, shown := range []string{s.String(), fmt.Sprintf("%v %+v %#v", s, struct{ inner notify.Secret }{s}, s)} {
			assert.NotContains(t, shown, "0, 0, 0")
			assert.NotContains(t, shown, "0 0 0")
		}
	}
}

func TestParseSecrets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "  ": 0, secretText(1): 1, secretText(1) + " " + secretText(2): 2} {
		got, err := notify.ParseSecrets(text)
		require.NoError(t, err)
		assert.Len(t, got, want)
	}
	for _, text := range []string{"plain", secretText(1) + " plain", secretText(1) + " " + secretText(2) + " " + secretText(3)} {
		_, err := notify.ParseSecrets(text)
		require.Error(t, err, text)
	}
}

func TestReplaysTakesEachMessageOnce(t *testing.T) {
	t.Parallel()
	var seen notify.Replays
	require.NoError(t, seen.Take("msg_1", now))
	require.ErrorIs(t, seen.Take("msg_1", now), notify.ErrReplayed)
	require.NoError(t, seen.Take("msg_2", now))
	require.ErrorIs(t, seen.Take("msg_1", now.Add(2*notify.Tolerance)), notify.ErrReplayed, "it can be verified for that long")
	require.NoError(t, seen.Take("msg_1", now.Add(2*notify.Tolerance+time.Second)), "nobody can verify it any more")
}

func TestReplaysIsBounded(t *testing.T) {
	t.Parallel()
	var seen notify.Replays
	for i := range notify.MaxReplays {
		require.NoError(t, seen.Take(strconv.Itoa(i), now))
	}
	require.ErrorContains(t, seen.Take("more", now), "10000")
	require.ErrorIs(t, seen.Take("0", now), notify.ErrReplayed, "none was forgotten")
	require.NoError(t, seen.Take("more", now.Add(time.Hour)))
}

func TestReplaysTakesOneOfManyAtOnce(t *testing.T) {
	t.Parallel()
	var seen notify.Replays
	var group sync.WaitGroup
	taken := make(chan bool, 50)
	for range cap(taken) {
		group.Go(func() { taken <- seen.Take("msg", now) == nil })
	}
	group.Wait()
	close(taken)
	count := 0
	for ok := range taken {
		if ok {
			count++
		}
	}
	assert.Equal(t, 1, count)
}

// FuzzVerify wants nothing but what was signed to pass.
func FuzzVerify(f *testing.F) {
	s := secret(f, 1)
	f.Add("msg_1", "1700000000", s.Sign("msg_1", now, []byte("body")), []byte("body"))
	f.Add("msg_1", "1700000000", "v1,"+strings.Repeat("A", 43)+"=", []byte("body"))
	f.Add("", "-1", "v1, v1,", []byte(nil))
	f.Add("a.1700000000", "1700000000", "v2,x v1,=", []byte("\xff"))
	f.Fuzz(func(t *testing.T, id, seconds, signatures string, body []byte) {
		h := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {seconds}, "Webhook-Signature": {signatures}}
		got, err := notify.Verify([]notify.Secret{s}, h, body, now)
		if err != nil {
			require.Empty(t, got)
			return
		}
		sent, err := strconv.ParseInt(seconds, 10, 64)
		require.NoError(t, err)
		require.Contains(t, strings.Fields(signatures), s.Sign(id, time.Unix(sent, 0), body))
	})
}
