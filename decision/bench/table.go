package bench

import (
	"strings"
	"unicode/utf8"
)

// maxColumns is how wide a text report is.
const maxColumns = 100

// table is rows of cells under their headings. The first column is aligned to
// the left, and every one whose heading begins with "<".
type table struct {
	title string
	rows  [][]string // the first one holds the headings
	more  int        // rows that were left out
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write lays the table out. One without rows is left out with its title.
func (t *table) write(b *strings.Builder) {
	if len(t.rows) < 2 {
		return
	}
	b.WriteString("\n" + fit(t.title) + "\n")
	left := make([]bool, len(t.rows[0]))
	for i, heading := range t.rows[0] {
		t.rows[0][i], left[i] = strings.CutPrefix(heading, "<")
		left[i] = left[i] || i == 0
	}
	widths := t.widths(left)
	for _, cells := range t.rows {
		var line strings.Builder
		for i, cell := range cells {
			cell = cut(cell, widths[i])
			pad := strings.Repeat(" ", widths[i]-width(cell))
			if !left[i] {
				cell, pad = pad, cell
			}
			line.WriteString("  " + cell + pad)
		}
		b.WriteString(fit(strings.TrimRight(line.String(), " ")) + "\n")
	}
	if t.more > 0 {
		b.WriteString("  and " + grouped(t.more) + " more\n")
	}
}

// widths is how wide each column is. Where all do not fit, the widest of those
// aligned to the left, which hold text, give way.
func (t *table) widths(left []bool) []int {
	widths := make([]int, len(left))
	for _, cells := range t.rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], width(cell))
		}
	}
	for {
		total, widest := 0, 0
		for i, w := range widths {
			total += w + 2
			if left[i] && w > widths[widest] {
				widest = i
			}
		}
		if total <= maxColumns || widths[widest] <= minColumn {
			return widths
		}
		widths[widest]--
	}
}

// minColumn is how narrow a column of text may become.
const minColumn = 8

func width(text string) int { return utf8.RuneCountInString(text) }

// fit cuts a line to the width of a report.
func fit(line string) string { return cut(line, maxColumns) }

// cut shortens a text to a number of columns.
func cut(text string, columns int) string {
	if width(text) <= columns {
		return text
	}
	return string([]rune(text)[:columns-1]) + "…"
}
