package hook

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// CommandArgs begin the arguments of an entry that is ours, whatever the program
// is called.
var commandArgs = []string{"hook", "claude-code"}

const (
	// margin is how much longer the host waits than we take at most: a host that
	// stops waiting lets the call run.
	margin = 10 * time.Second
	// maxHostTimeout bounds what is asked of the host.
	maxHostTimeout = 24 * time.Hour
)

// Entry is a hook in the host's settings: for every tool, and run without a shell,
// whose start-up files could print something before the answer.
type Entry struct {
	// Command is the absolute path of the program.
	Command string
	// Args are its arguments. They begin with "hook", "claude-code", by which the
	// entry is known as ours.
	Args []string
	// Longest is how long the program takes at most to answer; see
	// [Options.Longest]. The host is told to wait ten seconds more.
	Longest time.Duration
	// BlockOnFailure has the host refuse the call when the program cannot be
	// started, crashes or is late. Hosts before 2.1.295 do not know the key, and may
	// then refuse the whole file: see [KnowsOnFailure].
	BlockOnFailure bool
}

func (e Entry) check() error {
	switch {
	case !filepath.IsAbs(e.Command):
		return errors.New("the hook's command must be an absolute path: the host starts it in a directory that the agent chooses")
	case len(e.Args) < len(commandArgs) || !slices.Equal(e.Args[:len(commandArgs)], commandArgs):
		return errors.New("the hook's arguments must begin with: hook claude-code")
	case e.Longest <= 0 || e.Longest > maxHostTimeout-margin:
		return fmt.Errorf("the hook must answer within %s", maxHostTimeout-margin)
	}
	return nil
}

// text is the entry as it stands in the file, in one line.
func (e Entry) text() string {
	var args []string
	for _, arg := range e.Args {
		args = append(args, quoted(arg))
	}
	seconds := int(math.Ceil((e.Longest + margin).Seconds()))
	text := fmt.Sprintf(`{"type": "command", "command": %s, "args": [%s], "timeout": %d`, quoted(e.Command), strings.Join(args, ", "), seconds)
	if e.BlockOnFailure {
		text += `, "onFailure": "block"`
	}
	return text + "}"
}

// onFailureSince is the first version of the host that knows the key.
var onFailureSince = [3]int{2, 1, 295}

// KnowsOnFailure reports whether a version of the host, as "claude --version"
// prints it, knows [Entry.BlockOnFailure]. One that cannot be read does not.
func KnowsOnFailure(version string) bool {
	var v [3]int
	word, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(version), "v"), " ")
	if n, err := fmt.Sscanf(word, "%d.%d.%d", &v[0], &v[1], &v[2]); n < len(v) || err != nil {
		return false
	}
	return slices.Compare(v[:], onFailureSince[:]) >= 0
}
