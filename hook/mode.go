package hook

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// modeUnreadable stands for a permission mode that is there and cannot be read.
const modeUnreadable = "unreadable"

// askingModes are the permission modes of Claude Code in which a question reaches
// a person. In auto, dontAsk and bypassPermissions nobody is asked, and some
// versions of the host took a question there for a yes. A mode that a later
// version may bring is not known to ask.
var askingModes = []string{"", "default", "manual", "plan", "acceptEdits"}

// CanAsk reports whether a question about the call would reach a person, as far
// as the event says. An event that does not name its mode says nothing against it.
func (e *Event) CanAsk() bool { return slices.Contains(askingModes, e.Mode) }

// modeIn finds the permission mode in an event that is not valid JSON, such as
// one that was cut off. Of several the first counts in which nobody is asked. What
// is escaped counts as what it stands for, and a mode in which nobody is asked
// counts under any key.
func modeIn(data []byte) string {
	data = data[:min(len(data), MaxEventBytes)]
	plain := unescaped(data)
	for _, mode := range silentModes {
		if bytes.Contains(plain, []byte(`"`+mode+`"`)) {
			return mode
		}
	}
	if mode := keyedMode(data); !(&Event{Mode: mode}).CanAsk() {
		return mode
	}
	return keyedMode(plain)
}

// silentModes are the modes of Claude Code in which nobody is asked.
var silentModes = []string{"auto", "dontAsk", "bypassPermissions"}

// unescaped puts characters in the place of their \u escapes. Those that need two
// escapes are in no name of ours.
func unescaped(data []byte) []byte {
	var out []byte
	for {
		before, after, found := bytes.Cut(data, []byte(`\u`))
		out = append(out, before...)
		if !found {
			return out
		}
		code, err := strconv.ParseUint(string(after[:min(4, len(after))]), 16, 16)
		if err != nil || len(after) < 4 {
			out, data = append(out, `\u`...), after
			continue
		}
		out, data = utf8.AppendRune(out, rune(code)), after[4:]
	}
}

// keyedMode is the first value of the key in which nobody is asked, else the last.
func keyedMode(data []byte) (last string) {
	key := []byte(`"permission_mode"`)
	for {
		_, after, found := bytes.Cut(data, key)
		if !found {
			return last
		}
		data = after
		value, isMember := bytes.CutPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte(":"))
		if !isMember {
			continue
		}
		e := Event{Mode: modeUnreadable}
		value, isText := bytes.CutPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte(`"`))
		if mode, _, ended := strings.Cut(string(value[:min(len(value), 64)]), `"`); isText && ended {
			e.Mode = mode
		}
		if last = e.Mode; !e.CanAsk() {
			return last
		}
	}
}

// Headless reports whether the environment of a command hook says that the host
// runs without a person: it was started by `claude -p` or an SDK
// (CLAUDE_CODE_ENTRYPOINT, undocumented but long-standing), in a cloud session
// (CLAUDE_CODE_REMOTE), or by a build (CI). Where it says nothing, the mode of the
// event counts alone. getenv is [os.Getenv].
func Headless(getenv func(key string) string) bool {
	entry := getenv("CLAUDE_CODE_ENTRYPOINT")
	switch {
	case strings.HasPrefix(entry, "sdk-"), entry == "claude-code-github-action", entry == "mcp":
		return true
	}
	return isYes(getenv("CLAUDE_CODE_REMOTE")) || isYes(getenv("CI"))
}

func isYes(value string) bool {
	return value != "" && value != "0" && !strings.EqualFold(value, "false")
}
