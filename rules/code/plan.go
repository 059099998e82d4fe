package code

import (
	"sync"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// plan is the rules that are about one file. It is not changed after it is made.
type plan struct {
	patterns []*patternRule
	imports  []*importRule
	semantic []*semanticRule
	trees    []compiled
	unread   []*treeRule // rules whose language no engine reads
	broken   bool        // the rules could not be read: any may be about the file
}

// maxPlans bounds the files whose plans are remembered. At the limit all are
// forgotten; a plan is made anew in microseconds.
const maxPlans = 4_096

// plans remembers the plans of files; a nil plan is that of a file which no rule
// is about.
type plans struct {
	mu   sync.RWMutex
	made map[string]*plan
}

// plan returns the rules about a file, nil if there are none.
func (s *state) plan(path string) *plan {
	s.plans.mu.RLock()
	made, known := s.plans.made[path]
	s.plans.mu.RUnlock()
	if known {
		return made
	}
	made = s.newPlan(path)
	s.plans.mu.Lock()
	defer s.plans.mu.Unlock()
	if s.plans.made == nil || len(s.plans.made) >= maxPlans {
		s.plans.made = map[string]*plan{}
	}
	s.plans.made[path] = made
	return made
}

func (s *state) newPlan(path string) *plan {
	if s.mode == ModeOff {
		return nil
	}
	if s.broken != nil && !s.keeps {
		return &plan{broken: true}
	}
	p := &plan{}
	p.patterns = running(s.patterns, path)
	if syntaxOf(path) != 0 {
		p.imports = running(s.imports, path)
	}
	p.semantic = running(s.semantic, path)
	s.planTrees(p, path)
	if len(p.patterns)+len(p.imports)+len(p.semantic)+len(p.trees)+len(p.unread) == 0 {
		return nil
	}
	return p
}

// running are the rules about a file.
func running[R interface{ runs(string) bool }](rules []R, path string) []R {
	var list []R
	for _, r := range rules {
		if r.runs(path) {
			list = append(list, r)
		}
	}
	return list
}

// planTrees finds the rules of tier 1 in the language of the file.
func (s *state) planTrees(p *plan, path string) {
	language, known := astrule.LanguageOf(path)
	if !known {
		return
	}
	var list []*treeRule
	for _, r := range running(s.trees, path) {
		switch {
		case r.tree.Language != language.Name:
		case r.engine == nil:
			p.unread = append(p.unread, r)
		default:
			list = append(list, r)
		}
	}
	for _, group := range byEngine(list) {
		p.trees = append(p.trees, group.compile())
	}
}
