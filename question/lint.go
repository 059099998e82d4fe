package question

import "errors"

// Report is what [Lint] finds.
type Report struct {
	Faults   []Fault       `json:"faults"`   // what keeps the packs from being used
	More     int           `json:"more"`     // how many faults beyond [MaxFaults] there were
	Warnings []Fault       `json:"warnings"` // what works but is doubtful
	Replaced []Replacement `json:"replaced"` // base questions that a pack defines anew
}

// Lint reads packs as [Load] does and tells everything that is wrong or
// doubtful with them, together with the base pack or, without base, on their
// own. Faults between packs are looked for among those that are sound.
func Lint(base bool, paths ...string) Report {
	packs, found := Loader{}.load(paths)
	made := Report{Faults: []Fault{}, Warnings: []Fault{}, Replaced: []Replacement{}}
	combined, err := Combine(base, packs...)
	made.Replaced = append(made.Replaced, combined.Replaced...)
	if err == nil {
		made.Warnings = append(made.Warnings, combined.Warnings...)
	} else {
		made.Warnings = append(made.Warnings, warnings(packs)...)
	}
	// What a set lacks may stand in a file that could not be read.
	var between *Error
	if len(found.Faults) == 0 || errors.As(err, &between) {
		found.addError("", err)
	}
	if len(packs) > 0 { // else it is a fault
		made.Warnings = append(made.Warnings, Loader{}.unmatched(paths)...)
	}
	made.Faults, made.More = append(made.Faults, found.Faults...), found.More
	return made
}

// warnings lists what is doubtful in packs but no fault: what some servers
// refuse, limits that never stop anything, and what has no effect.
func warnings(packs []Pack) []Fault {
	var list []Fault
	names := map[string]bool{}
	for i := range packs {
		p := &packs[i]
		var own []Fault
		warn := func(path, format string, args ...any) { own = append(own, p.fault(path, format, args...)) }
		if names[p.Name] {
			warn("pack", "another pack has the name %s too: records cannot tell them apart", p.Name)
		}
		names[p.Name] = true
		if n := len(p.Questions); n > PortableQuestions {
			warn("questions", "%d questions are more than the %d that every server takes", n, PortableQuestions)
		}
		for j := range p.Questions {
			p.Questions[j].warnings(warn)
		}
		list = append(list, byPlace(own)...)
	}
	return list
}

func (q *Question) warnings(warn report) {
	at := func(key string) string { return questionPath(q.ID, key) }
	n := len(q.Criteria)
	switch {
	case q.Type == Choice && n > PortableOptions:
		warn(at("criteria"), "%d options are more than the %d that every server takes", n, PortableOptions)
	case q.Type == Score && n > PortableLevels:
		warn(at("criteria"), "%d levels are more than the %d that every server takes", n, PortableLevels)
	case q.Type == Noul && n == 1:
		warn(at("criteria"), "gives one side only: some servers want true and false both, or neither")
	case q.Type == Noul && n == 0 && q.Group != Context:
		warn(questionPath(q.ID), "has no criteria: say what counts as true and what as false, or the model draws the line itself")
	}
	for _, c := range q.Criteria {
		if q.Type == Choice && c.Text == "" {
			warn(questionPath(q.ID, "criteria", c.Key), "has no text: some servers refuse an option without one")
		}
	}
	switch {
	case q.Threshold == nil:
	case q.Group == Context:
		warn(at("threshold"), "has no effect on a question of group context; the scope is held against in_scope_min")
	case *q.Threshold == 1:
		warn(at("threshold"), "1 never stops anything: no probability is above it")
	}
}
