// Package reviewer looks at an agent's turn after it is finished: it keeps the
// agent's memory, and says how its skills could be better.
//
// It is not the supervisor of an agent, which judges tool calls before they
// run. A reviewer holds nothing up, approves nothing and talks to nobody. It
// counts the turns of the user and the tool calls of each conversation; when
// enough have come together, it shows the turn to a model, in the background.
//
// The model gets exactly five tools: it lists and reads skills and their files,
// reads the persona, and appends single lines to the memory. Whatever else it
// asks for is refused and put on record. It cannot rewrite anything; what it
// thinks of a skill comes out as text, in the event of the review.
//
// What a turn holds was partly written by others: web pages, files, mail. So
// the turn is given as data between lines with a random code, without secrets
// and bounded, and what is appended is one plain line. That does not make a
// small model proof against being talked into a false note: read what the
// journal says was written, or leave the model off.
//
//	r, err := reviewer.New(reviewer.Options{Agents: []reviewer.Agent{{
//		Agent: "*", Model: model, Persona: reviewer.NewPersonaDir(dir),
//	}}})
//	…
//	r.TurnDone(ctx, reviewer.Turn{Agent: "maple", Conversation: "c1", Messages: messages}) // returns at once
//	…
//	err = r.Close(ctx)
package reviewer
