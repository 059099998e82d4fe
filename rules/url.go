package rules

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
)

var (
	errPrefixURL = errors.New("the value is no plain url: write a scheme, a host and a path")
	errURL       = errors.New("the text is no plain url")
)

// urlPrefix holds for a URL of the same scheme and host whose path goes on
// from that of prefix on a boundary. Spellings that servers and clients read
// in different ways do not hold.
func urlPrefix(prefix string) test {
	want, err := plainURL(prefix)
	if err != nil || want.RawQuery != "" || want.ForceQuery {
		return func(*sight, string, bool) (bool, error) { return false, errPrefixURL }
	}
	dir := strings.TrimSuffix(want.EscapedPath(), "/")
	return func(_ *sight, text string, _ bool) (bool, error) {
		got, err := plainURL(text)
		if err != nil {
			return false, err
		}
		rest, below := strings.CutPrefix(got.EscapedPath(), dir)
		onBoundary := below && (rest == "" || rest[0] == '/')
		return got.Scheme == want.Scheme && strings.EqualFold(got.Host, want.Host) && onBoundary, nil
	}
}

// plainURL parses a URL that everybody reads alike.
func plainURL(text string) (*url.URL, error) {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || breaksLine(r) }) {
		return nil, errURL
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return nil, errURL
	}
	path := strings.ToLower(u.EscapedPath())
	for _, coded := range []string{"%2e", "%2f", "%5c", "%25", "%00"} {
		if strings.Contains(path, coded) {
			return nil, errURL
		}
	}
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." || strings.Contains(segment, ";") {
			return nil, errURL
		}
	}
	return u, nil
}
