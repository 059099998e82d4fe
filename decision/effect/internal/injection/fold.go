package injection

import (
	"strings"
	"unicode"
)

// drop is what fold makes of a character that is not shown.
const drop rune = -1

// fold makes a character plain: lower case, without accents, from its full
// width, circled, mathematical or small-capital form. It is the part of
// Unicode's compatibility mapping that hides Latin text.
func fold(r rune) rune {
	switch {
	case r < 0x80:
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	case isHidden(r):
		return drop
	case r >= 0xff01 && r <= 0xff5e: // full width
		return fold(r - 0xfee0)
	case r >= 0x1d400 && r <= 0x1d6a3: // mathematical letters, 26 capitals and 26 small ones in each style
		return 'a' + (r-0x1d400)%52%26
	case r >= 0x1d7ce && r <= 0x1d7ff: // mathematical digits
		return '0' + (r-0x1d7ce)%10
	case r >= 0x24b6 && r <= 0x24e9: // circled
		return 'a' + (r-0x24b6)%26
	case r >= 0x1f130 && r <= 0x1f149, r >= 0x1f150 && r <= 0x1f169, r >= 0x1f170 && r <= 0x1f189: // squared, negative
		return 'a' + (r-0x1f130)%32%26
	case isTag(r):
		return fold(r - 0xe0000)
	}
	r = unicode.ToLower(r)
	if plain, ok := accented()[r]; ok {
		return plain
	}
	return r
}

// isHidden reports what is not shown or stands on the letter before it.
func isHidden(r rune) bool {
	return !isTag(r) && !isBlankLetter(r) && unicode.In(r, unicode.Cf, unicode.Mn, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// isTag reports the tag characters, which no program shows and models read as
// the ASCII that they mirror.
func isTag(r rune) bool { return r >= 0xe0020 && r <= 0xe007e }

// letters reads "aàá eèé": the first letter of a word stands for the others.
func letters(list string) map[rune]rune {
	table := map[rune]rune{}
	for row := range strings.FieldsSeq(list) {
		plain, _ := firstRune(row)
		for _, r := range row[1:] {
			table[r] = plain
		}
	}
	return table
}

func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}
