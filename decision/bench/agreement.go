package bench

import (
	"cmp"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// maxDisagreements bounds the disagreements that are listed one by one.
const maxDisagreements = 1000

// Agreement holds what a supervisor decided against what people decided about
// the same calls: what to know before it is let to decide.
type Agreement struct {
	// RefusedApproved is, of the calls that a person refused, how many would have
	// been approved: the figure to look at first.
	RefusedApproved Rate `json:"refused_approved"`
	// ApprovedDenied is, of the calls that a person approved, how many would have
	// been denied.
	ApprovedDenied Rate `json:"approved_denied"`
	// Agreed is, of the calls that would have been approved or denied, how many
	// as the person did.
	Agreed Rate `json:"agreed"`
	// Lifted is, of all calls that a person settled, how many would have been
	// settled as the person did: the load that would be gone.
	Lifted Rate `json:"lifted"`
	// Left is, of all of them, how many would be left to a person all the same.
	Left Rate `json:"left"`
	// LeftApproved is, of those, how many the person then approved.
	LeftApproved Rate `json:"left_approved"`

	// Observed counts the calls that were decided in observe mode. Of the others,
	// people saw only what was not settled for them: they say nothing about
	// what was.
	Observed int `json:"observed"`
	Enforced int `json:"enforced"`

	// Disagreements are what would have been approved that a person refused, then
	// what would have been denied that a person approved, the newest first of
	// each; at most a thousand.
	Disagreements []Disagreement `json:"disagreements"`
	More          int            `json:"more_disagreements"` // that are not listed

	Rules     []RuleAgreement `json:"rules"`     // those with the most calls first
	Questions []QuestionLoad  `json:"questions"` // those that left the most calls first
	Journal   JournalCounts   `json:"journal"`
}

// Disagreement is a call on which a person decided otherwise.
type Disagreement struct {
	ID      string          `json:"approval_id"`
	Agent   string          `json:"agent_id"`
	Tool    string          `json:"tool"`
	Decided decision.Action `json:"decided"`
	Person  decision.Action `json:"person"`
	By      string          `json:"resolved_by"`
	At      time.Time       `json:"resolved_at,omitzero"`
	Rule    string          `json:"rule_matched"`
	Why     string          `json:"reasoning"`
}

// RuleAgreement is the part of one rule, or of one provider's label. What
// nobody decided is under [DeciderNobody].
type RuleAgreement struct {
	Rule            string `json:"rule"`
	Calls           int    `json:"calls"`
	RefusedApproved int    `json:"refused_approved"`
	ApprovedDenied  int    `json:"approved_denied"`
	Agreed          Rate   `json:"agreed"`        // of the calls that it would have settled
	LeftApproved    Rate   `json:"left_approved"` // of the calls that it left
}

// QuestionLoad is the part of one limit in what is left to people.
type QuestionLoad struct {
	Question string `json:"question"`
	Key      string `json:"key"` // of the limit, such as destructive_max
	// Approved is, of the calls that the limit kept from being approved, how many
	// the person then approved.
	Approved Rate `json:"approved"`
	// Alone is the same of the calls that no other limit stopped: those that
	// another limit would approve.
	Alone Rate `json:"alone"`
}

// Agreement sums up the observations.
func (o *Observations) Agreement() Agreement {
	s := agreeing{rules: map[string]*RuleAgreement{}, questions: map[[2]string]*QuestionLoad{}}
	s.Journal = o.Counts
	for i := range o.List {
		s.add(&o.List[i])
	}
	s.finish()
	return s.Agreement
}

// agreeing is the sum while it is made. Of its rates only the counts are set.
type agreeing struct {
	Agreement
	rules     map[string]*RuleAgreement
	questions map[[2]string]*QuestionLoad
}

func (s *agreeing) add(o *Observation) {
	s.Observed += one(o.Observed)
	s.Enforced += one(!o.Observed)
	approved := o.Case.Label == decision.Approve
	settles, agrees := o.Decided != decision.Escalate, o.Decided == o.Case.Label
	refusedApproved, approvedDenied := o.Decided == decision.Approve && !approved, o.Decided == decision.Deny && approved

	s.RefusedApproved.count(refusedApproved, !approved)
	s.ApprovedDenied.count(approvedDenied, approved)
	s.Agreed.count(agrees, settles)
	s.Lifted.count(agrees, true)
	s.Left.count(!settles, true)
	s.LeftApproved.count(approved, !settles)

	rule := s.rule(cmp.Or(o.Rule, DeciderNobody))
	rule.Calls++
	rule.RefusedApproved += one(refusedApproved)
	rule.ApprovedDenied += one(approvedDenied)
	rule.Agreed.count(agrees, settles)
	rule.LeftApproved.count(approved, !settles)

	if refusedApproved || approvedDenied {
		s.Disagreements = append(s.Disagreements, Disagreement{
			ID: o.Case.ID, Agent: o.Case.Call.Agent, Tool: o.Case.Call.Tool, Decided: o.Decided, Person: o.Case.Label,
			By: o.By, At: o.At, Rule: o.Rule, Why: o.Reasoning,
		})
	}
	if !settles {
		s.stopped(o, approved)
	}
}

// stopped counts the limits that kept a call from being approved.
func (s *agreeing) stopped(o *Observation, approved bool) {
	var keys [][2]string
	for _, l := range o.Limits {
		if key := [2]string{l.Question, l.Key}; l.Stopped && !l.Ignored && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		q := s.questions[key]
		if q == nil {
			q = &QuestionLoad{Question: key[0], Key: key[1]}
			s.questions[key] = q
		}
		q.Approved.count(approved, true)
		q.Alone.count(approved, len(keys) == 1)
	}
}

func (s *agreeing) rule(name string) *RuleAgreement {
	if s.rules[name] == nil {
		s.rules[name] = &RuleAgreement{Rule: name}
	}
	return s.rules[name]
}

// count adds one to the total, and one to the count where it is one of them.
func (r *Rate) count(is, among bool) {
	r.Of += one(among)
	r.Count += one(is && among)
}

// finish sorts and bounds the lists, and makes rates of the counts.
func (s *agreeing) finish() {
	s.Disagreements = append([]Disagreement{}, s.Disagreements...)
	slices.SortStableFunc(s.Disagreements, func(a, b Disagreement) int {
		return cmp.Or(cmp.Compare(one(a.Decided != decision.Approve), one(b.Decided != decision.Approve)), b.At.Compare(a.At))
	})
	s.More = max(0, len(s.Disagreements)-maxDisagreements)
	s.Disagreements = s.Disagreements[:len(s.Disagreements)-s.More]
	rates := []*Rate{&s.RefusedApproved, &s.ApprovedDenied, &s.Agreed, &s.Lifted, &s.Left, &s.LeftApproved}
	s.Rules = largest(s.rules, func(a, b *RuleAgreement) int {
		return cmp.Or(b.Calls-a.Calls, cmp.Compare(a.Rule, b.Rule))
	})
	for i := range s.Rules {
		rates = append(rates, &s.Rules[i].Agreed, &s.Rules[i].LeftApproved)
	}
	s.Questions = largest(s.questions, func(a, b *QuestionLoad) int {
		return cmp.Or(b.Approved.Of-a.Approved.Of, cmp.Compare(a.Question, b.Question), cmp.Compare(a.Key, b.Key))
	})
	for i := range s.Questions {
		rates = append(rates, &s.Questions[i].Approved, &s.Questions[i].Alone)
	}
	for _, r := range rates {
		*r = NewRate(r.Count, r.Of)
	}
}

// largest returns the first maxGroups in order, never nil.
func largest[K comparable, V any](all map[K]*V, order func(a, b *V) int) []V {
	list := make([]*V, 0, len(all))
	for _, v := range all {
		list = append(list, v)
	}
	slices.SortFunc(list, order)
	out := make([]V, 0, min(len(list), maxGroups))
	for _, v := range list[:min(len(list), maxGroups)] {
		out = append(out, *v)
	}
	return out
}
