package redact

// charset is a set of ASCII bytes.
type charset [256]bool

func newCharset(members string) *charset {
	var set charset
	for _, c := range []byte(members) {
		set[c] = true
	}
	return &set
}

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

var (
	upperAlnum = newCharset(upper + digits)
	alnum      = newCharset(lower + upper + digits)
	word       = newCharset(lower + upper + digits + "_")
	base64url  = newCharset(lower + upper + digits + "_-")
	dotted     = newCharset(lower + upper + digits + "_-.")
	slashed    = newCharset(lower + upper + digits + "_-/")
	bearerSet  = newCharset(lower + upper + digits + "_-.~+/=")
	letters    = newCharset(lower + upper)
	// plainSet is what words, identifiers and their paths are made of.
	plainSet = newCharset(lower + upper + "_-./")
	numeric  = newCharset(digits + ".,-+:%")
	blank    = newCharset(" \t")
)

// run returns where the run of members that starts at i ends.
func (set *charset) run(s string, i int) int {
	for i < len(s) && set[s[i]] {
		i++
	}
	return i
}

// all reports whether s holds members only. The empty text does.
func (set *charset) all(s string) bool { return set.run(s, 0) == len(s) }

// count returns how many bytes of s are members.
func (set *charset) count(s string) (n int) {
	for i := range len(s) {
		if set[s[i]] {
			n++
		}
	}
	return n
}

// hasFoldPrefix reports whether s starts with the lower-case ASCII prefix,
// whatever the case of its letters.
func hasFoldPrefix(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != prefix[i] {
			return false
		}
	}
	return true
}
