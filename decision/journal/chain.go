package journal

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// The algorithms of the chain, as records name them.
const (
	algPlain = "sha256"
	algKeyed = "hmac-sha256"
)

const hashDigits = 2 * sha256.Size

// genesis is the prev of the first record.
var genesis = strings.Repeat("0", hashDigits)

// head is the end of a chain: what the next record builds on.
type head struct {
	seq  uint64
	hash string
}

func emptyHead() head { return head{hash: genesis} }

// seal is what the chain adds to a record.
type seal struct {
	alg  string
	seq  uint64
	prev string
	hash string
}

// chain computes seals. Its zero value has no key.
type chain struct{ key []byte }

func (c chain) alg() string {
	if len(c.key) > 0 {
		return algKeyed
	}
	return algPlain
}

// sum returns the hash of what is signed, by the algorithm that a record names.
func (c chain) sum(alg string, signed []byte) string {
	if alg == algPlain {
		sum := sha256.Sum256(signed)
		return hex.EncodeToString(sum[:])
	}
	mac := hmac.New(sha256.New, c.key)
	mac.Write(signed)
	return hex.EncodeToString(mac.Sum(nil))
}

// The fixed texts of a seal.
const (
	sealAlg  = `,"alg":"`
	sealSeq  = `","seq":`
	sealPrev = `,"prev":"`
	sealHash = `","hash":"`
	sealEnd  = `"}`
)

// append appends the line of a record after h, sealed and with LF, and returns
// the head that it makes. It does not change the record.
func (c chain) append(b, record []byte, h head) (lines []byte, next head) {
	start := len(b)
	b = append(b, record...)
	b = append(append(b, sealAlg...), c.alg()...)
	b = strconv.AppendUint(append(b, sealSeq...), h.seq+1, 10)
	b = append(append(b, sealPrev...), h.hash...)
	b = append(b, '"')
	next = head{seq: h.seq + 1, hash: c.sum(c.alg(), b[start:])}
	b = append(append(b, sealHash[1:]...), next.hash...)
	return append(append(b, sealEnd...), '\n'), next
}

// cutSeal reads the seal at the end of a line without its LF, and returns the
// bytes that its hash covers. It fails for a line that ends otherwise than we
// write it, to the byte.
func cutSeal(line []byte) (s seal, signed []byte, ok bool) {
	rest, ok := bytes.CutSuffix(line, []byte(sealEnd))
	if !ok {
		return s, nil, false
	}
	rest, s.hash, ok = cutHash(rest, sealHash)
	if !ok {
		return s, nil, false
	}
	signed = line[:len(rest)+1] // with the quote that closes prev
	rest, s.prev, ok = cutHash(rest, sealPrev)
	if !ok {
		return s, nil, false
	}
	seqAt := bytes.LastIndex(rest, []byte(sealSeq))
	algAt := bytes.LastIndex(rest[:max(seqAt, 0)], []byte(sealAlg))
	if seqAt < 0 || algAt < 0 {
		return s, nil, false
	}
	s.alg = string(rest[algAt+len(sealAlg) : seqAt])
	var err error
	s.seq, err = strconv.ParseUint(string(rest[seqAt+len(sealSeq):]), 10, 64)
	return s, signed, err == nil && (s.alg == algPlain || s.alg == algKeyed)
}

// cutHash cuts a hash and the text before it off the end of b.
func cutHash(b []byte, before string) (rest []byte, hash string, ok bool) {
	at := len(b) - hashDigits
	if at < len(before) || !bytes.HasSuffix(b[:at], []byte(before)) {
		return nil, "", false
	}
	for _, c := range b[at:] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil, "", false
		}
	}
	return b[:at-len(before)], string(b[at:]), true
}
