package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// waryTest is the reading of a condition that denies or escalates: as raw
// text, in a list the text of each element, and what is about a path also by
// where the path leads, so that /tmp/../etc/x does not slip past starts_with
// /etc, nor .env past contains /.env.
func waryTest(c Condition, scope *effect.Scope) test {
	switch {
	case c.project && c.op != opStartsWith && c.op != opInside:
		return never
	case c.project:
		return inProject
	case c.op == opInside:
		return newDirectory(c.want, scope).holds
	case c.isWaryPrefix():
		return waryPrefix(c, scope)
	case c.isWaryPath():
		return waryPath(waryText(c))
	}
	return waryText(c)
}

func waryText(c Condition) test {
	switch c.op {
	case opMatches:
		return patternTest(c)
	case opContains:
		return containsTest(c)
	}
	return textTest(c)
}

// containsTest looks into the elements of a list too: a text in a list of one
// is no other text.
func containsTest(c Condition) test {
	want := lower(c.want)
	return func(_ *sight, text string, _ bool) (bool, error) { return containsFold(text, want), nil }
}

// isWaryPrefix reports whether a deny reads the value as a path as well. The
// last name decides: params.input.path is a path, whatever "input" is.
func (c Condition) isWaryPrefix() bool {
	anchored := c.op == opStartsWith && isAnchored(c.want) && path.Clean(c.want) != "/"
	return anchored && (c.path.isPath() || !c.path.isCode())
}

func waryPrefix(c Condition, scope *effect.Scope) test {
	asText, prefix, dir := textTest(c), lower(path.Clean(c.want)), newDirectory(c.want, scope)
	return func(s *sight, text string, element bool) (bool, error) {
		if fits, _ := asText(s, text, element); fits || isRemote(text) {
			return fits, nil
		}
		at := s.locate(text)
		if at.Err != nil {
			return false, unresolved(at.Err)
		}
		return strings.HasPrefix(lower(at.Path), prefix) || at.In(dir.in(s)), nil
	}
}

// isWaryPath reports whether a deny compares where a path leads as well.
func (c Condition) isWaryPath() bool {
	return c.path.isPath() && (c.op == opContains || c.op == opEndsWith || c.op == opMatches)
}

// waryPath compares the text of a path and, if that does not fit, where it
// leads.
func waryPath(t test) test {
	return func(s *sight, text string, element bool) (bool, error) {
		if fits, err := t(s, text, element); fits || err != nil || isRemote(text) {
			return fits, err
		}
		at := s.locate(text)
		if at.Err != nil {
			return false, unresolved(at.Err)
		}
		return t(s, at.Path, element)
	}
}

func inProject(s *sight, text string, _ bool) (bool, error) {
	at := s.locate(text)
	if at.Err != nil {
		return false, unresolved(at.Err)
	}
	return at.Zone == decision.ZoneProject, nil
}

func unresolved(err error) error {
	return fmt.Errorf("the path cannot be resolved: %w", err)
}

// isAnchored reports whether a value is a path that starts at the root
// directory or at home.
func isAnchored(value string) bool {
	return strings.HasPrefix(value, "/") || value == "~" || strings.HasPrefix(value, "~/")
}

// remoteSchemes are those of addresses that no file tool takes for a path.
var remoteSchemes = []string{"http", "https", "ws", "wss", "ftp", "ftps", "ssh", "git", "s3", "gs", "data", "mailto"}

// isRemote reports whether text is the address of another machine. One that
// climbs is none: to a file tool foo://../x is a relative path.
func isRemote(text string) bool {
	scheme, rest, found := strings.Cut(text, "://")
	return found && slices.Contains(remoteSchemes, strings.ToLower(scheme)) && !slices.Contains(strings.Split(rest, "/"), "..")
}
