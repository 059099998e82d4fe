package redact

import "strings"

const (
	// minSecretBytes is the length of the shortest bare value that is masked.
	minSecretBytes = 4
	// minNumberBytes is that of a value of digits only, so that ports, counts
	// and ranges stay.
	minNumberBytes = 6
)

// ordinaryValues are types, literals and placeholders.
var ordinaryValues = wordSet(`string str text char bytes bool boolean int integer number float object array list map
	any true false yes no on off null nil none undefined empty required optional missing invalid expired unknown
	latest default auto self plain hidden redacted masked`)

// holdsSecret judges the value of an assignment. Values of code and prose are
// ordinary; so are references to where the secret is.
func (a *assignment) holdsSecret(v string) bool {
	v = strings.ReplaceAll(v, Mask, "")
	switch {
	case v == "" || ordinaryValues[strings.ToLower(v)] || isReference(v, !a.quoted):
		return false
	case a.kind == keyName:
		return highEntropy(v)
	case a.quoted:
		return true
	}
	return a.bareSecret(v)
}

func (a *assignment) bareSecret(v string) bool {
	if at := strings.IndexAny(v, "([{"); at >= 0 && plainSet.all(v[:at]) {
		return false // a call, an index, a placeholder
	}
	switch {
	case len(v) < minSecretBytes, a.keepName && v[0] == '-': // the next flag
		return false
	case plainSet.all(v):
		return a.plainSecret(v)
	case numeric.all(v):
		return len(v) >= minNumberBytes
	case isPath(v):
		return highEntropy(v)
	case a.colon && isVersion(v):
		return false
	}
	return a.tight || digitSet.count(v) > 0 || len(v) >= 2*minSecretBytes && strings.ContainsAny(v, "!@#$%^*?~+=")
}

// plainSecret judges a word or a path of identifiers. It is a secret only
// where it can be nothing else: after a tight separator, or as the only thing
// on the rest of its line. A value that is itself the name of a secret, such
// as self.token, refers to one.
func (a *assignment) plainSecret(v string) bool {
	if isPath(v) || strings.HasSuffix(v, ".") || kindOf(v) != ordinaryName {
		return false
	}
	rest := a.text[a.value.to:]
	lineEnds := rest == "" || rest[0] == '\n' || rest[0] == '\r' || strings.HasPrefix(rest, `\n`)
	return a.tight || lineEnds
}

// isPath reports whether v looks like the path of a file.
func isPath(v string) bool {
	for _, start := range [...]string{"/", "./", "../", "~/"} {
		if strings.HasPrefix(v, start) {
			return true
		}
	}
	return false
}

// isVersion reports whether v looks like a version: v1.2.3, 16-alpine.
func isVersion(v string) bool {
	v = strings.TrimPrefix(v, "v")
	return v != "" && digitSet[v[0]] && strings.ContainsAny(v, ".-")
}

// isReference reports whether v stands for a value that is elsewhere: $NAME,
// ${NAME}, $(command), {{template}}, <placeholder>, %NAME%, ***. Of a bare
// value only the start is there.
func isReference(v string, bare bool) bool {
	if strings.Trim(v, "*") == "" || strings.Trim(v, "xX") == "" {
		return true
	}
	for _, pair := range [...][2]string{{"${", "}"}, {"$(", ")"}, {"{{", "}}"}, {"<", ">"}, {"%", "%"}} {
		if strings.HasPrefix(v, pair[0]) && (strings.HasSuffix(v, pair[1]) || bare && len(pair[0]) > 1) {
			return true
		}
	}
	name, dollar := strings.CutPrefix(v, "$")
	return dollar && name != "" && upperName.all(name)
}

var upperName = newCharset(upper + digits + "_")
