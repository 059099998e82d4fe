package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// SettingsError says why a settings file is not edited, and where. It quotes
// nothing of the file, which may hold secrets.
type SettingsError struct {
	Line, Column int // from 1; a column counts characters
	Msg          string
}

func (e *SettingsError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg) }

// Install returns settings with the entry in them, or as they are where it is in
// them already. Of an entry that is there and differs only the entry itself is
// replaced; every other byte stays, comments and all.
func Install(settings []byte, e Entry) ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	s, err := readSettings(settings)
	if err != nil {
		return nil, err
	}
	if len(s.ours) == 1 && s.ours[0].everyTool {
		handler := s.ours[0].handler
		old, fresh := decoded(settings, handler), decoded([]byte(e.text()), mustScan(e.text()))
		if reflect.DeepEqual(old, fresh) {
			return settings, nil
		}
		return checked(splice(settings, []change{{handler.start, handler.end, e.text()}}))
	}
	if len(s.ours) > 0 { // several, or one that a matcher keeps from some tools
		if settings, err = Uninstall(settings); err != nil {
			return nil, err
		}
		if s, err = readSettings(settings); err != nil {
			return nil, err
		}
	}
	return checked(splice(settings, s.insertion(e)))
}

// Uninstall returns settings without our entries. What [Install] added besides an
// entry goes too; other hooks, and every other byte, stay.
func Uninstall(settings []byte) ([]byte, error) {
	for {
		s, err := readSettings(settings)
		if err != nil || len(s.ours) == 0 {
			return settings, err
		}
		in, i := s.removal(&s.ours[0])
		closely, roomy := removal(settings, in, i, true), removal(settings, in, i, false)
		if settings, err = checked(splice(settings, closely)); err != nil {
			settings, err = checked(splice(s.data, roomy)) // a comment that would have swallowed what follows
		}
		if err != nil {
			return nil, err
		}
	}
}

// checked refuses settings that an edit has broken.
func checked(settings []byte) ([]byte, error) {
	if _, err := readSettings(settings); err != nil {
		return nil, fmt.Errorf("the file was not changed: it cannot be edited safely, edit it by hand (%w)", err)
	}
	return settings, nil
}

// placed is an entry of ours and what it is in.
type placed struct {
	handler, group node
	groupAt        int // of the group in PreToolUse
	handlerAt      int // of the handler in the group
	everyTool      bool
}

// settingsFile is where our entries stand, or would. A node that the file lacks is
// nil.
type settingsFile struct {
	data               []byte
	root               node
	hooks, preToolUse  *node
	hooksAt, preToolAt int
	ours               []placed
}

// readSettings finds our entries.
func readSettings(data []byte) (*settingsFile, error) {
	s := &settingsFile{data: data}
	err := s.read()
	var at *syntaxError
	if errors.As(err, &at) {
		line, column := position(data, at.at)
		return nil, &SettingsError{line, column, at.msg}
	}
	return s, err
}

func (s *settingsFile) read() (err error) {
	if s.root, err = scanSettings(s.data); err != nil {
		return err
	}
	if s.root.kind != object {
		return &syntaxError{s.root.start, "the settings are not an object"}
	}
	if s.hooksAt, s.hooks, err = s.member(&s.root, "hooks", object, "an object"); err != nil || s.hooks == nil {
		return err
	}
	if s.preToolAt, s.preToolUse, err = s.member(s.hooks, eventName, array, "a list"); err != nil || s.preToolUse == nil {
		return err
	}
	for g, group := range s.preToolUse.items {
		_, handlers, err := s.member(&group, "hooks", array, "a list")
		if group.kind != object || handlers == nil {
			err = cmpErr(err, &syntaxError{group.start, "an entry of " + eventName + " must be an object with a list of hooks"})
		}
		if err != nil {
			return err
		}
		for h, handler := range handlers.items {
			if isOurs(decoded(s.data, handler)) {
				s.ours = append(s.ours, placed{handler, group, g, h, isForEveryTool(decoded(s.data, group))})
			}
		}
	}
	return nil
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// member finds the member of an object. There may be one of a name: hosts and we
// could take different ones otherwise.
func (s *settingsFile) member(of *node, key string, want kind, what string) (at int, found *node, err error) {
	if of.kind != object {
		return 0, nil, nil
	}
	for i := range of.items {
		m := &of.items[i]
		switch {
		case m.key != key:
		case found != nil:
			return 0, nil, &syntaxError{m.keyStart, key + " stands here a second time"}
		case m.kind != want:
			return 0, nil, &syntaxError{m.start, key + " must be " + what}
		default:
			at, found = i, m
		}
	}
	return at, found, nil
}

// isOurs reports whether a handler is ours.
func isOurs(handler any) bool {
	h, _ := handler.(map[string]any)
	if h["type"] != "command" {
		return false
	}
	list, ok := h["args"].([]any)
	if !ok {
		command, _ := h["command"].(string)
		return isOurCommand(command)
	}
	args := make([]string, 0, len(list))
	for _, arg := range list {
		text, _ := arg.(string)
		args = append(args, text)
	}
	return hasOurWords(args)
}

// hasOurWords reports whether the words of ours stand side by side, wherever.
func hasOurWords(args []string) bool {
	for i := range args {
		if len(args)-i >= len(commandArgs) && slices.Equal(args[i:i+len(commandArgs)], commandArgs) {
			return true
		}
	}
	return false
}

// isOurCommand reports whether a shell's command line, such as people wrote by hand
// before there were args, does nothing but run us. Where it does more, such as a
// second command, it is not ours to take away.
func isOurCommand(line string) bool {
	if strings.ContainsAny(line, ";&|<>()`\n") {
		return false
	}
	words := strings.Fields(strings.NewReplacer(`"`, "", "'", "").Replace(line))
	return len(words) > len(commandArgs) && hasOurWords(words[1:])
}

func isForEveryTool(group any) bool {
	g, _ := group.(map[string]any)
	matcher := g["matcher"]
	return matcher == nil || matcher == "" || matcher == "*"
}

// decoded is the value of a node.
func decoded(data []byte, n node) any {
	switch n.kind {
	case object:
		m := make(map[string]any, len(n.items))
		for _, item := range n.items {
			m[item.key] = decoded(data, item)
		}
		return m
	case array:
		list := make([]any, 0, len(n.items))
		for _, item := range n.items {
			list = append(list, decoded(data, item))
		}
		return list
	}
	var v any
	_ = json.Unmarshal(data[n.start:n.end], &v) // the scanner has seen that it is valid
	return v
}

// mustScan scans what we wrote ourselves.
func mustScan(text string) node {
	n, _ := scanSettings([]byte(text))
	return n
}

// quoted is a string as JSON, with <, > and & as they are.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always marshals
	return string(bytes.TrimSpace(b.Bytes()))
}

// DisablesHooks reports whether settings turn all hooks off.
func DisablesHooks(settings []byte) bool {
	root, err := scanSettings(settings)
	m, _ := decoded(settings, root).(map[string]any)
	return err == nil && m["disableAllHooks"] == true
}

// change replaces the bytes from at to end.
type change struct {
	at, end int
	text    string
}

// splice makes changes, none of which overlap.
func splice(data []byte, changes []change) []byte {
	slices.SortStableFunc(changes, func(a, b change) int { return a.at - b.at })
	var out []byte
	from := 0
	for _, c := range changes {
		out = append(append(out, data[from:c.at]...), c.text...)
		from = c.end
	}
	return append(out, data[from:]...)
}
