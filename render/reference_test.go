package render

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// reference is a slow, plain reading of a host's rules: it cuts the body into
// commands and the rest, tries every token at every place, and knows neither spans
// nor templates.
type reference struct {
	Rules
	args     string
	words    []string
	names    []string
	vars     map[string]string
	highest  int
	replaced bool
}

func (r *reference) render(body string) (text string, commands []string) {
	r.highest = -1
	r.pass(body) // finds the highest index, as nothing else is known of it
	r.replaced = false
	text, commands = r.pass(body)
	if !r.replaced && (r.args != "" || r.AppendEmpty) {
		switch r.Append {
		case AppendLabel:
			text += "\n\nARGUMENTS: " + r.args
		case AppendBare:
			text += "\n\n" + r.args
		}
	}
	if r.Trim {
		text = strings.TrimSpace(text)
	}
	return text, commands
}

func (r *reference) pass(body string) (text string, commands []string) {
	from := 0
	for {
		at, form, opening, closing := r.nextCommand(body, from)
		if at < 0 {
			break
		}
		inside := form[opening : len(form)-closing]
		before := r.fill(body[from:at])
		if r.Order != CommandsFirst {
			inside = r.fill(inside)
		}
		commands = append(commands, inside)
		text += before + form[:opening] + inside + form[len(form)-closing:]
		from = at + len(form)
	}
	return text + r.fill(body[from:]), commands
}

var inlineCommand = regexp.MustCompile("^!`([^`]+)`")

// nextCommand gives the next command form of a body and the length of its marks.
func (r *reference) nextCommand(body string, from int) (at int, form string, opening, closing int) {
	for at := from; at < len(body); at++ {
		rest := body[at:]
		if m := inlineCommand.FindStringSubmatch(rest); m != nil && r.mayStand(body[:at]) && strings.TrimSpace(m[1]) != "" {
			return at, m[0], 2, 1
		}
		line := body[strings.LastIndexByte(body[:at], '\n')+1 : at]
		if !r.CommandBlocks || !strings.HasPrefix(rest, "```!") || strings.Trim(line, " \t") != "" {
			continue
		}
		if form, opening, closing := fencedCommand(rest); form != "" {
			return at, form, opening, closing
		}
	}
	return -1, "", 0, 0
}

func (r *reference) mayStand(before string) bool {
	runes := []rune(before)
	return r.Commands == Anywhere || r.Commands == AfterBlank && (len(runes) == 0 || unicode.IsSpace(runes[len(runes)-1]))
}

func fencedCommand(rest string) (form string, opening, closing int) {
	lines := strings.SplitAfter(rest, "\n")
	if strings.TrimSpace(lines[0]) != "```!" || !strings.HasSuffix(lines[0], "\n") {
		return "", 0, 0
	}
	inside := ""
	for _, line := range lines[1:] {
		if strings.TrimSpace(line) == "```" {
			if strings.TrimSpace(inside) == "" {
				return "", 0, 0
			}
			command := strings.TrimSuffix(strings.TrimSuffix(inside, "\n"), "\r")
			form = lines[0] + inside + line[:strings.Index(line, "```")+3]
			return form, len(lines[0]), len(form) - len(lines[0]) - len(command)
		}
		inside += line
	}
	return "", 0, 0
}

var (
	escapedToken = regexp.MustCompile(`^(\\*)\$`)
	indexToken   = regexp.MustCompile(`^\$([0-9]+)`)
	bracketToken = regexp.MustCompile(`^\$ARGUMENTS\[([0-9]+)\]`)
	varToken     = regexp.MustCompile(`^\$\{([A-Z_]+)\}`)
)

// fill replaces the tokens of a text without commands.
func (r *reference) fill(text string) string {
	out := ""
	for text != "" {
		m := escapedToken.FindStringSubmatch(text)
		if m == nil {
			out, text = out+text[:1], text[1:]
			continue
		}
		slashes, rest := m[1], text[len(m[1]):]
		token, value, argument := r.token(rest)
		switch {
		case token == "":
			out, text = out+slashes+"$", rest[1:]
		case r.Escapes && argument && len(slashes)%2 == 1:
			out, text = out+slashes[1:]+token, rest[len(token):]
		default:
			r.replaced = r.replaced || argument && value != nil
			if value == nil {
				value = &token
			}
			out, text = out+slashes+*value, rest[len(token):]
		}
	}
	return out
}

