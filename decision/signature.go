package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Signature identifies what a call would do, without where exactly: the kinds
// and zones of its effects, whether they can be undone, what speaks against
// them, and for what leaves the machine the host and the data. Two calls of one
// signature are of a kind; they need not be the same. An opaque call has none:
// the signature is empty, and nothing is like it.
func (e Effects) Signature() string {
	if e.Opaque() {
		return ""
	}
	lines := make([]string, 0, len(e.List))
	for _, one := range e.List {
		parts := []string{string(one.Kind), string(one.Zone), one.Concern, "", ""}
		if one.Irreversible {
			parts[3] = "irreversible"
		}
		if one.Zone == ZoneRemote || one.Kind == Network || one.Kind == External {
			sends := slices.Clone(one.Sends)
			slices.Sort(sends)
			parts[4] = one.Target + "\x1f" + strings.Join(sends, "\x1f")
		}
		lines = append(lines, strings.Join(parts, "\x1e"))
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:])
}
