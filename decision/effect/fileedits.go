package effect

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// editReader tells what a tool that writes or edits a file makes of it.
type editReader struct {
	op      operation
	params  map[string]any
	appends bool // the tool's name says that it appends
}

// harmlessExtras are parameters beside those of an operation that are read here, or
// change nothing of what is written. "command" chooses what some tools do.
var harmlessExtras = []string{"command", "file_text", "view_range"}

func (r editReader) writes() []FileWrite {
	if r.flag("dryRun") {
		return nil
	}
	results, part := r.results()
	if !r.understood() {
		results = unknownContent
	}
	var list []FileWrite
	for name, value := range r.params {
		if r.op.params[name] == aPath {
			path, _ := value.(string) // else the empty path, which stands for any
			list = append(list, FileWrite{Path: path, Part: part, results: results})
		}
	}
	if len(list) == 1 {
		return list
	}
	for i := range list {
		list[i].results = unknownContent
	}
	if len(list) == 0 {
		return []FileWrite{{results: unknownContent}}
	}
	return list
}

// understood reports whether every parameter is known and of its type, and only
// one of them is a content, as plain text: of several, tools take another one.
func (r editReader) understood() bool {
	if encoding, _ := r.text("encoding"); !slices.Contains(plainEncodings, strings.ToLower(encoding)) {
		return false
	}
	contents := 0
	for name, value := range r.params {
		if r.op.params[name] == aContent && value != "" {
			contents++
		}
	}
	if contents > 1 {
		return false
	}
	for name, value := range r.params {
		kind, known := r.op.params[name]
		if !known && !slices.Contains(harmlessExtras, name) || known && !kind.fits(value) {
			return false
		}
	}
	return true
}

// plainEncodings are those in which a text means itself.
var plainEncodings = []string{"", "utf-8", "utf8", "text", "ascii", "us-ascii"}

func (r editReader) text(names ...string) (string, bool) {
	for _, name := range names {
		if text, ok := r.params[name].(string); ok {
			return text, true
		}
	}
	return "", false
}

func (r editReader) flag(name string) bool {
	on, _ := r.params[name].(bool) // absent is off
	return on
}

// results finds which of the forms that tools have the parameters are in. Part
// is as in [FileWrite].
func (r editReader) results() (f func(string) ([]string, error), part bool) {
	command, _ := r.text("command")
	source, isCell := r.text("new_source")
	content, isWhole := r.text("content", "contents", "text", "file_text")
	_, isSketch := r.params["code_edit"]
	_, isInsert := r.params["insert_line"]
	switch {
	case isSketch || command == "undo_edit":
		return unknownContent, false
	case command == "view":
		return func(current string) ([]string, error) { return []string{current}, nil }, false
	case isCell:
		return always(source), true
	case r.params["edits"] != nil:
		return r.several, false
	case isInsert:
		return r.insert, false
	case isWhole && (r.flag("append") || r.appends):
		return func(current string) ([]string, error) { return []string{current + content}, nil }, false
	case isWhole:
		return always(content), false
	}
	one, ok := replacementOf(r.params)
	if !ok {
		return unknownContent, false
	}
	return one.apply, false
}

// several applies the replacements of "edits", one after the other.
func (r editReader) several(current string) ([]string, error) {
	list, _ := r.params["edits"].([]any) // else it has no items
	results := []string{current}
	for _, item := range list {
		object, _ := item.(map[string]any)
		one, ok := replacementOf(object)
		if !ok {
			return nil, ErrUnknownContent
		}
		var next []string
		for _, before := range results {
			made, err := one.apply(before)
			if err != nil {
				return nil, err
			}
			next = append(next, made...)
		}
		// Of the readings of several edits the first and the last are kept: once
		// each, and everywhere.
		results = []string{next[0]}
		if len(next) > 1 {
			results = append(results, next[len(next)-1])
		}
	}
	return results, nil
}

// insert puts a text behind a line; 0 is the beginning.
func (r editReader) insert(current string) ([]string, error) {
	number, _ := r.params["insert_line"].(json.Number)
	line, err := number.Int64()
	text, ok := r.text("insert_text", "new_str", "new_string", "new_text")
	lines := strings.SplitAfter(current, "\n")
	if err != nil || !ok || line < 0 || line > int64(len(lines)) {
		return nil, ErrUnknownContent
	}
	before := strings.Join(lines[:line], "")
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []string{before + text + strings.Join(lines[line:], "")}, nil
}

// replacement is one text that takes the place of another.
type replacement struct {
	old, next string
	all       bool
}

// replacementOf reads a pair of texts under the names that tools have for them.
// Without a new text the old one goes.
func replacementOf(params map[string]any) (replacement, bool) {
	for _, names := range [][2]string{{"old_string", "new_string"}, {"old_str", "new_str"}, {"old_text", "new_text"}, {"oldText", "newText"}} {
		old, ok := params[names[0]].(string)
		if !ok {
			continue
		}
		next, given := params[names[1]]
		text, isText := next.(string)
		all, _ := params["replace_all"].(bool)
		if _, counted := params["expected_replacements"]; counted {
			all = true
		}
		return replacement{old, text, all}, isText || !given
	}
	return replacement{}, false
}

func (r replacement) apply(current string) ([]string, error) {
	n := strings.Count(current, r.old)
	switch {
	case r.old == "" && current == "":
		return []string{r.next}, nil
	case r.old == "":
		return nil, ErrNoSuchText
	case n == 0 && strings.Contains(squeezed(current), squeezed(r.old)):
		return nil, ErrUnknownContent // a tool that looks less closely finds it
	case n == 0:
		return nil, ErrNoSuchText
	case n == 1 || r.all:
		return []string{strings.ReplaceAll(current, r.old, r.next)}, nil
	}
	return []string{strings.Replace(current, r.old, r.next, 1), strings.ReplaceAll(current, r.old, r.next)}, nil
}

// squeezed is a text without what tools are lenient about: blanks, line ends,
// and the kinds of quotation marks and dashes.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), isIgnorable(r):
			return -1
		case strings.ContainsRune("'\"‘’“”`", r):
			return '"'
		case strings.ContainsRune("‐‑‒–—−", r):
			return '-'
		}
		return r
	}, text)
}
