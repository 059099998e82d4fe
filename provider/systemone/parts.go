package systemone

import "strconv"

// parts are the members of a state, each as JSON, so that their sizes are known
// before they are put together.
type parts struct {
	head, dirs, rule, params []byte
	flag                     bool
	recent, grants           [][]byte
}

// join writes the state with the reference's keys.
func (p *parts) join() []byte {
	var w writer
	w.Grow(p.size())
	w.raw("{")
	w.Write(p.head)
	w.raw(`,"params":`)
	w.Write(p.params)
	w.raw(`,"project_dirs":`)
	w.Write(p.dirs)
	w.raw(`,"policy_rule":`)
	w.Write(p.rule)
	w.raw(`,"injection_risk_flagged_by_mesh":` + strconv.FormatBool(p.flag))
	w.raw(`,"recent_activity":`)
	w.list(p.recent)
	w.raw(`,"active_grants":`)
	w.list(p.grants)
	w.raw("}")
	return w.Bytes()
}

func (w *writer) list(elements [][]byte) {
	w.raw("[")
	for i, e := range elements {
		if i > 0 {
			w.raw(",")
		}
		w.Write(e)
	}
	w.raw("]")
}

// keysBytes is what the keys of a state take, with brackets and the flag.
const keysBytes = 160

// size is at least the length of the state.
func (p *parts) size() int {
	n := keysBytes + len(p.head) + len(p.dirs) + len(p.rule) + len(p.params)
	for _, list := range [][][]byte{p.recent, p.grants} {
		for _, e := range list {
			n += len(e) + len(",")
		}
	}
	return n
}

// fit cuts until the state takes at most room bytes, and reports whether it cut
// the parameters, which are given once more as a value.
func (p *parts) fit(room int, params any) (cut bool) {
	for p.size() > room && len(p.recent) > 0 {
		p.recent = p.recent[:len(p.recent)-1]
	}
	for p.size() > room && len(p.grants) > 0 {
		p.grants = p.grants[:len(p.grants)-1]
	}
	if left := room - p.size() + len(p.params); len(p.params) > left {
		p.params, cut = fit(params, MaxTextBytes, left)
	}
	return cut
}
