package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// path turns an act on a file into effects.
func (s *sight) path(a *shell.Act) {
	if a.Do == command.Dest && !a.Deep && len(a.Words) > 0 && s.intoDirectory(a) {
		for _, w := range a.Words {
			s.path(inside(a, w))
		}
		return
	}
	at := s.find(a)
	if at.Err != nil {
		at.Path = strings.ReplaceAll(a.Word.Text, command.Unknown, "…")
		s.gap(at.Err.Error(), a.Segment)
	}
	if s.linked && a.Do != command.Link {
		s.gap("path may lead through a link that was just made", a.Segment)
	}
	if changes(a.Do) && at.Assumed {
		s.gap(decision.AssumedDir, a.Segment)
	}
	s.emitPath(a, at)
	s.classes(a, at)
	s.searches(a, at)
	s.repository(a, at)
	s.throughLinks(a, at)
}

// isDirectory reports a path that can only be one of a directory.
func isDirectory(text string) bool {
	return text == "." || text != "/" && (strings.HasSuffix(text, "/") || strings.HasSuffix(text, "/."))
}

// intoDirectory reports a copy or move into a directory, because its path says
// so or because it is there, in the project.
func (s *sight) intoDirectory(a *shell.Act) bool {
	if isDirectory(a.Word.Text) {
		return true
	}
	at := s.find(a)
	return at.Err == nil && at.pattern == "" && at.exists && at.Zone == decision.ZoneProject && a.Word.Known() && isDir(at.Path)
}

// inside is a copy into a directory as one to the name that the file has there.
func inside(a *shell.Act, from command.Word) *shell.Act {
	to := *a
	to.Word.Text = strings.TrimSuffix(a.Word.Text, "/") + "/" + path.Base(from.Text)
	to.Word.Glob, to.Word.Spread = a.Word.Glob || from.Glob, a.Word.Spread || from.Spread
	to.Words = nil
	return &to
}

func changes(do command.Do) bool { return do != command.Read && do != command.List }

// emitPath says what happens to the file itself.
func (s *sight) emitPath(a *shell.Act, at spot) {
	e := decision.Effect{Target: at.name(), Zone: at.Zone}
	switch a.Do {
	case command.List:
		e.Kind = decision.Reads
		e.Concern = searchConcern(at)
		if a.By == "touch" && at.Zone != decision.ZoneProject && at.Zone != decision.ZoneTemp {
			e.Concern = "makes a file look as old as one of the system"
		}
	case command.Read:
		e.Kind = decision.Reads
		e.Concern = s.readConcern(Location{Path: at.name(), Zone: at.Zone})
	case command.Edit, command.Tree:
		e.Kind = decision.Overwrites
		if e.Concern = s.writeConcern(Location{Path: at.name(), Zone: at.Zone}); e.Concern == "" && strings.HasSuffix(at.pattern, "*") {
			e.Concern = "files of every kind, hidden ones as well"
		}
	case command.Props:
		e = s.props(a, e)
	case command.Create:
		e.Kind = decision.Creates
		e.Concern = hideout(Location{Path: at.name(), Zone: at.Zone})
	case command.Append, command.Write, command.Dest:
		e = s.write(a, at, e)
	case command.Delete:
		e = s.deletion(a, at, e)
	case command.Move:
		e.Kind = decision.Deletes
		all := *a
		all.Deep = true
		switch {
		case at.Zone != decision.ZoneProject && at.Zone != decision.ZoneTemp:
			e.Concern = "moves away what is not the project's"
		case s.isVital(&all, at):
			e.Concern = "moves everything away"
		case strings.Contains(at.pattern, "/"):
			e.Concern = "moves files of many directories into one"
		}
	case command.Link:
		e.Kind = decision.Reads
		if secretFiles().match(withoutBackup(at.Path)) {
			s.emit(a, decision.Effect{Kind: decision.Secrets, Target: at.name(), Zone: at.Zone, Concern: "a link to a secret"})
		}
		if at.Zone != decision.ZoneProject {
			e.Kind, e.Concern = decision.Overwrites, "a link that leads there"
			s.linked = true
		}
	}
	s.emit(a, e)
}

// props are changes of mode, owner or times.
func (s *sight) props(a *shell.Act, e decision.Effect) decision.Effect {
	e.Kind = decision.Overwrites
	if e.Zone != decision.ZoneProject && e.Zone != decision.ZoneTemp {
		e.Kind, e.Concern = decision.Privilege, "changes rights on what is not the project's"
	}
	if openToAll(a.What) {
		e.Concern = "opens files to everybody"
	}
	return e
}

