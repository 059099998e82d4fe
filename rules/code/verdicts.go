package code

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"sync"
)

// maxVerdicts bounds the verdicts of a judge that are remembered. At the limit
// all are forgotten: they are asked for again.
const maxVerdicts = 4_096

// verdicts remembers what a judge said.
type verdicts struct {
	mu   sync.Mutex
	said map[string]Finding
}

func (v *verdicts) get(key string) (Finding, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f, known := v.said[key]
	return f, known
}

func (v *verdicts) put(key string, f Finding) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.said == nil || len(v.said) >= maxVerdicts {
		v.said = map[string]Finding{}
	}
	v.said[key] = f
}

// digest is the SHA-256 of texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		_, _ = io.WriteString(h, t) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil))
}
