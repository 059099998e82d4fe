package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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
	params, err := normalizeParams(c.Params)
	if err != nil {
		return "", fmt.Errorf("fingerprint of params: %w", err)
	}
	for _, name := range advisoryParams[c.Tool] {
		delete(params, name)
	}
	subject := map[string]any{"tool": c.Tool, "params": params}
	if c.WorkingDir != "" {
		subject["working_dir"] = c.WorkingDir
	}
	canonical, err := strictjson.Canonical(subject)
	if err != nil {
		return "", fmt.Errorf("fingerprint of the call: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}
