package decision

import (
	"slices"
	"strings"
)

// What begins the parts of a [Likeness]; the rest of it are plain hashes.
const (
	partEffect  = "effect:"  // of a call that was seen whole
	partSeen    = "seen:"    // of one that may do more
	partCommand = "command:" // a command of a command line
)

// maxLikeParts bounds the parts of each sort. A call with more of them has none:
// it is known again as a whole only.
const maxLikeParts = 64

// Alike reports that a call is to a person who refused another one the same, or
// that it does all of what was refused and more: both are lists of [Likeness].
func Alike(refused, call []string) bool {
	for _, one := range refused {
		if one != "" && !isPart(one) && slices.Contains(call, one) {
			return true
		}
	}
	return holdsAll(refused, call, partEffect, partSeen) || holdsAll(refused, call, partCommand, "")
}

func isPart(one string) bool {
	return strings.HasPrefix(one, partEffect) || strings.HasPrefix(one, partSeen) || strings.HasPrefix(one, partCommand)
}

// holdsAll reports that what was refused has parts of a sort, and that the call
// has them all, under this name or the other.
func holdsAll(refused, call []string, sort, other string) bool {
	found := false
	for _, one := range refused {
		rest, is := strings.CutPrefix(one, sort)
		if !is {
			continue
		}
		if found = true; !slices.Contains(call, one) && (other == "" || !slices.Contains(call, other+rest)) {
			return false
		}
	}
	return found
}

// likeParts are the effects of a call that are more than reading, and its
// commands but for those that do nothing.
func likeParts(agent string, e Effects) []string {
	sort := partSeen
	if len(LikeEffects(agent, e)) > 0 {
		sort = partEffect
	}
	var effects, commands []string
	for _, one := range e.List {
		switch one.Kind {
		case Reads, Executes, ExecutesProject, ExecutesUnseen, Injection:
		default:
			effects = append(effects, sort+digest("effect", []string{agent, string(one.Kind), string(one.Zone), one.Target}))
		}
	}
	for _, segment := range e.Segments {
		if words := textWords(segment); len(words) > 0 && !doesNothing(words[0]) {
			slices.Sort(words)
			commands = append(commands, partCommand+digest("command", append([]string{agent}, words...)))
		}
	}
	return append(bounded(effects), bounded(commands)...)
}

func bounded(parts []string) []string {
	slices.Sort(parts)
	if parts = slices.Compact(parts); len(parts) > maxLikeParts {
		return nil
	}
	return parts
}

// doesNothing reports commands by which a refused one is only dressed up.
func doesNothing(command string) bool {
	return slices.Contains([]string{":", "true", "false", "cd", "pushd", "popd", "pwd", "echo", "printf", "set", "export", "sleep", "env", "exit", "wait"}, command)
}
