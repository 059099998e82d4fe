package effect

import (
	"encoding/base64"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/redact"
)

// minDataBytes is the length from which a run of letters and digits counts as
// data rather than as a name or a number. A SHA-1 in hexadecimal, which is how
// public sites name revisions, may be longer; see isData.
const minDataBytes = 24

// maxValueBytes is the length from which a value of a query is a text of its
// own: what people look for is shorter.
const maxValueBytes = 200

// maxLabelBytes is the length of a label that people give hosts.
const maxLabelBytes = 32

// carried says what a URL takes along beside its own words: a credential, or
// a value in another coding.
func carried(u *url.URL, text string) string {
	if len(text) > maxURLBytes {
		return "long address"
	}
	if redact.Text(text) != text {
		return "credential in the address"
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "unreadable address"
	}
	for _, values := range query {
		for _, value := range values {
			if isData(value) || len(value) > maxValueBytes {
				return "data in the address"
			}
		}
	}
	for part := range strings.SplitSeq(u.Path, "/") {
		if isData(part) {
			return "data in the address"
		}
	}
	return ""
}

// isData reports whether a text is base64 or hexadecimal of a text, or too
// long a run of letters and digits in mixed case to be a name.
func isData(text string) bool {
	text = strings.TrimRight(text, "=")
	if len(text) < minDataBytes || strings.Trim(text, base64Alphabet) != "" {
		return false
	}
	for _, coding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if decoded, err := coding.DecodeString(text); err == nil && isText(decoded) {
			return true
		}
	}
	if isHex(text) {
		return len(text) > 64 // SHA-256; longer ones name nothing
	}
	return len(text) > 2*minDataBytes && !strings.ContainsAny(text, "-_") && strings.ContainsAny(text, "0123456789")
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"

func isHex(text string) bool { return strings.Trim(text, "0123456789abcdefABCDEF") == "" }

// isText reports whether data is text that people write.
func isText(data []byte) bool {
	if !utf8.Valid(data) {
		return false
	}
	for _, r := range string(data) {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r > 0x24f && r < 0x370 {
			return false
		}
	}
	return true
}

// hasDataLabel finds data in the labels of a name: each look-up of it tells it
// to whoever serves the domain.
func hasDataLabel(name string) bool {
	if strings.Count(name, ".") > 6 {
		return true
	}
	for label := range strings.SplitSeq(name, ".") {
		if len(label) > maxLabelBytes || len(label) >= minDataBytes && isHex(label) {
			return true
		}
	}
	return false
}

// isPlainHost reports whether a name is in ASCII letters and is no
// international one in disguise.
func isPlainHost(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || strings.HasPrefix(label, "xn--") || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}
