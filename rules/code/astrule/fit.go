package astrule

// outcome is what comes of holding a node of a pattern against one of the code.
type outcome uint8

const (
	neither     outcome = iota // they differ
	both                       // they fit
	skipPattern                // they differ, and the pattern's may be left out
	skipCode                   // they differ, and the code's may be passed over
	skipBoth
)

// fit holds p against node i.
func (s *search) fit(p *patternNode, i int32, level strictness) outcome {
	if !s.spend(1) {
		return neither
	}
	switch {
	case p.isVariable():
		if s.fitVariable(p.variable, i) {
			return both
		}
		return neither
	case p.leaf:
		return s.fitLeaf(p, i, level)
	case level != template && !p.fits(s.tree.nodes[i].Kind):
		return neither
	case s.fitChildren(p.children, s.tree.first(i), level):
		return both
	}
	return neither
}

func (s *search) fitVariable(v variable, i int32) bool {
	switch {
	case v.isRun():
		// Where a run is expected its parent takes care of it; here it has
		// come after punctuation that was left out, and takes one node.
	case !v.unnamed && !s.tree.is(i, Named):
		return false
	}
	return !v.binds() || s.bind(v, stretch{i, i})
}

func (s *search) fitLeaf(p *patternNode, i int32, level strictness) outcome {
	n := &s.tree.nodes[i]
	sameKind := p.fits(n.Kind)
	// The text of punctuation is its kind, and grammars err in where it ends.
	if sameKind && !p.named || (sameKind || level == template) && s.sameText(p, i) {
		return both
	}
	if level.skipsExtra() && n.Flags&Extra != 0 {
		return skipCode
	}
	if sameKind && level == signature {
		return both
	}
	leaveOut := level.skipsPunctuation() && !p.named
	switch passOver := level != cst && n.Flags&Named == 0; {
	case leaveOut && passOver:
		return skipBoth
	case leaveOut:
		return skipPattern
	case passOver:
		return skipCode
	}
	return neither
}

func (s *search) sameText(p *patternNode, i int32) bool {
	text := s.tree.text(i)
	return len(text) == len(p.text) && s.spend(1+len(text)/64) && string(text) == p.text
}

// lists walks the children of a pattern and those of a node side by side.
type lists struct {
	pattern []patternNode // what is left of it
	code    int32         // none at the end
}

// fitChildren holds the children of a pattern node against siblings that
// begin with first.
func (s *search) fitChildren(pattern []patternNode, first int32, level strictness) bool {
	if first == none {
		return false
	}
	at := lists{pattern, first}
	for {
		if len(at.pattern) == 0 {
			return true // a pattern node whose children were all missing
		}
		if at.pattern[0].variable.isRun() {
			fits, ended, another := s.fitRun(&at, level)
			switch {
			case !fits:
				return false
			case ended:
				return true
			case another:
				continue
			}
		}
		if !s.fitOne(&at, level) {
			return false
		}
		if len(at.pattern) > 0 {
			at.pattern = at.pattern[1:]
			if at.code != none {
				at.code = s.tree.next(at.code)
			}
		}
		switch {
		case len(at.pattern) == 0:
			return s.fitTrailing(at.code, level)
		case at.code == none:
			return false
		}
	}
}

// fitTrailing reports whether the code may go on behind the pattern's end.
func (s *search) fitTrailing(code int32, level strictness) bool {
	if level == smart {
		return true
	}
	for ; code != none; code = s.tree.next(code) {
		if !s.spend(1) || !level.skipsTrailing(s.tree.nodes[code].Flags) {
			return false
		}
	}
	return true
}

// fitOne fits the next node of the pattern, after what may be skipped.
func (s *search) fitOne(at *lists, level strictness) bool {
	for {
		if at.code == none {
			for len(at.pattern) > 0 {
				if !level.skipsRest(&at.pattern[0]) {
					return false
				}
				at.pattern = at.pattern[1:]
			}
			return true
		}
		p := &at.pattern[0]
		got := skipCode
		if !p.isVariable() || !level.skipsExtra() || !s.tree.is(at.code, Extra) {
			got = s.fit(p, at.code, level)
		}
		switch got {
		case both:
			return true
		case neither:
			return false
		}
		if got != skipPattern {
			at.code = s.tree.next(at.code)
		}
		if got != skipCode {
			if at.pattern = at.pattern[1:]; len(at.pattern) == 0 {
				return true
			}
		}
	}
}

// fitRun fits a variable for a run of nodes: as many as stand before the next
// node of the pattern, or all if there is none. ended reports that nothing is
// left to compare, another that the next node of the pattern is a run again.
func (s *search) fitRun(at *lists, level strictness) (fits, ended, another bool) {
	v := at.pattern[0].variable
	at.pattern = at.pattern[1:]
	// Punctuation behind the variable is that between the nodes of the run.
	behind := 0
	for len(at.pattern) > 0 && at.pattern[0].isPunctuation() {
		at.pattern = at.pattern[1:]
		behind++
	}
	taken := taking{first: none, last: none}
	if len(at.pattern) == 0 {
		for ; at.code != none; at.code = s.tree.next(at.code) {
			taken.add(at.code)
		}
		return s.spend(taken.count) && s.bindRun(v, taken, behind), true, false
	}
	if at.pattern[0].variable.isRun() {
		taken.add(at.code)
		if at.code = s.tree.next(at.code); at.code == none {
			return false, false, false
		}
		return s.bindRun(v, taken, behind), false, true
	}
	for !s.probe(&at.pattern[0], at.code, level) {
		taken.add(at.code)
		if at.code = s.tree.next(at.code); at.code == none {
			return false, false, false
		}
	}
	return s.bindRun(v, taken, behind), false, false
}

// probe reports whether p fits node i, and leaves no binding.
func (s *search) probe(p *patternNode, i int32, level strictness) bool {
	mark := s.env.mark()
	got := s.fit(p, i, level)
	s.env.undo(mark)
	return got == both
}

// taking is the run of nodes that a variable has taken so far.
type taking struct {
	first, last int32
	count       int
}

func (t *taking) add(i int32) {
	if t.count++; t.count == 1 {
		t.first = i
	}
	t.last = i
}

// bindRun binds what a run took, less one node at its end for each piece of
// punctuation that the pattern has behind the variable.
func (s *search) bindRun(v variable, t taking, behind int) bool {
	if !v.binds() {
		return true
	}
	if behind >= t.count {
		return s.bind(v, stretch{none, none})
	}
	for range behind {
		t.last = s.tree.previous(t.last)
	}
	return s.bind(v, stretch{t.first, t.last})
}
