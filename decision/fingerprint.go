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
	canonical, err := appendSubject(make([]byte, 0, usualCanonicalBytes), c, params)
	if err != nil {
		return "", fmt.Errorf("fingerprint of the call: %w", err)
	}
	sum := sha256.Sum256(canonical)
	var text [2 * sha256.Size]byte
	hex.Encode(text[:], sum[:])
	return string(text[:]), nil
}

// usualCanonicalBytes is the length of a canonical form for which room is made
// at once.
const usualCanonicalBytes = 256

// appendSubject appends the canonical JSON of what is fingerprinted, its keys in
// their order.
func appendSubject(b []byte, c *Call, params map[string]any) ([]byte, error) {
	b, err := strictjson.AppendCanonical(append(b, `{"params":`...), params)
	if err != nil {
		return nil, err
	}
	if b, err = strictjson.AppendCanonical(append(b, `,"tool":`...), c.Tool); err != nil {
		return nil, err
	}
	if c.WorkingDir != "" {
		if b, err = strictjson.AppendCanonical(append(b, `,"working_dir":`...), c.WorkingDir); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

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
		if _, given := params[name]; !given { // deleting would write to a map that others read
			continue
		}
		if !isCopy {
			params, isCopy = maps.Clone(params), true
		}
		delete(params, name)
	}
	return params, nil
}
