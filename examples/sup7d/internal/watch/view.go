package watch

import (
	"fmt"
	"strings"
	"time"
)

const (
	// minWidth and minHeight are the least room that is drawn for. A smaller
	// terminal shows the lower left of it.
	minWidth, minHeight = 20, 8
	// maxRows is how many waiting calls are listed at once.
	maxRows = 5
	// indent is how far the further lines of a wrapped one are moved in.
	indent = "  "
)

// view is the screen as lines, at most height of them and none wider than width.
// All of them are clean. It notes what there was no room for.
func (c *console) view(width, height int, now time.Time) []string {
	c.clipped = width < minWidth || height < minHeight
	lines := c.lines(max(width, minWidth), max(height, minHeight), now)
	for i := range lines {
		lines[i] = cut(lines[i], width)
	}
	return lines[max(0, len(lines)-height):] // the keys are at the end
}

func (c *console) lines(width, height int, now time.Time) []string {
	c.crowded = false
	foot := c.foot(width, now)
	if room := height - 3; len(foot) > room {
		c.crowded = true
		foot = c.foot(width, now)
		foot = foot[max(0, len(foot)-room):]
	}
	head := append([]string{cut(clean(c.header()), width)}, c.rows(width, min(maxRows, max(1, height/5)), now)...)
	lines := append(head, c.body(width, max(0, height-len(head)-len(foot)))...)
	for len(lines)+len(foot) < height {
		lines = append(lines, "")
	}
	lines = append(lines[:min(len(lines), height-len(foot))], foot...)
	return lines
}

// header says how much waits, and whether anything is heard.
func (c *console) header() string {
	count := fmt.Sprintf("%d wait", len(c.calls))
	switch {
	case c.known == nil:
		count = "-"
	case c.full:
		count += ", the newest: there may be older ones"
	}
	if c.down != "" {
		return "sup7d watch | NOT CONNECTED, trying again | " + count + " | " + c.down
	}
	return "sup7d watch | " + count
}

// rows are the waiting calls around the one on the screen.
func (c *console) rows(width, most int, now time.Time) (rows []string) {
	at := max(0, c.index())
	from := max(0, min(at-most/2, len(c.calls)-most))
	for i := from; i < len(c.calls) && len(rows) < most; i++ {
		one, mark := &c.calls[i], "  "
		if one.ID == c.current.ID {
			mark = "> "
		}
		row := fmt.Sprintf("%s%7s  %s  %s", mark, one.left(now), one.title(), one.Cause)
		rows = append(rows, cut(clean(row), width))
	}
	return append(rows, strings.Repeat("-", width))
}

// body is what is known of the call on the screen, as much as there is room for:
// what would run first, so that what is cut is evidence. Where there is no room for
// the former either, the latter keeps half.
func (c *console) body(width, room int) []string {
	switch {
	case c.current.ID == "" && c.known == nil:
		return cutLines([]string{"Asking what waits."}, room)
	case c.current.ID == "":
		return cutLines(wrap("Nothing waits for a person.", width, indent), room)
	}
	itself, evidence := wrapAll(c.current.itself(), width), wrapAll(c.current.evidence(), width)
	c.seen.measured(width, len(itself), len(itself)+len(evidence))
	if c.mode == explaining {
		return c.part(append(itself, evidence...), width, room)
	}
	if len(itself) > room {
		itself = cutLines(itself, max(1, room-min(len(evidence), room/2)))
		c.drew(0, len(itself)-1)
		return cutLines(append(itself, evidence...), room)
	}
	lines := append(itself, evidence...)
	c.drew(0, shownOf(len(lines), room))
	return cutLines(lines, room)
}

// part is what is looked at of the explanation, which begins with the call.
func (c *console) part(lines []string, width, room int) []string {
	if c.steps == nil {
		return cutLines([]string{"Asking how the supervisor looks at it."}, room)
	}
	lines = append(lines, wrapAll(c.current.explanation(c.steps), width)...)
	c.scroll = min(c.scroll, max(0, len(lines)-max(1, room-1)))
	lines = lines[c.scroll:]
	c.page = shownOf(len(lines), room)
	if room == 1 {
		c.page = 1 // rather a line than how many there are
	}
	c.drew(c.scroll, c.scroll+c.page)
	if left := len(lines) - c.page; left > 0 && room > 1 {
		return append(lines[:c.page:c.page], fmt.Sprintf("… %d lines more: [space]", left))
	}
	return lines[:c.page]
}

// drew notes which lines of the call are on the screen.
func (c *console) drew(from, to int) {
	if !c.clipped {
		c.seen.drew(from, to)
	}
}

// shownOf is how many of some lines [cutLines] shows.
func shownOf(lines, room int) int {
	if lines <= room {
		return lines
	}
	return max(0, room-1)
}

// cutLines says how many lines are not shown.
func cutLines(lines []string, room int) []string {
	shown := shownOf(len(lines), room)
	if shown == len(lines) || room < 1 {
		return lines[:shown]
	}
	return append(lines[:shown:shown], fmt.Sprintf("… %d lines more: [e]", len(lines)-shown))
}

func wrapAll(texts []string, width int) (lines []string) {
	for _, text := range texts {
		lines = append(lines, wrap(clean(text), width, indent)...)
	}
	return lines
}

// foot is what came of the last answer, and which keys there are. Those that
// decide are named only while they count.
func (c *console) foot(width int, now time.Time) []string {
	lines := []string{strings.Repeat("-", width)}
	if c.notice != "" {
		lines = append(lines, wrapAll([]string{c.notice}, width)...)
	}
	if c.gone != "" {
		lines = append(lines, wrapAll([]string{"THIS CALL WAITS NO MORE: " + c.gone}, width)...)
	}
	if c.mode == confirmOnce || c.mode == confirmAllow || c.mode == typingReason {
		lines = append(lines, c.question(width)...)
	}
	keys := "..." // soon
	switch {
	case c.busy != "":
		keys = c.busy + " ... [q]uit"
	case c.ready(now):
		keys = c.keys()
	}
	return append(lines, wrap(keys, width, "")...)
}

// question is what a second key says yes to. It says how far that reaches.
func (c *console) question(width int) []string {
	switch c.mode {
	case confirmOnce:
		return wrapAll([]string{"APPROVE exactly this call of " + c.current.title() + ", for one run?" + c.unread()}, width)
	case confirmAllow:
		return wrapAll([]string{"APPROVE this run, and ALLOW FOR 15 MINUTES " + c.reach.Covers + "?" + c.unread()}, width)
	}
	asked := "DENY. Why? "
	return []string{cut(asked+c.reasonText(width-len(asked)-1)+"_", width)}
}

// unread is what the answer would not know of.
func (c *console) unread() string {
	left := c.seen.evidenceLeft()
	if left == 0 {
		return ""
	}
	return " (" + linesNotShown(left) + " of what is known of it)"
}

func (c *console) keys() string {
	switch {
	case c.crowded && c.mode != looking:
		return "The window is too small to say what this does. [Esc]"
	case c.mode == confirmOnce:
		return "[y] approve, any other key: no answer"
	case c.mode == confirmAllow:
		return "[y] allow, any other key: no answer"
	case c.mode == typingReason:
		return "[Enter] deny, a reason may be left out, [Esc] no answer"
	case c.mode == explaining:
		return "[space] [b] up and down, [e] back, [q]uit"
	case c.current.ID == "":
		return "[q]uit"
	case c.gone != "":
		return "[n]ext, [q]uit"
	}
	return "[a]pprove [d]eny [f]or 15 minutes [e]xplain [n]ext [p]revious [q]uit"
}
