package sqltext

import "sync"

// verbs tell how a statement is read by its first word.
var verbs = sync.OnceValue(func() map[string]func(*statement, int) {
	nothing := func(*statement, int) {}
	table := map[string]func(*statement, int){
		"select": (*statement).query, "with": (*statement).query, "values": (*statement).query, "table": (*statement).query,
		"insert": (*statement).insert, "replace": (*statement).insert, "upsert": (*statement).insert, "merge": (*statement).merge,
		"update": (*statement).update, "delete": (*statement).remove, "truncate": (*statement).drop, "drop": (*statement).drop,
		"create": (*statement).create, "alter": (*statement).alter, "rename": (*statement).alter, "comment": (*statement).alter,
		"grant": (*statement).privilege, "revoke": (*statement).privilege, "reassign": (*statement).privilege,
		"copy": (*statement).copy, "load": (*statement).load, "attach": (*statement).attach, "detach": nothing, "import": (*statement).load,
		"set": (*statement).set, "pragma": (*statement).pragma, "vacuum": (*statement).vacuum,
		"show": (*statement).show, "describe": (*statement).show, "desc": (*statement).show, "use": nothing,
	}
	for _, verb := range []string{"begin", "start", "commit", "rollback", "end", "savepoint", "release", "abort"} {
		table[verb] = (*statement).transaction
	}
	for _, verb := range []string{"analyze", "analyse", "reindex", "cluster", "optimize", "repair", "checkpoint", "lock", "unlock", "kill", "shutdown", "flush", "purge", "refresh", "restart", "stop", "discard", "reset"} {
		table[verb] = func(s *statement, _ int) { s.act(Disrupts, s.tokens[0].text) }
	}
	for _, verb := range []string{"call", "exec", "execute", "do", "prepare", "handler", "install"} {
		table[verb] = func(s *statement, _ int) {
			s.act(Executes, s.nameAfter(0))
			s.gap("code that the database runs")
		}
	}
	for _, verb := range []string{"backup", "restore", "dump"} {
		table[verb] = func(s *statement, _ int) {
			s.act(WritesFile, s.firstText(0))
			s.gap("statement of an unknown kind")
		}
	}
	return table
})

// changes are the words that no query holds, but for those that change
// something within a WITH.
var changes = []string{"insert", "update", "delete", "merge", "drop", "alter", "create", "truncate", "grant", "copy", "call", "exec", "execute", "replace"}

// maxChanges bounds the changes within one query that are looked at, and so
// the time that takes.
const maxChanges = 50

// query reads a statement that should only read.
func (s *statement) query(start int) {
	found := 0
	for i := start; i < len(s.tokens); i++ {
		if !s.is(i, changes...) || s.isMark(i-1, ".") || s.isMark(i+1, "(") {
			continue
		}
		found++
		switch {
		case found > maxChanges:
			s.gap("more changes within a query than are looked at")
			return
		case s.is(i, "update") && s.is(i-1, "for", "key"):
			s.gap("locks rows")
		case s.is(i, "delete"):
			s.remove(i)
		case s.is(i, "update"):
			s.update(i)
		case s.is(i, "insert"):
			s.insert(i)
		default:
			s.gap("statement within a query")
		}
	}
	if at := s.find(start, "lock"); at > 0 && s.is(at+1, "in") && s.is(at+2, "share") {
		s.gap("locks rows")
	}
	s.into(start)
	s.sources(start)
}

// into reads where a query puts its rows.
func (s *statement) into(start int) {
	i := s.find(start, "into")
	switch {
	case i < 0 || s.is(i-1, "insert", "merge", "ignore", "replace"):
	case s.is(i+1, "outfile", "dumpfile"):
		s.act(WritesFile, s.firstText(i)).Irreversible = true
	default:
		s.act(Creates, s.nameAfter(i))
	}
}

// sources reads what a query reads.
func (s *statement) sources(start int) {
	target := ""
	private, secret, whole := false, false, false
	for i := start; i < len(s.tokens); i++ {
		if !s.is(i, "from", "join", "table", "using") {
			continue
		}
		if s.isFile(i + 1) {
			s.act(ReadsFile, s.tokens[i+1].text)
			continue
		}
		table := s.nameAfter(i)
		if IsPrivate(table) && s.showsRow(start, i+1, table) {
			private, whole = true, true
		}
		if table != "" && target == "" {
			target = table
		}
		last := lastPart(table)
		secret = secret || secretTabs()[last] || table == "mysql.user"
		private = private || IsPrivate(table) || s.listsMore(i)
	}
	act := s.act(Reads, target)
	columns := s.columns(start)
	switch {
	case columns.private, (columns.all || whole) && private:
		act.Concern = "private data"
	}
	if secret || columns.secret {
		s.act(Secrets, target)
	}
}

