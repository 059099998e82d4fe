package adminpage

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"
	"time"
)

// desk is where calls wait for a person at the fake server.
type desk struct {
	mu        sync.Mutex
	off       bool // there is no store
	readOnly  bool // the token may not settle
	approvals []map[string]any
	standings []map[string]any
	settled   []settlement
	revoked   []string
}

// settlement is an answer that the page gave.
type settlement struct{ ID, Verb, Auto string }

func (f *fake) deskRoutes() map[string]http.HandlerFunc {
	d := &f.desk
	return map[string]http.HandlerFunc{
		"GET /approvals": d.open(d.pending), "GET /approvals/{id}": d.open(d.one),
		"POST /approvals/{id}/approve": d.open(f.answer("approved")), "POST /approvals/{id}/deny": d.open(f.answer("denied")),
		"GET /auto-approve": d.open(d.list), "DELETE /auto-approve/{id}": d.open(d.revoke),
	}
}

// open serves, under the lock, unless there is no store.
func (d *desk) open(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.off {
			refuses(w, http.StatusServiceUnavailable, map[string]any{"error": "there is no store for approvals"})
			return
		}
		serve(w, r)
	}
}

func (d *desk) pending(w http.ResponseWriter, r *http.Request) {
	found := []map[string]any{}
	for _, a := range slices.Backward(d.approvals) {
		if a["status"] == r.URL.Query().Get("status") {
			found = append(found, a)
		}
	}
	_ = json.NewEncoder(w).Encode(found)
}

func (d *desk) find(r *http.Request) map[string]any {
	at := slices.IndexFunc(d.approvals, func(a map[string]any) bool { return a["id"] == r.PathValue("id") })
	if at < 0 {
		return nil
	}
	return d.approvals[at]
}

func (d *desk) one(w http.ResponseWriter, r *http.Request) {
	if a := d.find(r); a != nil {
		_ = json.NewEncoder(w).Encode(a)
		return
	}
	refuses(w, http.StatusNotFound, map[string]any{"error": "no approval is known under this id"})
}

// answer settles an approval as a person at the page.
func (f *fake) answer(status string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		d := &f.desk
		a := d.find(r)
		var body struct {
			Auto string `json:"auto_approve"`
		}
		switch err := json.NewDecoder(r.Body).Decode(&body); {
		case err != nil:
			refuses(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
		case d.readOnly:
			refuses(w, http.StatusForbidden, map[string]any{"error": "this token may only read"})
		case a == nil:
			refuses(w, http.StatusNotFound, map[string]any{"error": "no approval is known under this id"})
		case a["status"] != "pending":
			refuses(w, http.StatusConflict, map[string]any{"error": "the approval has been settled already"})
		default:
			d.settled = append(d.settled, settlement{a["id"].(string), path.Base(r.URL.Path), body.Auto})
			a["status"], a["resolved_by"] = status, "person:operator"
			if body.Auto != "" {
				d.standings = append(d.standings, stands(map[string]any{"scope": body.Auto, "tool_name": a["tool"], "agent_name": a["agent_id"]}))
			}
			f.tell("approval", map[string]any{"id": a["id"], "status": status})
			_ = json.NewEncoder(w).Encode(a)
		}
	}
}

func (d *desk) list(w http.ResponseWriter, _ *http.Request) {
	_ = json.NewEncoder(w).Encode(append([]map[string]any{}, d.standings...))
}

func (d *desk) revoke(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	before := len(d.standings)
	d.standings = slices.DeleteFunc(d.standings, func(s map[string]any) bool { return s["id"] == id })
	if len(d.standings) == before {
		refuses(w, http.StatusNotFound, map[string]any{"error": "no standing approval is known under this id"})
		return
	}
	d.revoked = append(d.revoked, id)
	says(`{"status":"deleted"}`)(w, r)
}

// ask has a call wait for a person, and tells those who listen.
func (f *fake) ask(a map[string]any) {
	f.desk.mu.Lock()
	defer f.desk.mu.Unlock()
	f.desk.approvals = append(f.desk.approvals, a)
	f.tell("approval", map[string]any{"id": a["id"], "status": "pending"})
}

// settleElsewhere has somebody else settle one. Nobody is told.
func (f *fake) settleElsewhere(id, status, by string) {
	f.desk.mu.Lock()
	defer f.desk.mu.Unlock()
	for _, a := range f.desk.approvals {
		if a["id"] == id {
			a["status"], a["resolved_by"] = status, by
		}
	}
}

// answers are those that the page gave, and revocations the ids that it revoked.
func (f *fake) answers() []settlement {
	f.desk.mu.Lock()
	defer f.desk.mu.Unlock()
	return slices.Clone(f.desk.settled)
}

func (f *fake) revocations() []string {
	f.desk.mu.Lock()
	defer f.desk.mu.Unlock()
	return slices.Clone(f.desk.revoked)
}

// tell has those who listen hear an event.
func (f *fake) tell(kind string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for listener := range f.listeners {
		listener <- fmt.Sprintf("event: %s\ndata: %s\n\n", kind, data)
	}
}

// asked makes an approval that waits.
func asked(n int, tool, agent string, more map[string]any) map[string]any {
	d := told(n, "escalated", tool, agent, "a person reads what leaves the house", map[string]any{"cause": "rule", "approval": fmt.Sprintf("wait-%04d", n)})
	d["timestamp"] = time.Now().UTC().Format(time.RFC3339Nano)
	a := map[string]any{
		"id": fmt.Sprintf("wait-%04d", n), "agent_id": agent, "session_id": "talk-1", "tool": tool, "params": map[string]any{"to": "board@example.com"},
		"status": "pending", "created_at": d["timestamp"], "until": time.Now().Add(5 * time.Minute).UTC().Format(time.RFC3339),
		"reasoning": "a person reads what leaves the house", "cause": "rule", "decision": d,
		"options": []any{
			option("once", true, "this call, as it is, one time"),
			option("session", true, "mail.send to board@example.com in this conversation, for 15 minutes"),
			option("permanent", true, "exactly this mail, until it is revoked"),
		},
	}
	maps.Copy(a, more)
	return a
}

// option is what an answer would cover, or why it cannot be given.
func option(scope string, allowed bool, text string) map[string]any {
	if allowed {
		return map[string]any{"scope": scope, "allowed": true, "covers": text}
	}
	return map[string]any{"scope": scope, "allowed": false, "why": text, "covers": ""}
}

// stands makes a standing approval.
func stands(more map[string]any) map[string]any {
	s := map[string]any{
		"id": "st-1", "scope": "permanent", "agent_name": "assistant", "tool_name": "mail.send", "conversation_id": "", "fingerprint": "9f2c5e0b7d1a44c08a6be5f3",
		"signature": "", "arguments": nil, "effects": []string{}, "zones": []string{}, "hosts": []string{}, "created_by": "person:operator",
		"created_at": "2026-11-30T09:00:00Z", "expires_at": nil, "uses": 2, "max_uses": 0, "last_used_at": nil, "covers": "exactly this mail",
	}
	maps.Copy(s, more)
	return s
}
