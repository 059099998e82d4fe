package question

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// fingerprintDigits is how many hexadecimal digits of the hash are kept, as in
// the reference.
const fingerprintDigits = 12

// fingerprint hashes the JSON that the reference makes of the questions: keys
// sorted at every level, a blank after each comma and colon, and everything
// but printable ASCII escaped. Levels of a score are a list.
func fingerprint(questions []Question) string {
	sorted := slices.Clone(questions)
	slices.SortFunc(sorted, func(a, b Question) int { return strings.Compare(a.ID, b.ID) })
	sum := sha256.Sum256([]byte(canonical(sorted)))
	return hex.EncodeToString(sum[:])[:fingerprintDigits]
}

func canonical(sorted []Question) string {
	fields := make([]string, 0, len(sorted))
	for i := range sorted {
		q := &sorted[i]
		var inner []string
		if len(q.Criteria) > 0 {
			inner = append(inner, `"criteria": `+canonicalCriteria(q))
		}
		inner = append(inner, `"instructions": `+quote(q.Instructions), `"type": `+quote(string(q.Type)))
		fields = append(fields, quote(q.ID)+": "+braces(inner))
	}
	return braces(fields)
}

func canonicalCriteria(q *Question) string {
	if q.Type == Score {
		levels := make([]string, len(q.Criteria))
		for i, c := range q.Criteria {
			levels[i] = quote(c.Text)
		}
		return "[" + strings.Join(levels, ", ") + "]"
	}
	sorted := slices.Clone(q.Criteria)
	slices.SortFunc(sorted, func(a, b Criterion) int { return strings.Compare(a.Key, b.Key) })
	fields := make([]string, len(sorted))
	for i, c := range sorted {
		fields[i] = quote(c.Key) + ": " + quote(c.Text)
	}
	return braces(fields)
}

func braces(fields []string) string { return "{" + strings.Join(fields, ", ") + "}" }

// quote writes a JSON string in ASCII.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case strings.ContainsRune("\n\r\t\b\f", r):
			b.WriteByte('\\')
			b.WriteByte("nrtbf"[strings.IndexRune("\n\r\t\b\f", r)])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
