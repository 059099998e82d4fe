package effect

import (
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// The verbs of git tools.
var (
	gitLooks = []string{"status", "diff", "log", "show", "blame", "branches", "tags", "remotes", "files", "describe", "shortlog", "unstaged", "staged", "ls"}
	gitKeeps = []string{"add", "commit", "stage"}
)

// gitParams are those of git tools that decide nothing beside where they work
// and what they are about.
var gitParams = map[string]kindOf{
	"repo_path": aPath, "repo": aPath, "path": aPath, "cwd": aPath, "working_dir": aPath, "directory": aPath, "file": aPath,
	"message": aContent, "files": paths, "paths": paths, "max_count": aCount, "limit": aCount, "n": aCount, "context_lines": aCount,
	"revision": aText, "ref": aText, "commit": aText, "target": aText, "branch": aText, "base": aText, "staged": aFlag, "cached": aFlag, "all": aFlag, "stat": aFlag, "since": aText, "until": aText, "author": aText,
}

// gitTool tells what a tool would do in a repository. Pushing, and what throws
// work away, is left to the name's verb.
func (t *account) gitTool(name toolName) bool {
	if !slices.Equal(name.space, []string{"git"}) && (len(name.action) == 0 || name.action[0] != "git") {
		return false
	}
	verbs := slices.DeleteFunc(slices.Clone(name.action), func(w string) bool { return w == "git" })
	only := func(known []string) bool {
		return len(verbs) > 0 && !slices.ContainsFunc(verbs, func(w string) bool { return !slices.Contains(known, w) })
	}
	kind := decision.Reads
	switch {
	case only(gitKeeps):
		kind = decision.Creates
	case !only(gitLooks):
		return false
	}
	t.gitRepository(kind)
	return true
}

// gitRepository adds what happens to the repository. A commit runs the
// project's hooks.
func (t *account) gitRepository(kind decision.EffectKind) {
	located := false
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		value, known := t.call.Params[param], gitParams[param]
		switch {
		case known == 0:
			t.gap("unknown parameter", param)
		case !known.fits(value):
			t.gap("parameter is not of the expected type", param)
		case known == aPath || known == paths:
			eachText(param, value, func(where, text string) { t.touch(decision.Reads, text, where+"="+text) })
			located = located || known == aPath && param != "file"
		case known == aText && t.namesSecret(value.(string)):
			t.add(decision.Effect{Kind: decision.Secrets, Target: cut(value.(string)), Zone: decision.ZoneProject, Segment: cut(param + "=" + value.(string)), By: "git tool"})
		case known == aText && isFlagLike(value):
			t.gap("text that git takes for a flag", param)
		case known == aContent:
			t.secretText(value.(string), param)
		}
	}
	segment := cut(t.call.Tool)
	if !located {
		at := t.scope.LocateFor(t.call, ".")
		t.add(decision.Effect{Kind: decision.Reads, Target: at.Path, Zone: at.Zone, Segment: segment, By: "git tool"})
		if at.Err != nil {
			t.gap(at.Err.Error(), segment)
		}
	}
	if where := t.effects.List[len(t.effects.List)-1]; where.Zone != decision.ZoneProject {
		t.gap("repository outside of the project, whose settings run programs", segment)
	}
	if kind == decision.Creates {
		where := t.effects.List[len(t.effects.List)-1]
		t.add(decision.Effect{Kind: decision.Creates, Target: where.Target + "/.git", Zone: where.Zone, Segment: segment, By: "git tool"})
		t.add(decision.Effect{Kind: decision.ExecutesProject, Target: "git hooks", Zone: where.Zone, Segment: segment, By: "git tool"})
	}
}

// namesSecret reports a revision that names a secret file: HEAD:.env.
func (t *account) namesSecret(revision string) bool {
	_, path, found := strings.Cut(revision, ":")
	return found && secretFiles().match(withoutBackup(path))
}

func isFlagLike(value any) bool {
	text, _ := value.(string)
	return len(text) > 0 && text[0] == '-'
}
