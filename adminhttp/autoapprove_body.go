package adminhttp

import (
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// maxStandingBytes bounds the body of POST /auto-approve.
	maxStandingBytes = 256 << 10
	// maxLimits bounds each list of limits in it.
	maxLimits = 100
)

// standingBody is the body of POST /auto-approve.
type standingBody struct {
	Agent        string                `json:"agent"`
	Tool         string                `json:"tool"`
	Scope        string                `json:"scope"` // empty: permanent
	Conversation string                `json:"conversation_id"`
	Fingerprint  string                `json:"fingerprint"`
	Signature    string                `json:"signature"`
	Arguments    map[string]any        `json:"arguments"`
	Effects      []decision.EffectKind `json:"effects"`
	Zones        []decision.Zone       `json:"zones"`
	Hosts        []string              `json:"hosts"`
	ExpiresAt    time.Time             `json:"expires_at"`
	MaxUses      int                   `json:"max_uses"`
}

// parseStanding reads what is asked for. Whether it may be is for package
// standing to say.
func parseStanding(body []byte) (asked decision.Standing, err error) {
	var b standingBody
	if err := decodeStrictly(body, decision.MaxParamsDepth, []string{
		"agent", "tool", "scope", "conversation_id", "fingerprint", "signature", "arguments", "effects", "zones", "hosts", "expires_at", "max_uses",
	}, &b); err != nil {
		return asked, err
	}
	if b.Scope == "" {
		b.Scope = string(decision.StandingPermanent)
	}
	asked = decision.Standing{
		Scope: decision.StandingScope(b.Scope), Agent: b.Agent, Tool: b.Tool, Session: b.Conversation,
		Fingerprint: b.Fingerprint, Signature: b.Signature, Arguments: b.Arguments, Kinds: b.Effects, Zones: b.Zones, Hosts: b.Hosts,
		ExpiresAt: b.ExpiresAt, MaxUses: b.MaxUses,
	}
	return asked, checkLimits(asked)
}

// checkLimits refuses limits that no call could meet, since they look like more
// than they are.
func checkLimits(a decision.Standing) error {
	if max(len(a.Kinds), len(a.Zones), len(a.Hosts), len(a.Arguments)) > maxLimits {
		return fail(http.StatusBadRequest, "a list of limits has more than %d entries", maxLimits)
	}
	for _, name := range []string{a.Agent, a.Tool, a.Session, a.Fingerprint, a.Signature} {
		if len(name) > decision.MaxNameBytes {
			return fail(http.StatusBadRequest, "a name is longer than %d bytes", decision.MaxNameBytes)
		}
	}
	for _, kind := range a.Kinds {
		if !kind.Known() {
			return fail(http.StatusBadRequest, "effects has the unknown kind %.32q", string(kind))
		}
	}
	for _, zone := range a.Zones {
		if !zone.Known() {
			return fail(http.StatusBadRequest, "zones has the unknown zone %.32q", string(zone))
		}
	}
	for _, host := range a.Hosts {
		if host == "" || len(host) > decision.MaxNameBytes {
			return fail(http.StatusBadRequest, "hosts has an entry that is no host")
		}
	}
	return nil
}
