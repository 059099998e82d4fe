package textmodel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
	"github.com/flux7-go/supervisor/provider/internal/wire"
)

const (
	// MaxShownBytes bounds what is shown of a call, as JSON: about 10,000
	// tokens, which small models still read with care.
	MaxShownBytes = 32 << 10
	// MaxValueBytes bounds one text of the parameters. More is cut, and then
	// the model cannot approve.
	MaxValueBytes = 16 << 10
	// maxTraceValueBytes bounds one text of the parameters of recent activity.
	maxTraceValueBytes = 512
	// maxDescriptionBytes bounds the tool's description.
	maxDescriptionBytes = 512
	// maxMessageBytes bounds one message of the conversation.
	maxMessageBytes = 1 << 10
	// maxGrants bounds the active grants that are shown.
	maxGrants = 20
	// minValueBytes is how far texts are cut before the call counts as too large.
	minValueBytes = 64
)

// CallView is what a model is shown of a call, with secrets masked and long texts
// cut. The agent's prose and the output of tools are not among it.
type CallView struct {
	Tool           string        `json:"tool"`
	Agent          string        `json:"agent_id,omitempty"`
	Params         any           `json:"params"`
	PolicyRule     string        `json:"policy_rule,omitempty"`
	InjectionRisk  bool          `json:"injection_risk_flagged"`
	WorkingDir     string        `json:"working_dir,omitempty"`
	ProjectDirs    []string      `json:"project_dirs,omitempty"`
	RecentActivity []TraceView   `json:"recent_activity,omitempty"`
	ActiveGrants   []GrantView   `json:"active_grants,omitempty"`
	Description    string        `json:"untrusted_tool_description,omitempty"`
	Conversation   []MessageView `json:"untrusted_conversation,omitempty"`
}

// TraceView is what a model is shown of an earlier call.
type TraceView struct {
	Tool   string `json:"tool"`
	Params any    `json:"params,omitempty"`
	Policy string `json:"policy,omitempty"`
}

// GrantView is what a model is shown of an active grant.
type GrantView struct {
	Tools     string `json:"tools"`
	Remaining string `json:"remaining,omitempty"`
}

// MessageView is what a model is shown of a message.
type MessageView struct {
	Role decision.Role `json:"role"`
	Text string        `json:"text"`
}

// Shown is a call as it is shown.
type Shown struct {
	View  CallView
	data  string // the view as JSON on one line
	whole bool   // nothing of the call itself was cut
	hid   bool   // a mask hides more than a word of it
}

// ErrTooLarge is returned for a call of which not even the bare parameters, cut
// to a few words each, fit into [MaxShownBytes].
var ErrTooLarge = errors.New("the call is too large to be shown")

// Show returns what a reviewer is shown of a call. Where it is too much, the
// context goes first: the conversation, recent activity, grants. Then the texts
// of the parameters are cut shorter and shorter. What cannot be shown at all is
// [ErrTooLarge]; what is no JSON is an error with cause invalid.
func (r *Review) Show(ctx context.Context, c *decision.Call) (Shown, error) {
	v, err := r.view(c)
	if err != nil {
		return Shown{}, err
	}
	v.Conversation = r.conversation(ctx, c)
	params, hid, err := r.screen.Params(c.Params)
	if err != nil {
		return Shown{}, invalid("params: %w", err)
	}
	s, err := shrink(v, params)
	s.hid = hid
	return s, err
}

// shrink shows v with what there is room for.
func shrink(v CallView, params any) (Shown, error) {
	s, err := fit(v, params, MaxValueBytes)
	if !errors.Is(err, ErrTooLarge) {
		return s, err
	}
	// Whether it can be shown at all: what cannot is not tried in every way.
	if _, err := fit(v.bare(), params, minValueBytes); err != nil {
		return Shown{}, err
	}
	for _, less := range []func(){
		func() { v.Conversation = nil },
		func() { v.RecentActivity = nil },
		func() { v = v.bare() },
	} {
		less()
		if s, err := fit(v, params, MaxValueBytes); !errors.Is(err, ErrTooLarge) {
			return s, err
		}
	}
	for limit := MaxValueBytes / 2; limit >= minValueBytes; limit /= 2 {
		if s, err := fit(v, params, limit); !errors.Is(err, ErrTooLarge) {
			return s, err
		}
	}
	return Shown{}, ErrTooLarge
}

