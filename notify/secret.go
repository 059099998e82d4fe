package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The form of secrets and signatures is that of Standard Webhooks
// (https://www.standardwebhooks.com), scheme v1: HMAC-SHA256 over the id, the
// time and the body.
const (
	secretPrefix    = "whsec_"
	signaturePrefix = "v1,"
	// minSecretBytes and maxSecretBytes are the convention's.
	minSecretBytes = 24
	maxSecretBytes = 64
	// MaxSecrets is how many secrets sign or verify at once: a new one and the
	// one that it replaces.
	MaxSecrets = 2
)

// Secret signs messages, and verifies them. It is not printed. The zero Secret
// verifies nothing.
type Secret struct {
	// A pointer, since package fmt prints the fields of a struct that is in an
	// unexported field of another, without asking it.
	key *[]byte
}

// ParseSecret reads "whsec_" followed by 24 to 64 bytes in base64. The error does
// not quote the text.
func ParseSecret(text string) (Secret, error) {
	encoded, ok := strings.CutPrefix(text, secretPrefix)
	if !ok {
		return Secret{}, errors.New("a webhook secret starts with " + secretPrefix + ": make one with: echo " + secretPrefix + "$(openssl rand -base64 32)")
	}
	key, err := base64.StdEncoding.Strict().DecodeString(encoded)
	switch {
	case err != nil:
		return Secret{}, errors.New("a webhook secret is base64 after " + secretPrefix)
	case len(key) < minSecretBytes || len(key) > maxSecretBytes:
		return Secret{}, fmt.Errorf("a webhook secret holds %d to %d bytes", minSecretBytes, maxSecretBytes)
	}
	return Secret{&key}, nil
}

// ParseSecrets reads one secret, or two with a space between them while receivers
// change from one to the other. An empty text holds none.
func ParseSecrets(text string) ([]Secret, error) {
	fields := strings.Fields(text)
	if len(fields) > MaxSecrets {
		return nil, fmt.Errorf("at most %d webhook secrets are active at a time", MaxSecrets)
	}
	var secrets []Secret
	for _, field := range fields {
		secret, err := ParseSecret(field)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, secret)
	}
	return secrets, nil
}

// String hides the secret.
func (s Secret) String() string { return "***" }

// Sign returns the signature of a message for the header webhook-signature, in
// which several stand with a space between them. The zero Secret signs with
// nothing: its signature is empty.
func (s Secret) Sign(id string, at time.Time, body []byte) string {
	if s.key == nil {
		return ""
	}
	return s.signature(id, strconv.FormatInt(at.Unix(), 10), body)
}

func (s Secret) signature(id, seconds string, body []byte) string {
	mac := hmac.New(sha256.New, *s.key)
	mac.Write([]byte(id + "." + seconds + "."))
	mac.Write(body)
	return signaturePrefix + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
