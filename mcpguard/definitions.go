package mcpguard

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
)

const (
	// MaxTools bounds the tools whose definitions are kept. A tool beyond it
	// counts as not listed.
	MaxTools = 4096
	// maxPages bounds how many pages of one list are read: MaxTools of a server
	// that gives 41 a page. What is on further pages counts as not listed.
	maxPages = 100
	// maxDescription bounds what is kept of a description, in bytes. Clients show
	// 2 KiB to 16 KiB of it to the model.
	maxDescription = 16 << 10
)

// policyChanged is the policy rule of calls of a tool whose definition changed.
const policyChanged = "tool-definition-changed"

// Doubts about a call; see decision.Call.Doubts.
const (
	doubtDestructive = "its server says that the tool may destroy something"
	doubtOpenWorld   = "its server says that the tool reaches the outside world"
	doubtUnlisted    = "its server does not list the tool among those that were read"
	doubtUnknown     = "its server did not say what the tool is"
)

// definitions are those of one server's tools, as each was first seen.
type definitions struct {
	log *slog.Logger

	mu     sync.Mutex
	fresh  bool // all of them were listed since the server last said that they changed
	pinned map[string]definition
}

// definition is what is kept of one tool.
type definition struct {
	hash        [sha256.Size]byte
	description string
	doubts      []string
	changed     bool // another one was seen since
}

// pages lists a server's tools, page by page.
type pages func(cursor string) (*mcp.ListToolsResult, error)

func pagesOf(ctx context.Context, next mcp.MethodHandler, session *mcp.ServerSession) pages {
	return func(cursor string) (*mcp.ListToolsResult, error) {
		res, err := next(ctx, "tools/list", &mcp.ListToolsRequest{Session: session, Params: &mcp.ListToolsParams{Cursor: cursor}})
		if err != nil {
			return nil, err
		}
		list, ok := res.(*mcp.ListToolsResult)
		if !ok {
			return nil, errors.New("the server's answer is no list of tools")
		}
		return list, nil
	}
}

// describe adds to a call what is known of its tool. The error is errUnlisted.
func (l *definitions) describe(call *supervisor.Call, tool string, list pages) error {
	known, ok, fresh := l.of(tool)
	if !ok || !fresh {
		listed, whole, err := l.listAll(tool, list)
		switch {
		case err != nil:
			l.log.Warn("the tools could not be listed", "error", err)
			call.Doubts = append(call.Doubts[:len(call.Doubts):len(call.Doubts)], doubtUnknown)
		case whole && !listed:
			l.forgetFresh() // so that one that was listed before is looked for again
			return errUnlisted
		}
		known, ok, _ = l.of(tool)
	}
	call.ToolDescription = known.description
	call.Doubts = append(call.Doubts[:len(call.Doubts):len(call.Doubts)], known.doubts...)
	if !ok {
		call.Doubts = append(call.Doubts, doubtUnlisted)
	}
	if known.changed { // the flag that nothing but a person's answer to this very call overcomes
		call.InjectionRisk, call.PolicyRule = true, policyChanged
	}
	return nil
}

// errUnlisted says that a server has no tool of a name.
var errUnlisted = errors.New("the server does not list the tool")

func (l *definitions) of(tool string) (known definition, ok, fresh bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known, ok = l.pinned[tool]
	return known, ok, l.fresh
}

func (l *definitions) forgetFresh() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh = false
}

// listAll reads the list of tools anew, and says whether one is listed, and
// whether the list was read to its end.
func (l *definitions) listAll(tool string, list pages) (listed, whole bool, err error) {
	l.mu.Lock()
	l.fresh = true // what changes from here on makes it stale again
	l.mu.Unlock()
	cursor := ""
	for range maxPages {
		page, err := list(cursor)
		if err != nil {
			l.forgetFresh()
			return listed, false, err
		}
		l.learn(page.Tools)
		listed = listed || slices.ContainsFunc(page.Tools, func(t *mcp.Tool) bool { return t != nil && t.Name == tool })
		if cursor = page.NextCursor; cursor == "" {
			return listed, true, nil
		}
	}
	return listed, false, nil
}

// learn pins what is new, and marks what is not as it was.
func (l *definitions) learn(tools []*mcp.Tool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range tools {
		if t == nil {
			continue
		}
		known, ok := l.pinned[t.Name]
		fresh := define(t)
		switch {
		case !ok && len(l.pinned) < MaxTools:
			l.pinned[t.Name] = fresh
		case ok && !known.changed && known.hash != fresh.hash:
			known.changed = true
			l.pinned[t.Name] = known
			l.log.Warn("the definition of a tool is not the one that was first seen: its calls are left to people until the next start",
				"tool", fmt.Sprintf("%.64q", t.Name))
		}
	}
}

// define takes from a tool what the model and the judges see of it.
func define(t *mcp.Tool) definition {
	d := definition{description: strings.ToValidUTF8(t.Description[:min(len(t.Description), maxDescription)], "")}
	if a := t.Annotations; a != nil {
		if a.DestructiveHint != nil && *a.DestructiveHint {
			d.doubts = append(d.doubts, doubtDestructive)
		}
		if a.OpenWorldHint != nil && *a.OpenWorldHint {
			d.doubts = append(d.doubts, doubtOpenWorld)
		}
	}
	shown := *t
	shown.Meta, shown.Icons = nil, nil // for programs, and free to change
	text, err := json.Marshal(&shown)
	if err != nil { // cannot be: it was read from JSON; and then nothing equals it
		text = fmt.Appendf(nil, "%p", t)
	}
	d.hash = sha256.Sum256(text)
	return d
}
