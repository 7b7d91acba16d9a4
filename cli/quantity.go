package cli

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// A quantity is a flag's whole number above 0, as people write large ones: 200000,
// 200_000, 200,000 or 200k. 0 is one that wasn't given.
type quantity int

// quantities have digits in groups of three, where they have groups: 2,5 is no 25.
var quantities = regexp.MustCompile(`^([0-9]+|[0-9]{1,3}(?:[_,][0-9]{3})+)([kKmM]?)$`)

var zeros = map[string]string{"": "", "k": "000", "m": "000000"}

func (q *quantity) Set(text string) error {
	parts := quantities.FindStringSubmatch(text)
	if parts == nil {
		return errors.New("no whole number")
	}
	digits := strings.NewReplacer("_", "", ",", "").Replace(parts[1])
	n, err := strconv.Atoi(digits + zeros[strings.ToLower(parts[2])])
	if err == nil && n == 0 {
		err = strconv.ErrRange
	}
	if err == nil {
		*q = quantity(n)
	}
	return err
}

func (q *quantity) String() string { return strconv.Itoa(int(*q)) }

func (q *quantity) Type() string { return "quantity" }

// A part is a flag's part of a whole, above 0 and at most 1. 0 is one that wasn't given.
type part float64

func (p *part) Set(text string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && !(n > 0 && n <= 1) {
		err = strconv.ErrRange
	}
	if err == nil {
		*p = part(n)
	}
	return err
}

func (p *part) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }

func (p *part) Type() string { return "part" }
