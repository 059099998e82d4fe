package sqltext

// ofWords are the functions that take FROM as a word between their arguments.
var ofWords = []string{"trim", "extract", "substring", "substr", "overlay", "position"}

// isFile reports a text where a query names its table: DuckDB and others read
// the file, or fetch the address, that it names.
func (s *statement) isFile(i int) bool {
	if i >= len(s.tokens) || s.tokens[i].kind != text || s.is(i-1, "using") {
		return false
	}
	depth := 0
	for k := i - 2; k >= 0; k-- {
		switch {
		case s.isMark(k, ")"):
			depth++
		case s.isMark(k, "(") && depth > 0:
			depth--
		case s.isMark(k, "("):
			return !s.is(k-1, ofWords...)
		}
	}
	return true
}

// showsRow reports whether a query shows a table's rows as values: PostgreSQL
// takes the name of a table, or its alias, for the whole row. at is where the
// table is named.
func (s *statement) showsRow(start, at int, table string) bool {
	names := []string{lastPart(table)}
	for at < len(s.tokens) && (s.tokens[at].kind <= name && s.isMark(at+1, ".")) {
		at += 2
	}
	if at++; s.is(at, "as") {
		at++
	}
	if at < len(s.tokens) && s.tokens[at].kind == word {
		names = append(names, s.tokens[at].text)
	}
	for i := start; i < len(s.tokens) && !s.is(i, "from"); i++ {
		if s.is(i, names...) && !s.isMark(i-1, ".") && !s.isMark(i+1, ".") && !s.isMark(i+1, "(") && !s.is(i-2, "count") && !s.is(i-1, "as") {
			return true
		}
	}
	return false
}

// namedBy are columns that say which setting a row holds.
var namedBy = []string{"key", "name", "setting", "setting_key", "setting_name", "option_name", "config_key", "param", "variable_name"}

// asksSecretSetting reports a condition that picks the row of a setting whose
// name says that it is a secret.
func (s *statement) asksSecretSetting(i int) bool {
	if s.tokens[i].kind != text || !s.isMark(i-1, "=") && !s.is(i-1, "like") || !s.is(i-2, namedBy...) {
		return false
	}
	for part := range nameParts(s.tokens[i].text) {
		if secretColumns()[part] {
			return true
		}
	}
	return false
}
