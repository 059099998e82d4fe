// Package typo finds the word that a misspelt one was probably meant to be.
package typo

import "strings"

// maxTypos is how many letters a misspelt word may differ in to be recognised.
const maxTypos = 2

// maxCompared bounds the words that are compared letter by letter.
const maxCompared = 64

// Closest returns the candidate that word was probably meant to be, or an
// empty text. Case, blanks, dashes and underscores do not count.
func Closest(word string, candidates []string) string {
	if len(word) > maxCompared {
		return ""
	}
	best, found := maxTypos+1, ""
	for _, candidate := range candidates {
		// Half of a short word is no misspelling of it.
		if n := Distance(word, candidate); n < best && 2*n < len(candidate) {
			best, found = n, candidate
		}
	}
	return found
}

// Distance is how many letters must be inserted, dropped, exchanged or swapped
// with their neighbour to make one word of the other. Case, blanks, dashes and
// underscores do not count.
func Distance(word, other string) int { return letters(bare(word), bare(other)) }

func bare(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
}

// letters counts the letters to insert, drop, exchange or swap with their
// neighbour to make b of a.
func letters(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
