package search

import "math/bits"

// A bitset is a set of small numbers.
type bitset []uint64

func (b bitset) has(i int) bool {
	return i/64 < len(b) && b[i/64]&(1<<(i%64)) != 0
}

func (b *bitset) set(i int) {
	for i/64 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
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

// grams is a set of the runs of two and three bytes in a text, with the same
// restriction. Few texts have all runs of a word and not the word.
type grams [16]uint64

func gramsOf[T string | []byte](text T) grams {
	var g grams
	for i := 1; i < len(text); i++ {
		two := uint(text[i-1])*31 + uint(text[i])
		g.add(two)
		if i > 1 {
			g.add(two*31 + uint(text[i-2])*7919)
		}
	}
	return g
}

func (g *grams) add(n uint) {
	n %= 64 * uint(len(g))
	g[n/64] |= 1 << (n % 64)
}

func (g *grams) cover(h *grams) bool {
	for i := range g {
		if h[i]&^g[i] != 0 {
			return false
		}
	}
	return true
}

func (g *grams) join(h *grams) {
	for i := range g {
		g[i] |= h[i]
	}
}
