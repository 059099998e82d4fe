package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// analyzeShell tells what a command line would do.
func (a *analyzer) analyzeShell(c *decision.Call) decision.Effects {
	line := readCommandLine(c.Params)
	s := a.newSight(c)
	s.effects.Gaps = line.gaps
	s.effects.Covered = true
	if line.dir != "" {
		s.dir = s.below(line.dir)
	}
	var report shell.Report
	switch {
	case line.words != nil:
		report = a.engine.RunArgs(line.words, s.dir, s.resolve)
	case line.text != "" || len(line.gaps) == 0:
		report = a.engine.Run(line.text, s.dir, s.resolve)
	}
	s.add(report)
	return s.effects
}

// sight turns the acts of one command line into effects.
type sight struct {
	*analyzer
	call         *decision.Call
	dir          string // where the command line starts; empty: the scope says
	effects      decision.Effects
	network      int      // index of the last effect of kind network, +1
	written      []string // files that this command line writes, resolved
	fetchedFiles []string // that came from elsewhere
	fetched      []string // trees that came from elsewhere, resolved
	nested       []string // those of them that a build above them reads as well
	unpacked     []string // those that were in an archive
	bare         []string // repositories that git has made
	past         bool     // acts of recent calls are looked at
	moved        []landing
	made         []string // directories
	recent       bool     // those of recent calls are among them
	linked       bool     // a link was made that leads out of the project
	assumes      bool     // also of absolute paths: the line names the working directory
	cache        map[place]Location
	seen         *sightings
}

type place struct{ path, dir string }

func (a *analyzer) newSight(c *decision.Call) *sight {
	seen := sightingsOf(c)
	if seen == nil {
		seen = new(sightings)
	}
	return &sight{analyzer: a, call: c, dir: c.WorkingDir, cache: map[place]Location{}, seen: seen}
}

func (s *sight) below(dir string) string {
	if s.dir == "" || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "~") {
		return dir
	}
	return s.dir + "/" + dir
}

func (s *sight) add(report shell.Report) {
	s.effects.Segments = report.Segments
	s.assumes = report.NamesWorkingDir && s.scope.assumed
	s.effects.List = make([]decision.Effect, 0, len(report.Acts))
	for from := 0; from < len(report.Acts); {
		to := from + 1
		for to < len(report.Acts) && report.Acts[to].Segment == report.Acts[from].Segment {
			to++
		}
		s.segment(report.Acts[from:to])
		from = to
	}
	for _, g := range report.Gaps {
		s.gap(g.Reason, g.Segment)
	}
}

// segment turns the acts of one simple command into effects: where it connects
// to before what leaves through that.
func (s *sight) segment(acts []shell.Act) {
	for i := range acts {
		if !isLeaving(acts[i].Do) {
			s.act(&acts[i])
		}
	}
	for i := range acts {
		if isLeaving(acts[i].Do) {
			s.act(&acts[i])
		}
	}
}

func isLeaving(do command.Do) bool {
	switch do {
	case command.Payload, command.Upload, command.Sends, shell.Feeds:
		return true
	}
	return false
}

func (s *sight) gap(reason, segment string) {
	g := decision.Gap{Reason: reason, Segment: cut(segment)}
	for _, known := range s.effects.Gaps {
		if known == g {
			return
		}
	}
	s.effects.Gaps = append(s.effects.Gaps, g)
}

// emit adds an effect of an act, unless it is known already.
func (s *sight) emit(a *shell.Act, e decision.Effect) {
	e.Segment, e.By = cut(a.Segment), a.By
	e.Target = cut(strings.ReplaceAll(e.Target, command.Unknown, "…"))
	for i := range s.effects.List {
		if sameEffect(&s.effects.List[i], &e) {
			return
		}
	}
	s.effects.List = append(s.effects.List, e)
}

func sameEffect(a, b *decision.Effect) bool {
	return a.Kind == b.Kind && a.Target == b.Target && a.Segment == b.Segment && a.Concern == b.Concern &&
		a.Irreversible == b.Irreversible && len(a.Sends) == 0 && len(b.Sends) == 0 && a.Zone == b.Zone
}

