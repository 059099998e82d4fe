package bench

import (
	"fmt"
	"strings"
	"unicode"
)

// The reasons for which a line of a set is no case, as they are counted. A
// policy that says nothing about what is right is "policy" and its name, or
// "policy none".
const (
	SkipUnreadable  = "unreadable"
	SkipDefaultDeny = "default deny (unlisted tool)"
)

// The reasons for which a [Selection] leaves a case out. A case that holds an
// excluded keyword is counted under the keyword instead.
const (
	SkipAgent     = "agent filtered"
	SkipTool      = "tool filtered"
	SkipTmp       = "allowlist: /tmp path"
	SkipOutside   = "allowlist: path outside allowed repos"
	SkipNoRepo    = "allowlist: no allowed repo named"
	SkipDuplicate = "duplicate"
	SkipKeyword   = "excluded keyword"
)

// maxPolicyRunes bounds how much of a policy's name a reason quotes.
const maxPolicyRunes = 40

// SkipError says why one line of a set is not used. It is never the end of the
// set. It quotes nothing of the line but the name of an unknown policy.
type SkipError struct {
	Set     string
	Line    int    // from 1
	Reason  string // what it is counted under
	Keyword string // of SkipKeyword: which, in lower case
	Err     error  // what is wrong with an unreadable line, else nil
}

func (e *SkipError) Error() string {
	text := fmt.Sprintf("set %s, line %d is left out: %s", e.Set, e.Line, e.Reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *SkipError) Unwrap() error { return e.Err }

// policyReason names a policy that gives no label.
func policyReason(policy string) string {
	if policy == "" {
		return "policy none"
	}
	clean := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, policy)
	return "policy " + cutRunes(clean, maxPolicyRunes)
}

// cutRunes returns the first n characters of s.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
