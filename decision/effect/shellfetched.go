package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// wasFetched reports a directory that came from elsewhere in this call, or in
// a recent one: nobody has had the time to look at the code in it.
func (s *sight) wasFetched(dir string) bool {
	if !s.recent {
		s.recent = true
		for i := range s.call.RecentTraces {
			s.fetchedBy(&s.call.RecentTraces[i])
		}
	}
	return withinAny(s.fetched, dir)
}

// fetchedBy adds the trees that an earlier call fetched.
func (s *sight) fetchedBy(t *decision.Trace) {
	if !isShellTool(t.Tool) {
		return
	}
	line := readCommandLine(t.Params)
	dir := s.dir
	if line.dir != "" {
		dir = s.below(line.dir)
	}
	var report shell.Report
	if line.words != nil {
		report = s.engine.RunArgs(line.words, dir, s.resolve)
	} else if line.text != "" {
		report = s.engine.Run(line.text, dir, s.resolve)
	}
	for i := range report.Acts {
		a := &report.Acts[i]
		if a.Do != command.Tree || !hostile(a.Data) {
			continue
		}
		if at := s.find(a); at.Err == nil {
			s.fetched = append(s.fetched, fetchedTree(a, at.Path))
		}
	}
}

// fetchedTree is the directory that a program makes in the one that its row
// names: it is called as the last name of the address.
func fetchedTree(a *shell.Act, dir string) string {
	if !a.Fixed {
		return dir
	}
	for _, from := range a.Data {
		name := strings.TrimSuffix(strings.TrimRight(from.Name, "/"), ".git")
		if at := strings.LastIndexAny(name, "/:"); from.Kind == shell.FromNetwork && at >= 0 && !strings.Contains(name[at:], command.Unknown) {
			return strings.TrimSuffix(dir, "/") + "/" + name[at+1:]
		}
	}
	return dir
}
