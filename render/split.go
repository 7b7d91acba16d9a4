package render

import (
	"fmt"
	"slices"
	"strings"
)

// Word is a word of the argument line.
type Word struct {
	// Text is the word without its quotes.
	Text string
	// Start and End are byte offsets in the line, quotes included.
	Start, End int
	// Quoted tells that quotes or a backslash went into making it.
	Quoted bool
}

// Split cuts an argument line into words as the host does. It fails only for
// [SplitShellStrict].
func Split(line string, rules Rules) ([]Word, error) {
	words, _, err := split(line, rules.Split)
	return words, err
}

// split also tells whether the quotes of the line balance.
func split(line string, how Splitter) (words []Word, balanced bool, err error) {
	switch how {
	case SplitQuotes:
		return splitQuotes(line), true, nil
	case SplitShell, SplitShellStrict:
		words, open := splitShell(line)
		switch {
		case open < 0:
			return words, true, nil
		case how == SplitShellStrict:
			return nil, false, fmt.Errorf("unbalanced %q at byte %d", line[open], open)
		}
		return splitBlanks(line), false, nil
	}
	return splitBlanks(line), true, nil
}

// Join makes one line of several values, so that the host's words are the values
// again: for [SplitShell] Join of "a b", "" and "c" is `"a b" "" c`. Only a value that
// needs it is quoted. An empty value at the end is a value too; leave it out if it was
// not given. Where the host has no quotes that would do, whole is false, and its words
// are others.
func Join(values []string, rules Rules) (line string, whole bool) {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = quote(v, rules.Split)
	}
	line = strings.Join(quoted, " ")
	words, err := Split(line, rules)
	return line, err == nil && slices.EqualFunc(words, values, func(w Word, v string) bool { return w.Text == v })
}

func quote(v string, how Splitter) string {
	switch {
	case how == SplitBlanks:
		return v
	case how == SplitQuotes && v != "" && !strings.ContainsAny(v, blanks+`"'`):
		return v
	case how == SplitQuotes && !strings.Contains(v, `"`):
		return `"` + v + `"`
	case how == SplitQuotes:
		return "'" + v + "'"
	case v != "" && !strings.ContainsAny(v, blanks+`"'\`):
		return v
	case !strings.ContainsAny(v, `"\`):
		return `"` + v + `"`
	case !strings.Contains(v, "'"):
		return "'" + v + "'"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
}

const blanks = " \t\n\r\v\f"

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func splitBlanks(line string) []Word {
	var words []Word
	for at := 0; ; {
		at = skipBlanks(line, at)
		if at == len(line) {
			return words
		}
		end := len(line)
		if n := strings.IndexAny(line[at:], blanks); n >= 0 {
			end = at + n
		}
		words = append(words, Word{Text: line[at:end], Start: at, End: end})
		at = end
	}
}

func skipBlanks(line string, at int) int {
	for at < len(line) && isBlank(line[at]) {
		at++
	}
	return at
}

// splitShell also gives the offset of the quote or backslash that nothing
// closes; -1 if there is none.
func splitShell(line string) (words []Word, open int) {
	for at := 0; ; {
		at = skipBlanks(line, at)
		if at == len(line) {
			return words, -1
		}
		w, open := shellWord(line, at)
		if open >= 0 {
			return nil, open
		}
		words = append(words, w)
		at = w.End
	}
}

// shellWord reads the word that begins at start.
func shellWord(line string, start int) (w Word, open int) {
	var text strings.Builder
	w.Start = start
	at := start
	for at < len(line) && !isBlank(line[at]) {
		c := line[at]
		switch c {
		case '\'', '"':
			end := closingQuote(line, at)
			if end < 0 {
				return w, at
			}
			inside := line[at+1 : end]
			if c == '"' {
				inside = unescape(inside)
			}
			text.WriteString(inside)
			w.Quoted = true
			at = end + 1
		case '\\':
			if at+1 == len(line) {
				return w, at
			}
			text.WriteByte(line[at+1])
			w.Quoted = true
			at += 2
		default:
			text.WriteByte(c)
			at++
		}
	}
	w.Text, w.End = text.String(), at
	return w, -1
}

// closingQuote is the offset of the quote that closes the one at open; -1 if none.
func closingQuote(line string, open int) int {
	for at := open + 1; at < len(line); at++ {
		switch {
		case line[at] == line[open]:
			return at
		case line[at] == '\\' && line[open] == '"':
			at++
		}
	}
	return -1
}

// unescape takes away the backslashes that mean something between double quotes.
var unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\$`, `$`, "\\`", "`").Replace

func splitQuotes(line string) []Word {
	var words []Word
	for at := 0; ; {
		at = skipBlanks(line, at)
		if at == len(line) {
			return words
		}
		w := Word{Start: at}
		if c := line[at]; c == '"' || c == '\'' {
			n := strings.IndexByte(line[at+1:], c)
			if n < 0 {
				at++
				continue
			}
			w.Text, w.Quoted, w.End = line[at+1:at+1+n], true, at+n+2
		} else {
			w.End = len(line)
			if n := strings.IndexAny(line[at:], blanks+`"'`); n >= 0 {
				w.End = at + n
			}
			w.Text = line[at:w.End]
		}
		words = append(words, w)
		at = w.End
	}
}
