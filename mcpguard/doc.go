// Package mcpguard puts judgment before the tools of an MCP server: a middleware
// for servers of the official Go SDK.
//
//	sup, err := supervisor.Load("sup7.yaml")
//	guard, err := mcpguard.New(sup, mcpguard.Options{Caller: supervisor.Call{Agent: "coder"}})
//	server.AddReceivingMiddleware(guard.Middleware)
//
// Every tools/call is judged before the server sees it, and what the server sees
// is what was judged. An approved call goes on and its result comes back as it is.
// One that is refused is answered by a result with isError and a single block of
// text, which clients show to the model: what did not run, why, and what to do.
// It is never an error of the protocol, which clients may hide.
//
// A call that is escalated is held for a person, where the supervisor has them
// asked (key approvals of the config). The client gets progress meanwhile if it
// gave a token. A cancel ends the waiting and withdraws the call from the person (see
// [WithdrawnBy]): no late yes is left over for the next call of its kind. When nobody
// answers in time the model is told, and may make the same call again later: the
// answer counts then.
//
// What a server says of its tools is never trusted towards yes. readOnlyHint
// approves nothing; an explicit destructiveHint or openWorldHint of true is a doubt:
// nothing inferred approves such a call (see decision.Call.Doubts). So is a list of
// tools that cannot be read to its end; where it can, a tool that is not in it is
// unknown, which is an error of the protocol (-32602), and nobody is asked. The definition of each tool is pinned when it
// is first seen. From when it changes, each call of the tool is left to a person,
// until the process starts anew.
//
// Reading a resource is judged like a call of a tool named [ReadResource]; one
// that is refused has no result that could say so, and is an error. Lists,
// prompts and completions are not judged.
//
// The package is a module of its own, for the SDK's sake. examples/mcpgateway is
// a proxy in front of any server that is built with it.
package mcpguard
