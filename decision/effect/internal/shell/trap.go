package shell

// trapped is a text that runs at a signal, or when its shell ends.
type trapped struct {
	text          []word
	place         place
	moves         int
	away, segment string
}

// trap reads such a text where it is set, and again when all is read: what it
// uses may have changed.
func (r *run) trap(words []word, _ Data) Data {
	args := words[1:]
	if len(args) > 0 && args[0].certain() && args[0].Text == "--" {
		args = args[1:]
	}
	if len(args) < 2 || args[0].certain() && (args[0].Text == "-" || args[0].Text == "" || args[0].Text == "-p" || args[0].Text == "-l") {
		return Data{}
	}
	t := trapped{text: args[:1], place: r.place, moves: r.moves, away: r.away, segment: r.segment}
	if len(r.traps) < maxValues {
		r.traps = append(r.traps, t)
	} else {
		r.gap("more traps than are looked at")
	}
	r.spring(t)
	return Data{}
}

// spring reads the text of a trap, with the parameters of nobody knows whom.
func (r *run) spring(t trapped) {
	r.maybe(func() {
		r.inside(func() Data {
			r.args, r.argsSure = nil, false
			return r.runText(t.text, unknown)
		})
	})
}

// springAll reads the texts of all traps again in the state at the end.
func (r *run) springAll() {
	for _, t := range r.traps {
		r.place, r.away, r.segment = t.place, t.away, t.segment
		if r.moves != t.moves {
			r.dirs = []string{NoDir}
		}
		r.by = "trap"
		r.spring(t)
	}
}
