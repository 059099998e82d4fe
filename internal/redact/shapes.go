package redact

import "strings"

// findJWTs finds JSON web tokens: at least three parts of base64url, the first
// of which is an object.
func findJWTs(found spans, s string) spans {
	const start = "eyJ" // {" in base64
	for i := 0; ; {
		at := strings.Index(s[i:], start)
		if at < 0 {
			return found
		}
		from := i + at
		i = dotted.run(s, from)
		if strings.Count(s[from:i], ".") >= 2 && i-from >= 20 {
			found = append(found, span{from, i})
		}
	}
}

// findPrivateKeys finds the blocks of private keys as RFC 7468 and OpenPGP
// write them. A block without an end goes to the end of the text.
func findPrivateKeys(found spans, s string) spans {
	const begin, end, dashes = "-----BEGIN ", "-----END ", "-----"
	for i := 0; ; {
		at := strings.Index(s[i:], begin)
		if at < 0 {
			return found
		}
		from := i + at
		i = from + len(begin)
		label, _, closed := strings.Cut(s[i:min(len(s), i+maxNameBytes)], dashes)
		if !closed || !strings.Contains(label, "PRIVATE KEY") {
			continue
		}
		i += len(label) + len(dashes)
		to := len(s)
		if at := strings.Index(s[i:], end); at >= 0 {
			to = i + at + len(end)
			if at := strings.Index(s[to:min(len(s), to+maxNameBytes)], dashes); at >= 0 {
				to += at + len(dashes)
			}
		}
		found = append(found, span{from, to})
		i = to
	}
}
