package memory

import (
	"crypto/rand"
	"encoding/hex"
)

// NewID returns sixteen hexadecimal digits by chance, the form of the ids of
// approvals in the supervisor protocol.
func NewID() string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails: crypto/rand ends the process first
	return hex.EncodeToString(id[:])
}
