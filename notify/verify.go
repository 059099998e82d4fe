package notify

import (
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of a message.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
)

// Limits of what [Verify] takes.
const (
	// Tolerance is how far the time of a message may be from that of its
	// receiver, before or after: that of the reference libraries.
	Tolerance = 5 * time.Minute
	// MaxBodyBytes bounds the body; a receiver should read no more than one byte
	// over it. Ours are below 20 kB.
	MaxBodyBytes = 1 << 20
	// maxIDBytes and maxSignatures bound what is looked at of the headers.
	maxIDBytes    = 256
	maxSignatures = 16
)

// What is wrong with a message. The errors of [Verify] and of [Replays] wrap one.
var (
	ErrMalformed = errors.New("the webhook headers or body are malformed")
	ErrTimestamp = errors.New("the webhook is too old, or of the future")
	ErrSignature = errors.New("the webhook is not signed by any secret of ours")
	ErrReplayed  = errors.New("the webhook was received before")
)

// Verify checks the headers of a message against its body, byte for byte as it
// came, before anything of it is parsed: signed by one of the secrets, and at most
// [Tolerance] away from now. It returns the id of the message, which is the same
// when it is sent again: see [Replays].
//
// Signatures are compared in constant time. Without a secret nothing is verified.
func Verify(secrets []Secret, h http.Header, body []byte, now time.Time) (id string, err error) {
	id, seconds, signatures, err := readHeaders(h)
	if err != nil {
		return "", err
	}
	if len(body) > MaxBodyBytes {
		return "", fmt.Errorf("%w: at most %d bytes are taken", ErrMalformed, MaxBodyBytes)
	}
	sent, err := strconv.ParseUint(seconds, 10, 62) // no sign, and no time that overflows
	if err != nil {
		return "", fmt.Errorf("%w: %s must be in unix seconds", ErrMalformed, HeaderTimestamp)
	}
	if !signedByOne(secrets, id, seconds, signatures, body) {
		return "", ErrSignature
	}
	if d := now.Sub(time.Unix(int64(sent), 0)); d > Tolerance || d < -Tolerance {
		return "", ErrTimestamp
	}
	return id, nil
}

func readHeaders(h http.Header) (id, seconds string, signatures []string, err error) {
	var values [3]string
	for i, name := range []string{HeaderID, HeaderTimestamp, HeaderSignature} {
		given := h.Values(name)
		if len(given) != 1 || given[0] == "" {
			return "", "", nil, fmt.Errorf("%w: %s must be given once", ErrMalformed, name)
		}
		values[i] = given[0]
	}
	id, seconds = values[0], values[1]
	// A dot would let a part of the id be taken for the time.
	if len(id) > maxIDBytes || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '.' }) {
		return "", "", nil, fmt.Errorf("%w: %s must be one word without a dot, of at most %d bytes", ErrMalformed, HeaderID, maxIDBytes)
	}
	signatures = strings.SplitN(values[2], " ", maxSignatures+1)
	if len(signatures) > maxSignatures {
		return "", "", nil, fmt.Errorf("%w: at most %d signatures are looked at", ErrMalformed, maxSignatures)
	}
	return id, seconds, signatures, nil
}

// signedByOne holds every signature against every secret, also when one fits.
func signedByOne(secrets []Secret, id, seconds string, signatures []string, body []byte) bool {
	fits := false
	for _, secret := range secrets {
		if secret.key == nil {
			continue
		}
		want := []byte(secret.signature(id, seconds, body))
		for _, signature := range signatures {
			if hmac.Equal([]byte(signature), want) {
				fits = true
			}
		}
	}
	return fits
}
