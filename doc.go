// Package supervisor puts judgment between an AI agent's tool call and the
// tool.
//
// A policy engine allows and denies the clear calls and asks about the rest. A
// person who is asked 47 times a day stops reading. The supervisor stands
// between them: it settles what it safely can, leaves everything else to the
// person, and keeps a record of why. It never guesses towards yes: what is
// unknown, unreadable, late or broken is escalated.
//
// # Judging one call
//
// Make a [Supervisor] from [Options] and ask it:
//
//	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}})
//	set, err := rules.New([]rules.Spec{
//		{Name: "project-files", Condition: "params.path starts_with project_dir", Action: supervisor.Approve, Confidence: 0.95},
//	}, rules.Options{Scope: scope})
//	sup, err := supervisor.New(supervisor.Options{
//		Analyzer: effect.NewAnalyzer(scope),
//		Rules:    []supervisor.Rule{set},
//	})
//	d, err := sup.Evaluate(ctx, supervisor.Call{Agent: "coder", Tool: "fs.write", Params: params})
//	if d.Action == supervisor.Approve { … }
//
// The zero [Options] is valid and approves nothing.
//
// # The way of a call
//
// A call meets its judges in an order that cannot be talked around:
//
//   - Guards: the supervisor is paused, nobody waits any more, or the call
//     touches the supervisor's own files. They deny or escalate.
//   - Gates ([Options.Gates]): they deny, escalate or pass, and never approve.
//   - Rules ([Options.Rules]): the operator's rule set, people's words, standing
//     approvals, precedents. The first that settles the call ends it. A rule
//     that escalates holds the call: only a [Lifter] may still settle it.
//   - The provider ([Options.Provider]): what no rule settled is judged there.
//
// An approve or a deny whose confidence is below the threshold becomes an
// escalate. Nothing that is inferred approves a call whose effects could not
// be seen whole; see [Basis]. The injection flag of the level below is never
// lifted: such a call may still be denied, else it escalates.
//
// # Evidence
//
// Each [Decision] says who decided, on what, and what it cost; an escalation
// carries a [Cause] that programs can switch on. With a [Journal] the decision
// is on record before it is given, and an approve that could not be recorded
// is not given. Package decision/journal keeps a hash-chained file.
//
// # Serving a queue
//
// [Supervisor.Run] reads calls from a [Queue], judges them, most urgent first,
// and delivers the decisions. Package mesh has the queue of a flux7-mesh;
// package mesh/meshtest has a whole mesh for tests.
//
// # Configuration
//
// [Load] reads a YAML file and builds everything. [LoadConfig] and [Build] do
// it in two steps, so that a program can add providers and stores of its own
// as [Parts]. Every key is described in docs/configuration.md.
//
// # Looking without touching
//
// [Supervisor.Explain] shows what every stage and rule sees in a call.
// [Supervisor.Trial] judges without recording, counting or using up anything.
//
// # Concurrency
//
// A Supervisor is safe for concurrent use. [Supervisor.Swap] and
// [Supervisor.Reload] put a whole new configuration in force; calls in flight
// finish on the old one.
package supervisor
