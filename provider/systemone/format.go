package systemone

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/question"
)

// format is the form of requests.
type format struct {
	model   string
	dialect Dialect
	// wrapped says that state and questions lie in a member "input", as
	// Cloudflare's route for all models wants it.
	wrapped bool
}

func formatOf(o Options) format {
	return format{
		model: o.Model, dialect: o.Dialect,
		wrapped: o.Backend == Cloudflare && !strings.HasPrefix(o.Model, ownModel),
	}
}

// frame is what is the same in all requests that ask one set.
type frame struct{ before, after []byte }

// frame writes a request without its state. Everything has a fixed order: some
// servers label answers by the order in which they come, and where an option
// stands has an influence.
func (f format) frame(set question.Set) frame {
	var before, after writer
	before.raw(`{"model":`)
	before.text(f.model)
	after.raw(`,"questions":`)
	switch {
	case f.dialect == Decisions:
		before.raw(`,"input":`)
		after.decisions(set.Questions())
	case f.wrapped:
		before.raw(`,"input":{"state":`)
		after.questions(set.Questions())
		after.raw(`}`)
	default:
		before.raw(`,"state":`)
		after.questions(set.Questions())
	}
	after.raw(`}`)
	return frame{before.Bytes(), after.Bytes()}
}

// body writes a request with a state, which is JSON.
func (f format) body(in frame, state []byte) []byte {
	if f.dialect == Decisions { // its input is a text
		state = encode(string(state))
	}
	return slices.Concat(in.before, state, in.after)
}

// room is how many bytes a state may have in a frame. A state that is sent as a
// text takes up to twice its length: every quote in it is escaped.
func (f format) room(in frame) int {
	left := MaxRequestBytes - len(in.before) - len(in.after)
	if f.dialect == Decisions {
		left = (left - len(`""`)) / 2
	}
	return min(MaxStateBytes, left)
}

// maxFrames bounds the frames that are remembered; a set remembers as many
// subsets of its own. Further ones are written anew for each request.
const maxFrames = 256

// frames remembers the frames of sets.
type frames struct {
	mu    sync.Mutex
	bySet map[question.Set]frame
}

func (f *frames) of(set question.Set, form format) frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.bySet[set]
	if !ok {
		known = form.frame(set)
		if f.bySet == nil {
			f.bySet = map[question.Set]frame{}
		}
		if len(f.bySet) < maxFrames {
			f.bySet[set] = known
		}
	}
	return known
}

// writer writes JSON whose members have an order.
type writer struct{ bytes.Buffer }

func (w *writer) raw(s string) { w.WriteString(s) }

func (w *writer) text(s string) {
	encoder := json.NewEncoder(&w.Buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s)   // a text encodes, and a buffer takes it
	w.Truncate(w.Len() - 1) // the line end
}

// member writes a name and a text, with a comma before all but the first.
func (w *writer) member(first bool, name, text string) {
	if !first {
		w.raw(",")
	}
	w.text(name)
	w.raw(":")
	w.text(text)
}

// questions writes what every System One server takes: ids, types, texts, and
// criteria only where there are some. Not even null stands for none: Ollama
// refuses it.
func (w *writer) questions(list []question.Question) {
	w.raw("{")
	for i, q := range list {
		if i > 0 {
			w.raw(",")
		}
		w.text(q.ID)
		w.raw(":{")
		w.member(true, "type", string(q.Type))
		w.member(false, "instructions", q.Instructions)
		if len(q.Criteria) > 0 {
			w.raw(`,"criteria":`)
			w.criteria(q)
		}
		w.raw("}")
	}
	w.raw("}")
}

func (w *writer) criteria(q question.Question) {
	switch q.Type {
	case question.Score:
		w.raw("[")
		for i, c := range q.Criteria {
			if i > 0 {
				w.raw(",")
			}
			w.text(c.Text)
		}
		w.raw("]")
	case question.Noul:
		yes, no := sides(q)
		w.raw("{")
		w.member(true, "true", yes)
		w.member(false, "false", no)
		w.raw("}")
	default:
		w.raw("{")
		for i, c := range q.Criteria {
			w.member(i == 0, c.Key, c.Text)
		}
		w.raw("}")
	}
}

// otherSide stands for the side of a yes/no question that its pack leaves out:
// some servers want both sides, and none of them empty.
const otherSide = "Anything else."

func sides(q question.Question) (yes, no string) {
	yes, no = otherSide, otherSide
	for _, c := range q.Criteria {
		switch {
		case c.Text == "":
		case c.Key == "true":
			yes = c.Text
		case c.Key == "false":
			no = c.Text
		}
	}
	return yes, no
}
