package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// WriteJSON writes the agreement as indented JSON.
func (a Agreement) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(a)
}

// WriteText writes the agreement for a terminal, at most 100 columns wide. The
// first line is what would have been approved that a person refused. Nothing
// that a call says can steer the terminal.
func (a Agreement) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, line := range []struct {
		name string
		rate Rate
	}{
		{"refused by people, would be approved", a.RefusedApproved},
		{"approved by people, would be denied", a.ApprovedDenied},
		{"of what it would settle, agreed", a.Agreed},
		{"load lifted, of all", a.Lifted},
		{"left to people, of all", a.Left},
		{"of what it left, approved", a.LeftApproved},
	} {
		fmt.Fprintf(&b, "%-38s%s\n", line.name, line.rate)
	}
	for _, line := range a.basis() {
		b.WriteString(fit(line) + "\n")
	}
	for _, t := range []table{a.disagreementTable(), a.ruleTable(), a.questionTable()} {
		t.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// basis says what the figures rest on, and what is not in them.
func (a Agreement) basis() []string {
	j := a.Journal
	lines := []string{fmt.Sprintf("from %s decisions of a queue, %s of them settled by people: %s observed, %s enforced",
		grouped(j.Decisions), grouped(j.People), grouped(a.Observed), grouped(a.Enforced))}
	if a.Enforced > 0 {
		lines = append(lines, "of what was enforced, people saw only what was not settled for them")
	}
	rest := slices.DeleteFunc([]string{
		counted(j.Ours, "settled by the supervisor"), counted(j.TimedOut, "timed out"), counted(j.Waiting, "waiting"),
		counted(j.Forgotten, "forgotten"), counted(j.Mismatched, "of another call"), counted(j.Dropped, "dropped"),
		counted(j.NotReplayable, "of the people's not replayable"), counted(j.Unreadable, "records unreadable"),
	}, func(s string) bool { return s == "" })
	if len(rest) > 0 {
		lines = append(lines, "besides: "+strings.Join(rest, ", "))
	}
	for _, kind := range slices.Sorted(maps.Keys(j.Others)) {
		lines = append(lines, fmt.Sprintf("%s settled by somebody who is not known to be a person: %s", grouped(j.Others[kind]), kind))
	}
	return lines
}

func (a Agreement) disagreementTable() table {
	t := table{title: "disagreements", rows: [][]string{{"call", "<tool", "<it", "<the person", "<rule", "<why"}}}
	listed := a.Disagreements[:min(len(a.Disagreements), maxTextFindings)]
	for _, d := range listed {
		t.add(shown(d.ID), shown(d.Tool), d.Decided.String(), d.Person.String(), shown(d.Rule), oneline.Clean(d.Why, maxWhyBytes))
	}
	t.more = len(a.Disagreements) - len(listed) + a.More
	return t
}

func (a Agreement) ruleTable() table {
	t := table{title: "by rule", rows: [][]string{{"rule", "calls", "refused, approved", "approved, denied", "agreed", "95 %", "left, approved", "95 %"}}}
	listed := a.Rules[:min(len(a.Rules), maxTextGroups)]
	for _, r := range listed {
		t.add(shown(r.Rule), grouped(r.Calls), grouped(r.RefusedApproved), grouped(r.ApprovedDenied),
			of(r.Agreed), interval(r.Agreed), of(r.LeftApproved), interval(r.LeftApproved))
	}
	t.more = len(a.Rules) - len(listed)
	return t
}

func (a Agreement) questionTable() table {
	t := table{title: "by limit: left because of it and approved by a person; because of it alone",
		rows: [][]string{{"question", "<limit", "approved", "95 %", "alone", "95 %"}}}
	listed := a.Questions[:min(len(a.Questions), maxTextGroups)]
	for _, q := range listed {
		t.add(shown(q.Question), shown(q.Key), of(q.Approved), interval(q.Approved), of(q.Alone), interval(q.Alone))
	}
	t.more = len(a.Questions) - len(listed)
	return t
}
