// Package notify tells people of calls that wait for them: a signed webhook,
// also in the form that Slack and its like read, and a terminal bell. Both are a
// [decision.Sink]; they are told after the decision and delay none.
//
// What leaves the machine is thin: who wants to run what, why nobody settled it,
// and a short preview of the parameters with their secrets masked. Nothing here
// decides; package notify/link has links to a page that does.
//
// [Verify] is for those who receive webhooks of this form.
package notify
