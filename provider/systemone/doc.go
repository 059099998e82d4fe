// Package systemone asks decision models: servers that answer narrow, typed
// questions about a call with probabilities. It speaks the System One API of
// TypeSafe, Cloudflare Workers AI, Ollama, Bespoke Labs' Nimble and every
// compatible server, and the dialect of POST /v1/decisions.
//
// The model reports facts; package decision decides from them. Whatever is
// missing, refused or unreadable in an answer makes the whole of it an error:
// nothing is decided on a part.
//
// # What leaves the machine
//
// A request holds the questions and a state: the tool, the agent, the
// parameters, the project's directories, the policy rule, the injection flag,
// the last five calls of the agent with their tool, parameters and policy, and
// the agent's grants. Parameters that [Options.Redact] names are withheld at
// every depth, and texts that look like secrets are masked, in the names of
// parameters too. What is then still too long is cut, visibly: see
// [MaxStateBytes]. A call that was shown in part is not approved unless the
// supervisor's own analysis saw all of it.
//
// # Failures
//
// Every error carries a cause for [decision.CauseOf] and holds no key, no
// account, no address and no parameter. An error that says nothing about the
// server has a method BreakerIgnores() bool; one that the next request would
// meet too has BreakerOpens() time.Duration. 429, 503 and other answers that
// may be better next time are waited out where the time left allows it.
package systemone