// token gives the token a text begins with and its value; nil if it stays.
func (r *reference) token(text string) (token string, value *string, argument bool) {
	if m := varToken.FindStringSubmatch(text); m != nil {
		if v, ok := r.vars[m[1]]; ok && slices.Contains(r.Variables, m[1]) {
			return m[0], &v, false
		}
		return "", nil, false
	}
	if m := indexToken.FindStringSubmatch(text); m != nil && mayEnd(r.Index, text[len(m[0]):]) {
		return m[0], r.word(m[1], r.IndexBase), true
	}
	if m := bracketToken.FindStringSubmatch(text); m != nil && r.Bracket {
		return m[0], r.word(m[1], r.BracketBase), true
	}
	if after, ok := strings.CutPrefix(text, "$ARGUMENTS"); ok && mayEnd(r.Whole, after) {
		line := r.args
		if r.ReplacementPatterns {
			line = replacementPattern.ReplaceAllStringFunc(line, func(p string) string {
				return map[string]string{"$$": "$", "$&": "$ARGUMENTS"}[p]
			})
		}
		return "$ARGUMENTS", &line, true
	}
	if r.Named == Off {
		return "", nil, false
	}
	longest := slices.Clone(r.names)
	slices.SortStableFunc(longest, func(a, b string) int { return len(b) - len(a) })
	for _, name := range longest {
		after, ok := strings.CutPrefix(text, "$"+name)
		if !ok || !mayEnd(r.Named, after) {
			continue
		}
		empty := ""
		for i, n := range r.names {
			if n == name {
				if i < len(r.words) {
					return "$" + name, &r.words[i], true
				}
				return "$" + name, &empty, true
			}
		}
	}
	return "", nil, false
}

var replacementPattern = regexp.MustCompile(`\$[$&]`)

func (r *reference) word(digits string, base int) *string {
	n, err := strconv.Atoi(digits)
	if err != nil {
		n = 1 << 30
	}
	n -= base
	r.highest = max(r.highest, n)
	if r.LastTakesRest && n == r.highest {
		if n < 0 {
			n = max(0, n+len(r.words))
		}
		rest := strings.Join(r.words[min(n, len(r.words)):], " ")
		return &rest
	}
	if n >= 0 && n < len(r.words) {
		return &r.words[n]
	}
	if r.Missing == MissingEmpty {
		return new(string)
	}
	return nil
}

// mayEnd tells whether a token may end before after.
func mayEnd(e Ending, after string) bool {
	refused, known := refusedNext[e]
	return known && !refused.MatchString(after)
}

// refusedNext is what may not follow a token.
var refusedNext = map[Ending]*regexp.Regexp{
	Anything:        regexp.MustCompile(`^\b\B`), // nothing is both
	NoWord:          regexp.MustCompile(`^[A-Za-z0-9_]`),
	NoWordOrBracket: regexp.MustCompile(`^[A-Za-z0-9_[]`),
	NoWordOrDash:    regexp.MustCompile(`^[A-Za-z0-9_-]`),
}

var referenceWord = regexp.MustCompile(`^(?:[^\s"'\\\x0b]|\\(?s:.)|'[^']*'|"(?:[^"\\]|\\(?s:.))*")+`)

var referenceQuotes = regexp.MustCompile(`"[^"]*"|'[^']*'|[^\s\x0b"']+`)

// referenceWords splits as a host does.
func referenceWords(line string, how Splitter) []string {
	var words []string
	switch how {
	case SplitBlanks:
		return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(blanks, r) })
	case SplitQuotes:
		for _, word := range referenceQuotes.FindAllString(line, -1) {
			if word[0] == '"' || word[0] == '\'' {
				word = word[1 : len(word)-1]
			}
			words = append(words, word)
		}
		return words
	}
	rest := strings.TrimLeft(line, blanks)
	for rest != "" {
		m := referenceWord.FindString(rest)
		after := rest[len(m):]
		if m == "" || after != "" && !strings.ContainsRune(blanks, rune(after[0])) {
			return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(blanks, r) })
		}
		words = append(words, unquoted(m))
		rest = strings.TrimLeft(after, blanks)
	}
	return words
}

var (
	escapedQuote = regexp.MustCompile("\\\\([\"\\\\$`])")
	quotedPart   = regexp.MustCompile(`\\(?s:.)|'[^']*'|"(?:[^"\\]|\\(?s:.))*"`)
)

func unquoted(word string) string {
	return quotedPart.ReplaceAllStringFunc(word, func(part string) string {
		switch part[0] {
		case '\\':
			return part[1:]
		case '\'':
			return part[1 : len(part)-1]
		}
		return escapedQuote.ReplaceAllString(part[1:len(part)-1], "$1")
	})
}

