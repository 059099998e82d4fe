package decision

import (
	"context"
	"time"
)

// StandingScope is how long and for whom a standing approval holds.
type StandingScope string

// The scopes, in the order in which they are looked at.
const (
	StandingConfig    StandingScope = "config"    // as long as the config says so
	StandingSession   StandingScope = "session"   // in one conversation, for a quarter of an hour
	StandingPermanent StandingScope = "permanent" // until it is deleted or expires
)

// Standing is a standing approval: a person's word on calls to come. It lifts
// what waits for a person, never a deny.
type Standing struct {
	ID      string        `json:"id"`
	Scope   StandingScope `json:"scope"`
	Agent   string        `json:"agent_name"`
	Tool    string        `json:"tool_name"`
	Session string        `json:"conversation_id,omitempty"` // of scope session

	// What a call must be, besides of that tool: of one fingerprint, of one
	// effect signature, with these arguments, with effects in these kinds and
	// zones and on these hosts only. Empty: not asked for.
	Fingerprint string         `json:"fingerprint,omitempty"`
	Signature   string         `json:"signature,omitempty"`
	Arguments   map[string]any `json:"arguments,omitempty"`
	Kinds       []EffectKind   `json:"effects,omitempty"`
	Zones       []Zone         `json:"zones,omitempty"`
	Hosts       []string       `json:"hosts,omitempty"`

	CreatedBy string    `json:"created_by,omitempty"`
	CreatedAt time.Time `json:"created_at,omitzero"`
	ExpiresAt time.Time `json:"expires_at,omitzero"` // zero: never
	Uses      int       `json:"uses"`
	MaxUses   int       `json:"max_uses,omitempty"` // 0: any number
	LastUse   time.Time `json:"last_used_at,omitzero"`
}

// Standings is the ability of a [Store] to keep standing approvals of scope
// session and permanent. Without it only those of the config exist. All methods
// are safe for concurrent use.
type Standings interface {
	// SaveStanding keeps a standing approval. One of the same scope, agent, tool,
	// conversation and limits is replaced, and the id of the kept one returned.
	SaveStanding(ctx context.Context, s Standing) (id string, err error)
	// FindStandings returns those of an agent and a tool that have not expired;
	// empty names match all. They are sorted by agent, tool, scope (in the order in
	// which scopes are looked at) and id; those that are used up are among them.
	FindStandings(ctx context.Context, agent, tool string, now time.Time) ([]Standing, error)
	// UseStanding counts a use. It returns false, and counts nothing, when there is
	// no such approval any more, it has expired, or its uses are used up.
	UseStanding(ctx context.Context, id string, now time.Time) (bool, error)
	// DeleteStanding deletes one; false: there was none.
	DeleteStanding(ctx context.Context, id string) (bool, error)
}
