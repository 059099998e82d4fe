package yamlpos

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"
)

// format checks what a text has to be. Its error quotes nothing.
type format func(text string) error

// Bounds of texts, in bytes. A name ends up in headers and records; prose ends
// up in the one line of reasoning that a decision has.
const (
	maxLine  = 512
	maxProse = 1 << 10
)

func formatNamed(name string) (format, error) {
	switch name {
	case "":
		return nil, nil
	case "url":
		return checkURL, nil
	case "env":
		return checkEnv, nil
	case "name":
		return checkName, nil
	case "line":
		return checkLine, nil
	case "prose":
		return checkProse, nil
	case "glob":
		return checkGlob, nil
	}
	return nil, fmt.Errorf("unknown format %q", name)
}

// checkURL takes a web address without credentials, which would be logged.
func checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("must be a web address such as http://localhost:9090")
	case u.User != nil:
		return errors.New("must not hold a user name or password: use a token key")
	case u.Fragment != "":
		return errors.New("must not hold a #fragment")
	}
	return nil
}

var envName = pattern(`^[A-Za-z_][A-Za-z0-9_]*$`)

// checkEnv takes the name of an environment variable.
func checkEnv(text string) error {
	if !envName().MatchString(text) {
		return errors.New("must be the name of an environment variable, not a value")
	}
	return nil
}

// checkLine takes a text that shows as one line.
func checkLine(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("must not be blank")
	case len(text) > maxLine:
		return fmt.Errorf("must not be longer than %d bytes", maxLine)
	case strings.ContainsFunc(text, invisible):
		return errors.New("must be one line without invisible characters")
	}
	return nil
}

// checkProse takes a text that may be written over several lines.
func checkProse(text string) error {
	switch {
	case len(text) > maxProse:
		return fmt.Errorf("must not be longer than %d bytes", maxProse)
	case strings.ContainsFunc(text, func(r rune) bool { return invisible(r) && !unicode.IsSpace(r) }):
		return errors.New("must not hold invisible characters")
	}
	return nil
}

// invisible reports characters that end a line or are not seen in one. The two
// joiners are part of how some languages and emoji are written.
func invisible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// checkName takes one word.
func checkName(text string) error {
	if strings.ContainsFunc(text, unicode.IsSpace) {
		return errors.New("must be one word without blanks")
	}
	return checkLine(text)
}

// checkGlob takes a pattern of [path.Match]. A malformed one matches nothing.
func checkGlob(text string) error {
	if _, err := path.Match(text, ""); err != nil {
		return errors.New("is a malformed pattern: close every [ with a ]")
	}
	return checkLine(text)
}
