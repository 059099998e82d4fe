package systemone

import (
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

// shown is the state of a call as the model is shown it.
type shown struct {
	json []byte
	cut  bool // the parameters are not shown whole
}

// stateBuilder builds the state of calls.
type stateBuilder struct {
	screen screen
	dirs   []byte // the project's directories as JSON
}

func newStateBuilder(withheld, projectDirs []string) stateBuilder {
	b := stateBuilder{screen: newScreen(withheld)}
	dirs := make([]string, len(projectDirs))
	for i, d := range projectDirs {
		dirs[i] = b.screen.text(d)
	}
	b.dirs = encode(dirs)
	return b
}

// encode writes any value as it may leave the machine.
func (b *stateBuilder) encode(v any) ([]byte, error) {
	clean, err := b.screen.clean(v)
	if err != nil {
		return nil, err
	}
	return encode(clean), nil
}

// show returns the state of a call in at most room bytes.
func (b *stateBuilder) show(c *decision.Call, room int) (shown, error) {
	params, err := b.screen.clean(c.Params)
	if err != nil {
		return shown{}, fmt.Errorf("params: %w", err)
	}
	recent, err := b.recent(c)
	if err != nil {
		return shown{}, fmt.Errorf("recent activity: %w", err)
	}
	grants, err := b.grants(c.ActiveGrants)
	if err != nil {
		return shown{}, fmt.Errorf("active grants: %w", err)
	}
	full, cut := shorten(params, MaxTextBytes)
	parts := parts{
		head: b.head(c), dirs: b.dirs, rule: encode(b.screen.text(c.PolicyRule)), flag: c.InjectionRisk,
		params: encode(full), recent: recent, grants: grants,
	}
	cut = parts.fit(room, params) || cut
	return shown{json: parts.join(), cut: cut}, nil
}

// head holds the members before the parameters.
func (b *stateBuilder) head(c *decision.Call) []byte {
	var w writer
	w.member(true, "tool", b.screen.text(c.Tool))
	w.member(false, "agent_id", b.screen.text(c.Agent))
	return w.Bytes()
}

// recent returns the first earlier calls that went through, newest first, each
// as JSON. Only what was done is shown: reasons and errors are texts that the
// agent, or whoever it listens to, may have written, and what was refused or
// still waits is nothing that the agent did.
func (b *stateBuilder) recent(c *decision.Call) ([][]byte, error) {
	list := [][]byte{}
	for i := range c.RecentTraces {
		t := &c.RecentTraces[i]
		if len(list) == MaxRecent {
			break
		}
		if !happened(t) || itself(t, c) {
			continue
		}
		params, err := b.screen.clean(t.Params)
		if err != nil {
			return nil, err
		}
		short, _ := fit(params, maxContextTextBytes, maxRecentBytes)
		var w writer
		w.raw("{")
		w.member(true, "tool", b.screen.text(t.Tool))
		w.raw(`,"params":`)
		w.Write(short)
		w.member(false, "policy", b.screen.text(t.Policy))
		w.raw("}")
		list = append(list, w.Bytes())
	}
	return list, nil
}

// maxRecentBytes bounds the parameters of one earlier call.
const maxRecentBytes = 2 << 10

func happened(t *decision.Trace) bool {
	switch t.ApprovalStatus {
	case "denied", "timeout", "pending":
		return false
	case "approved":
		return true
	}
	return t.Policy != "deny" && t.Policy != "human_approval"
}

// itself reports the trace of the call under judgment, which queues leave out
// but other callers may not.
func itself(t *decision.Trace, c *decision.Call) bool {
	return c.TraceID != "" && t.TraceID == c.TraceID || c.ID != "" && t.ApprovalID == c.ID
}

// grants returns the active grants, each as JSON.
func (b *stateBuilder) grants(list []decision.Grant) ([][]byte, error) {
	out := make([][]byte, len(list))
	for i, g := range list {
		clean, err := b.screen.clean(g)
		if err != nil {
			return nil, err
		}
		out[i], _ = fit(clean, maxContextTextBytes, maxRecentBytes)
	}
	return out, nil
}
