package adminpage

import "time"

// toldOf is a decision with a text in every field that others choose.
func toldOf(attack string) map[string]any {
	return told(1, "escalated", attack, attack, attack, map[string]any{
		"approval_id": attack, "policy_rule": attack, "cause": attack, "via": attack, "rule_matched": attack, "fingerprint": attack, "working_dir": attack,
		"expires_at": time.Now().Add(time.Hour).UTC().Format(time.RFC3339Nano),
		"rule":       map[string]any{"name": attack, "file": attack, "line": 1},
		"evaluator":  map[string]any{"model": attack, "questions": attack},
		"links":      []any{map[string]any{"name": attack, "state": attack, "cause": attack, "ms": 1}},
		"limits":     []any{limit(attack, attack, 0.5, 0.2, false)},
		"effects":    []any{map[string]any{"kind": attack, "target": attack, "zone": attack, "segment": "rm " + attack, "sends": []any{attack}, "concern": attack}},
		"opaque":     []any{map[string]any{"reason": attack, "segment": attack}},
		"precedents": []any{attack}, "notes": []any{attack}, "signals": map[string]any{attack: 0.5}, "timings": map[string]any{attack: 1},
		"params":  map[string]any{"command": "rm " + attack, attack: map[string]any{attack: attack}},
		"journal": []any{map[string]any{"file": attack, "seq": 1, "hash": attack, "line": attack}},
		"outcome": map[string]any{"state": "left", "status": attack, "resolved_by": attack, "detail": attack},
	})
}

// askedOf is a call that waits, with a text in every field that others choose.
func askedOf(attack string) map[string]any {
	return asked(1, attack, attack, map[string]any{
		"id": attack, "session_id": attack, "cause": attack, "reasoning": attack, "params": map[string]any{"command": attack, attack: attack},
		"decision": told(1, "escalated", attack, attack, attack, map[string]any{"cause": attack, "approval": attack, "approval_id": attack, "effects": []any{map[string]any{"kind": attack, "target": attack, "zone": attack, "segment": attack}}}),
		"options":  []any{option("once", true, attack), option("session", true, attack), option("permanent", false, attack), map[string]any{"scope": attack, "allowed": true, "covers": attack}},
	})
}

// standsOf is a standing approval with a text in every field.
func standsOf(attack string) map[string]any {
	return stands(map[string]any{
		"id": attack, "scope": attack, "agent_name": attack, "tool_name": attack, "conversation_id": attack, "fingerprint": attack, "signature": attack,
		"arguments": map[string]any{attack: attack}, "effects": []string{attack}, "zones": []string{attack}, "hosts": []string{attack},
		"created_by": attack, "created_at": attack, "expires_at": attack, "last_used_at": attack, "covers": attack,
	})
}
