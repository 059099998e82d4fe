package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// outwardWords are words in the names of tasks that act outside the project, or
// destroy something.
var outwardWords = []string{
	"deploy", "publish", "release", "push", "upload", "ship", "promote", "rollback", "destroy", "drop", "purge", "wipe", "nuke", "reset", "prod", "production",
	"migrate", "seed", "provision", "teardown", "sync", "notify", "mail", "sign", "notarize", "undeploy", "apply",
}

// task looks at the name of a task of the project.
func (s *sight) task(a *shell.Act) {
	for _, word := range NameWords(a.Word.Text) {
		for _, outward := range outwardWords {
			if word == outward {
				s.emit(a, decision.Effect{Kind: decision.External, Target: a.Word.Text, Zone: decision.ZoneRemote, Concern: "name of a task that acts outside"})
				return
			}
		}
	}
	if !a.Word.Known() || strings.Contains(a.Word.Text, "/") {
		s.gap("name of the task is not known", a.Segment)
	}
}
