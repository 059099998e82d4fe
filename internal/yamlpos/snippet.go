package yamlpos

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a source line is shown.
const (
	maxShown   = 100 // characters of a line; a terminal is rarely wider
	shownAhead = 40  // characters kept before the caret of a longer line
	tabShown   = "    "
	mask       = "***"
)

// renderer shows lines of a source. It keeps the last one, since faults come
// in heaps. It is not safe for concurrent use.
type renderer struct {
	source *source
	line   int
	cells  []string
}

func (r *renderer) lineCells(line int) []string {
	if r.cells == nil || r.line != line {
		r.line, r.cells = line, r.source.cells(line)
	}
	return r.cells
}

// snippet shows the line of at with a caret under the span.
func (r *renderer) snippet(at span) string {
	cells := r.lineCells(at.line)
	first := min(at.column-1, len(cells))
	last := min(first+at.width, len(cells))
	from, to := window(cells, first)
	shown, margin := strings.Join(cells[from:to], ""), 0
	for _, cell := range cells[from:first] {
		margin += utf8.RuneCountInString(cell)
	}
	width := 0
	for _, cell := range cells[first:max(first, min(last, to))] {
		width += utf8.RuneCountInString(cell)
	}
	if from > 0 {
		shown, margin = "…"+shown, margin+1
	}
	if to < len(cells) {
		shown += "…"
	}
	return fmt.Sprintf("%5d | %s\n%5s | %s^%s", at.line, strings.TrimRight(shown, " "), "",
		strings.Repeat(" ", margin), strings.Repeat("~", max(0, width-1)))
}

// window chooses which cells of a long line are shown.
func window(cells []string, first int) (from, to int) {
	total := 0
	for _, cell := range cells {
		total += utf8.RuneCountInString(cell)
	}
	if total <= maxShown {
		return 0, len(cells)
	}
	from = max(0, first-shownAhead)
	width := 0
	for to = from; to < len(cells) && width < maxShown; to++ {
		width += utf8.RuneCountInString(cells[to])
	}
	return from, to
}

// urlPassword finds what stands before the host in a URL.
var urlPassword = pattern(`://[^\s"']*@`)

// cells returns what is shown for each character of a line. A hidden stretch
// is shown as one mask.
func (s *source) cells(n int) []string {
	line := s.line(n)
	var cells []string
	for _, r := range line {
		cells = append(cells, visible(r))
	}
	hidden := slices.Clone(s.hidden[n])
	for _, found := range urlPassword().FindAllStringIndex(line, -1) {
		before := utf8.RuneCountInString(line[:found[0]])
		hidden = append(hidden, columns{before + 4, before + utf8.RuneCountInString(line[found[0]:found[1]])})
	}
	for _, h := range hidden {
		maskCells(cells, h)
	}
	return cells
}

// visible spells out what a terminal would act upon.
func visible(r rune) string {
	switch {
	case r == '\t':
		return tabShown
	case r == utf8.RuneError:
		return string(unicode.ReplacementChar)
	case !unicode.IsPrint(r) && r != ' ':
		return fmt.Sprintf(`\u%04x`, r)
	}
	return string(r)
}

// maskCells hides a stretch, but for the blanks and marks around it.
func maskCells(cells []string, h columns) {
	from, to := min(h.from-1, len(cells)), min(h.to-1, len(cells))
	for from < to && strings.Trim(cells[from], " -") == "" {
		from++
	}
	for to > from && strings.Trim(cells[to-1], " -,]}") == "" {
		to--
	}
	for i := from; i < to; i++ {
		cells[i] = ""
	}
	if from < to {
		cells[from] = mask
	}
}
