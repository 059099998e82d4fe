package redact

import "strings"

// nameStems are what every name of a secret contains. They are the cheap
// filter: a text without one is not looked at again.
var nameStems = []string{"pass", "pwd", "token", "secret", "key", "auth", "cookie", "credential", "bearer", "basic"}

// stemsByFirst finds the stems by their first byte, in either case.
var stemsByFirst = func() (table [256][]string) {
	for _, stem := range nameStems {
		c := stem[0]
		table[c] = append(table[c], stem)
		table[c&^0x20] = append(table[c&^0x20], stem)
	}
	return table
}()

// findNamed finds the values of names such as password=…, "api_key": "…",
// Authorization: …, --token …, and the words that follow bearer and basic.
func findNamed(found spans, s string) spans {
	for i := 0; i < len(s); i++ {
		if len(stemsByFirst[s[i]]) == 0 {
			continue
		}
		stem := stemAt(s[i:])
		if stem == "" {
			continue
		}
		secret, ok := span{}, false
		switch stem {
		case "bearer", "basic":
			secret, ok = schemeValue(s, i, stem)
		default:
			var name span
			name, secret, ok = namedValue(s, i)
			i = max(i, name.to-1)
		}
		if ok {
			found = append(found, secret)
			i = max(i, secret.to-1)
		}
	}
	return found
}

func stemAt(s string) string {
	for _, stem := range stemsByFirst[s[0]] {
		if hasFoldPrefix(s, stem) {
			return stem
		}
	}
	return ""
}

// namedValue looks at the name around the stem at i and what is assigned to it.
func namedValue(s string, i int) (name, secret span, ok bool) {
	name = nameAround(s, i)
	kind := kindOf(s[name.from:name.to])
	if kind == ordinaryName {
		return name, span{}, false
	}
	a, ok := readAssignment(s, name)
	if !ok {
		return name, span{}, false
	}
	a.kind = kind
	secret, ok = a.secret()
	return name, secret, ok
}

// nameAround returns the name that the byte at i belongs to.
func nameAround(s string, i int) span {
	from := i
	for from > 0 && i-from < maxNameBytes && dotted[s[from-1]] {
		from--
	}
	if from > 0 && s[from-1] == '\\' && i > from && strings.IndexByte("nrt", s[from]) >= 0 {
		from++ // the letter of an escape
	}
	to := i
	for to < len(s) && to-i < maxNameBytes && dotted[s[to]] {
		to++
	}
	return span{from, to}
}

// minBearerBytes is the length of the shortest bearer token that is masked
// without a header's name before it.
const minBearerBytes = 16

// schemeValue finds the credentials after the word bearer or basic at i.
func schemeValue(s string, i int, scheme string) (span, bool) {
	value := blank.run(s, i+len(scheme))
	if value == i+len(scheme) || !startsWord(s, i) {
		return span{}, false
	}
	to := bearerSet.run(s, value)
	body := s[value:to]
	if scheme == "basic" {
		return span{i, to}, isBasic(body)
	}
	return span{i, to}, len(body) >= minBearerBytes && (looksRandom(body) || strings.ContainsAny(body, "_~+="))
}
