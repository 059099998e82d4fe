// Package provider puts several providers behind one another: a [Chain] asks
// its links in order, and the first answer wins.
//
// An escalate is an answer. The next link is asked only when one fails, when
// its breaker is open, or when it passes with [decision.ErrPass]. Whatever the
// links do, the chain approves only what a link approved.
//
// Each link has a breaker: after some failures in a row it is left out for a
// while, and then one call at a time tries it again. What one call says must
// not be able to shut a link out for all others, so a link's error may ask not
// to be counted ([BreakerIgnorer]), and one that will not go away by itself may
// ask to open the breaker at once ([BreakerOpener]).
//
// One budget covers the chain: that of [Options], or what is left until the
// deadline of the context. A link gets at most its own timeout, and never so
// much that a later link goes without: each link that is still to be asked is
// kept an equal share of what is left, or its timeout when that is less. A link
// that was given less than its usual time is not blamed for having been silent.
package provider
