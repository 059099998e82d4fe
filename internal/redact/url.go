package redact

import "strings"

// findURLPasswords finds the password in scheme://user:password@host, and a
// random user without a password, which is how tokens are given to git.
func findURLPasswords(found spans, s string) spans {
	const mark = "://"
	for i := 0; ; {
		at := strings.Index(s[i:], mark)
		if at < 0 {
			return found
		}
		from := i + at + len(mark)
		for i = from; i < len(s) && !endsURL(s[i]) && !strings.HasPrefix(s[i:], mark); {
			i++
		}
		if secret, ok := urlSecret(s[from:i]); ok {
			found = append(found, span{from + secret.from, from + secret.to})
		}
	}
}

// urlSecret looks at what follows the scheme of a URL.
func urlSecret(rest string) (secret span, ok bool) {
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return slashedPassword(rest, end)
	}
	user, password, both := strings.Cut(rest[:at], ":")
	if !both {
		return span{0, at}, highEntropy(user)
	}
	return span{len(user) + 1, at}, password != "" && !isReference(password, false)
}

// slashedPassword finds a password with a raw slash, question or hash mark in
// it: what follows the colon is no port, and an @ comes later.
func slashedPassword(rest string, end int) (secret span, ok bool) {
	user, password, both := strings.Cut(rest[:end], ":")
	at := strings.LastIndexByte(rest, '@')
	if !both || at < 0 || user == "" || user[0] == '[' || digitSet.all(password) || isReference(password, false) {
		return span{}, false
	}
	return span{len(user) + 1, at}, true
}

func endsURL(c byte) bool { return c <= ' ' || strings.IndexByte("\"'`<>\\", c) >= 0 }
