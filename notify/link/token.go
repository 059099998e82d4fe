package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"
)

// claim is what a link is bound to.
type claim struct {
	approval    string
	fingerprint string // of the call, as decision.Fingerprint writes it
	until       time.Time
}

const (
	// maxApprovalBytes bounds the id of an approval; ours have 16 bytes.
	maxApprovalBytes = 256
	// timeBytes is the length of the time in a token, in Unix seconds.
	timeBytes = 8
	// tokenPurpose keeps signatures of links apart from all others of the key.
	tokenPurpose = "supervisor one-time link 1\x00"
	// maxTokenBytes is the longest token there can be.
	maxTokenBytes = ((sha256.Size+timeBytes+sha256.Size+maxApprovalBytes)*4 + 2) / 3
)

var errForged = errors.New("the link is not one of ours")

// token writes a claim: its signature, its time, the fingerprint, and the id of
// the approval, in this order, so that each has its place.
func (c claim) token(key []byte) (string, error) {
	fingerprint, err := hex.DecodeString(c.fingerprint)
	if err != nil || len(fingerprint) != sha256.Size || c.approval == "" || len(c.approval) > maxApprovalBytes {
		return "", errors.New("a link needs an approval, and the fingerprint of its call")
	}
	payload := binary.BigEndian.AppendUint64(nil, uint64(c.until.Unix()))
	payload = append(append(payload, fingerprint...), c.approval...)
	return base64.RawURLEncoding.EncodeToString(append(sign(key, tokenPurpose, payload), payload...)), nil
}

// readToken reads a token that was signed with the key. It does not look at the
// time.
func readToken(key []byte, token string) (claim, error) {
	if len(token) > maxTokenBytes {
		return claim{}, errForged
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) <= sha256.Size+timeBytes+sha256.Size {
		return claim{}, errForged
	}
	if base64.RawURLEncoding.EncodeToString(data) != token { // decoding overlooks line breaks, and the last bits
		return claim{}, errForged
	}
	signature, payload := data[:sha256.Size], data[sha256.Size:]
	if !hmac.Equal(signature, sign(key, tokenPurpose, payload)) {
		return claim{}, errForged
	}
	at := binary.BigEndian.Uint64(payload)
	return claim{
		until:       time.Unix(int64(at), 0),
		fingerprint: hex.EncodeToString(payload[timeBytes : timeBytes+sha256.Size]),
		approval:    string(payload[timeBytes+sha256.Size:]),
	}, nil
}

func sign(key []byte, purpose string, payload []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	mac.Write(payload)
	return mac.Sum(nil)
}
