package injection

// filterBits is the size of a filter: a dozen bits a word of the lexicon, so
// that few words of others pass, in a table that stays near the processor.
const filterBits = 16

// filter tells quickly of most words that they are not in the lexicon, by their
// length and four of their letters.
type filter [1 << (filterBits - 6)]uint64

func (f *filter) add(word string) {
	at := filterPlace(word)
	f[at/64] |= 1 << (at % 64)
}

// mayHave reports whether a word can be one of those that were added.
func mayHave[T string | []byte](f *filter, word T) bool {
	at := filterPlace(word)
	return f[at/64]>>(at%64)&1 == 1
}

// filterPlace spreads words over the filter by multiplying with the golden
// ratio, as Knuth has it (The Art of Computer Programming, 6.4).
func filterPlace[T string | []byte](word T) uint32 {
	n := len(word)
	if n == 0 {
		return 0
	}
	letters := uint32(word[0]) | uint32(word[n/2])<<8 | uint32(word[n-1])<<16 | uint32(word[n/3])<<24
	return ((letters ^ uint32(n)<<5) * 0x9e3779b1) >> (32 - filterBits)
}

// place returns where the sets of a word are; 0 if the lexicon has it not.
func (l *lexicon) place(word string) int32 {
	if !mayHave(&l.known, word) {
		return 0
	}
	return l.words[word]
}
