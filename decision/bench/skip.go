package bench

import (
	"fmt"
	"maps"
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

// maxReasons bounds how many different reasons are counted one by one; further
// ones are counted as "other". A set may name any policy.
const maxReasons = 100

// maxPolicyRunes bounds how much of a policy's name a reason quotes.
const maxPolicyRunes = 40

// SkipError says why one line of a set is not used. It is never the end of the
// set. It quotes nothing of the line but the name of an unknown policy.
type SkipError struct {
	Set     string
	Line    int    // from 1
	Reason  string // what it is counted under
	Keyword string // the excluded keyword that it holds, in lower case; else empty
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

// tally counts by name.
type tally map[string]int

func (t *tally) add(name string, limit int) {
	if *t == nil {
		*t = tally{}
	}
	if _, known := (*t)[name]; !known && len(*t) >= limit {
		name = "other"
	}
	(*t)[name]++
}

// clone returns a copy that is never nil.
func (t tally) clone() map[string]int {
	out := make(map[string]int, len(t))
	maps.Copy(out, t)
	return out
}

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
