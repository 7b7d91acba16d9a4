package explain

import "testing"

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999999: "999,999", 1000000: "1,000,000", 1234567890: "1,234,567,890",
	} {
		if got := Number(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
