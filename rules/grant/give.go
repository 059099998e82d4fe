package grant

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/rules/standing"
)

// maxReasonBytes bounds why something was not granted, or ended.
const maxReasonBytes = 300

// give gives a grant, unless there is one already. What cannot be granted is
// asked about as ever.
func (g *Grants) give(ctx context.Context, a approved) {
	o := opened{approved: a, kind: kindStanding, until: g.opts.Now().Add(a.duration)}
	granter := g.opts.Granter()
	if a.decision.Via == decision.ViaMesh && granter != nil && effect.KindOfTool(a.decision.Tool) == effect.ToolUniform {
		o.kind = kindMesh
	}
	there, room := g.room(o)
	if there {
		return
	}
	err := errors.New("too many grants are in force")
	if room {
		if o.kind == kindMesh {
			o, err = g.inMesh(ctx, granter, o)
		} else {
			o, err = g.asStanding(ctx, o)
		}
	}
	if err != nil {
		g.opts.Logger.WarnContext(ctx, "what a rule grants could not be granted", "rule", a.decision.RuleMatched, "kind", o.kind, "error", err)
		g.tell(ctx, stateFailed, o, err.Error())
		return
	}
	g.mu.Lock()
	g.open = append(g.open, o)
	g.mu.Unlock()
	g.tell(ctx, stateOpened, o, "")
}

// room drops what has ended, and says whether a grant is there already and
// whether there is room for one.
func (g *Grants) room(o opened) (there, room bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.opts.Now()
	g.open = slices.DeleteFunc(g.open, func(known opened) bool { return !now.Before(known.until) })
	there = slices.ContainsFunc(g.open, func(known opened) bool {
		same := known.decision.Agent == o.decision.Agent && known.decision.Tool == o.decision.Tool && known.kind == o.kind
		return same && (o.kind == kindMesh || known.decision.Fingerprint == o.decision.Fingerprint)
	})
	return there, len(g.open) < MaxOpen
}

// errNobody says that nobody can be granted anything.
var errNobody = errors.New("the call names no agent")

func (g *Grants) inMesh(ctx context.Context, granter decision.Granter, o opened) (opened, error) {
	d := o.decision
	if d.Agent == "" {
		return o, errNobody
	}
	grant, err := granter.Grant(ctx, decision.GrantRequest{
		Agent: d.Agent, Tool: d.Tool, Duration: o.duration, ApprovalID: d.ID, TraceID: o.call.TraceID,
	})
	o.id = grant.ID
	return o, err
}

// asStanding makes a standing approval of exactly this call.
func (g *Grants) asStanding(ctx context.Context, o opened) (opened, error) {
	set := g.opts.Standing()
	if set == nil {
		return o, errors.New("there are no standing approvals")
	}
	if o.decision.Agent == "" {
		return o, errNobody
	}
	made, _, err := set.Create(ctx, standing.Request{Call: &o.call, Standing: decision.Standing{
		Scope: decision.StandingPermanent, CreatedBy: creator + o.decision.RuleMatched, ExpiresAt: o.until,
	}})
	o.id = made.ID
	if made.ID != "" { // what waits could not be settled, yet it is in force
		err = nil
	}
	return o, err
}

// refuse ends what an agent was granted for a tool, and what it is about to be.
func (g *Grants) refuse(ctx context.Context, d *decision.Decision, why string) error {
	g.mu.Lock()
	for id, a := range g.waiting {
		if a.decision.Agent == d.Agent && a.decision.Tool == d.Tool {
			delete(g.waiting, id)
		}
	}
	g.mu.Unlock()
	err := g.end(ctx, why, func(o opened) bool { return o.decision.Agent == d.Agent && o.decision.Tool == d.Tool })
	return errors.Join(err, g.endEarlier(ctx, d, why))
}

// endEarlier deletes the standing approvals that an earlier process made for a
// rule. Grants that it opened in a mesh are not known any more; they end by
// themselves.
func (g *Grants) endEarlier(ctx context.Context, d *decision.Decision, why string) error {
	set := g.opts.Standing()
	if set == nil || d.Agent == "" {
		return nil
	}
	list, err := set.List(ctx, d.Agent)
	if err != nil {
		return err
	}
	var errs []error
	for _, a := range list {
		rule, ours := strings.CutPrefix(a.CreatedBy, creator)
		if !ours || a.Agent != d.Agent || a.Tool != d.Tool {
			continue
		}
		if err := set.Delete(ctx, a.ID); err != nil && !errors.Is(err, standing.ErrNotFound) {
			errs = append(errs, err)
			continue
		}
		o := opened{kind: kindStanding, id: a.ID, until: a.ExpiresAt}
		o.decision = decision.Decision{Agent: a.Agent, Tool: a.Tool, RuleMatched: rule, Fingerprint: a.Fingerprint}
		g.tell(ctx, stateRevoked, o, why)
	}
	return errors.Join(errs...)
}

// end revokes grants. Those that could not be revoked stay known.
func (g *Grants) end(ctx context.Context, why string, which func(opened) bool) error {
	g.mu.Lock()
	known := slices.Clone(g.open)
	g.mu.Unlock()
	var errs []error
	for _, o := range known {
		if !which(o) || !g.opts.Now().Before(o.until) {
			continue
		}
		if err := g.revoke(ctx, o); err != nil {
			errs = append(errs, err)
			continue
		}
		g.mu.Lock()
		g.open = slices.DeleteFunc(g.open, func(other opened) bool { return other.kind == o.kind && other.id == o.id })
		g.mu.Unlock()
		g.tell(ctx, stateRevoked, o, why)
	}
	return errors.Join(errs...)
}

func (g *Grants) revoke(ctx context.Context, o opened) error {
	if o.kind == kindMesh {
		granter := g.opts.Granter()
		if granter == nil {
			return errors.New("revoking a grant: no queue takes grants at the moment")
		}
		return granter.Revoke(ctx, o.id)
	}
	set := g.opts.Standing()
	if set == nil {
		return errors.New("revoking a grant: there are no standing approvals")
	}
	if err := set.Delete(ctx, o.id); err != nil && !errors.Is(err, standing.ErrNotFound) {
		return err
	}
	return nil
}

// tell says what became of a grant.
func (g *Grants) tell(ctx context.Context, state string, o opened, why string) {
	d := o.decision
	fields := map[string]any{
		"state": state, "kind": o.kind, "grant_id": o.id, "agent_id": d.Agent, "tool": d.Tool, "rule": d.RuleMatched,
		"approval_id": d.ID, "trace_id": o.call.TraceID, "fingerprint": d.Fingerprint, "expires_at": o.until.UTC(),
	}
	if why != "" {
		fields["reason"] = oneline.Clean(redact.Text(why), maxReasonBytes)
	}
	g.opts.Tell(ctx, fields)
}
