package reviewer

import (
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

// entry makes one plain line of what is to be remembered, without secrets. A
// model may have been talked into it: the line must not look like anything but
// an entry to whoever reads the memory, a person, a Markdown reader or the
// agent's model. So it does not begin with the mark of a heading, a list, a
// quotation or a fence, and has no angle brackets, which make comments, tags and
// the marks of chat templates.
func entry(text string) (string, error) {
	if len(text) > 4*MaxEntryBytes { // what is only blanks is not searched for secrets
		return "", refusedf("an entry has at most %d bytes: shorten it", MaxEntryBytes)
	}
	line := bare(text)
	// A mask may end up in front; what it stands for is gone.
	line = bare(redact.Text(line))
	switch {
	case len(line) > MaxEntryBytes:
		return "", refusedf("an entry has at most %d bytes: shorten it", MaxEntryBytes)
	case line == "":
		return "", refusedf("an entry needs words")
	}
	return line, nil
}

// marks are what a block of Markdown begins with, once brackets are gone.
const marks = " #‹›-*+=|_~`"

func bare(text string) string {
	line := oneline.Clean(text, len(text)*3) // invalid bytes grow to three
	line = strings.NewReplacer("<", "‹", ">", "›").Replace(line)
	return strings.TrimLeft(line, marks)
}

// plain drops the characters of a text that show nothing or steer a terminal,
// and keeps its lines.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			return -1
		}
		return r
	}, text)
}
