// Package rewriting writes command lines in other ways that do the same, as
// somebody would who wants to hide what a line does: quoted, encoded, in a
// function, in a file that is then run. It is for tests that require a judge to
// see through all of them, or to say that it does not.
package rewriting
