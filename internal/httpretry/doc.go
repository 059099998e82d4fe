// Package httpretry sends HTTP requests to services that the library depends
// on, with the few rules that hold for all of them: only a request that may be
// repeated is repeated, waits are bounded, a redirect is not followed, and a
// body is read under a limit.
//
// It is a thin layer over hashicorp/go-retryablehttp, whose own defaults retry
// every method, wait as long as a server says, and log to standard error.
package httpretry
