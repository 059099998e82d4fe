// Package providertest holds what a provider is tested with: [Run], a suite
// that every [decision.Provider] has to pass, and fake servers that speak the
// wires of the model services, answer by script, fail on demand, and record
// what they were sent.
//
// Nothing in here reaches a network: all servers listen on the loopback
// interface.
package providertest
