// Package operator runs a supervisor on a mesh that is reached over MCP: as one
// of its supervisor agents, with the tools approval.pending and
// approval.resolve of POST /mcp.
//
//	queue, err := operator.New(operator.Options{Client: client, AgentID: "supervisor-1", Mode: operator.ModeWaits})
//	defer queue.Close()
//	err = sup.Run(ctx, queue)
//
// Prefer [mesh.NewQueue] where the control plane can be used for everything. It
// is needed here too: a list over MCP has neither the parameters of a call nor
// its injection flag, and of its id eight characters. What was not seen is not
// judged, so without Options.Client every call is left to a person.
//
// One sort of call needs MCP: one that an agent made over MCP in a mesh without
// supervisor.enabled. The mesh answers it at once, nobody waits for it, and an
// approve over the control plane runs nothing; approval.resolve runs it. Every
// other call has somebody who waits and runs it when it is approved;
// approval.resolve would run it a second time:
//
//	a call                           approved over HTTP    with approval.resolve
//	over HTTP                        runs once             runs twice
//	over MCP, enabled true           runs once             runs twice
//	over MCP, enabled false          never runs            runs once
//
// So a [Queue] takes approval.resolve for nothing but the last row, and refuses
// to approve what it cannot place there or above. What supervisor.enabled is,
// nothing on the wire tells: [Mode] has to. How a call was made is told by its
// trace, which the control plane shows: without a session it came over HTTP.
//
// With a session it came over MCP, or over HTTP from an agent that sends a header
// X-Session-Id. That is an attack: taken for a call over MCP it runs twice, once
// for us and once for the agent that waits, and an agent pays, deletes or sends
// twice with one approval. Nothing that a mesh shows tells the two apart. So with
// [ModeAnswers] what has a session is left to a person, unless
// Options.TrustSessions says that no agent can send the header.
//
// A mesh keeps what is approved with approval.resolve as decided by "mcp:AGENT",
// without reasoning and confidence; those are in our journal. It takes that name
// for a person's: with memory, set its supervisor.auto_approve to false, or it
// learns to approve from us as from people. Two queues must not share an agent
// id, since nothing else tells their approves apart.
package operator
