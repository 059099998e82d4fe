// Package mesh speaks the supervisor protocol of a mesh: the HTTP interface
// through which a policy engine lists the tool calls that wait for approval and
// takes decisions on them.
//
// [Client] has a method for each request. [Queue] turns one or more lists into
// a [decision.Queue] for a supervisor to run on:
//
//	client, err := mesh.New(mesh.Options{URL: "http://127.0.0.1:9090"})
//	queue := mesh.NewQueue(client, mesh.QueueOptions{})
//	err = sup.Run(ctx, queue)
//
// A mesh is trusted to keep its approvals, not to be healthy: every answer is
// read under a limit and a deadline, one malformed approval does not hide the
// others, and a decision that may not have arrived is looked up before it is
// sent a second time. What agents wrote reaches neither a log nor the reasoning
// that the mesh stores.
//
// Package operator has the queue over MCP. Package meshtest is a mesh for tests.
package mesh
