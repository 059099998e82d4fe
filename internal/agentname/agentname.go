// Package agentname finds out which of several entries about agents is about
// one of them.
package agentname

import "path"

// Best returns the place of the pattern that counts for an agent: its exact name
// before every glob, of globs as [path.Match] reads them the longest, and of
// those the first. It returns -1 if none matches. A malformed glob matches
// nothing.
func Best(patterns []string, agent string) int {
	best := -1
	for i, pattern := range patterns {
		if pattern == agent {
			return i
		}
		if ok, err := path.Match(pattern, agent); !ok || err != nil {
			continue
		}
		if best < 0 || len(pattern) > len(patterns[best]) {
			best = i
		}
	}
	return best
}
