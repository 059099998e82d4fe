package sqltext

import "strings"

// IsPrivate reports whether a table or a collection of this name holds rows
// about people: it is one of the usual names, or ends in one, as in "v_users"
// or "crm.customers".
func IsPrivate(table string) bool {
	table, _, _ = strings.Cut(table, "@") // a link to another database
	last := lastPart(table)
	if privateTabs()[last] {
		return true
	}
	prefix, noun, found := cutLast(last, "_-")
	return found && isTablePrefix(prefix) && privateTabs()[noun]
}

func cutLast(text, separators string) (before, after string, found bool) {
	at := strings.LastIndexAny(text, separators)
	if at < 0 {
		return "", text, false
	}
	return text[:at], text[at+1:], true
}

// isTablePrefix reports what people put before the name of a table without
// changing what its rows are.
func isTablePrefix(text string) bool {
	switch text {
	case "v", "vw", "view", "t", "tbl", "table", "tmp", "temp", "raw", "stg", "dim", "fact", "fct", "mv", "all", "app", "auth", "public", "wp", "django", "old", "new", "backup", "bak", "prod", "live", "active":
		return true
	}
	return false
}
