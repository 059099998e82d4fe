package effect

import (
	"net/url"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// ask adds the effects of the request.
func (t *account) ask(w webCall) {
	to := t.hosts.address(w.url)
	reading := w.method == "GET" || w.method == "HEAD" || w.method == "OPTIONS"
	segment := cut(w.method + " " + w.url)
	if to.concern == "" {
		to.concern = w.concern
	}
	secret := false
	for param, value := range t.call.Params {
		eachText(param, value, func(_, text string) { secret = secret || holdsSecret(text) })
	}
	e := decision.Effect{Kind: decision.Network, Target: to.host, Zone: to.zone, Segment: segment, Sends: w.sends, Concern: to.concern, By: "request"}
	switch {
	case to.zone == decision.ZoneNone:
		t.askLocal(&e, w, reading)
	case w.credential || secret:
		e.Sends = append(e.Sends, "credential")
		t.add(decision.Effect{Kind: decision.Secrets, Target: to.host, Zone: decision.ZoneRemote, Segment: segment, Concern: "credential in the request", By: "request"})
	}
	if to.zone != decision.ZoneNone && len(e.Sends) > 0 && !to.known && e.Concern == "" {
		e.Concern = "local data to an unknown host"
	}
	if to.known && !w.credential && !secret {
		e.Sends = nil // the operator let project data go there
	}
	t.add(e)
	if reading || to.zone == decision.ZoneNone {
		return
	}
	more := decision.Effect{Kind: decision.External, Target: to.host, Zone: to.zone, Segment: segment, Sends: e.Sends, Concern: e.Concern, By: "request"}
	if w.method == "DELETE" {
		more.Kind, more.Irreversible = decision.Deletes, true
	}
	t.add(more)
}

// controlPorts are those on which programs let themselves be told what to do:
// container engines, clusters, agents, debuggers, secret stores, cloud
// metadata on this machine.
var controlPorts = []string{"2375", "2376", "2377", "2379", "4243", "6443", "8001", "8200", "8500", "9222", "9229", "10250", "10255", "4646", "5985"}

// Words in the path of a request to this machine that ask for more than data:
// by any method, and by those that change something.
var (
	controlWords = []string{"delete", "delete_by_query", "drop", "shutdown", "exec", "execute", "restart", "kill", "purge", "flush", "truncate", "reset", "eval", "wipe"}
	changeWords  = []string{"admin", "debug", "containers", "cluster", "actuator", "config", "settings"}
)

func controls(path string, reading bool) bool {
	parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' || r == '-' || r == ':' || r == '.' })
	return slices.ContainsFunc(parts, func(part string) bool {
		part = strings.TrimPrefix(part, "_")
		return slices.Contains(controlWords, part) || !reading && slices.Contains(changeWords, part)
	})
}

// askLocal judges a request to this machine.
func (t *account) askLocal(e *decision.Effect, w webCall, reading bool) {
	_, port := splitPort(e.Target)
	u, err := url.Parse(w.url)
	switch {
	case e.Concern != "":
	case err != nil:
		e.Concern = "unreadable address"
	case slices.Contains(controlPorts, port):
		e.Concern = "port by which a program is controlled"
	case w.method == "DELETE":
		e.Concern = "request that deletes"
	case controls(u.Path, reading):
		e.Concern = "request that controls a program"
	}
	e.Sends = nil // it stays on this machine
}

// saves is a file that the answer is written to.
func (t *account) saves(text, param string) {
	from := len(t.effects.List)
	t.touch(decision.Creates, text, param+"="+text)
	if e := &t.effects.List[from]; e.Concern == "" {
		e.Concern = "content from the network"
	}
}