// listsMore reports whether one of several tables after a comma holds rows
// about people.
func (s *statement) listsMore(i int) bool {
	for i++; i < len(s.tokens) && !s.is(i, "where", "group", "order", "limit", "select", "on", "from", "join", "table", "using"); i++ {
		if s.tokens[i].kind <= name && IsPrivate(s.tokens[i].text) {
			return true
		}
	}
	return false
}

func (s *statement) insert(i int) {
	kind := Creates
	if s.is(i, "replace", "upsert") || s.find(i, "conflict", "duplicate") > 0 && s.find(i, "update") > 0 {
		kind = Overwrites
	}
	at := s.find(i, "into", "overwrite")
	if at < 0 {
		at = i
	}
	s.act(kind, s.nameAfter(at))
	if at := s.find(i, "select"); at > 0 {
		s.into(at)
	}
}

func (s *statement) merge(i int) {
	s.act(Overwrites, s.nameAfter(max(i, s.find(i, "into")))).Irreversible = true
}

func (s *statement) update(i int) {
	for s.is(i+1, "only", "low_priority", "ignore") {
		i++
	}
	act := s.act(Overwrites, s.nameAfter(i))
	act.Irreversible = true
	if !s.isLimited(i) {
		act.Concern = "every row"
	}
}

func (s *statement) remove(i int) {
	act := s.act(Deletes, s.nameAfter(max(i, s.find(i, "from"))))
	act.Irreversible = true
	if !s.isLimited(i) {
		act.Concern = "every row"
	}
}

// isLimited reports whether a condition says which rows are meant: one that
// names a column.
func (s *statement) isLimited(i int) bool {
	where := s.find(i, "where")
	for k := where + 1; where >= 0 && k < len(s.tokens); k++ {
		if t := s.tokens[k]; t.kind == name || t.kind == word && !isConstant(t.text) {
			return true
		}
	}
	return false
}

func isConstant(word string) bool {
	switch word {
	case "true", "false", "not", "and", "or", "is", "null", "like", "between", "in", "exists", "select", "returning":
		return true
	}
	return false
}

func (s *statement) drop(i int) {
	for k := i + 1; k < len(s.tokens); k++ {
		if s.is(k, "table", "tables", "database", "schema", "index", "view", "materialized", "column", "if", "exists", "concurrently", "only") {
			continue
		}
		i = k - 1
		break
	}
	kind := Deletes
	if s.is(1, "user", "role", "login", "policy") {
		kind = Privilege
		i++
	}
	act := s.act(kind, s.nameAfter(i))
	act.Irreversible = true
	act.Concern = "drop or truncate"
}

// code are the objects that a database runs by itself or on a call.
var code = []string{"function", "procedure", "trigger", "event", "extension", "rule", "aggregate", "language", "server", "subscription", "publication", "job", "package", "operator", "assembly", "foreign"}

func (s *statement) create(i int) {
	kind := Creates
	if s.find(i, "replace") == i+2 {
		kind = Overwrites
		i += 2
	}
	for s.is(i+1, "temp", "temporary", "unlogged", "unique", "materialized", "recursive", "virtual", "external", "constraint", "definer", "global", "local") {
		i++
	}
	switch {
	case s.is(i+1, "user", "role", "login", "group", "policy", "credential", "cast"):
		s.act(Privilege, s.nameAfter(i+1))
	case s.is(i+1, code...):
		s.act(Persists, s.nameAfter(i+1))
		s.gap("code that the database runs later")
	case s.is(i+1, "table", "index", "view", "database", "schema", "sequence", "type", "domain"):
		at := i + 1
		for s.is(at+1, "if", "not", "exists", "concurrently") {
			at++
		}
		s.act(kind, s.nameAfter(at))
	default:
		s.gap("statement of an unknown kind")
	}
}

func (s *statement) alter(i int) {
	if s.is(i+1, "user", "role", "login", "group", "policy", "system", "default", "server") || s.find(i, "owner") > 0 {
		s.act(Privilege, s.nameAfter(i+1))
		return
	}
	at := i + 1
	for s.is(at+1, "if", "exists", "only") {
		at++
	}
	kind := Overwrites
	if s.find(at, "drop") > 0 {
		kind = Deletes
	}
	s.act(kind, s.nameAfter(at)).Irreversible = true
}

func (s *statement) privilege(i int) { s.act(Privilege, s.nameAfter(max(i, s.find(i, "to", "from")))) }
