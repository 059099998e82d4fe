package sqltext

import (
	"strings"
	"sync"
)

// Read tells what a text does.
func Read(dialect Dialect, sql string) Report {
	if len(sql) > MaxBytes {
		return Report{Gaps: []Gap{{"text longer than is looked at", 0, MaxBytes}}}
	}
	if dialect == SQLite && isLook(sql) {
		return Report{Acts: []Act{{Kind: Reads, To: len(sql)}}}
	}
	l := lexer{dialect: dialect, text: sql}
	var report Report
	for count := 0; ; count++ {
		tokens, more := l.statement()
		if len(tokens) > 0 {
			if count >= MaxStatements {
				l.gap("more statements than are looked at", tokens[0].from)
				break
			}
			s := statement{tokens: tokens, report: &report}
			s.read(dialect)
		}
		if !more {
			break
		}
	}
	report.Gaps = append(report.Gaps, l.gaps...)
	return report
}

var (
	pureNames     = sync.OnceValue(func() map[string]bool { return wordSet(pure) })
	syntaxWords   = sync.OnceValue(func() map[string]bool { return wordSet(syntax) })
	secretTabs    = sync.OnceValue(func() map[string]bool { return wordSet(secretTables) })
	secretColumns = sync.OnceValue(func() map[string]bool { return wordSet(secretWords) })
	privateCols   = sync.OnceValue(func() map[string]bool { return wordSet(privateWords) })
	privateTabs   = sync.OnceValue(func() map[string]bool { return wordSet(privateTables) })
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// statement is one statement that is read.
type statement struct {
	tokens []token
	report *Report
}

func (s *statement) from() int { return s.tokens[0].from }
func (s *statement) to() int   { return s.tokens[len(s.tokens)-1].to }

func (s *statement) gap(reason string) {
	s.report.Gaps = append(s.report.Gaps, Gap{reason, s.from(), s.to()})
}

func (s *statement) act(kind Kind, target string) *Act {
	s.report.Acts = append(s.report.Acts, Act{Kind: kind, Target: target, From: s.from(), To: s.to()})
	return &s.report.Acts[len(s.report.Acts)-1]
}

// is reports whether token i is one of the words.
func (s *statement) is(i int, words ...string) bool {
	if i < 0 || i >= len(s.tokens) || s.tokens[i].kind != word {
		return false
	}
	for _, w := range words {
		if s.tokens[i].text == w {
			return true
		}
	}
	return false
}

// find returns the first token from i on that is one of the words, or -1.
func (s *statement) find(i int, words ...string) int {
	for ; i < len(s.tokens); i++ {
		if s.is(i, words...) {
			return i
		}
	}
	return -1
}

func (s *statement) isMark(i int, c string) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].kind == mark && s.tokens[i].text == c
}

// read tells the statement by its verb, then looks at all of it.
func (s *statement) read(dialect Dialect) {
	start := 0
	if s.is(0, "explain") {
		for start = 1; s.is(start, "analyze", "verbose", "query", "plan", "for", "extended"); start++ {
		}
	}
	for s.isMark(start, "(") {
		start++
	}
	if start >= len(s.tokens) || s.tokens[start].kind != word {
		s.gap("statement of an unknown kind")
		return
	}
	verb := s.tokens[start].text
	if look, ok := verbs()[verb]; ok {
		look(s, start)
	} else {
		s.gap("statement of an unknown kind")
	}
	s.functions()
	if at := s.find(start+1, followers...); at > 0 && verb != "alter" && !s.isMark(at-1, ".") && (dialect == Any || dialect == MSSQL) {
		s.gap("a second statement without a semicolon")
	}
}

// followers start a statement that SQL Server takes without a semicolon before
// it.
var followers = []string{"exec", "execute", "drop", "truncate", "shutdown", "grant", "revoke", "backup", "restore", "kill", "waitfor", "dbcc", "bulk", "declare", "use"}

// functions finds calls of functions wherever they stand.
func (s *statement) functions() {
	for i := range s.tokens {
		if !s.isMark(i+1, "(") {
			continue
		}
		t := s.tokens[i]
		if t.kind != word && t.kind != name {
			continue
		}
		folded := strings.ToLower(t.text)
		switch kind, bad := grave[folded]; {
		case bad:
			act := s.act(kind, t.text)
			act.Concern = "function " + folded
			act.Irreversible = kind == Deletes
		case t.kind == word && s.isKnownCall(i):
		default:
			s.gap("function that is not known: " + clip(t.text))
		}
	}
}

// isKnownCall reports a function that only computes, or a word before a
// bracket that is none: syntax, the table of an insert or of a definition.
func (s *statement) isKnownCall(i int) bool {
	first := i
	for s.isMark(first-1, ".") {
		first -= 2
	}
	switch t := s.tokens[i].text; {
	case s.is(first-1, "into"), s.is(first-1, "table", "references", "on", "view", "exists") && s.is(0, "create", "alter"):
		return true
	case first == i:
		return syntaxWords()[t] || pureNames()[t]
	default:
		return first == i-2 && s.is(first, "pg_catalog") && pureNames()[t]
	}
}

func clip(text string) string {
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:60], "")
	}
	return text
}
