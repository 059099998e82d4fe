package patch

import "strings"

// v4a reads the form of the apply_patch tool of OpenAI's models, as its
// published grammar has it.
func (r *reader) v4a() {
	for strings.TrimSpace(r.lines[r.at]) == "" {
		r.at++
	}
	if strings.TrimRight(r.lines[r.at], " \t") != beginMark {
		r.gap("text after the begin mark")
	}
	r.at++
	for !r.done() {
		line := r.lines[r.at]
		if strings.TrimSpace(line) == endMark {
			r.at++
			r.trailer()
			return
		}
		op, path, ok := v4aHeader(line)
		if !ok {
			r.gap("line outside of a file")
			r.at++
			continue
		}
		c := r.start(op, path)
		r.at++
		if op == Update {
			r.moveTo(c)
		}
		r.body(c)
	}
	r.gap("patch without an end")
}

func v4aHeader(line string) (op Op, path string, ok bool) {
	for _, header := range []struct {
		text string
		op   Op
	}{{"*** Add File: ", Add}, {"*** Update File: ", Update}, {"*** Delete File: ", Delete}} {
		if path, ok := strings.CutPrefix(line, header.text); ok {
			return header.op, strings.TrimSpace(path), true
		}
	}
	return "", "", false
}

func (r *reader) moveTo(c *Change) {
	if r.done() {
		return
	}
	if to, ok := strings.CutPrefix(r.lines[r.at], "*** Move to: "); ok {
		c.Op, c.To = Move, strings.TrimSpace(to)
		r.at++
	}
}

// body reads the lines of one file up to the next header.
func (r *reader) body(c *Change) {
	var added strings.Builder
	defer func() {
		c.Added = added.String()
		if c.Op == Delete {
			c.Removed = -1
		}
	}()
	for ; !r.done(); r.at++ {
		line := r.lines[r.at]
		switch {
		case line == "*** End of File" && c.Op != Delete:
		case strings.HasPrefix(line, "*** "):
			return
		case c.Op == Delete:
			if strings.TrimSpace(line) != "" {
				r.gap("text of a file that is deleted")
			}
		case strings.HasPrefix(line, "+"):
			added.WriteString(line[1:] + "\n")
			c.edit(line)
		case c.Op == Add:
			if line != "" {
				r.gap("line of a new file without a plus")
			}
		case strings.HasPrefix(line, "-"):
			c.Removed++
			c.edit(line)
		case strings.HasPrefix(line, "@@"):
			c.hunk(strings.TrimSpace(strings.TrimPrefix(line, "@@")), 0)
		case line == "", line[0] == ' ':
			c.edit(line)
		default:
			r.gap("line of a change that is none")
		}
	}
}

// edit takes a line of a hunk. An empty one is a context line whose blank an
// editor took away.
func (c *Change) edit(line string) {
	switch {
	case c.Op == Add:
	case line == "":
		c.line(' ', "")
	default:
		c.line(line[0], line[1:])
	}
}

// trailer takes blank lines only.
func (r *reader) trailer() {
	for ; !r.done(); r.at++ {
		if strings.TrimSpace(r.lines[r.at]) != "" {
			r.gap("text after the end mark")
			return
		}
	}
}
