package command

import "strings"

// String shows a plan on one line, for tests and people: the acts, the streams,
// and the gaps with their reasons.
func (p Plan) String() string {
	parts := make([]string, 0, len(p.Acts)+len(p.Gaps)+3)
	for _, a := range p.Acts {
		parts = append(parts, a.String())
	}
	if p.Dir != nil {
		parts = append(parts, "dir="+p.Dir.String())
	}
	if p.In != "" {
		parts = append(parts, "<"+string(p.In))
	}
	if p.Out != "" {
		parts = append(parts, ">"+string(p.Out))
	}
	for _, g := range p.Gaps {
		parts = append(parts, "gap["+g.Reason+"]")
	}
	return strings.Join(parts, " ")
}

// String shows an act: "delete(build)", "network:registry", "exec(rm x)".
func (a Act) String() string {
	text := string(a.Do)
	if a.What != "" {
		text += ":" + a.What
	}
	var words []string
	if a.Word.Text != "" || a.Word.Spread {
		words = append(words, a.Word.String())
	}
	for _, w := range append(append([]Word{}, a.Env...), a.Words...) {
		words = append(words, w.String())
	}
	if len(words) > 0 {
		text += "(" + strings.Join(words, " ") + ")"
	}
	if a.Deep {
		text += "+deep"
	}
	return text
}

// String shows a word; "?" is an unknown part.
func (w Word) String() string { return strings.ReplaceAll(w.Text, Unknown, "?") }
