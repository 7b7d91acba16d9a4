package skill

import "testing"

func TestRequoted(t *testing.T) {
	for raw, want := range map[string]string{
		"description: Use when: late\n":      "description: \"Use when: late\"\n",
		"description:  a: b \r\nname: n\r\n": "description: \"a: b \"\r\nname: n\r\n",
		`description: say "a: b" \ c`:        `description: "say \"a: b\" \\ c"`,
		"argument-hint: [file] [line]\n":     "argument-hint: \"[file] [line]\"\n",
		"allowed-tools: [Read, Grep]\n":      "allowed-tools: \"[Read, Grep]\"\n",
		"description: >\n  a: b\n":           "description: \">\"\n  a: b\n",
		"paths: **/*.{ts,tsx}\n":             "paths: \"**/*.{ts,tsx}\"\n",

		"description: plain\n":      "description: plain\n",
		"description: 'a: b'\n":     "description: 'a: b'\n",
		"description: \"a: b\"\n":   "description: \"a: b\"\n",
		"description: see x:y\n":    "description: see x:y\n",
		"description:\n  a: b\n":    "description:\n  a: b\n",
		"  description: a: b\n":     "  description: a: b\n",
		"- a: b: c\n":               "- a: b: c\n",
		"key2: a: b\n":              "key2: a: b\n",
		"http://x: a: b\n":          "http://x: a: b\n",
		"":                          "",
		"when to use: a: b\n":       "when to use: a: b\n",
		"description: ends with:\n": "description: ends with:\n",
	} {
		if got := requoted(raw); got != want {
			t.Errorf("%q becomes %q, want %q", raw, got, want)
		}
	}
}
