package adminhttp

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// metrics counts what was decided since the handler was made.
type metrics struct {
	pausedCalls atomic.Uint64
	answers     [3]atomic.Uint64 // of approvals: approved, denied, timeout
	decisions   series[counted, uint64]
	confidence  series[string, histogram] // by evaluator
	stages      series[string, histogram] // by name of the stage
	hits        series[string, uint64]    // by name of the rule
}

// counted is what decisions are counted by.
type counted struct {
	action  decision.Action
	cause   decision.Cause
	decider string
}

func (c counted) labels() string {
	return label("outcome", c.action.Past()) + "," + label("cause", string(c.cause)) + "," + label("decider", c.decider)
}

// decider says who decided: the provider's label if one answered, "rule" for a
// rule of the operator, or the fixed name of what did.
func decider(d *decision.Decision) (kind string, answered bool) {
	for _, l := range d.Evidence.Links {
		if l.State == decision.LinkAnswered && d.RuleMatched != "" {
			return d.RuleMatched, true
		}
	}
	switch {
	case d.Evidence.Rule != nil:
		return "rule", false
	case d.RuleMatched == "":
		return "nobody", false
	}
	return d.RuleMatched, false
}

// answerLabels are the states that answers are counted by.
func answerLabels() [3]decision.ApprovalStatus {
	return [3]decision.ApprovalStatus{decision.ApprovalApproved, decision.ApprovalDenied, decision.ApprovalTimeout}
}

// answered counts how a call that waited here was settled.
func (m *metrics) answered(status decision.ApprovalStatus) {
	for i, one := range answerLabels() {
		if one == status {
			m.answers[i].Add(1)
		}
	}
}

// decided counts a decision.
func (m *metrics) decided(d *decision.Decision) {
	who, answered := decider(d)
	key, other := counted{d.Action, d.Cause, who}, counted{d.Action, d.Cause, otherSeries}
	m.decisions.change(key, other, func(n *uint64) { *n++ })
	if answered {
		m.confidence.change(who, otherSeries, func(h *histogram) { h.observe(confidenceBounds[:], d.Confidence) })
	}
	for stage, ms := range d.Evidence.Timings {
		m.stages.change(stage, otherSeries, func(h *histogram) { h.observe(secondBounds[:], ms/1000) })
	}
	if r := d.Evidence.Rule; r != nil {
		m.hits.change(r.Name, otherSeries, func(n *uint64) { *n++ })
	}
}

// The bounds of the histograms. A rule takes microseconds, a model a second.
var (
	confidenceBounds = [...]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1}
	secondBounds     = [...]float64{.00001, .0001, .001, .005, .025, .1, .25, .5, 1, 2.5, 10, 60}
)

// showMetrics writes the metrics in the text format of Prometheus.
func (h *Handler) showMetrics(w http.ResponseWriter, _ *http.Request) error {
	var b bytes.Buffer
	out := exposition{&b}
	h.writeCounts(out)
	h.writeState(out)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b.Bytes()) // the reader went away
	return nil
}

// exposition writes metrics.
type exposition struct{ *bytes.Buffer }

