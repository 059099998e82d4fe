package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

// Validate says why no store keeps the word: it has no id, or it is neither an
// approve nor a deny.
func (w Word) Validate() error {
	switch {
	case w.ID == "":
		return errors.New("the word needs the id of its approval")
	case w.Action != Approve && w.Action != Deny:
		return fmt.Errorf("the word is %q: it must be approve or deny", w.Action)
	}
	return nil
}

// Spendable reports whether the word can still be used once: it is an approve
// that is good once, nobody used it or took it back, and its time, if it has
// one, has not come.
func (w Word) Spendable(at time.Time) bool {
	return w.Once && w.Action == Approve && w.Spent.IsZero() && w.Revoked.IsZero() && (w.Until.IsZero() || at.Before(w.Until))
}

// Holds reports whether the word may still settle a call: it stands, and it can
// be spent or its time has not come. A word that does not hold is only a
// precedent.
func (w Word) Holds(now time.Time) bool {
	if w.Once && w.Action == Approve {
		return w.Spendable(now)
	}
	return w.Revoked.IsZero() && now.Before(w.Until)
}

// Matches reports whether the query selects the word; the limit is the store's.
func (q WordQuery) Matches(w Word) bool {
	return (q.Agent == "" || q.Agent == w.Agent) && (q.Tool == "" || q.Tool == w.Tool) &&
		(q.Fingerprint == "" || q.Fingerprint == w.Fingerprint) && (q.Signature == "" || q.Signature == w.Signature) &&
		(q.Session == "" || q.Session == w.Session) && (q.Action == Escalate || q.Action == w.Action) && (q.Since.IsZero() || !w.Time.Before(q.Since))
}

// Validate says why no store keeps the standing approval: one of the config is
// not stored, one of a session ends and names it, and each names an agent and a
// tool.
func (s Standing) Validate() error {
	switch {
	case s.Agent == "":
		return errors.New("the standing approval names no agent")
	case s.Tool == "":
		return errors.New("the standing approval names no tool")
	case s.Scope == StandingConfig:
		return errors.New("a standing approval of scope config comes from the config: it is not stored")
	case s.Scope != StandingSession && s.Scope != StandingPermanent:
		return fmt.Errorf("unknown scope %.32q: it must be session or permanent", string(s.Scope))
	case s.Scope == StandingSession && s.Session == "":
		return errors.New("a standing approval of scope session names its conversation")
	case s.Scope == StandingSession && s.ExpiresAt.IsZero():
		return errors.New("a standing approval of scope session needs a time when it ends")
	case s.MaxUses < 0 || s.Uses < 0:
		return errors.New("the uses of a standing approval are not negative")
	}
	return nil
}

// InForce reports whether the standing approval has neither expired nor been
// used up.
func (s Standing) InForce(now time.Time) bool {
	return !s.Expired(now) && (s.MaxUses == 0 || s.Uses < s.MaxUses)
}

// Expired reports whether its time has come.
func (s Standing) Expired(now time.Time) bool {
	return !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt)
}

// Key identifies what the standing approval is about: two of one key have the
// same scope, agent, tool and conversation and ask the same of a call. The order
// of kinds, zones and hosts does not count.
func (s Standing) Key() (string, error) {
	kinds, zones := make([]string, len(s.Kinds)), make([]string, len(s.Zones))
	for i, k := range s.Kinds {
		kinds[i] = string(k)
	}
	for i, z := range s.Zones {
		zones[i] = string(z)
	}
	arguments, err := normalizeParams(s.Arguments)
	if err != nil {
		return "", fmt.Errorf("the arguments of the standing approval: %w", err)
	}
	text, err := strictjson.Canonical([]any{
		string(s.Scope), s.Agent, s.Tool, s.Session, s.Fingerprint, s.Signature, arguments, set(kinds), set(zones), set(s.Hosts),
	})
	if err != nil {
		return "", fmt.Errorf("the arguments of the standing approval: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// set writes names as JSON, sorted and each once.
func set(names []string) []any {
	names = slices.Clone(names)
	slices.Sort(names)
	out := []any{}
	for _, name := range slices.Compact(names) {
		out = append(out, name)
	}
	return out
}

// Validate says why no store takes the resolution: it settles nothing, or it
// does not say who approved or denied.
func (r Resolution) Validate() error {
	switch r.Status {
	case ApprovalApproved, ApprovalDenied:
		if r.By == "" {
			return fmt.Errorf("the resolution %q must say by whom", string(r.Status))
		}
	case ApprovalTimeout:
	default:
		return fmt.Errorf("an approval cannot be settled as %.32q: it must be approved, denied or timeout", string(r.Status))
	}
	return nil
}
