package sqlite

import "strings"

// where collects the conditions of a query.
type where struct {
	conditions []string
	args       []any
}

// equal asks for a text; the empty text asks for nothing.
func (w *where) equal(column, value string) {
	if value != "" {
		w.and(column+" = ?", value)
	}
}

func (w *where) and(condition string, args ...any) {
	w.conditions = append(w.conditions, condition)
	w.args = append(w.args, args...)
}

// oneOf asks for one of several texts; none ask for nothing.
func oneOf[T ~string](w *where, column string, values []T) {
	if len(values) == 0 {
		return
	}
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = string(v)
	}
	w.and(column+" IN (?"+strings.Repeat(", ?", len(values)-1)+")", args...)
}

// String is the clause, with a space before it; empty when nothing is asked for.
func (w *where) String() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}
