package redact

import (
	"encoding/base64"
	"strings"
)

// maxBlanks bounds the blanks on either side of a separator.
const maxBlanks = 16

// separators lists what stands between a name and its value, longest first.
var separators = []string{"===", "==", ":=", "=>", "=", ":"}

// assignment is a name with a value that may be a secret.
type assignment struct {
	text  string
	kind  nameKind
	name  span
	value span
	// tight: an equals sign without blanks, a command line flag or an XML
	// element, where the value can be nothing but a value.
	tight bool
	colon bool // a colon with nothing after it: also in image:tag and host:port
	// quoted values may hold blanks. Like the values of flags, they are masked
	// alone; of others the name is masked too, as the reference does.
	quoted   bool
	keepName bool
}

// readAssignment reads what follows the name, and reports false when nothing
// is assigned to it.
func readAssignment(s string, name span) (assignment, bool) {
	a := assignment{text: s, name: name}
	if a.inMask() {
		return a, false
	}
	if a.isElement() {
		return a, true
	}
	at, ok := a.skipSeparator()
	if !ok {
		return a, false
	}
	if opener := quoteAt(s[at:]); opener != "" {
		a.quoted, a.keepName = true, true
		a.value.from = at + len(opener)
		a.value.to = a.value.from + quotedLength(s[a.value.from:], opener)
		return a, true
	}
	a.value = span{at, at + bareLength(s[at:min(len(s), at+maxJudged)])}
	return a, true
}

// inMask reports whether the name is the word within a [Mask].
func (a *assignment) inMask() bool {
	return a.name.from > 0 && strings.HasPrefix(a.text[a.name.from-1:], Mask)
}

// isElement reads <name>value</name>.
func (a *assignment) isElement() bool {
	if a.name.from == 0 || a.text[a.name.from-1] != '<' || !strings.HasPrefix(a.text[a.name.to:], ">") {
		return false
	}
	a.value.from = a.name.to + 1
	a.value.to = a.value.from + lengthUntil(a.text[a.value.from:], "<\n")
	a.tight, a.keepName = true, true
	return strings.HasPrefix(a.text[a.value.to:], "</")
}

// skipSeparator returns where the value starts.
func (a *assignment) skipSeparator() (at int, ok bool) {
	s := a.text
	at = a.name.to + len(quoteAt(s[a.name.to:]))
	if at < len(s) && s[at] == ']' {
		at++
	}
	sep := skipBlanks(s, at)
	for _, mark := range separators {
		if strings.HasPrefix(s[sep:], mark) {
			end := sep + len(mark)
			at = skipBlanks(s, end)
			a.tight = mark == "=" && sep == a.name.to && at == end
			a.colon = mark == ":" && at == end
			return at, !strings.HasPrefix(s[end:], ":")
		}
	}
	a.tight, a.keepName = true, true
	return sep, sep > a.name.to && strings.HasPrefix(s[a.name.from:], "--")
}

func skipBlanks(s string, i int) int {
	return blank.run(s[:min(len(s), i+maxBlanks)], i)
}

// quoteAt returns the quote at the start of s with the backslashes before it,
// as it stands in JSON within JSON, or "".
func quoteAt(s string) string {
	i := 0
	for i < len(s) && i < 8 && s[i] == '\\' {
		i++
	}
	if i < len(s) && strings.IndexByte("\"'`", s[i]) >= 0 {
		return s[:i+1]
	}
	return ""
}

// quotedLength returns where the quote that opener opened is closed, or the
// line ends.
func quotedLength(s, opener string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			return i
		case strings.HasPrefix(s[i:], opener):
			return i
		case s[i] == '\\' && len(opener) == 1:
			i++
		}
	}
	return len(s)
}

// bareLength returns the length of a value without quotes. Masks in it are
// part of it.
func bareLength(s string) (n int) {
	for n < len(s) {
		switch {
		case strings.HasPrefix(s[n:], Mask):
			n += len(Mask)
		case bareEnds[s[n]]:
			return n
		default:
			n++
		}
	}
	return n
}

var bareEnds = newCharset(" \t\r\n\"'`,;&|)]}<>\\")

// lengthUntil returns the length of s up to the first of the given bytes.
func lengthUntil(s, ends string) int {
	if i := strings.IndexAny(s, ends); i >= 0 {
		return i
	}
	return len(s)
}

// secret returns what is to be masked of the assignment.
func (a *assignment) secret() (span, bool) {
	if to, ok := a.headerEnd(); ok {
		return span{a.value.from, to}, true
	}
	if !a.holdsSecret(a.text[a.value.from:a.value.to]) {
		return span{}, false
	}
	if a.value.to-a.value.from == maxJudged && !a.quoted {
		a.value.to += bareLength(a.text[a.value.to:])
	}
	if a.keepName {
		return a.value, true
	}
	return span{a.name.from, a.value.to}, true
}

// headerEnd finds the credentials of an Authorization or Cookie header, which
// are more than one word.
func (a *assignment) headerEnd() (to int, ok bool) {
	name := strings.ToLower(a.text[a.name.from:a.name.to])
	rest := a.text[a.value.from:]
	switch {
	case strings.HasSuffix(name, "authorization"):
		to, ok = authorizationEnd(rest)
	case strings.HasSuffix(name, "cookie") && isCookie(rest[:min(len(rest), maxJudged)]):
		to, ok = lengthUntil(rest, "\r\n\"'`\\"), true
	}
	return a.value.from + to, ok
}

func authorizationEnd(rest string) (to int, ok bool) {
	scheme := letters.run(rest[:min(len(rest), maxNameBytes)], 0)
	at := skipBlanks(rest, scheme)
	if at == scheme || !authSchemes[strings.ToLower(rest[:scheme])] {
		return 0, false
	}
	to = bearerSet.run(rest, at)
	return to, isCredential(rest[at:min(to, at+maxJudged)])
}

var authSchemes = wordSet("basic bearer token apikey key digest negotiate ntlm hawk")

// isCredential tells what follows a scheme from the next word of a sentence.
func isCredential(v string) bool {
	return isBasic(v) || len(v) >= 8 && (looksRandom(v) || digitSet.count(v) > 0)
}

// isCookie reports whether v starts like name=value.
func isCookie(v string) bool {
	name := dotted.run(v, 0)
	return name > 0 && strings.HasPrefix(v[name:], "=") && lengthUntil(v[name+1:], "; ") >= 6
}

// isBasic reports whether v is base64 of user:password, or its start.
func isBasic(v string) bool {
	v = v[:min(len(v), maxJudged)]
	if len(v) < minSecretBytes {
		return false
	}
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(v, "="))
	return err == nil && strings.IndexByte(string(decoded), ':') >= 0
}
