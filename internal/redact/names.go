package redact

import "strings"

// nameKind says what the value under a name is.
type nameKind uint8

const (
	ordinaryName nameKind = iota
	keyName               // may hold a secret: only a random value is one
	secretName            // holds a secret
)

var (
	// secretWords name a secret when a word of a name is, or ends with, one.
	secretWords = []string{
		"password", "passwords", "passwd", "passphrase", "secret", "secrets", "token", "apikey", "apikeys",
		"authorization", "cookie", "cookies", "credential", "credentials", "privatekey", "secretkey", "accesskey",
		"signingkey", "encryptionkey", "accountkey",
	}
	// keyQualifiers make the word "key" after them a secret's name.
	keyQualifiers = wordSet("api private secret access signing encryption account shared master service deploy storage auth")
	// tokenQualifiers make the plural "tokens" after them a secret's name; alone it is a count.
	tokenQualifiers = wordSet("access auth api refresh bearer session")
	// aboutWords turn a name into one that speaks about a secret: max_tokens,
	// token_count, password_file, secret_name.
	aboutWords = wordSet(`max min count counts num number limit limits budget usage used total length len size type
		name names id ids per prompt completion input output estimate estimated kind policy url uri endpoint file files
		path paths dir expires expiry expiration ttl env variable field header headers format version manager service
		server store provider class level index position offset bucket rate cost price window scanner parser required
		enabled page cursor rotation public stdin`)
	// weakWords name what may be a secret, or a map's key, or a hash.
	weakWords = wordSet("key auth pass pwd token password secret credential credentials signature")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// maxNameBytes is the longest name that is looked at; the rest of a longer one
// is ignored.
const maxNameBytes = 64

// kindOf judges a name by its words: api_key, apiKey, API-KEY and x.api.key
// are one name.
func kindOf(name string) nameKind {
	words := splitWords(name[:min(len(name), maxNameBytes)])
	secret, weak, about := false, false, false
	for i, w := range words {
		var before string
		if i > 0 {
			before = words[i-1]
		}
		secret = secret || secretWord(before, w)
		weak = weak || weakWords[w]
		about = about || aboutWords[w]
	}
	switch {
	case secret && !about:
		return secretName
	case secret, weak:
		return keyName
	}
	return ordinaryName
}

func secretWord(before, w string) bool {
	switch w {
	case "key", "keys":
		return keyQualifiers[before]
	case "tokens":
		return tokenQualifiers[before]
	case "pwd", "pass": // alone they are the working directory, and a test that passed
		return before != "" && before != "old"
	}
	for _, suffix := range secretWords {
		if strings.HasSuffix(w, suffix) {
			return true
		}
	}
	return strings.HasPrefix(w, "password") && w != "passwordless"
}

// splitWords cuts a name at everything that is no letter, and where a capital
// starts a word, and returns the words in lower case.
func splitWords(name string) (words []string) {
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i := range len(name) {
		switch {
		case !letters[name[i]]:
			flush(i)
			start = i + 1
		case isUpper(name[i]) && i > start && (!isUpper(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			flush(i)
		}
	}
	flush(len(name))
	return words
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
