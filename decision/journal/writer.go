package journal

import (
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// timeFormat is ISO 8601 as the reference writes it, for times in UTC.
const timeFormat = "2006-01-02T15:04:05.000000+00:00"

// recordStart begins every record.
const recordStart = `{"timestamp":"`

// recordWriter builds a record member by member. Texts and values pass through
// the mask and a limit here and nowhere else, so that no member can forget to.
type recordWriter struct {
	buf []byte
	cut []string // the members that lost something to a limit
}

func newRecordWriter(at time.Time) *recordWriter {
	w := &recordWriter{buf: make([]byte, 0, 1024)}
	w.buf = append(w.buf, recordStart...)
	w.buf = append(append(w.buf, at.UTC().Format(timeFormat)...), '"')
	return w
}

func (w *recordWriter) key(name string) {
	w.buf = append(w.buf, ',')
	w.buf = append(appendText(w.buf, name), ':')
}

// identifier writes a machine's name for something. It is not masked, since
// records are joined by it.
func (w *recordWriter) identifier(name, s string) {
	w.key(name)
	w.shortened(name, s, decision.MaxNameBytes)
}

// text writes a masked text of at most limit bytes.
func (w *recordWriter) text(name, s string, limit int) {
	w.key(name)
	w.shortened(name, redact.Text(s), limit)
}

func (w *recordWriter) shortened(name, s string, limit int) {
	s, cut := cutText(s, limit)
	if cut {
		w.cut = append(w.cut, name)
	}
	w.buf = appendText(w.buf, s)
}

// optionalText writes a text, or nothing when it is empty.
func (w *recordWriter) optionalText(name, s string, limit int) {
	if s != "" {
		w.text(name, s, limit)
	}
}

func (w *recordWriter) optionalTime(name string, t time.Time) {
	if !t.IsZero() {
		w.key(name)
		w.buf = appendText(w.buf, t.UTC().Format(timeFormat))
	}
}

// textOrNull writes an empty text as null.
func (w *recordWriter) textOrNull(name, s string, limit int) {
	if s == "" {
		w.null(name)
		return
	}
	w.text(name, s, limit)
}

func (w *recordWriter) null(name string) {
	w.key(name)
	w.buf = append(w.buf, "null"...)
}

func (w *recordWriter) bool(name string, v bool) { w.key(name); w.buf = appendValue(w.buf, v) }

// value writes a masked value. One that is no JSON, or longer than limit, is
// written as null and counts as cut.
func (w *recordWriter) value(name string, v any, limit int) {
	w.key(name)
	if !w.masked(name, v, limit) {
		w.buf = append(w.buf, "null"...)
		w.cut = append(w.cut, name)
	}
}

// masked appends the masked value of a member if it is JSON and no longer than
// limit.
func (w *recordWriter) masked(name string, v any, limit int) bool {
	v, err := plain(v)
	if err != nil {
		return false
	}
	if name == answersName {
		v = maskedAnswers(v)
	} else {
		v, _ = redact.Member(name, v)
	}
	start := len(w.buf)
	if w.buf = appendValue(w.buf, v); len(w.buf)-start > limit {
		w.buf = w.buf[:start]
		return false
	}
	return true
}

// answersName is the member whose own members are named after questions.
const answersName = "answers"

// maskedAnswers masks the answers to questions, each by itself: a question called
// secrets is about them, and its answer is none, unless it is a text.
func maskedAnswers(v any) any {
	answers, ok := v.(map[string]any)
	if !ok {
		v, _ = redact.Member(answersName, v)
		return v
	}
	masked := make(map[string]any, len(answers))
	for question, answer := range answers {
		name := answersName
		if _, isText := answer.(string); isText {
			name = question
		}
		masked[redact.Text(question)], _ = redact.Member(name, answer)
	}
	return masked
}

// writeList writes as many of the items as fit into MaxEvidenceBytes.
func writeList[T any](w *recordWriter, name string, items []T) {
	w.key(name)
	w.buf = append(w.buf, '[')
	start := len(w.buf)
	for i, item := range items {
		end := len(w.buf)
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if !w.masked(name, item, MaxEvidenceBytes-(len(w.buf)-start)) {
			w.buf = w.buf[:end]
			w.cut = append(w.cut, name)
			break
		}
	}
	w.buf = append(w.buf, ']')
}

// numbers writes a map of numbers; one that is not finite is null.
func (w *recordWriter) numbers(name string, m map[string]float64) {
	object := make(map[string]any, len(m))
	for k, v := range m {
		object[redact.Text(k)] = v
	}
	w.key(name)
	start := len(w.buf)
	if w.buf = appendValue(w.buf, object); len(w.buf)-start > MaxEvidenceBytes {
		w.buf = append(w.buf[:start], "{}"...)
		w.cut = append(w.cut, name)
	}
}

// finish returns the record without its seal and closing brace.
func (w *recordWriter) finish() []byte {
	if len(w.cut) > 0 {
		w.key("cut")
		w.buf = append(w.buf, '[')
		for i, name := range w.cut {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			w.buf = appendText(w.buf, name)
		}
		w.buf = append(w.buf, ']')
	}
	return w.buf
}
