package adminhttp

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// Limits of GET /decisions, the reference's.
const (
	defaultListed = 50
	maxListed     = 500
)

// Limits of GET /decisions/{id}, which reads the whole journal.
const (
	maxLookups    = 2                // at once; a further one is answered with 429
	lookupTimeout = 10 * time.Second // after it the decision is shown without its lines
	maxLines      = 20               // the newest lines that are shown
)

func (h *Handler) decisionRoutes() []route {
	return []route{
		{http.MethodGet, "/decisions", accessLook, h.listDecisions},
		{http.MethodGet, "/decisions/{id}", accessLook, h.openDecision},
	}
}

// listing is what GET /decisions asks for.
type listing struct {
	limit       int
	before      uint64
	agent, tool string
	action      *decision.Action
	since       time.Time
}

func (h *Handler) listDecisions(w http.ResponseWriter, r *http.Request) error {
	ask, err := h.parseListing(r.URL.Query())
	if err != nil {
		return err
	}
	list, more := h.recent.before(ask.before, ask.limit, ask.fits)
	shown := struct {
		Decisions []*entry `json:"decisions"`
		Next      *string  `json:"next"` // the cursor of what comes after; null: nothing does
	}{Decisions: list}
	if list == nil {
		shown.Decisions = []*entry{}
	}
	if more {
		next := h.cursor(list[len(list)-1].seq)
		shown.Next = &next
	}
	return answer(w, http.StatusOK, shown)
}

func (h *Handler) parseListing(query url.Values) (listing, error) {
	ask := listing{limit: defaultListed, agent: query.Get("agent"), tool: query.Get("tool")}
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return ask, fail(http.StatusBadRequest, "limit must be a whole number")
		}
		ask.limit = min(max(n, 1), maxListed)
	}
	if text := query.Get("since"); text != "" {
		since, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return ask, fail(http.StatusBadRequest, "since must be a time such as 2026-01-02T15:04:05Z")
		}
		ask.since = since
	}
	if text := query.Get("decision"); text != "" {
		action, ok := parseAction(text)
		if !ok {
			return ask, fail(http.StatusBadRequest, "decision must be approved, denied or escalated")
		}
		ask.action = &action
	}
	if text := query.Get("cursor"); text != "" {
		seq, ok := h.parseCursor(text)
		if !ok {
			return ask, fail(http.StatusBadRequest, "the cursor is not one of this process: begin without")
		}
		ask.before = seq
	}
	return ask, nil
}

// parseAction reads an action as records or as answers name it.
func parseAction(text string) (decision.Action, bool) {
	for _, a := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		if text == a.Past() || text == a.String() {
			return a, true
		}
	}
	return decision.Escalate, false
}

func (l *listing) fits(e *entry) bool {
	d := e.decision
	return (l.agent == "" || d.Agent == l.agent) && (l.tool == "" || d.Tool == l.tool) &&
		(l.action == nil || d.Action == *l.action) && !d.Time.Before(l.since)
}

// cursor names a place in what this process has seen. Another process counts
// anew, so that its cursors are others.
func (h *Handler) cursor(seq uint64) string {
	return h.instance + "-" + strconv.FormatUint(seq, 10)
}

func (h *Handler) parseCursor(text string) (seq uint64, ok bool) {
	number, ok := strings.CutPrefix(text, h.instance+"-")
	if !ok {
		return 0, false
	}
	seq, err := strconv.ParseUint(number, 10, 64)
	return seq, err == nil && seq > 0
}

func (h *Handler) openDecision(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if len(id) > decision.MaxNameBytes {
		return errNoDecision
	}
	kept := h.recent.find(id)
	records, err := h.lookUp(r.Context(), id)
	if err != nil {
		return err
	}
	if kept == nil {
		kept = newestDecision(records)
	}
	if kept == nil {
		return errNoDecision
	}
	shown := kept.opened()
	for _, record := range records[max(0, len(records)-maxLines):] {
		shown.Journal = append(shown.Journal, journalLine{
			File: record.File, Seq: record.Seq, Hash: record.Hash, Line: string(record.JSON),
		})
	}
	return answer(w, http.StatusOK, shown)
}

var errNoDecision = fail(http.StatusNotFound, "no decision is known under this id")

// lookUp returns the journal's records about a call. A journal that cannot be
// read is logged, and the decision is shown without it.
func (h *Handler) lookUp(ctx context.Context, id string) ([]journal.Record, error) {
	if h.opts.Journal == "" {
		return nil, nil
	}
	if !h.lookups.Take(maxLookups) {
		f := fail(http.StatusTooManyRequests, "%d decisions are being looked up: try again", maxLookups)
		f.header = retryAfter(time.Second)
		return nil, f
	}
	defer h.lookups.GiveBack()
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	records, err := journal.Find(ctx, h.opts.Journal, id)
	if err != nil {
		h.opts.Logger.WarnContext(ctx, "a decision is shown without the journal", "error", err)
		return nil, nil
	}
	return records, nil
}

// newestDecision is the last decision among records, or nil.
func newestDecision(records []journal.Record) *entry {
	var back backwards
	for _, record := range records {
		_ = back.record(record) // never fails
	}
	if len(back.list) == 0 {
		return nil
	}
	return back.list[len(back.list)-1]
}
