// Package textmodel lets a language model judge tool calls: it frames a call
// as data, asks for a verdict, and reads the answer strictly.
//
// A text model is the weakest judge there is: it reads what an agent wrote,
// and its confidence is its own statement. So the call is shown between
// boundaries that nobody can guess, with secrets masked and the agent's prose
// and tool output left out; the answer must have one exact form and repeat a
// code made up for this call; everything else is an error with cause
// unreadable. An approve stands only for a call whose effects the analyser saw
// whole and which the model was shown whole.
//
// The packages provider/ollama, provider/anthropic and provider/openai use it.
// Use it directly, with [New], for a service of your own: any
// [decision.Completer] will do.
package textmodel
