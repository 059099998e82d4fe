package shell

import (
	"strings"
)

// printed is what printf prints, for formats of text, %s and %%.
func printed(words []word) Data {
	if len(words) > 0 && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return Data{}
	}
	out := Data{From: sourcesOf(words)}
	for _, w := range words {
		if !w.certain() {
			return Data{Inexact: true, From: out.From}
		}
	}
	format, rest := words[0].Text, words[1:]
	var b strings.Builder
	for first := true; first || len(rest) > 0; first = false {
		before := len(rest)
		var ok bool
		if rest, ok = formatOnce(&b, format, rest); !ok || b.Len() > maxText {
			return Data{Inexact: true, Text: strings.Join(textsOf(words), " "), From: out.From}
		}
		if len(rest) == before {
			break
		}
	}
	out.Text = b.String()
	return out
}

func textsOf(words []word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.Text
	}
	return out
}

// formatOnce goes through the format once.
func formatOnce(b *strings.Builder, format string, rest []word) ([]word, bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' && format[i] != '\\' {
			b.WriteByte(format[i])
			continue
		}
		if i++; i == len(format) {
			return rest, false
		}
		switch {
		case format[i-1] == '%' && format[i] == '%':
			b.WriteByte('%')
		case format[i-1] == '%' && (format[i] == 's' || format[i] == 'b' && (len(rest) == 0 || !strings.Contains(rest[0].Text, "\\"))):
			if len(rest) > 0 {
				b.WriteString(rest[0].Text)
				rest = rest[1:]
			}
		case format[i-1] == '\\' && strings.IndexByte("ntr\\\"'", format[i]) >= 0:
			b.WriteByte("\n\t\r\\\"'"[strings.IndexByte("ntr\\\"'", format[i])])
		case format[i-1] == '\\':
			text, used, ok := ansiNumber(format[i:])
			if !ok {
				return rest, false
			}
			b.WriteString(text)
			i += used - 1
		default:
			return rest, false
		}
	}
	return rest, true
}