// bare is v without all that only explains it.
func (v CallView) bare() CallView {
	v.Conversation, v.RecentActivity, v.ActiveGrants, v.Description, v.ProjectDirs = nil, nil, nil, "", nil
	return v
}

// fit shows v with the texts of the parameters cut to a limit.
func fit(v CallView, params any, limit int) (Shown, error) {
	short, cut := disclosure.Shorten(params, limit)
	v.Params = short
	data, err := JSON(v)
	switch {
	case err != nil:
		return Shown{}, err
	case len(data) > MaxShownBytes:
		return Shown{}, ErrTooLarge
	}
	return Shown{View: v, data: data, whole: !cut}, nil
}

func (r *Review) view(c *decision.Call) (CallView, error) {
	v := CallView{
		Tool: r.screen.Text(c.Tool), Agent: r.screen.Text(c.Agent), PolicyRule: r.screen.Text(c.PolicyRule), InjectionRisk: c.InjectionRisk,
		WorkingDir: r.screen.Text(c.WorkingDir), ProjectDirs: r.screen.Texts(r.opts.ProjectDirs),
		Description: disclosure.Cut(r.screen.Text(c.ToolDescription), maxDescriptionBytes),
	}
	for _, t := range disclosure.Recent(c) {
		params, err := r.screen.Clean(t.Params)
		if err != nil {
			return CallView{}, invalid("recent activity: %w", err)
		}
		short, _ := disclosure.Shorten(params, maxTraceValueBytes)
		v.RecentActivity = append(v.RecentActivity, TraceView{r.screen.Text(t.Tool), short, r.screen.Text(t.Policy)})
	}
	for _, g := range c.ActiveGrants[:min(len(c.ActiveGrants), maxGrants)] {
		v.ActiveGrants = append(v.ActiveGrants, GrantView{r.screen.Text(g.Tools), r.screen.Text(g.Remaining)})
	}
	return v, nil
}

// invalid returns an error of a call that cannot be shown. Breakers do not count
// it: it is the call's.
func invalid(format string, args ...any) error {
	return wire.Uncounted(decision.Errorf(decision.CauseInvalid, format, args...))
}

// conversation returns the last messages of the roles that are shown.
func (r *Review) conversation(ctx context.Context, c *decision.Call) (list []MessageView) {
	add := func(role decision.Role, text string) {
		list = append(list, MessageView{role, disclosure.Cut(r.screen.Text(text), maxMessageBytes)})
	}
	if r.opts.Conversation == nil {
		for _, text := range last(c.UserMessages, r.opts.Messages) {
			add(decision.RoleUser, text)
		}
		return list
	}
	var messages []decision.Message
	for _, m := range r.opts.Conversation(ctx, c) {
		if slices.Contains(r.opts.Roles, m.Role) && m.Text != "" {
			messages = append(messages, m)
		}
	}
	for _, m := range last(messages, r.opts.Messages) {
		add(m.Role, m.Text)
	}
	return list
}

func last[T any](list []T, n int) []T { return list[max(0, len(list)-max(0, n)):] }

// JSON writes v as JSON on one line. Characters that show nothing are written as
// escapes: a model reads what a person does not see.
func JSON(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", invalid("the call does not encode as json")
	}
	text := strings.TrimSuffix(b.String(), "\n")
	if strings.IndexFunc(text, hidden) < 0 {
		return text, nil
	}
	var out strings.Builder
	for _, r := range text {
		if hidden(r) {
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
			continue
		}
		out.WriteRune(r)
	}
	return out.String(), nil
}

func hidden(r rune) bool {
	return r >= 0x7f && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector))
}
