package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

// advisoryParams lists, per tool, the parameters that change nothing about
// what runs, and are therefore left out of the fingerprint. Each entry was
// reviewed against the tool's published schema; add one only with its source.
var advisoryParams = map[string][]string{
	// Claude Code's shell: a sentence shown to the user, and how long to wait.
	"Bash": {"description", "timeout"},
}

// Fingerprint identifies what a call would run: the SHA-256, in lower-case
// hex, of the canonical JSON of its tool, its parameters without the tool's
// advisory ones, and its working directory when known. What was judged,
// approved, remembered and executed has the same fingerprint.
//
// The canonical form is RFC 8785, except that a number which a double does not
// hold exactly is kept as written. Parameters that are no JSON are an error.
func Fingerprint(c *Call) (string, error) {
	params, err := fingerprinted(c)
	if err != nil {
		return "", fmt.Errorf("fingerprint of params: %w", err)
	}
	subject := map[string]any{"tool": c.Tool, "params": params}
	if c.WorkingDir != "" {
		subject["working_dir"] = c.WorkingDir
	}
	var room [usualCanonicalBytes]byte
	canonical, err := strictjson.AppendCanonical(room[:0], subject)
	if err != nil {
		return "", fmt.Errorf("fingerprint of the call: %w", err)
	}
	sum := sha256.Sum256(canonical)
	var text [2 * sha256.Size]byte
	hex.Encode(text[:], sum[:])
	return string(text[:]), nil
}

// usualCanonicalBytes is the length of a canonical form that needs no allocation.
const usualCanonicalBytes = 512

// fingerprinted returns the parameters that count. Those of a normalised call
// are not copied.
func fingerprinted(c *Call) (map[string]any, error) {
	params, isCopy := c.Params, false
	if !isNormal(params) {
		copied, err := normalizeParams(params)
		if err != nil {
			return nil, err
		}
		params, isCopy = copied, true
	}
	for _, name := range advisoryParams[c.Tool] {
		if _, given := params[name]; given && !isCopy {
			params, isCopy = maps.Clone(params), true
		}
		delete(params, name)
	}
	return params, nil
}