// openToAll reports a mode of chmod(1) that lets everybody write.
func openToAll(mode string) bool {
	octal := strings.TrimLeft(mode, "0=")
	if len(octal) >= 3 && strings.Trim(octal, "01234567") == "" {
		return strings.IndexByte("2367", octal[len(octal)-1]) >= 0
	}
	for clause := range strings.SplitSeq(mode, ",") {
		who, what, found := strings.Cut(clause, "+")
		if !found {
			who, what, found = strings.Cut(clause, "=")
		}
		if found && strings.ContainsAny(what, "w") && (who == "" || strings.ContainsAny(who, "oa")) && who != "" {
			return true
		}
	}
	return false
}

// write is a file that is written: a new one, or one that was there.
func (s *sight) write(a *shell.Act, at spot, e decision.Effect) decision.Effect {
	e.Kind = decision.Overwrites
	concern := ""
	if at.Err == nil && at.pattern == "" {
		concern = s.writeConcern(at.Location)
	}
	switch {
	case at.Err != nil || at.pattern != "":
		e.Concern = "a file that is not known"
	case concern != "":
		e.Concern = concern
	case a.Do == command.Dest && a.By == "mv" && at.Zone != decision.ZoneProject && s.anyInProject(a):
		e.Concern = "moved out of the project"
	case !at.exists && !at.Assumed:
		e.Kind = decision.Creates
	case a.Do == command.Append, a.Fresh, at.Zone == decision.ZoneTemp, isRegenerable(at.Path):
	default:
		e.Concern = "replaces a file"
	}
	return e
}

// classes adds what the class of a path says: secrets, what runs by itself,
// what keeps the agent in check.
func (s *sight) classes(a *shell.Act, at spot) {
	if at.Path == "" || a.Do == command.Link {
		return
	}
	kind := decision.Overwrites
	if !changes(a.Do) {
		kind = decision.Reads
	}
	t := account{analyzer: s.analyzer}
	t.classify(kind, Location{Path: at.name(), Zone: at.Zone}, "")
	if at.pattern == "*" || at.pattern == everything { // what lies in it, or what find(1) names that is no directory
		t.classify(kind, at.Location, "")
	}
	if kind != decision.Reads && at.pattern != "" && len(t.effects.List) == 0 && (automaticFiles().mayMatch(at.name()) || guardedFiles().mayMatch(at.name())) {
		t.add(decision.Effect{Kind: decision.Persistence, Target: at.name(), Zone: at.Zone, Concern: "may be a file that something runs by itself"})
	}
	if kind == decision.Reads && len(t.effects.List) == 0 && s.mayHoldSecrets(a, at) {
		t.add(decision.Effect{Kind: decision.Secrets, Target: at.name(), Zone: at.Zone, Concern: "may hold a secret"})
	}
	for _, name := range arrivals(a) {
		into := account{analyzer: s.analyzer}
		into.classify(kind, Location{Path: strings.TrimSuffix(at.Path, "/") + "/" + name, Zone: at.Zone}, "")
		for _, e := range into.effects.List {
			if e.Kind != decision.Secrets { // the place tells of those
				t.add(e)
			}
		}
	}
	for _, e := range t.effects.List {
		if e.Kind == decision.Secrets && a.Do == command.List {
			if e.Zone == decision.ZoneProject {
				continue // that there is such a file tells nothing of what is in it
			}
			e.Kind, e.Concern = decision.Reads, "where secrets are kept"
		}
		s.emit(a, e)
	}
}

// arrivals are the names that files have in the directory that an act may put
// them into: those of copies, and of downloads that keep theirs.
func arrivals(a *shell.Act) []string {
	var names []string
	switch a.Do {
	case command.Dest:
		for _, w := range a.Words {
			names = append(names, path.Base(w.Text))
		}
	case command.Tree:
		for _, from := range a.Data {
			if from.Kind == shell.FromNetwork {
				names = append(names, path.Base(from.Name))
			}
		}
	}
	return names
}

// mayHoldSecrets reports a pattern that a file with secrets fits, and a tree
// that the places of secrets lie in.
func (s *sight) mayHoldSecrets(a *shell.Act, at spot) bool {
	if at.pattern != "" && secretFiles().mayMatch(at.name()) {
		return true
	}
	if !a.Deep || a.Do != command.Read || at.Err != nil {
		return false
	}
	return s.holdsSecrets(at.Path)
}

// anyInProject reports whether one of the sources of an act is the project's.
func (s *sight) anyInProject(a *shell.Act) bool {
	return slices.ContainsFunc(a.Words, func(w command.Word) bool {
		return s.find(&shell.Act{Act: command.Act{Word: w}, Dir: a.Dir}).Zone == decision.ZoneProject
	})
}
