package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// cosmeticParams are names of parameters that tell people about a call, or how
// long it may take. They count in a fingerprint, where a tool's own list does
// not say otherwise, but not in a likeness: an agent that was refused would
// change them first.
var cosmeticParams = []string{
	"comment", "description", "explanation", "intent", "justification", "label", "note", "purpose", "reason", "reasoning",
	"summary", "thought", "timeout", "timeout_ms", "timeoutms", "title",
}

// Likeness returns what a call has in common with others that only look
// different: a hash of its agent and effects with their targets, where all of
// them are seen, and one of its agent, its tool and the words of its
// parameters, in any order, without quotes, case and what is cosmetic. Beside
// them are the parts that it has: each effect that is more than reading, and each
// command of a command line. [Alike] compares two of these lists. It is for
// refusals only; nothing may be approved by it.
func Likeness(c *Call, e Effects) []string {
	list := append(LikeEffects(c.Agent, e), likeParts(c.Agent, e)...)
	var words []string
	for name, value := range c.Params {
		if !slices.Contains(cosmeticParams, strings.ToLower(name)) {
			words = append(words, strings.ToLower(name)+"\x1f"+valueWords(value))
		}
	}
	slices.Sort(words)
	return append(list, digest("words", append([]string{c.Agent, c.Tool}, words...)))
}

// LikeEffects is the part of [Likeness] that needs the effects alone. It is
// empty when some were not seen, when there are none, and when code is run that
// may do many things: two targets of a build are not one. A working directory
// that is assumed counts as seen: with the whole path the call is the same.
// Which program it is, and that it looks at what it changes, counts only where
// the call does no more than read.
func LikeEffects(agent string, e Effects) []string {
	if len(e.List) == 0 || !e.Covered || slices.ContainsFunc(e.Gaps, func(g Gap) bool { return g.Reason != AssumedDir }) {
		return nil
	}
	readsOnly, changed := true, map[string]bool{}
	for _, one := range e.List {
		if one.Kind != Executes && one.Kind != Reads {
			readsOnly, changed[one.Target] = false, true
		}
	}
	lines := make([]string, 0, len(e.List))
	for _, one := range e.List {
		switch {
		case one.Kind == ExecutesProject, one.Kind == ExecutesUnseen:
			return nil
		case one.Kind == Executes && !readsOnly, one.Kind == Reads && changed[one.Target]:
			continue
		}
		sends := slices.Clone(one.Sends)
		slices.Sort(sends)
		lines = append(lines, strings.Join([]string{string(one.Kind), string(one.Zone), one.Target, strings.Join(sends, "\x1f")}, "\x1e"))
	}
	slices.Sort(lines)
	return []string{digest("effects", append([]string{agent}, slices.Compact(lines)...))}
}

// valueWords are the words of a JSON value in an order of their own: of
// "rm -r -f a" and of "rm  -f -r 'a'" the same, and of "-rf" too.
func valueWords(value any) string {
	var words []string
	var visit func(any)
	visit = func(value any) {
		switch v := value.(type) {
		case string:
			words = append(words, textWords(v)...)
		case json.Number:
			words = append(words, string(v))
		case bool:
			words = append(words, map[bool]string{true: "true", false: "false"}[v])
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			for name, item := range v {
				words = append(words, strings.ToLower(name))
				visit(item)
			}
		}
	}
	visit(value)
	slices.Sort(words)
	return strings.Join(words, "\x1f")
}

// textWords splits a text at blanks, drops quotes, and takes bundled flags of
// one letter apart.
func textWords(text string) []string {
	var words []string
	for _, word := range strings.Fields(strings.ToLower(text)) {
		word = strings.Map(func(r rune) rune {
			if strings.ContainsRune("\"'`\\", r) {
				return -1
			}
			return r
		}, word)
		if bundle, is := strings.CutPrefix(word, "-"); is && len(bundle) > 1 && !strings.ContainsAny(bundle, "-=./:") {
			letters := strings.Split(bundle, "")
			slices.Sort(letters)
			for _, letter := range letters {
				words = append(words, "-"+letter)
			}
			continue
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}

func digest(kind string, parts []string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
