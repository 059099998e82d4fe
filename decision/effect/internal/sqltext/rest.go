package sqltext

import (
	"iter"
	"strings"
)

func (s *statement) copy(i int) {
	program, direction := s.find(i, "program"), s.find(i, "to", "from")
	switch {
	case direction < 0:
		s.gap("statement of an unknown kind")
	case program > 0:
		s.act(Executes, s.firstText(program))
	case s.is(direction+1, "stdout"):
		act := s.act(Reads, s.nameAfter(i))
		if IsPrivate(act.Target) || s.isMark(i+1, "(") {
			act.Concern = "private data"
		}
		if secretTabs()[lastPart(act.Target)] {
			s.act(Secrets, act.Target)
		}
	case s.is(direction, "to"):
		s.act(WritesFile, s.firstText(direction)).Irreversible = true
	case s.is(direction+1, "stdin"):
		s.act(Creates, s.nameAfter(i))
	default:
		s.act(ReadsFile, s.firstText(direction))
		s.act(Creates, s.nameAfter(i))
	}
}

func (s *statement) load(i int) {
	s.act(ReadsFile, s.firstText(i))
	if into := s.find(i, "into"); into > 0 {
		s.act(Overwrites, s.nameAfter(into))
		return
	}
	s.gap("code that the database runs")
}

func (s *statement) attach(i int) {
	s.act(WritesFile, s.firstText(i))
	s.gap("another database")
}

// vacuum rewrites tables, or copies the database into a file.
func (s *statement) vacuum(i int) {
	if into := s.find(i, "into"); into > 0 {
		s.act(WritesFile, s.firstText(into))
		return
	}
	s.act(Disrupts, "vacuum")
}

func (s *statement) transaction(i int) {
	for k := i + 1; k < len(s.tokens); k++ {
		if s.tokens[k].kind != word && !s.isMark(k, ",") {
			s.gap("block of code")
			return
		}
	}
	if len(s.tokens) > maxTransactionWords {
		s.gap("block of code")
	}
}

// maxTransactionWords is how many words a statement about transactions has;
// BEGIN of a block goes on.
const maxTransactionWords = 10

func (s *statement) show(i int) {
	act := s.act(Reads, s.nameAfter(i))
	if s.find(i, changes...) > 0 && !s.is(i+1, "create") {
		act.Concern = "statement within another"
		s.gap("statement of an unknown kind")
	}
}

// set changes what later statements mean; only what is known to be harmless is
// understood.
func (s *statement) set(i int) {
	switch {
	case s.is(i+1, "role") || s.find(i, "authorization") > 0:
		s.act(Privilege, s.nameAfter(i))
	case s.is(i+1, "transaction", "names", "statement_timeout", "lock_timeout", "timezone", "nocount"):
	case s.is(i+1, "local") && s.is(i+2, "statement_timeout", "lock_timeout", "timezone"):
	default:
		s.gap("setting that is not known")
	}
}

// pragmas are those of SQLite that tell and change nothing.
var pragmas = []string{
	"table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list", "foreign_key_check", "database_list",
	"collation_list", "function_list", "compile_options", "integrity_check", "quick_check", "page_count", "page_size", "freelist_count",
	"user_version", "schema_version", "application_id", "encoding", "journal_mode",
}

// takesArgument are those whose argument in brackets says what to tell.
var takesArgument = pragmas[:11]

func (s *statement) pragma(i int) {
	at := i + 1
	if s.isMark(at+1, ".") {
		at += 2
	}
	bracket := s.isMark(at+1, "(")
	if !s.is(at, pragmas...) || at+1 < len(s.tokens) && !bracket || bracket && !s.is(at, takesArgument...) {
		s.gap("pragma that is not known")
		return
	}
	s.act(Reads, "")
	s.tokens = s.tokens[:at+1] // the bracket is no function
}

// nameAfter returns the name, of up to three parts, that follows token i.
func (s *statement) nameAfter(i int) string {
	var parts []string
	for i++; i < len(s.tokens) && s.tokens[i].kind <= name; i += 2 {
		parts = append(parts, strings.ToLower(s.tokens[i].text))
		if !s.isMark(i+1, ".") {
			break
		}
	}
	return clip(strings.Join(parts, "."))
}

// firstText returns the first string from token i on.
func (s *statement) firstText(i int) string {
	for ; i >= 0 && i < len(s.tokens); i++ {
		if s.tokens[i].kind == text {
			return s.tokens[i].text
		}
	}
	return ""
}

func lastPart(name string) string {
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// nameParts are the words of a name.
func nameParts(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r == '_' || r == ' ' || r == '-' || r == '.' || r == '%' })
}

// columns is what the names of a query say about its rows.
type columns struct{ secret, private, all bool }

func (s *statement) columns(start int) (c columns) {
	c.all = s.is(start, "table")
	where := false
	for i := start; i < len(s.tokens); i++ {
		t := s.tokens[i]
		where = (where || s.is(i, "where")) && !s.is(i, "select", "union")
		if t.kind == mark && t.text == "*" && (s.is(i-1, "select", "distinct", "all") || s.isMark(i-1, ".") || s.isMark(i-1, ",")) {
			c.all = true
		}
		c.secret = c.secret || where && s.asksSecretSetting(i)
		if t.kind > name || s.isMark(i+1, "(") {
			continue
		}
		for part := range nameParts(t.text) {
			c.secret = c.secret || secretColumns()[part]
			c.private = c.private || privateCols()[part] && !where
		}
		joined := strings.ReplaceAll(strings.ToLower(t.text), "_", "")
		c.secret = c.secret || secretColumns()[strings.ToLower(t.text)] || secretColumns()[joined]
		c.private = c.private || !where && privateCols()[joined]
	}
	return c
}
