package yamlpos

import (
	"unicode/utf8"
)

// plainKey is a key that a path shows as it is.
var plainKey = pattern(`^[A-Za-z0-9_-]{1,64}$`)

// cutText shortens a text of the file for a message.
func cutText(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
