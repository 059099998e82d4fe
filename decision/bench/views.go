package bench

import (
	"slices"
	"strings"
)

// views returns the ways to read a text: as it is, with its quotes and escapes
// resolved by a shell or by a reader of JSON, and with percent escapes decoded.
func views(text string) []string {
	out := []string{text}
	if decoded := unpercent(text); decoded != text {
		out = append(out, decoded)
	}
	for _, view := range slices.Clone(out) {
		if strings.ContainsAny(view, "\"'\\") {
			out = append(out, strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(view))
		}
		if strings.Contains(view, `\`) {
			out = append(out, strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ", `\"`, " ", `\/`, "/").Replace(view))
		}
	}
	return out
}

// unpercent decodes percent escapes and leaves alone what is none.
func unpercent(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			high, low := strings.IndexByte(hexDigits, text[i+1]), strings.IndexByte(hexDigits, text[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

const hexDigits = "0123456789abcdef"
