// Package wire carries JSON between providers and the services that serve
// models. It holds what is the same for all of them: bounded bodies, deadlines
// that tell whose clock fired, statuses as causes, vendor messages without
// secrets, and what a circuit breaker is to make of each failure.
package wire
