package rules

import "github.com/flux7-go/supervisor/internal/typo"

// closest returns the candidate that text was probably meant to be, and false
// if none is near.
func closest(text string, candidates []string) (string, bool) {
	near := typo.Closest(text, candidates)
	return near, near != ""
}
