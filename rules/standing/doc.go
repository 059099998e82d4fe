// Package standing settles calls by standing approvals: what a person said once
// about calls to come.
//
// There are three scopes, looked at in this order. Those of the config hold as
// long as the config says so. Those of a session hold for a quarter of an hour
// in one conversation. Permanent ones hold until they are deleted, expire or are
// used up. The last two are in a store.
//
// A standing approval lifts what waits for a person. It never lifts a deny, a
// gate, a guard or the injection flag: package supervisor sees to that. One that
// is stored never covers a call that is opaque or destructive, and covers one
// that carries a command or other code only if it says which. So a click on
// "always" grants the thing that was shown, not the tool.
package standing
