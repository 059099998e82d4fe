package question

import (
	"slices"
	"strconv"
	"sync"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Pack is a list of questions with a name, usually one YAML file.
type Pack struct {
	Name string
	File string // where it was read from; empty: not from a file
	// AppliesTo are patterns "agent:<glob>" and "tool:<glob>"; one that matches
	// is enough. Empty: every call. A glob is held against the whole name,
	// case-sensitive: * any run of characters, ? one, [..] one of several,
	// [!..] one of all others.
	AppliesTo []string
	Questions []Question

	source *yamlpos.Document // places faults; nil: not from a file
}

// clone shares nothing that a program could change.
func (p Pack) clone() Pack {
	p.AppliesTo = slices.Clone(p.AppliesTo)
	p.Questions = slices.Clone(p.Questions)
	for i := range p.Questions {
		q := &p.Questions[i]
		q.Criteria = slices.Clone(q.Criteria)
		q.Threshold = cloneNumber(q.Threshold)
		if q.IgnoreWhen != nil {
			q.IgnoreWhen = &IgnoreWhen{q.IgnoreWhen.Question, q.IgnoreWhen.Option, cloneNumber(q.IgnoreWhen.Min)}
		}
		q.Pack = p.Name
	}
	return p
}

func cloneNumber(n *float64) *float64 {
	if n == nil {
		return nil
	}
	return new(*n)
}

// Set is an ordered set of questions from one or more packs. It is immutable
// and safe for concurrent use; the zero Set is empty.
type Set struct{ of *set }

// set is what a Set holds.
type set struct {
	given     []compiledPack // all packs
	packs     []string       // the names of those that have a question to ask
	questions []Question     // those that are asked
	byID      map[string]int

	fingerprint func() string

	mu      sync.Mutex
	subsets map[string]Set // by which packs apply
}

// compiledPack is a pack with its patterns compiled.
type compiledPack struct {
	Pack
	patterns []pattern
	base     bool     // yields to packs that define the same ids
	defines  []string // the ids of its questions, and of those that Only took
}

func (p *compiledPack) applies(agent, tool string) bool {
	if len(p.patterns) == 0 {
		return true
	}
	return slices.ContainsFunc(p.patterns, func(one pattern) bool { return one.match(agent, tool) })
}

// MaxPacks bounds the packs of a set.
const MaxPacks = 256

// NewSet puts packs together as they are; it adds nothing. The error is an
// [*Error] with all faults at once: those of single packs, an id in two packs,
// two scope questions, ignore_when without its question or option, and packs
// that hold no question. The set shares no memory with the packs.
//
// A set that judges calls must also pass [Set.CheckJudging].
func NewSet(packs ...Pack) (Set, error) { return newSet(nil, packs) }

func newSet(base *Pack, packs []Pack) (Set, error) {
	all := make([]compiledPack, 0, len(packs)+1)
	if base != nil {
		all = append(all, compiledPack{Pack: base.clone(), base: true})
	}
	for _, p := range packs {
		all = append(all, compiledPack{Pack: p.clone()})
	}
	if err := checkPacks(all); err != nil {
		return Set{}, err
	}
	for i := range all {
		p := &all[i]
		for _, text := range p.AppliesTo {
			compiled, err := compilePattern(text)
			if err != nil {
				return Set{}, err // checked above
			}
			p.patterns = append(p.patterns, compiled)
		}
		for _, q := range p.Questions {
			p.defines = append(p.defines, q.ID)
		}
	}
	return assemble(all), nil
}

// assemble makes the set of packs that are known to fit together.
func assemble(packs []compiledPack) Set {
	s := &set{given: packs, packs: []string{}, byID: map[string]int{}, subsets: map[string]Set{}}
	replaced := map[string]bool{}
	for _, p := range packs {
		for _, id := range p.defines {
			replaced[id] = replaced[id] || !p.base
		}
	}
	for _, p := range packs {
		before := len(s.questions)
		for _, q := range p.Questions {
			if p.base && replaced[q.ID] {
				continue
			}
			s.byID[q.ID] = len(s.questions)
			s.questions = append(s.questions, q)
		}
		if len(s.questions) > before {
			s.packs = append(s.packs, p.Name)
		}
	}
	s.fingerprint = sync.OnceValue(func() string { return fingerprint(s.questions) })
	return Set{of: s}
}

// maxSubsets bounds the subsets that a set remembers. Further ones are made
// anew each time, which costs a few microseconds.
const maxSubsets = 256

// For returns the set that a call of an agent is asked: the questions of every
// pack that applies to it, in order. It is empty if no pack does. A pack
// replaces a question of the base pack only where it applies.
func (s Set) For(agent, tool string) Set {
	if s.of == nil {
		return s
	}
	applying := make([]byte, len(s.of.given))
	for i := range s.of.given {
		if s.of.given[i].applies(agent, tool) {
			applying[i] = 1
		}
	}
	if !slices.Contains(applying, 0) {
		return s
	}
	return s.of.subset(applying)
}

// subset returns the set of the packs that are marked with 1.
func (s *set) subset(applying []byte) Set {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made, ok := s.subsets[string(applying)]; ok {
		return made
	}
	var packs []compiledPack
	for i, p := range s.given {
		if applying[i] == 1 {
			packs = append(packs, p)
		}
	}
	made := assemble(packs)
	if len(s.subsets) < maxSubsets {
		s.subsets[string(applying)] = made
	}
	return made
}

// Questions returns the questions in order. The caller must not change what
// they point to.
func (s Set) Questions() []Question {
	if s.of == nil {
		return nil
	}
	return slices.Clone(s.of.questions)
}

// Lookup returns the question with an id.
func (s Set) Lookup(id string) (Question, bool) {
	if s.of == nil {
		return Question{}, false
	}
	i, ok := s.of.byID[id]
	if !ok {
		return Question{}, false
	}
	return s.of.questions[i], true
}

// Len returns how many questions there are.
func (s Set) Len() int {
	if s.of == nil {
		return 0
	}
	return len(s.of.questions)
}

// Packs returns the names of the packs whose questions are asked, in order.
func (s Set) Packs() []string {
	if s.of == nil {
		return []string{}
	}
	return slices.Clone(s.of.packs)
}

// Fingerprint identifies the wording of the questions, whatever their order,
// group and limits: 12 hexadecimal digits, the same as the reference computes.
func (s Set) Fingerprint() string {
	if s.of == nil {
		return fingerprint(nil)
	}
	return s.of.fingerprint()
}

func levelKey(i int) string { return strconv.Itoa(i) }

func levelPath(id string, i int) string {
	return questionPath(id, "criteria") + "[" + levelKey(i) + "]"
}
