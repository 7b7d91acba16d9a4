package cli

import "testing"

func TestQuantity(t *testing.T) {
	for text, want := range map[string]quantity{
		"1": 1, "200000": 200000, "200k": 200000, "200K": 200000, "1m": 1000000, "1M": 1000000,
		"200_000": 200000, "1,000,000": 1000000, "1_000k": 1000000, "007": 7,
		"": 0, "0": 0, "0k": 0, "-1": 0, "+1": 0, "k": 0, "1.5": 0, "1.5M": 0, "2,5": 0, "1_0000": 0, "1__000": 0, "_100": 0,
		"200 k": 0, "200kk": 0, "200t": 0, "99999999999999999999": 0, "9999999999999999M": 0, "٣": 0,
	} {
		var got quantity
		if err := got.Set(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
}

func TestPart(t *testing.T) {
	for text, want := range map[string]part{
		"0.02": 0.02, "1": 1, "1e-2": 0.01, "0": 0, "-0.1": 0, "1.01": 0, "2": 0, "NaN": 0, "": 0, "half": 0, "2%": 0,
	} {
		var got part
		if err := got.Set(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
}
