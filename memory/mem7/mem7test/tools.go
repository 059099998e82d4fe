package mem7test

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	nothingFound = "No memories found."
	defaultLimit = 10
)

// use calls a tool. Ok is false for one that failed.
func (m *Memory) use(c call) (text string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := c.Params.Arguments
	switch c.Params.Name {
	case "memory_store":
		return m.store(a)
	case "memory_recall":
		found := m.find(a)
		return listed(found[:min(len(found), limitOf(a))], ""), true
	case "memory_search":
		return m.search(a)
	case "memory_list":
		return m.list(a), true
	case "memory_forget":
		return m.forget(a), true
	}
	return "unknown tool: " + c.Params.Name, false
}

func (m *Memory) store(a arguments) (string, bool) {
	known := slices.ContainsFunc(m.entries, func(e *Entry) bool { return e.Key == a.Key })
	switch {
	case a.Key == "" || a.Value == "":
		return "key and value are required", false
	case !known && len(m.entries) >= m.o.MaxEntries:
		return fmt.Sprintf("memory full: %d entries", len(m.entries)), false
	}
	m.stores++
	done := "updated"
	// A time to live is compared as a number with a text: it is always over.
	if m.put(Entry{Key: a.Key, Value: a.Value, Tags: a.Tags, Agent: a.Agent, hidden: a.TTL > 0}) {
		done = "created"
	}
	return fmt.Sprintf("Memory '%s' %s (%d total entries)", a.Key, done, len(m.entries)), true
}

func limitOf(a arguments) int {
	if a.Limit <= 0 {
		return defaultLimit
	}
	return a.Limit
}

// find returns what has the key, the agent and all of the tags, the latest first.
func (m *Memory) find(a arguments) []*Entry {
	var found []*Entry
	for _, e := range slices.Backward(m.entries) {
		if !e.hidden && (a.Key == "" || e.Key == a.Key) && (a.Agent == "" || e.Agent == a.Agent) && hasAll(e.Tags, a.Tags) {
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(x, y *Entry) int { return y.Updated.Compare(x.Updated) })
	return found
}

func hasAll(tags, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(tag string) bool { return !slices.Contains(tags, tag) })
}

// listed writes entries as answers have them: nothing in them is escaped.
func listed(found []*Entry, head string) string {
	if len(found) == 0 {
		return nothingFound
	}
	var b strings.Builder
	b.WriteString(head)
	for _, e := range found {
		fmt.Fprintf(&b, "## %s\n%s\nTags: %s\nAgent: %s\nUpdated: %s\n\n",
			e.Key, e.Value, strings.Join(e.Tags, ", "), e.Agent, e.Updated.UTC().Format(time.RFC3339))
	}
	return b.String()
}

// search finds entries that have every word of a query, in key, value, tags or
// agent. A raw query has the operators of the search engine, and an operator
// alone is a fault.
func (m *Memory) search(a arguments) (string, bool) {
	words := strings.Fields(strings.ToLower(a.Query))
	if a.Mode != "natural" && (len(words) == 0 || len(words) == 1 && slices.Contains([]string{"and", "or", "not", "*"}, words[0])) {
		return fmt.Sprintf("fts5: syntax error near %q", a.Query), false
	}
	var found []*Entry
	for _, e := range m.find(arguments{Tags: a.Tags, Agent: a.Agent}) {
		text := strings.ToLower(e.Key + " " + e.Value + " " + strings.Join(e.Tags, " ") + " " + e.Agent)
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			found = append(found, e)
		}
	}
	found = found[:min(len(found), limitOf(a))]
	return listed(found, fmt.Sprintf("%d results (ranked by relevance):\n\n", len(found))), true
}

func (m *Memory) list(a arguments) string {
	found := m.find(arguments{Tags: a.Tags, Agent: a.Agent})
	if len(found) == 0 {
		return nothingFound
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d memories:\n", len(found))
	for _, e := range found {
		fmt.Fprintf(&b, "- %s [%s] (by %s) — %s\n", e.Key, strings.Join(e.Tags, ", "), e.Agent, e.Updated.UTC().Format(time.RFC3339))
	}
	return b.String()
}

func (m *Memory) forget(a arguments) string {
	before := len(m.entries)
	m.entries = slices.DeleteFunc(m.entries, func(e *Entry) bool {
		return (a.Key != "" || len(a.Tags) > 0) && (a.Key == "" || e.Key == a.Key) && hasAll(e.Tags, a.Tags)
	})
	if removed := before - len(m.entries); removed > 0 {
		return fmt.Sprintf("Removed %d memory(ies). %d remaining.", removed, len(m.entries))
	}
	return "No matching memories found."
}
