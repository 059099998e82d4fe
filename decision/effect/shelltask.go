package effect

import (
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// task looks at the name of a task of the project: one that is not known, or
// that says that it acts outside, is for a person.
func (s *sight) task(a *shell.Act) {
	if !a.Word.Known() || a.Word.Glob {
		s.gap("name of the task is not known", a.Segment)
		return
	}
	if word, outward := command.OutwardTask(a.Word.Text); outward {
		s.emit(a, decision.Effect{Kind: decision.External, Target: a.Word.Text, Zone: decision.ZoneRemote, Concern: "task with " + word + " in its name"})
	}
}
