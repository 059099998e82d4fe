// Package otel tells OpenTelemetry of decisions: a span for each, with the
// links of the provider chain that were asked as its children, and metrics.
//
// It is a module of its own, so that only who imports it gets OpenTelemetry's
// dependencies. A [Tracer] goes into supervisor.Options or supervisor.Parts;
// [Middleware] goes around the admin API, so that a call of POST /evaluate is
// part of the trace of who asks. In a program of your own the context that
// Evaluate is given has the trace.
//
// # Spans
//
// The span "supervisor.decide" lasts from when a call comes in until its
// decision is on record. It has the attributes below, and an event
// "supervisor.note" for each note of what went wrong on the way. Its status is
// never an error: a deny is what a supervisor is for, and an escalation has its
// cause.
//
//	supervisor.call_id      the call's id, as the journal has it
//	supervisor.tool         what the agent wants to run
//	supervisor.agent        who asks; absent when unknown
//	supervisor.action       approve, deny or escalate
//	supervisor.cause        why it was escalated; absent otherwise
//	supervisor.rule         who decided; absent when nobody did
//	supervisor.decider      guard, rule, provider or nobody
//	supervisor.confidence   0 to 1
//	supervisor.via          how the call came in
//	supervisor.fingerprint  of what was judged; absent when it was not judged
//	supervisor.observed     true in observe mode, where nothing acts on it; absent otherwise
//	supervisor.links        how many links the decision has; absent when none
//
// Each link is a span "supervisor.link" with supervisor.link, supervisor.state
// and, when it failed, supervisor.cause and the status error. It is made
// afterwards, from the time that the link reports: its length is measured, its
// start is reckoned from the stages and the links before it. A span that the
// provider itself begins, for example of a request, is a child of
// "supervisor.decide".
//
// No parameter of a call, no message of a user, no reasoning and no answer of a
// model is in a span.
//
// # Metrics
//
//	supervisor.decisions          counter: action, cause, decider, observed
//	supervisor.decision.duration  histogram, seconds: action, decider, observed
//	supervisor.link.duration      histogram, seconds: link, state, cause
//
// Their attributes are spelled as those of the spans. Only names of links are
// not a closed set; there are at most [MaxLinkNames], and what comes after
// them counts as [OtherName].
package otel
