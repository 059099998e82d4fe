// Package structural answers the questions of the base pack by looking at what
// a call would do, without a model, a network or a wait.
//
// Its facts are the effects that the call's analyser finds, the zone each of
// them takes place in, and what the agent did just before. It states them as
// probabilities, so that the same code and the same thresholds that combine a
// model's answers combine its own. The probabilities are not measured
// frequencies: each stands for one of five degrees of sureness, and the table
// that gives an effect its degree is in weights.go and docs/judgment.md.
//
// It approves only what is seen whole and routine, denies what is surely
// harmful, and passes everything else on to whoever comes next.
package structural
