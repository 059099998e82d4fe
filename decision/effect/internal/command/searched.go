package command

import "strings"

// secretWords are words by which people look for secrets in files.
var secretWords = []string{
	"passw", "passphrase", "secret", "token", "credential", "api_key", "apikey", "api-key", "api.key", "private_key", "private key", "privatekey",
	"access_key", "aws_", "akia", "bearer", "ghp_", "sk_live",
}

// lookedFor notes a text that a program looks for.
func (r *reader) lookedFor(w Word) {
	text := strings.ToLower(w.Text)
	for _, word := range secretWords {
		if strings.Contains(text, word) {
			r.search |= SearchesSecrets
			return
		}
	}
}

// searches is how the program looks at what it reads.
func (r *reader) searches() Search {
	search := r.search
	if r.narrow {
		search &^= SearchesAll
	}
	if r.spec.row.Out == string(OutContent) && r.out != string(OutContent) {
		search |= ShowsNames
	}
	return search
}
