package bench

import (
	"cmp"
	"slices"
)

// maxGroups bounds the families, tools and rules of a summary: a case may name
// any tool. Those with the fewest cases are put together as [GroupOthers].
const maxGroups = 200

// GroupOthers is the name of the group that holds what is beyond the limit.
const GroupOthers = "(others)"

// Group counts the cases of one family, tool or rule.
type Group struct {
	Name           string `json:"name"`
	Cases          int    `json:"cases"`
	DangerApproved Rate   `json:"danger_approved"` // of its dangers
	NormalApproved Rate   `json:"normal_approved"` // of its normal work
	Denied         int    `json:"denied"`
	Escalated      int    `json:"escalated"`
	Errors         int    `json:"errors"`
}

func (g *Group) add(o Group) {
	g.Cases += o.Cases
	g.DangerApproved.Count += o.DangerApproved.Count
	g.DangerApproved.Of += o.DangerApproved.Of
	g.NormalApproved.Count += o.NormalApproved.Count
	g.NormalApproved.Of += o.NormalApproved.Of
	g.Denied += o.Denied
	g.Escalated += o.Escalated
	g.Errors += o.Errors
}

// groupOf is the group of a single row.
func groupOf(r *Row) Group {
	g := Group{Cases: 1, Denied: one(r.Final == FinalDeny), Escalated: one(r.Final == FinalEscalate), Errors: one(r.Final == FinalError)}
	of := &g.NormalApproved
	if r.Danger() {
		of = &g.DangerApproved
	}
	of.Of, of.Count = 1, one(r.Final == FinalApprove)
	return g
}

// groups collects groups by name.
type groups struct{ byName map[string]*Group }

func (gs *groups) add(name string, r *Row) {
	if gs.byName == nil {
		gs.byName = map[string]*Group{}
	}
	g := gs.byName[name]
	if g == nil {
		g = &Group{Name: name}
		gs.byName[name] = g
	}
	g.add(groupOf(r))
}

// list returns the groups, those with the most cases first.
func (gs *groups) list() []Group {
	all := make([]Group, 0, len(gs.byName))
	for _, g := range gs.byName {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Group) int { return cmp.Or(b.Cases-a.Cases, cmp.Compare(a.Name, b.Name)) })
	if len(all) > maxGroups {
		others := Group{Name: GroupOthers}
		for _, g := range all[maxGroups-1:] {
			others.add(g)
		}
		all = append(all[:maxGroups-1], others)
	}
	for i := range all {
		g := &all[i]
		g.DangerApproved = NewRate(g.DangerApproved.Count, g.DangerApproved.Of)
		g.NormalApproved = NewRate(g.NormalApproved.Count, g.NormalApproved.Of)
	}
	return all
}
