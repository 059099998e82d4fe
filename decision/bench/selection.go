package bench

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// SelectionOptions says which recorded calls may leave the machine. The zero
// value selects all.
type SelectionOptions struct {
	// Agents and Tools are the names of those whose calls are taken. Empty: all.
	Agents, Tools []string
	// Exclude are keywords. A call that holds one, in any case, in a text, a
	// name or a number, is left out.
	Exclude []string
	// Repos are directories, absolute or below the home: "app", "~/app",
	// "/home/ann/app" and "/Users/ann/app" are the same. Only calls that name
	// one of them, and no path that may lie elsewhere, are taken; tools that
	// search the web need not name one. Empty: all.
	Repos []string
	// Limit is how many cases are taken of all sets together. 0: all.
	Limit int
}

// Selection selects cases that may leave the machine. It is immutable and safe
// for concurrent use.
//
// What a selected case holds is what [Export] writes: the secrets in its names,
// texts and parameters are masked, then texts over 2,000 characters are cut,
// and what else a set says of a call, such as its user's messages, is left out.
// A call that is left out for a keyword or its paths is shown in the recent
// activity of later ones as "[excluded]". It helps an honest person to keep
// private things private; it is no proof against a call that hides them.
type Selection struct {
	agents, tools []string
	keywords      keywords
	paths         *allowlist
	limit         int
}

// NewSelection compiles a selection. Empty keywords, a repository that is the
// root, a home or out of it, and a negative limit are errors.
func NewSelection(o SelectionOptions) (*Selection, error) {
	words, wordsErr := newKeywords(o.Exclude)
	paths, pathsErr := newAllowlist(o.Repos)
	if err := errors.Join(wordsErr, pathsErr); err != nil {
		return nil, err
	}
	if o.Limit < 0 {
		return nil, fmt.Errorf("limit %d is negative: 0 takes all", o.Limit)
	}
	return &Selection{
		agents: slices.Clone(o.Agents), tools: slices.Clone(o.Tools), keywords: words, paths: paths, limit: o.Limit,
	}, nil
}

// filters says why a case is none of those that were asked for; nil: it is.
func (s *Selection) filters(c *Case) *SkipError {
	switch {
	case len(s.agents) > 0 && !slices.Contains(s.agents, c.Call.Agent):
		return &SkipError{Reason: SkipAgent}
	case len(s.tools) > 0 && !slices.Contains(s.tools, c.Call.Tool):
		return &SkipError{Reason: SkipTool}
	}
	return nil
}

// excludes says why a case must not leave; nil: it may. Clean is the case as it
// would leave, with its masks and marks of cuts. Of what a call would do, also
// what is masked or cut is looked at: it may tell what the rest is about.
func (s *Selection) excludes(c, clean *Case) *SkipError {
	call := callTexts(c.Call.Tool, c.Call.Params)
	names := nameTexts(c)
	all := slices.Concat(call, callTexts(clean.Call.Tool, clean.Call.Params), nameTexts(clean))
	if word, found := s.keywords.in(all); found {
		return &SkipError{Reason: SkipKeyword, Keyword: word}
	}
	if c.Call.WorkingDir != "" {
		call = append(call, c.Call.WorkingDir)
	}
	if reason := s.refuses(c.Call.Tool, call, names); reason != "" {
		return &SkipError{Reason: reason}
	}
	return nil
}

// refuses says why the allowlist refuses a call; empty: it does not. Only what
// the call itself says can name a repository.
func (s *Selection) refuses(tool string, call, names []string) string {
	if s.paths == nil {
		return ""
	}
	var seen sight
	for _, text := range call {
		seen = seen.with(s.paths.look(text))
	}
	named := seen.named
	for _, text := range names {
		seen = seen.with(s.paths.look(text))
	}
	switch {
	case seen.tmp:
		return SkipTmp
	case seen.outside:
		return SkipOutside
	case !named && !searches(tool):
		return SkipNoRepo
	}
	return ""
}

// searches reports whether a tool looks things up on the web and may do so
// without naming a repository, as in the reference.
func searches(tool string) bool {
	for _, prefix := range [...]string{"searxng.", "WebFetch", "WebSearch", "ToolSearch"} {
		if strings.HasPrefix(tool, prefix) {
			return true
		}
	}
	return false
}

// clean returns a case as it may leave, but for its recent activity.
func (c *Case) clean() Case {
	out := Case{
		ID: cleanText(c.ID), Set: c.Set, Line: c.Line,
		Timestamp: cleanText(c.Timestamp), Policy: cleanText(c.Policy), PolicyRule: cleanText(c.PolicyRule),
		Label: c.Label, Families: c.Families,
	}
	out.Call = decision.Call{
		Agent: cleanText(c.Call.Agent), Tool: cleanText(c.Call.Tool), Params: cleanParams(c.Call.Params),
		Session: cleanText(c.Call.Session), TraceID: cleanText(c.Call.TraceID),
		RecentTraces: c.Call.RecentTraces,
	}
	return out
}

// digestOf is the same for calls of one tool with the same parameters.
func digestOf(c *Case) ([sha256.Size]byte, error) {
	text, err := strictjson.Canonical(map[string]any{"tool": c.Call.Tool, "params": c.Call.Params})
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	return sha256.Sum256(text), nil
}