// FuzzRender compares the engine with the reference, and holds what must hold
// for any text.
func FuzzRender(f *testing.F) {
	for _, body := range []string{
		"Fix $ARGUMENTS and $0, $1M \\$2 \\\\$0 $ARGUMENTS[1] $issue $issues $c++ ${DIR} ${X}",
		"!`a $0` KEY=!`b` !`` !` ` !`c` !`d\ne` \u3000!`f`",
		"x\n```!\necho $0\n```\n```!\n\n```\n ```!  \r\na\r\n ``` \n````!\nz\n````\n```!\n$1",
		"`` !`x` `` ```sh\n!`y`\n```",
		"\\\\\\$0 $00 $99999999999999999999 $ARGUMENTS[ $ARGUMENTSX $0é",
	} {
		f.Add(body, `one "two three" don't`, "issue c++ 1")
		f.Add(body, "", "")
		f.Add(body, `a\ b '$0 !`+"`id`"+`' ""`, "a a. ab")
	}
	f.Fuzz(checkAgainstReference)
}

// TestRandomBodies does the same with bodies of nothing but what matters.
func TestRandomBodies(t *testing.T) {
	parts := []string{
		"$0", "$1", "$00", "$5", "$", "$ARGUMENTS", "[0]", "[1]", "[", "]", "\\", "\\\\", "$name", "$na", "name", "$c++", "{DIR}", "${DIR}", "${X}",
		"!`", "`", "``", "```", "```!", "```!\n", "\n```\n", "\n", " ", "\t", "\r\n", "!", "a", "_", "é", "漢", "、", "\u3000", "\xff", "x y", "'", `"`,
	}
	random := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		var b strings.Builder
		for range random.IntN(most) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		return b.String()
	}
	names := strings.Fields("name na c++ 7")
	others := slices.Sorted(maps.Keys(hosts))
	for i := range 5_000 {
		body, args := text(20), text(8)
		checkHost(t, "claude-code", body, args, names)
		checkHost(t, others[i%len(others)], body, args, names)
		if t.Failed() {
			return
		}
	}
}

// checkAgainstReference compares the two under the rules of every host.
func checkAgainstReference(t *testing.T, body, args, declared string) {
	if strings.ContainsAny(declared, "`{") {
		t.Skip("a name that holds a mark of a command or variable")
	}
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		checkHost(t, host, body, args, strings.Fields(declared))
	}
}

// checkHost compares the two under the rules of a host, and holds what must hold for any text.
func checkHost(t *testing.T, host, body, args string, names []string) {
	vars := map[string]string{"DIR": "/d $0", "X": ""}
	rules := hosts[host]
	if len(rules.Variables) > 0 {
		rules.Variables = []string{"DIR", "X"}
	}
	tmpl := Parse(body, names, rules)
	got, err := tmpl.Render(Input{Args: args, Vars: vars})
	if _, unbalanced := Split(args, rules); err != nil && unbalanced != nil {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, body, got)
	if !rules.Trim && !rules.ReplacementPatterns && !rules.LastTakesRest {
		checkValues(t, args, got)
	}

	r := reference{Rules: rules, args: args, words: referenceWords(args, rules.Split), vars: vars}
	for _, n := range names {
		if strings.Trim(n, "0123456789") != "" && !strings.Contains(n, "$") && len(n) <= 64 {
			r.names = append(r.names, n)
		}
	}
	text, commands := r.render(body)
	// Bytes that are no character alone can be a blank together, which trimming each piece
	// doesn't see.
	halves := rules.Trim && !(utf8.ValidString(body) && utf8.ValidString(args))
	if got.Text != text && !halves {
		t.Errorf("%s: body %q args %q names %q:\ngot  %q\nwant %q", host, body, args, names, got.Text, text)
	}
	var found []string
	for _, c := range got.Commands {
		found = append(found, c.Text)
	}
	if !slices.Equal(found, commands) {
		t.Errorf("%s: body %q: commands %q, want %q", host, body, found, commands)
	}
	if !strings.ContainsAny(body, "$!") && !rules.Trim && !strings.HasPrefix(got.Text, body) {
		t.Errorf("a body without tokens changed: %q", got.Text)
	}
}

// checkValues holds argument text to what was typed.
func checkValues(t *testing.T, args string, p Prompt) {
	t.Helper()
	for _, s := range p.Spans {
		switch {
		case s.Kind == Argument && s.Source == wholeToken && s.Text != args:
			t.Errorf("%s is %q", s.Source, s.Text)
		case (s.Kind == Argument || s.Kind == Named) && s.Index >= 0 && s.Index < len(p.Words) && s.Text != p.Words[s.Index].Text:
			t.Errorf("%s is %q, word %d is %q", s.Source, s.Text, s.Index, p.Words[s.Index].Text)
		}
	}
}
