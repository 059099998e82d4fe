//go:build !unix

package adminhttp

// fileLimit is how many files the process may open, as far as is known.
func fileLimit() int { return 1024 }
