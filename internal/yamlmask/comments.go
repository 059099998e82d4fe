package yamlmask

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/internal/redact"
)

// allComments finds the comments of a text: what begins with a # after a blank
// or at the start of a line, and is not inside of a value.
func (t *Text) allComments() (found []span) {
	values := make([]span, 0, len(t.spans))
	for _, s := range t.spans {
		if s.to > s.from {
			values = append(values, s)
		}
	}
	slices.SortFunc(values, func(a, b span) int { return a.from - b.from })
	for i, k := 0, 0; i < len(t.data); i++ {
		for k < len(values) && values[k].to <= i {
			k++
		}
		if k < len(values) && values[k].from <= i {
			i = values[k].to - 1
			continue
		}
		if t.data[i] == '#' && t.beginsWord(i) {
			end := lineEnd(t.data, i)
			found = append(found, span{i, end})
			i = end - 1
		}
	}
	return found
}

// beginsWord reports whether a blank or the start of a line is before i.
func (t *Text) beginsWord(i int) bool {
	if i == 0 || bytes.Equal(t.data[:i], []byte(byteOrderMark)) {
		return true
	}
	switch t.data[i-1] {
	case ' ', '\t', '\n', '\r':
		return true
	}
	for _, b := range breaks[3:] {
		if bytes.HasSuffix(t.data[:i], []byte(b)) {
			return true
		}
	}
	return false
}

func (t *Text) findComments() {
	for _, s := range t.allComments() {
		if t.hidesComment(string(s.of(t.data))) {
			t.comments = append(t.comments, s)
		}
	}
}

// setting matches a comment that is a key with one word as its value: one that
// somebody has switched off.
var setting = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#+\s*(?:- +)?["']?([\w.-]+)["']?\s*:\s*(\S+)\s*$`)
})

func (t *Text) hidesComment(comment string) bool {
	if strings.Contains(comment, Mask) || redact.Text(comment) != comment || t.hasSecret(comment) {
		return true
	}
	found := setting().FindStringSubmatch(comment)
	return found != nil && namesSecret(found[1]) && !(strings.HasSuffix(found[1], "_env") && usualVariable().MatchString(found[2]))
}

// commentMask is what is shown of a comment: which one it is, from 1.
func commentMask(i, n int) string { return fmt.Sprintf("# %s (comment %d of %d)", Mask, i, n) }

var maskedComment = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^# ` + regexp.QuoteMeta(Mask) + ` \(comment ([0-9]{1,6}) of ([0-9]{1,6})\)$`)
})

// restoreComments are the comments of edited that stand for one of t.
func (t *Text) restoreComments(edited *Text) (list []splice, err error) {
	for _, s := range edited.comments {
		text := string(s.of(edited.data))
		found := maskedComment().FindStringSubmatch(text)
		if found == nil {
			continue // some other comment, which may say what it likes
		}
		i, _ := strconv.Atoi(found[1])
		if n, _ := strconv.Atoi(found[2]); n != len(t.comments) || i < 1 || i > n {
			line := 1 + bytes.Count(edited.data[:s.from], []byte("\n"))
			return nil, refuse(line, 1, "no comment of the file is masked like this one: remove it, or write it out")
		}
		list = append(list, splice{s, t.comments[i-1].of(t.data)})
	}
	return list, nil
}
