package redact

import "math"

// looksRandom tells the body of a key from words that are joined by hyphens:
// it has an upper-case letter, three digits, or a long piece without a hyphen.
func looksRandom(body string) bool {
	numbers, piece, longest := 0, 0, 0
	for i := range len(body) {
		c := body[i]
		switch {
		case c >= 'A' && c <= 'Z':
			return true
		case c >= '0' && c <= '9':
			numbers++
		}
		if piece++; !alnum[c] {
			piece = 0
		}
		longest = max(longest, piece)
	}
	return numbers >= 3 || longest >= 16
}

const (
	// minRandomBytes is the length from which a value without a known format is
	// measured; a shorter one cannot reach minEntropy by more than chance.
	minRandomBytes = 20
	// minEntropy is the bits a byte from which a value counts as random. Words
	// and identifiers stay below 3.5; random base64 of this length is above 4.
	minEntropy = 3.6
	// maxJudged bounds how much of a value is looked at to tell whether it is a
	// secret. Without it a text of many beginnings would take quadratic time.
	maxJudged = 256
)

// highEntropy reports whether v is most likely random: letters and digits, as
// evenly spread as chance would have it. Hexadecimal texts are not: they are
// hashes and ids far more often than secrets.
func highEntropy(v string) bool {
	if len(v) < minRandomBytes || hexadecimal(v) || !bearerSet.all(v) {
		return false
	}
	if n := digitSet.count(v); n < 2 || n == len(v) {
		return false
	}
	return entropy(v) >= minEntropy
}

// IsRandom reports whether a text without a known format is most likely
// random. Hexadecimal texts are taken for hashes.
func IsRandom(text string) bool { return highEntropy(text) }

var (
	digitSet = newCharset(digits)
	hexSet   = newCharset(digits + "abcdefABCDEF-")
)

// hexadecimal also takes the hyphens of a uuid.
func hexadecimal(v string) bool { return hexSet.all(v) }

// entropy is Shannon's, in bits a byte.
func entropy(v string) (bits float64) {
	var counts [256]int
	for i := range len(v) {
		counts[v[i]]++
	}
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(v))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
