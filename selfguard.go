package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// selfGuardName is the rule_matched of what the guard decides.
const selfGuardName = "self-tamper"

// supervisorDir is the directory of the write gate's rules. It is protected
// wherever it stands.
const supervisorDir = ".supervisor"

// reservedNames are the files that the supervisor reads or writes by name in
// the directory where it is started, which may be one where an agent works.
var reservedNames = []string{"sup7.yaml", "sup7.yml", "sup7-decisions.jsonl"}

// selfGuard keeps agents away from the supervisor's own files.
type selfGuard struct {
	scope    *effect.Scope
	files    []string // resolved absolute paths
	patterns []string // absolute patterns
	names    []string // folded base names; none may be created in a project dir
}

func newSelfGuard(scope *effect.Scope, protect []string) (*selfGuard, error) {
	if scope == nil {
		var err error
		if scope, err = effect.NewScope(effect.ScopeOptions{}); err != nil {
			return nil, err
		}
	}
	g := &selfGuard{scope: scope, names: append([]string{supervisorDir}, reservedNames...)}
	var errs []error
	for _, path := range protect {
		if err := g.protect(path); err != nil {
			errs = append(errs, err)
		}
	}
	return g, errors.Join(errs...)
}

func (g *selfGuard) protect(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("Protect: %q must be an absolute path", path)
	}
	if strings.ContainsAny(path, "*?[") {
		if _, err := filepath.Match(path, ""); err != nil {
			return fmt.Errorf("Protect: pattern %q is malformed", path)
		}
		g.patterns = append(g.patterns, path)
		return nil
	}
	at := g.scope.Locate(path, "")
	if at.Err != nil {
		return fmt.Errorf("Protect: %w", at.Err)
	}
	g.files = append(g.files, at.Path)
	g.names = append(g.names, fold(filepath.Base(path)), fold(filepath.Base(at.Path)))
	return nil
}

// check looks at every text of the call's parameters.
func (g *selfGuard) check(ctx context.Context, c *Call) (Verdict, bool) {
	found := finding(0)
	g.walk(c, "", c.Params, &found)
	switch found {
	case foundPath:
		return Verdict{Action: Deny, Source: selfGuardName, Confidence: 1, Reasoning: "the call leads to the supervisor's own files"}, true
	case foundName:
		return Verdict{Cause: CauseSelf, Source: selfGuardName, Confidence: 1, Reasoning: "the call names the supervisor's own files"}, true
	}
	return Verdict{}, false
}

// finding is the gravest thing seen so far.
type finding uint8

const (
	foundName finding = 1 + iota
	foundPath
)

// walk visits every key and text below v. key is the innermost key above.
func (g *selfGuard) walk(c *Call, key string, v any, found *finding) {
	switch v := v.(type) {
	case string:
		*found = max(*found, g.text(c, key, v))
	case []any:
		for _, item := range v {
			g.walk(c, key, item, found)
		}
	case map[string]any:
		for k, item := range v {
			if g.isNamed(k) {
				*found = max(*found, foundName)
			}
			g.walk(c, k, item, found)
		}
	}
}

func (g *selfGuard) text(c *Call, key, text string) finding {
	if effect.IsPathParam(key) && len(text) <= effect.MaxPathBytes {
		path := strings.TrimPrefix(text, "file://")
		at := g.scope.Locate(path, c.WorkingDir)
		if hasPart(path, supervisorDir) || at.Err == nil && g.isProtected(at) {
			return foundPath
		}
	}
	if g.isNamed(text) {
		return foundName
	}
	return 0
}

// isProtected reports whether a located path is, lies in, or would become what
// is protected, by its name or by another name of the same file.
func (g *selfGuard) isProtected(at effect.Location) bool {
	if hasPart(at.Path, supervisorDir) {
		return true
	}
	path := fold(at.Path)
	for _, file := range g.files {
		if file = fold(file); path == file || strings.HasPrefix(path, file+string(filepath.Separator)) {
			return true
		}
	}
	for _, pattern := range g.patterns {
		if ok, _ := filepath.Match(pattern, at.Path); ok {
			return true
		}
	}
	if at.Zone == decision.ZoneProject && slices.Contains(g.names, filepath.Base(path)) {
		return true
	}
	return g.sameFile(at.Path)
}

// hasPart reports whether name is one of the path's parts.
func hasPart(path, name string) bool {
	isSeparator := func(r rune) bool { return r == '/' || r == filepath.Separator }
	return slices.Contains(strings.FieldsFunc(fold(path), isSeparator), name)
}

// sameFile finds a protected file behind a hard link.
func (g *selfGuard) sameFile(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	for _, file := range g.files {
		if own, err := os.Stat(file); err == nil && os.SameFile(info, own) {
			return true
		}
	}
	return false
}

// isNamed reports whether text names a protected file as a word, seen through
// quotes and backslashes, which a shell removes.
func (g *selfGuard) isNamed(text string) bool {
	if text == "" {
		return false
	}
	text = fold(strings.Map(func(r rune) rune {
		switch r {
		case '\'', '"', '\\', '`', '\u200b', '\u200c', '\u200d', '\ufeff':
			return -1
		}
		return r
	}, text))
	for _, name := range g.names {
		if containsWord(text, name) {
			return true
		}
	}
	return false
}

// containsWord reports whether name stands in text with no letter or digit
// directly before it and no letter or digit directly after it.
func containsWord(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(name)
		before, after := lastRune(text[:start]), firstRune(text[end:])
		if !isWordRune(before) && !isWordRune(after) {
			return true
		}
		from = start + 1
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) rune {
	r := []rune(s[max(0, len(s)-4):])
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

// fold makes names comparable on file systems that ignore case.
func fold(s string) string { return strings.ToLower(s) }
