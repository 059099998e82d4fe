// Package watch is the terminal in which a person decides about the calls that
// wait: what waits, oldest first, the one that is looked at with what is known of
// it, and one key for each answer.
//
// What agents wrote is not trusted: everything that is printed goes through one
// place that shows control characters, hidden ones and those that change the
// direction of writing as escapes. A key counts only for the call that was on the
// screen when it was pressed, and only some time after that call was drawn; what
// lets something run needs a second key, under a sentence that says how far it
// reaches, and that all of the call was on the screen before. Nothing is approved
// at the end of the input, by a signal, or because a connection was lost.
package watch
