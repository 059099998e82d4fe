// Package disclosure decides what of a call may leave the machine, for every
// provider that sends calls to a model: what is withheld by name, what is masked
// as a secret, which earlier calls are shown, and how a long text is cut.
package disclosure
