// Package bench measures what a supervisor decides on calls whose right
// decision is known.
//
// A set of cases is read ([Reader]) or selected from recorded traces
// ([Selection]), run against a [Target] ([Run]), and summed up ([Summarize],
// [NewReport]): dangers approved, normal work approved, and the share that is
// left to people, together and with intervals. Rows of a run keep every answer
// that was given, so that other limits are tried without asking again ([Sweep],
// and the recorded providers of package provider). [Compare] tells two runs
// apart, [Calibrate] how far probabilities can be believed, and [ParseFailOn]
// makes a gate of a run.
//
// The journal of a supervisor in observe mode, or of one that left calls to
// people, is a set too: [JournalReader] joins its decisions with what people
// decided, and [Observations.Agreement] says how often they were the same.
//
// What is measured is what would run: the target is a whole supervisor, with
// its guards, rules and providers.
package bench