// act turns one act into effects.
func (s *sight) act(a *shell.Act) {
	if a.Away != "" {
		s.away(a)
		return
	}
	s.writes(a)
	s.moves(a)
	defer s.fetches(a) // what the same act runs was there before
	switch a.Do {
	case shell.Runs:
		s.runs(a)
	case command.Read, command.List, command.Write, command.Append, command.Edit, command.Create, command.Delete,
		command.Move, command.Dest, command.Tree, command.Link, command.Props:
		s.path(a)
	case command.URL, command.Host, command.Remote, command.Network, command.Payload, command.Upload, command.Sends, shell.Feeds:
		s.send(a)
	case command.SQL:
		s.sql(a)
	case command.Project, command.Task:
		s.project(a)
	case command.Unseen:
		s.unseen(a)
	case command.Mention:
		s.mention(a)
	default:
		s.plain(a)
	}
}

// writes notes the files that the command line makes or changes.
func (s *sight) writes(a *shell.Act) {
	switch a.Do {
	case command.Write, command.Append, command.Dest:
		if at := s.find(a); at.Err == nil {
			s.written = append(s.written, at.Path)
		}
	}
}

// mention is a path that the program is not known to take. Where it leads into
// the project, or nowhere, it may be whatever it wants.
func (s *sight) mention(a *shell.Act) {
	at := s.locate(a.Word.Text, a.Dir)
	if at.Err == nil && (at.Zone == decision.ZoneProject || at.Path == "/dev/null") {
		return
	}
	s.gap("a path that leads out of the project, and it is not known what the program does with it", a.Segment)
}

// plain acts are effects by themselves.
func (s *sight) plain(a *shell.Act) {
	e := decision.Effect{Target: a.What, Zone: decision.ZoneSystem}
	switch a.Do {
	case command.External:
		e.Kind, e.Zone, e.Concern = decision.External, decision.ZoneRemote, a.What
	case command.RemoteDelete:
		e.Kind, e.Zone, e.Irreversible, e.Concern = decision.Deletes, decision.ZoneRemote, true, "deleted elsewhere"
	case command.Installs:
		e.Kind, e.Zone, e.Concern = decision.ExecutesUnseen, decision.ZoneNone, "installs software"
	case command.Privilege:
		e.Kind, e.Concern = decision.Privilege, "other rights"
	case command.Persistence:
		e.Kind, e.Concern = decision.Persistence, "runs by itself later"
	case command.Disrupts:
		e.Kind, e.Concern = decision.Disrupts, a.What
		e.Irreversible = strings.Contains(a.What, "machine") || strings.Contains(a.What, "without end") || strings.Contains(a.What, "calls itself") || strings.Contains(a.What, "disk")
	case command.Discards:
		e.Kind, e.Zone, e.Concern = decision.Deletes, decision.ZoneProject, "throws work away"
	case command.Doubts:
		e.Kind, e.Zone, e.Concern = decision.Executes, decision.ZoneNone, a.What
	case command.Secrets, command.Secret:
		e.Kind, e.Zone, e.Concern = decision.Secrets, decision.ZoneHome, "a credential"
		if a.Do == command.Secret {
			e.Target = "a credential of the command line"
		}
	default:
		s.gap("act that is not known: "+string(a.Do), a.Segment)
		return
	}
	s.emit(a, e)
}

