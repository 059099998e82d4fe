package question

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of packs and sets. What is over one of them is a fault.
const (
	// MaxQuestions bounds the questions of one pack, and those that one call is
	// asked. OpenAI's decisions take 400, the most of any published limit.
	MaxQuestions = 400
	// MaxOptions and MaxLevels bound a choice and a score. The hosted servers
	// take 255.
	MaxOptions = 255
	MaxLevels  = 255
	// MaxTextBytes bounds the instructions and each criterion. Servers take
	// requests of 64 KiB, the state among them.
	MaxTextBytes = 4 << 10
	// MaxNameBytes bounds ids, options and names of packs.
	MaxNameBytes = 64
	// MaxPatterns bounds applies_to.
	MaxPatterns = 1_000
)

// Beyond these some servers refuse a request: Ollama and vLLM take 64 questions
// and 26 options, vLLM and llama.cpp ten levels. Passing one is a warning.
const (
	PortableQuestions = 64
	PortableOptions   = 26
	PortableLevels    = 10
)

// report takes what is wrong with the value at a path of a pack.
type report func(path, format string, args ...any)

// check holds a pack against all that can be told without the other packs.
func (p *Pack) check(fault report) {
	if msg := nameFault(p.Name); msg != "" {
		fault("pack", "%s", msg)
	}
	if len(p.AppliesTo) > MaxPatterns {
		fault("applies_to", "must not hold more than %d patterns: use wider ones", MaxPatterns)
	}
	for i, pattern := range p.AppliesTo {
		if _, err := compilePattern(pattern); err != nil {
			fault(appliesPath(i), "%v", err)
		}
	}
	switch {
	case len(p.Questions) == 0:
		fault("questions", "must hold at least one question")
	case len(p.Questions) > MaxQuestions:
		fault("questions", "must not hold more than %d questions: split the pack by applies_to", MaxQuestions)
	}
	seen, scope := map[string]bool{}, ""
	for i := range p.Questions {
		q := &p.Questions[i]
		if seen[q.ID] {
			fault(questionPath(q.ID), "is defined twice in the pack: remove one of them")
		}
		seen[q.ID] = true
		if q.Scope && scope != "" {
			fault(questionPath(q.ID, "role"), "the pack has a scope question already, %s: one is enough", scope)
		} else if q.Scope {
			scope = q.ID
		}
		q.check(fault)
	}
}

// nameFault says what is wrong with the name of a pack or of an option.
func nameFault(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "must not be blank"
	case len(name) > MaxNameBytes:
		return fmt.Sprintf("must not be longer than %d bytes", MaxNameBytes)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unseen):
		return "must be one line of plain text"
	}
	return ""
}

// unseen reports characters that break a line or are not seen in one.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf)
}

// textFault says what is wrong with instructions or a criterion.
func textFault(text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return "must not be blank"
	case len(text) > MaxTextBytes:
		return fmt.Sprintf("must not be longer than %d bytes: models read short questions better", MaxTextBytes)
	case !utf8.ValidString(text):
		return "must be valid utf-8"
	}
	return ""
}

// check holds one question against what its type and group allow.
func (q *Question) check(fault report) {
	at := func(key string) string { return questionPath(q.ID, key) }
	if !plainID(q.ID) {
		fault(questionPath(q.ID), "an id must be 1 to %d letters, digits, _ and -", MaxNameBytes)
	}
	if msg := textFault(q.Instructions); msg != "" {
		fault(at("instructions"), "%s", msg)
	}
	q.checkType(at, fault)
	q.checkGroup(at, fault)
	q.checkLimit(at, fault)
	q.checkIgnore(at, fault)
}

// plainID keeps ids to what reasoning lines, parameters of queries and every
// server can carry.
func plainID(id string) bool {
	letter := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	return id != "" && len(id) <= MaxNameBytes && !strings.ContainsFunc(id, func(r rune) bool { return !letter(r) })
}

func (q *Question) checkGroup(at func(string) string, fault report) {
	switch q.Group {
	case Danger:
		if q.Type == Choice {
			fault(at("type"), "a danger must be a noul or a score: a choice has no probability to hold against a limit")
		}
	case Manipulation:
		if q.Type == Choice || q.Type == Score {
			fault(at("type"), "a question about manipulation must be a noul")
		}
	case Context:
	default:
		fault(at("group"), "must be one of danger, context, manipulation")
	}
	if q.Scope && (q.Group != Context || q.Type != Noul) {
		fault(at("role"), "scope is for a noul of group context only")
	}
}

func (q *Question) checkLimit(at func(string) string, fault report) {
	if q.Threshold != nil && !probability(*q.Threshold) {
		fault(at("threshold"), "must be a number from 0 to 1")
	}
	switch {
	case q.Type == Score && q.Group == Danger:
		// Level 0 and above is every level: its probability is always 1.
		if q.AtLevel < 1 || q.AtLevel >= max(2, len(q.Criteria)) {
			fault(at("level"), "must be the lowest level that counts as danger, from 1 to %d", max(1, len(q.Criteria)-1))
		}
	case q.AtLevel != 0:
		fault(at("level"), "is for a score of group danger only: remove it")
	}
}

func (q *Question) checkIgnore(at func(string) string, fault report) {
	if q.IgnoreWhen == nil {
		return
	}
	if q.Group != Danger {
		fault(at("ignore_when"), "is for questions of group danger only: remove it")
	}
	// Whatever has no probability at all would be ignored with a min of 0.
	if m := q.IgnoreWhen.Min; m != nil && (!probability(*m) || *m == 0) {
		fault(at("ignore_when.min"), "must be a number above 0, at most 1")
	}
}

// probability reports whether p is one. A NaN is not.
func probability(p float64) bool { return p >= 0 && p <= 1 }
