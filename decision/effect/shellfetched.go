package effect

import (
	"path"
	"slices"
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
	inDir := func(file string) bool { return within(dir, file) }
	return withinAny(s.fetched, dir) || slices.ContainsFunc(s.fetchedFiles, inDir) || slices.ContainsFunc(s.nested, inDir)
}

// fetches notes what an act brings from elsewhere: a tree, or a file that may
// be code.
func (s *sight) fetches(a *shell.Act) {
	at := s.fetchedTo(a)
	if at.Err != nil {
		return
	}
	switch a.Do {
	case command.Tree, command.Create:
		tree := fetchedTree(a, at.Path)
		if s.makesRepository(a, tree) {
			s.bare = append(s.bare, tree)
		}
		switch {
		case isUnpacker(a.By):
			s.fetched, s.nested, s.unpacked = append(s.fetched, tree), append(s.nested, tree), append(s.unpacked, tree)
		case a.Do == command.Tree && hostile(a.Data):
			s.fetched = append(s.fetched, tree)
		}
	case command.Project:
		if a.By == "git submodule update" {
			s.fetched = append(s.fetched, at.Path)
		}
	case command.Write, command.Append, command.Dest:
		if hostile(a.Data) && !isDocument(at.Path) {
			s.fetchedFiles = append(s.fetchedFiles, at.Path)
		}
		if slices.ContainsFunc(a.Words, func(w command.Word) bool { return s.isForeign(a, w) }) {
			s.fetched = append(s.fetched, at.Path)
		}
	case command.URL, command.Remote: // a repository that is named by its address
		if a.By == "git pull" || a.By == "git fetch" {
			s.fetched = append(s.fetched, at.Path)
		}
	}
}

// isForeign reports a source of a copy that was fetched, or a tree from outside
// the project.
func (s *sight) isForeign(a *shell.Act, w command.Word) bool {
	from := *a
	from.Word = w
	at := s.find(&from)
	if at.Err != nil {
		return false
	}
	return withinAny(s.fetched, at.Path) || a.Deep && at.Zone != decision.ZoneProject
}

// fetchedTo is where an act brings something.
func (s *sight) fetchedTo(a *shell.Act) Location {
	switch a.Do {
	case command.URL, command.Remote, command.Project:
		return s.locate(".", a.Dir)
	case command.Tree, command.Create, command.Write, command.Append, command.Dest:
		return s.find(a).Location
	}
	return Location{Err: errUnknown}
}

// isUnpacker reports a program that unpacks archives: what lies in one nobody
// has looked at, wherever it was before.
func isUnpacker(by string) bool {
	switch name, _, _ := strings.Cut(by, " "); name {
	case "tar", "gtar", "bsdtar", "unzip", "7z", "7za", "7zr", "7zz", "unrar", "cpio", "pax", "jar", "ditto":
		return true
	}
	return false
}

// isDocument reports a file that no build runs: its ending says that it is
// text, data, a picture or an archive, and it is no build file.
func isDocument(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".txt", ".md", ".log", ".json", ".csv", ".tsv", ".xml", ".html", ".htm", ".pdf", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico",
		".zip", ".gz", ".tgz", ".tar", ".xz", ".bz2", ".zst", ".asc", ".sig", ".sha256":
		return !IsBuildFile(file)
	}
	return false
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
	s.past = true
	for i := range report.Acts {
		s.fetches(&report.Acts[i])
	}
	s.past = false
}

// fetchedTree is the directory that a program makes in the one that its row
// names: it is called as the last name of the address.
func fetchedTree(a *shell.Act, dir string) string {
	if !a.Fixed || !strings.HasSuffix(a.By, "clone") {
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