// away is an act on another machine or in a container.
func (s *sight) away(a *shell.Act) {
	switch a.Do {
	case command.Mention:
	case shell.Runs:
		s.emit(a, decision.Effect{Kind: decision.External, Target: a.Away + " command", Zone: decision.ZoneRemote, Concern: "runs on another machine"})
		s.emit(a, decision.Effect{Kind: decision.Executes, Target: a.Word.Text, Zone: decision.ZoneRemote})
	case command.Delete, command.Move:
		s.emit(a, decision.Effect{Kind: decision.Deletes, Target: a.Away + ":" + a.Word.Text, Zone: decision.ZoneRemote, Irreversible: true})
	case command.Write, command.Append, command.Edit, command.Create, command.Dest, command.Tree, command.Props, command.Link:
		s.emit(a, decision.Effect{Kind: decision.Overwrites, Target: a.Away + ":" + a.Word.Text, Zone: decision.ZoneRemote})
	case command.Read, command.List:
		s.emit(a, decision.Effect{Kind: decision.Reads, Target: a.Away + ":" + a.Word.Text, Zone: decision.ZoneRemote})
		if secretFiles().match(a.Word.Text) {
			s.emit(a, decision.Effect{Kind: decision.Secrets, Target: a.Away + ":" + a.Word.Text, Zone: decision.ZoneRemote})
		}
	case command.Unseen, command.Project, command.Task:
		s.emit(a, decision.Effect{Kind: decision.ExecutesUnseen, Target: a.What, Zone: decision.ZoneRemote, Irreversible: hostile(a.Data)})
	case command.URL, command.Host, command.Remote, command.Network, command.Payload, command.Upload, command.Sends, shell.Feeds:
		s.send(a)
	case command.SQL:
		s.sql(a)
	default:
		s.plain(a)
	}
}

// runs is the start of a program. What it does, other acts tell.
func (s *sight) runs(a *shell.Act) {
	s.emit(a, decision.Effect{Kind: decision.Executes, Target: a.Word.Text, Zone: decision.ZoneNone})
	for _, from := range a.Data {
		if from.Kind == shell.FromEnvironment && isSecretName(from.Name) {
			s.emit(a, decision.Effect{Kind: decision.Secrets, Target: "$" + from.Name, Zone: decision.ZoneNone, Concern: "a variable with the name of a secret"})
		}
	}
}

// isSecretName reports the name of a variable that holds a secret.
func isSecretName(name string) bool {
	name = strings.ToUpper(name)
	for _, part := range []string{"SECRET", "TOKEN", "PASSW", "PASSPHRASE", "CREDENTIAL", "PRIVATE_KEY", "API_KEY", "APIKEY", "ACCESS_KEY", "AUTH", "_PAT", "DATABASE_URL", "_DSN"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_PWD")
}

// unseen is code that nobody has looked at.
func (s *sight) unseen(a *shell.Act) {
	e := decision.Effect{Kind: decision.ExecutesUnseen, Target: a.What, Zone: decision.ZoneNone, Irreversible: hostile(a.Data)}
	if a.Word.Text != "" {
		at := s.locate(a.Word.Text, a.Dir)
		e.Target, e.Zone = at.Path, at.Zone
		if at.Err != nil {
			e.Target = a.Word.Text
		}
	}
	for _, from := range a.Data {
		switch from.Kind {
		case shell.FromNetwork:
			e.Zone, e.Concern = decision.ZoneRemote, "code from the network"
		case shell.FromDecoded:
			e.Concern = "decoded code"
		}
	}
	s.emit(a, e)
	s.gap("runs code that nobody has looked at", a.Segment)
}

// hostile reports code that was hidden or fetched: nobody can have looked.
func hostile(data []shell.Source) bool {
	for _, from := range data {
		if from.Kind == shell.FromNetwork || from.Kind == shell.FromDecoded {
			return true
		}
	}
	return false
}

// project runs the project's own code, if it is the project's.
func (s *sight) project(a *shell.Act) {
	path := a.Word.Text
	if a.Do == command.Task {
		s.task(a)
		path = ""
	}
	if path == "" {
		path = "."
	}
	at := s.locate(path, a.Dir)
	// A file that is named, and was written just before, is nobody's yet.
	fresh := a.Word.Text != "" && slices.Contains(s.written, at.Path)
	trusted := at.Err == nil && at.Zone == decision.ZoneProject && !s.distrust && !fresh && !s.wasFetched(at.Path)
	if trusted {
		s.emit(a, decision.Effect{Kind: decision.ExecutesProject, Target: at.Path, Zone: at.Zone})
		return
	}
	s.emit(a, decision.Effect{Kind: decision.ExecutesUnseen, Target: at.Path, Zone: at.Zone, Concern: "code that is not the project's own"})
	s.gap("runs code that is not the project's own", a.Segment)
}
