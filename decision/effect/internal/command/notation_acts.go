package command

import (
	"fmt"
	"slices"
	"strings"
)

// worldActs are the acts without a word.
var worldActs = []Do{
	Network, Sends, External, RemoteDelete, Installs, Privilege, Persistence, Disrupts, Discards, Doubts, Secrets, Project, Unseen,
	opaque, deep, everywhere,
}

func parseActs(text string) ([]act, error) {
	words, err := fields(text)
	if err != nil {
		return nil, err
	}
	acts := make([]act, 0, len(words))
	for _, word := range words {
		a, err := parseAct(word)
		if err != nil {
			return nil, err
		}
		acts = append(acts, a)
	}
	return acts, nil
}

func parseAct(word string) (act, error) {
	name, inside, given, err := parenthesis(word)
	if err != nil {
		return act{}, err
	}
	a := act{do: Do(name), what: inside}
	if given && slices.Contains(pathRoles, a.do) || slices.Contains(worldActs, a.do) {
		return a, nil
	}
	return act{}, fmt.Errorf("is not an act: %q", word)
}

// parseChange reads what may follow "!" of a flag: an act, or a change of the
// run.
func parseChange(word string) (act, error) {
	name, inside, _, err := parenthesis(word)
	if err != nil {
		return act{}, err
	}
	a := act{do: Do(name), what: inside}
	switch a.do {
	case args:
		a.roles, err = parseRoles(inside)
	case does:
		a.acts, err = parseActs(inside)
	case setOut:
		err = checkFlow(inside, outFlows)
	case setIn:
		err = checkFlow(strings.TrimSuffix(inside, "?"), inFlows)
	case archive:
		if !slices.Contains(pathRoles, Do(inside)) {
			err = fmt.Errorf("is not a role of an archive: %q", word)
		}
	case shift, edits, quiet, narrow, alone:
	default:
		return parseAct(word)
	}
	return a, err
}

var (
	outFlows = []string{"", "content", "names", "text", "stdin", "network", "decoded", "secret"}
	inFlows  = []string{"", "data", "shell", "args", "sends", "code", "sql"}
)

func checkFlow(text string, known []string) error {
	name, _, _, err := parenthesis(text)
	if err == nil && !slices.Contains(known, name) {
		err = fmt.Errorf("is not a flow: %q", text)
	}
	return err
}
