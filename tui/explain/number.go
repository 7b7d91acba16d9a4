package explain

import "strconv"

// Number writes a number that isn't negative with its digits in groups: 1,234,567.
func Number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
