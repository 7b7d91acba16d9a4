package search

import "math/bits"

// A bitset is a set of small numbers.
type bitset []uint64

func (b bitset) has(i int) bool {
	return i/64 < len(b) && b[i/64]&(1<<(i%64)) != 0
}

// next gives the first number in the set from i on, or end if that comes first.
func (b bitset) next(i, end int) int {
	for i < end && i/64 < len(b) {
		if rest := b[i/64] >> (i % 64); rest != 0 {
			return min(i+bits.TrailingZeros64(rest), end)
		}
		i = (i/64 + 1) * 64
	}
	return end
}

// chars is a set of the bytes of a text. Some share a place, so it can only tell
// that something isn't there.
type chars uint64

func charsOf[T string | []byte](text T) chars {
	var c chars
	for i := range len(text) {
		c |= 1 << (text[i] % 64)
	}
	return c
}

func (c chars) cover(d chars) bool { return d&^c == 0 }

// pairs is a set of the pairs of neighbouring bytes of a text, with the same
// restriction. Few texts have all pairs of a word and not the word.
type pairs [8]uint64

func pairsOf[T string | []byte](text T) pairs {
	var p pairs
	for i := 1; i < len(text); i++ {
		n := (uint(text[i-1])*31 + uint(text[i])) % (64 * uint(len(p)))
		p[n/64] |= 1 << (n % 64)
	}
	return p
}

func (p *pairs) cover(q *pairs) bool {
	for i := range p {
		if q[i]&^p[i] != 0 {
			return false
		}
	}
	return true
}

func (p *pairs) join(q *pairs) {
	for i := range p {
		p[i] |= q[i]
	}
}
