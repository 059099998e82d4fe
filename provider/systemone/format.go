package systemone

import (
	"bytes"
	"encoding/json"
	"strings"

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

// body writes a request. State is JSON; nil stands for nothing, to measure the
// rest. Everything is written in a fixed order: some servers label answers by
// the order in which they come, and where an option stands has an influence.
func (p *Provider) body(set question.Set, state []byte) []byte {
	var w writer
	w.raw(`{"model":`)
	w.text(p.format.model)
	switch {
	case p.format.dialect == Decisions:
		w.raw(`,"input":`)
		w.text(string(state))
		w.raw(`,"questions":`)
		w.decisions(set.Questions())
	case p.format.wrapped:
		w.raw(`,"input":{"state":`)
		w.Write(state)
		w.raw(`,"questions":`)
		w.questions(set.Questions())
		w.raw(`}`)
	default:
		w.raw(`,"state":`)
		w.Write(state)
		w.raw(`,"questions":`)
		w.questions(set.Questions())
	}
	w.raw(`}`)
	return w.Bytes()
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
