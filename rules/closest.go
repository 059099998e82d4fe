package rules

import "strings"

// maxTypos is how many letters a misspelt word may differ in to be recognised.
const maxTypos = 2

// closest returns the candidate that text was probably meant to be, and false
// if none is near. Case, blanks and underscores do not count as differences.
func closest(text string, candidates []string) (string, bool) {
	if len(text) > 40 {
		return "", false
	}
	best, found := maxTypos+1, ""
	for _, candidate := range candidates {
		d := distance(plain(text), plain(candidate))
		if d < best && d < len(plain(candidate))/2+1 && (d == 0 || len(candidate) > 2) {
			best, found = d, candidate
		}
	}
	return found, found != ""
}

func plain(text string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(text))
}

// distance is the number of single letters to insert, drop or exchange to make
// a of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