func (e exposition) family(name, kind, help string) {
	fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (e exposition) one(name, kind, help string, v float64) {
	e.family(name, kind, help)
	fmt.Fprintf(e, "%s %s\n", name, number(v))
}

// writeCounts writes what was counted here.
func (h *Handler) writeCounts(e exposition) {
	e.family("supervisor_decisions_total", "counter", "Decisions by what was decided, why it escalated, and who decided.")
	h.metrics.decisions.each(counted.labels, func(labels string, n uint64) { fmt.Fprintf(e, "supervisor_decisions_total{%s} %d\n", labels, n) })
	e.family("supervisor_confidence", "histogram", "Confidence of decisions by the evaluator that answered.")
	h.metrics.confidence.each(labelled("evaluator"), func(labels string, v histogram) {
		v.write(e, "supervisor_confidence", labels, confidenceBounds[:])
	})
	e.family("supervisor_stage_seconds", "histogram", "Time that a stage of judging took.")
	h.metrics.stages.each(labelled("stage"), func(labels string, v histogram) {
		v.write(e, "supervisor_stage_seconds", labels, secondBounds[:])
	})
	e.family("supervisor_approvals_settled_total", "counter", "Escalated calls that waited here, by how they were settled.")
	for i, status := range answerLabels() {
		fmt.Fprintf(e, "supervisor_approvals_settled_total{%s} %d\n", label("status", string(status)), h.metrics.answers[i].Load())
	}
	e.one("supervisor_paused_calls_total", "counter", "Calls that escalated because of a pause.", float64(h.metrics.pausedCalls.Load()))
}

// writeState writes what the supervisor says of itself.
func (h *Handler) writeState(e exposition) {
	st := h.sup.Status()
	e.family("supervisor_build_info", "gauge", "The version, as labels.")
	fmt.Fprintf(e, "supervisor_build_info{%s,%s,%s} 1\n", label("version", supervisor.Version), label("go", runtime.Version()), label("mode", st.Mode))
	e.one("supervisor_uptime_seconds", "gauge", "Time since the start.", float64(st.UptimeS))
	e.one("supervisor_paused", "gauge", "1 while judging is paused.", flag(st.State == "paused"))
	writeLinks(e, st.Evaluator.Providers)
	waiting, reachable := 0, 0.0
	if st.Mesh != nil {
		waiting, reachable = st.Mesh.Waiting, flag(st.Mesh.Reachable)
	}
	e.one("supervisor_queue_reachable", "gauge", "1 while the queue can be read.", reachable)
	e.one("supervisor_queue_depth", "gauge", "Calls of queues that wait to be judged.", float64(st.Backlog))
	e.one("supervisor_queue_in_flight", "gauge", "Calls of queues that are being judged or sent.", float64(st.InFlight))
	e.one("supervisor_queue_left", "gauge", "Escalated calls that wait for a person.", float64(waiting))
	e.one("supervisor_approvals_waiting", "gauge", "Escalated calls of /evaluate that wait for a person here.", float64(st.Approvals.Waiting))
	e.one("supervisor_approvals_failures_total", "counter", "Calls that could not be kept for a person: nobody was asked.", float64(st.Approvals.Failures))
	e.one("supervisor_queue_oldest_seconds", "gauge", "How long the oldest of them waits, of those that are kept for display.", h.oldestLeft().Seconds())
	e.one("supervisor_unsent_decisions", "gauge", "Decisions that are sent again until they arrive.", float64(st.Unsent))
	e.one("supervisor_journal_ok", "gauge", "1 while the journal takes what happens. It is written before a decision is given.", flag(st.Journal.OK))
	e.one("supervisor_journal_lag_events", "gauge", "Events in a row up to now that the journal did not take; 0 while it takes them.", float64(st.Journal.Lag))
	e.one("supervisor_journal_failures_total", "counter", "Events that the journal did not take.", float64(st.Journal.Failures))
	e.one("supervisor_sink_dropped_total", "counter", "Events that a store or a sink lost.", float64(st.Dropped))
}

func writeLinks(e exposition, links []supervisor.ProviderStatus) {
	e.family("supervisor_link_up", "gauge", "1 while a provider is asked, 0 while its breaker is open.")
	for _, l := range links {
		fmt.Fprintf(e, "supervisor_link_up{%s} %s\n", label("link", l.Name), number(flag(l.State != "skipped")))
	}
	e.family("supervisor_link_failures", "gauge", "Failures of a provider in a row.")
	for _, l := range links {
		fmt.Fprintf(e, "supervisor_link_failures{%s} %d\n", label("link", l.Name), l.ConsecutiveFailures)
	}
}

// oldestLeft is how long the oldest call waits that a queue left to a person.
func (h *Handler) oldestLeft() time.Duration {
	left, _ := h.recent.before(0, MaxRecentDecisions, func(e *entry) bool {
		return e.decision.Via == decision.ViaMesh && e.outcome != nil &&
			(e.outcome.State == decision.OutcomeLeft || e.outcome.State == decision.OutcomeObserved)
	})
	if len(left) == 0 {
		return 0
	}
	return max(0, h.opts.Now().Sub(left[len(left)-1].decision.Time))
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
