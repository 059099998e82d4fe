package patch

import (
	"strconv"
	"strings"
)

// devNull stands for a file that is not there.
const devNull = "/dev/null"

// header collects what is said of a file before its hunks.
type header struct {
	git        bool // a line "diff --git" came before
	old, new   string
	renameFrom string
	renameTo   string
	copyFrom   string
	copyTo     string
	index      string // the name after "Index:"
	added      bool
	deleted    bool
}

// unified reads what diff -u and git write.
func (r *reader) unified() {
	for !r.done() {
		switch line := r.lines[r.at]; {
		case strings.TrimSpace(line) == "":
			r.at++
		case strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "Index: "):
			r.file()
		default:
			r.gap("line outside of a file")
			r.at++
		}
	}
}

// file reads the header and the hunks of one file.
func (r *reader) file() {
	var h header
	var both string
	for ; !r.done(); r.at++ {
		line := r.lines[r.at]
		if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
			if h.git {
				break
			}
			h.git, both = true, rest
			continue
		}
		if !r.headerLine(&h, line) {
			break
		}
		if h.new != "" {
			r.at++
			break
		}
	}
	c := r.change(h, both)
	if c == nil {
		return
	}
	var added strings.Builder
	for !r.done() && strings.HasPrefix(r.lines[r.at], "@@ -") {
		r.hunk(c, &added)
	}
	c.Added = added.String()
}

// headerLine takes one line of a header.
func (r *reader) headerLine(h *header, line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case word == "---" && h.old == "":
		h.old = fileName(rest)
	case word == "+++" && h.old != "":
		h.new = fileName(rest)
	case strings.HasPrefix(line, "rename from "):
		h.renameFrom = line[len("rename from "):]
	case strings.HasPrefix(line, "rename to "):
		h.renameTo = line[len("rename to "):]
	case strings.HasPrefix(line, "copy from "):
		h.copyFrom = line[len("copy from "):]
	case word == "Index:":
		h.index = fileName(rest)
	case strings.HasPrefix(line, "copy to "):
		h.copyTo = line[len("copy to "):]
	case strings.HasPrefix(line, "new file mode "):
		h.added = true
		r.mode(line)
	case strings.HasPrefix(line, "deleted file mode "):
		h.deleted = true
	case strings.HasPrefix(line, "new mode "):
		r.mode(line)
	case strings.HasPrefix(line, "old mode "), word == "index", word == "similarity", word == "dissimilarity", strings.Trim(line, "=") == "" && line != "":
	default:
		return false
	}
	return true
}

// mode notes what a file becomes beside its content: a link, a submodule.
func (r *reader) mode(line string) {
	if mode := line[strings.LastIndexByte(line, ' ')+1:]; mode != "100644" && mode != "100755" {
		r.gap("file that is a link or a module")
	}
}

// fileName is a name without its time, unquoted.
func fileName(text string) string {
	name, _, _ := strings.Cut(text, "\t")
	name = strings.TrimRight(name, " ")
	if strings.HasPrefix(name, `"`) {
		if unquoted, err := strconv.Unquote(name); err == nil {
			return unquoted
		}
	}
	return name
}

// change makes the change that a header tells.
func (r *reader) change(h header, both string) *Change {
	old, new := h.paths(both)
	if h.index != "" && h.index != old && h.index != new {
		r.gap("file under two names")
	}
	switch {
	case h.renameFrom != "" && h.renameTo != "":
		c := r.start(Move, h.renameFrom)
		c.To = h.renameTo
		return c
	case h.copyTo != "":
		c := r.start(Copy, h.copyFrom)
		c.To = h.copyTo
		return c
	case old == "" && new == "" && h.old == "" && h.new == "":
		r.gap("file whose name cannot be told")
		return nil
	case h.deleted, h.new == devNull:
		return r.start(Delete, old)
	case h.added, h.old == devNull:
		return r.start(Add, new)
	case old != new:
		c := r.start(Move, old)
		c.To = new
		r.gap("file under two names")
		return c
	}
	return r.start(Update, new)
}

// paths are the names of the old and the new file without git's prefixes.
func (h header) paths(both string) (old, new string) {
	old, new = h.old, h.new
	if old == "" && new == "" && h.git {
		// Without hunks the names stand in one line; they are the same but for
		// the prefix, so the line has two halves.
		if half := len(both) / 2; len(both)%2 == 1 && both[half] == ' ' {
			old, new = both[:half], both[half+1:]
		}
	}
	a, hasA := strings.CutPrefix(old, "a/")
	b, hasB := strings.CutPrefix(new, "b/")
	if (hasA || old == devNull) && (hasB || new == devNull) {
		return a, b
	}
	return old, new
}

// hunk reads one hunk by the counts in its header, so that a line that starts
// with --- within it is no header.
func (r *reader) hunk(c *Change, added *strings.Builder) {
	oldLeft, newLeft, ok := hunkCounts(r.lines[r.at])
	if !ok {
		r.gap("hunk whose header cannot be read")
	}
	c.hunk("", hunkStart(r.lines[r.at]))
	for r.at++; !r.done() && (oldLeft > 0 || newLeft > 0); r.at++ {
		line := r.lines[r.at]
		switch {
		case line == "", line[0] == ' ':
			oldLeft, newLeft = oldLeft-1, newLeft-1
			c.line(' ', strings.TrimPrefix(line, " "))
		case line[0] == '+':
			newLeft--
			c.line('+', line[1:])
			added.WriteString(line[1:] + "\n")
		case line[0] == '-':
			oldLeft--
			c.Removed++
			c.line('-', line[1:])
		case line[0] == '\\':
		default:
			r.gap("line of a hunk that is none")
		}
	}
	if oldLeft != 0 || newLeft != 0 {
		r.gap("hunk of another length than it says")
	}
	for !r.done() && strings.HasPrefix(r.lines[r.at], `\`) {
		r.at++
	}
}

// hunkCounts reads "@@ -1,5 +1,6 @@". What is not written just so is no header to
// some programs, which then take the lines behind it for something else.
func hunkCounts(line string) (old, new int, ok bool) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return 0, 0, false
	}
	old, okOld := count(fields[1], "-")
	new, okNew := count(fields[2], "+")
	if !okOld || !okNew {
		return 0, 0, false
	}
	return old, new, true
}

// count reads the number of lines in "-1,5"; "-1" has one.
func count(text, sign string) (int, bool) {
	text, signed := strings.CutPrefix(text, sign)
	from, lines, given := strings.Cut(text, ",")
	if !given {
		lines = "1"
	}
	_, errFrom := strconv.ParseUint(from, 10, 31)
	n, err := strconv.ParseUint(lines, 10, 31)
	return int(n), signed && errFrom == nil && err == nil
}

// hunkStart is the old line at which a hunk begins. A hunk without old lines
// names the line that it comes behind.
func hunkStart(line string) int {
	_, rest, _ := strings.Cut(line, "-")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	start, err := strconv.ParseUint(rest[:digits], 10, 31)
	if err != nil {
		return 0
	}
	return int(start)
}
