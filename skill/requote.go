package skill

import "strings"

// yamlSigns are those for which [requoted] puts a value in quotes; so does a colon
// with a blank behind it.
const yamlSigns = "{}[]*&#!|>%@`"

// requoted is a block as Claude Code reads it once more when it isn't valid YAML: each
// value that stands on the line of its key and holds a sign of YAML's is put in double
// quotes, unless it begins and ends with a quote. Every line keeps its number.
//
// It mends the usual case, a sentence with a colon in it, and no text of several lines:
// the sign that announces one is put in quotes too. Lists in brackets become texts.
func requoted(raw string) string {
	lines := strings.SplitAfter(raw, "\n")
	for i, line := range lines {
		text := strings.TrimRight(line, "\r\n")
		if key, value, ok := oneLine(text); ok {
			lines[i] = key + `: "` + escaper.Replace(value) + `"` + line[len(text):]
		}
	}
	return strings.Join(lines, "")
}

// escaper leaves all else alone: what YAML allows in no quotes stays malformed.
var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// oneLine cuts a line into a key and the value that is put in quotes; ok is false where
// the line stays as it is.
func oneLine(text string) (key, value string, ok bool) {
	key, rest, _ := strings.Cut(text, ":")
	value = strings.TrimLeft(rest, " \t")
	switch {
	case key == "" || strings.Trim(key, keyLetters) != "":
	case value == "" || len(value) == len(rest): // no blank behind the colon
	case enclosed(value, '"') || enclosed(value, '\''):
	case strings.ContainsAny(value, yamlSigns), strings.Contains(value, ": "):
		return key, value, true
	}
	return "", "", false
}

const keyLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"

func enclosed(text string, quote byte) bool {
	return text[0] == quote && text[len(text)-1] == quote
}
