package systemone

import (
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
)

// shown is the state of a call as the model is shown it.
type shown struct {
	json []byte
	lack string // why the parameters are not shown whole; empty: they are
}

// stateBuilder builds the state of calls.
type stateBuilder struct {
	screen disclosure.Screen
	dirs   []byte // the project's directories as JSON
}

func newStateBuilder(withheld, projectDirs []string) stateBuilder {
	b := stateBuilder{screen: disclosure.NewScreen(withheld)}
	b.dirs = encode(b.screen.Texts(projectDirs))
	return b
}

// encode writes any value as it may leave the machine.
func (b *stateBuilder) encode(v any) ([]byte, error) {
	clean, err := b.screen.Clean(v)
	if err != nil {
		return nil, err
	}
	return encode(clean), nil
}

// show returns the state of a call in at most room bytes.
func (b *stateBuilder) show(c *decision.Call, room int) (shown, error) {
	params, hid, err := b.screen.Params(c.Params)
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
	full, cut := disclosure.Shorten(params, MaxTextBytes)
	parts := parts{
		head: b.head(c), dirs: b.dirs, rule: encode(b.screen.Text(c.PolicyRule)), flag: c.InjectionRisk,
		params: encode(full), recent: recent, grants: grants,
	}
	cut = parts.fit(room, params) || cut
	return shown{json: parts.join(), lack: lack(cut, hid)}, nil
}

// lack says why the model was not shown a call whole.
func lack(cut, hid bool) string {
	switch {
	case cut:
		return "the call is too long to be shown to the model whole"
	case hid:
		return "a part of the call looks like a secret and was not shown to the model"
	}
	return ""
}

// head holds the members before the parameters.
func (b *stateBuilder) head(c *decision.Call) []byte {
	var w writer
	w.member(true, "tool", b.screen.Text(c.Tool))
	w.member(false, "agent_id", b.screen.Text(c.Agent))
	return w.Bytes()
}

// recent returns what the agent did before, newest first, each as JSON.
func (b *stateBuilder) recent(c *decision.Call) ([][]byte, error) {
	list := [][]byte{}
	for _, t := range disclosure.Recent(c) {
		params, err := b.screen.Clean(t.Params)
		if err != nil {
			return nil, err
		}
		short, _ := fit(params, maxContextTextBytes, maxRecentBytes)
		var w writer
		w.raw("{")
		w.member(true, "tool", b.screen.Text(t.Tool))
		w.raw(`,"params":`)
		w.Write(short)
		w.member(false, "policy", b.screen.Text(t.Policy))
		w.raw("}")
		list = append(list, w.Bytes())
	}
	return list, nil
}

// maxRecentBytes bounds the parameters of one earlier call.
const maxRecentBytes = 2 << 10

// grants returns the active grants, each as JSON.
func (b *stateBuilder) grants(list []decision.Grant) ([][]byte, error) {
	out := make([][]byte, len(list))
	for i, g := range list {
		clean, err := b.screen.Clean(g)
		if err != nil {
			return nil, err
		}
		out[i], _ = fit(clean, maxContextTextBytes, maxRecentBytes)
	}
	return out, nil
}
