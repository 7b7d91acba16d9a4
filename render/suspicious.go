package render

import (
	"fmt"
	"slices"
	"strings"

	"knack/pattern"
)

// Suspicion is a likely accident: text that would be replaced though it hardly
// means an argument, or an argument that does not arrive as meant.
type Suspicion struct {
	Code Code
	// Token is the token, or the mark of a block, as written in the body; "" if it is about
	// none.
	Token string
	// BodyStart is the byte offset of the token in the body, Line and Column (in
	// characters) its place there, from 1. They are -1, 0 and 0 without a token.
	BodyStart, Line, Column int
	// Message says what is wrong, lower-case, without a final stop. It quotes the
	// body and is untrusted text.
	Message string
	// Escaped is what to write to keep the token; "" if this host has no way.
	Escaped string
}

// Code says what is suspicious. The words are stable: scripts match on them.
type Code string

// Codes of a token that would be replaced, and is most likely something else.
const (
	Price           Code = "price"
	AwkField        Code = "awk-field"
	ShellPositional Code = "shell-positional"
	SQLPlaceholder  Code = "sql-placeholder"
	Spreadsheet     Code = "spreadsheet"
	Regex           Code = "regex"
	TokenInCode     Code = "token-in-code"
)

// Codes of what else is suspicious.
const (
	// BackslashLost: the host takes it away, and this code may need it.
	BackslashLost Code = "backslash-lost"
	// BackslashIgnored: it was written to keep a token, and this host has no escapes.
	BackslashIgnored Code = "backslash-ignored"
	// CountsFromOne: the body does, and the host counts from 0.
	CountsFromOne Code = "counts-from-one"
	// ArgumentsGlued: a word goes on right behind $ARGUMENTS.
	ArgumentsGlued Code = "arguments-glued"
	// NameUnused: a name is declared, and not in the body.
	NameUnused Code = "name-unused"
	// IndexNotGiven: the line has fewer words than the body asks for.
	IndexNotGiven Code = "index-not-given"
	// ArgumentsAppended: no token took the line, so it stands at the end.
	ArgumentsAppended Code = "arguments-appended"
	// QuotesUnbalanced: a quote in the line is never closed.
	QuotesUnbalanced Code = "quotes-unbalanced"
	// BlockUnclosed: a block of commands begins, and nothing ends it.
	BlockUnclosed Code = "block-unclosed"
	// UnsafeOrder: the host takes arguments and commands in an order that is not safe.
	UnsafeOrder Code = "unsafe-order"
)

// Only so many indexes of a body are looked at: a body with more is data.
const maxLooked = 1000

// accidents finds what is suspicious whatever is typed, in body order, and marks
// the pieces. Price lists, awk lines and the like are told from real arguments by
// what stands around the token. A body that plainly means its indexes is believed
// where only the token's surroundings speak against it.
func accidents(t Template, regions []CodeRegion) []Suspicion {
	looks := lookAll(t, regions)
	meant, prices := intent(t, looks)
	code := regionCursor{regions}
	var found []Suspicion
	for i, x := range t.pieces {
		region, inCode := code.at(x.start)
		fenced := inCode && region.Fence
		switch l, looked := looks[i]; {
		case t.ignoresBackslash(x):
			t.pieces[i].suspect = BackslashIgnored
			found = append(found, t.suspicion(x, BackslashIgnored, "%s is replaced although a backslash stands before it: this host has no escapes, and keeps the backslash", t.source(x)))
		case looked:
			// A body with declared names hardly means a number beyond them.
			if kind := l.kind(meant && (l.declared || len(t.names) == 0), prices); kind != "" {
				t.pieces[i].suspect = kind
				found = append(found, t.suspicion(x, kind, "%s looks like %s, but %s", t.source(x), likeness(kind), t.becomes(x.word+1)))
			}
		case x.kind == whole && isWord(next(t.body[x.end:])):
			found = append(found, t.suspicion(x, ArgumentsGlued, "$ARGUMENTS is replaced although a word goes on right behind it"))
		case x.kind == named && fenced && assigned(x.name, t.body[max(region.Start, x.start-near):x.start]):
			found = append(found, t.suspicion(x, TokenInCode, "%s is a variable of this code, but takes the argument of that name", t.source(x)))
		case x.kind == escaped && fenced:
			found = append(found, t.suspicion(x, BackslashLost, "%s loses its backslash here, which this code may need", t.source(x)))
		}
	}
	if x, ok := t.fromOne(); ok && meant {
		s := t.suspicion(x, CountsFromOne, "the body counts from %s, but this host calls the first word %s", t.source(x), t.rules.indexToken(0))
		s.Escaped = "" // the token is meant, its number is not
		found = append(found, s)
	}
	if t.unclosed >= 0 {
		found = append(found, t.blockUnclosed())
	}
	return append(found, t.unusedNames()...)
}

func (t Template) blockUnclosed() Suspicion {
	at := position{body: t.body, line: 1, column: 1}
	at.move(t.unclosed)
	return Suspicion{
		Code: BlockUnclosed, Token: ticks + "!", BodyStart: at.at, Line: at.line, Column: at.column,
		Message: "a block of commands begins here and nothing ends it, so it stays as text and none of it is run",
	}
}

// ignoresBackslash tells whether a token is written to be kept, which works for other
// hosts. A backslash behind a name is one of a path of Windows.
func (t Template) ignoresBackslash(x piece) bool {
	before, one := strings.CutSuffix(t.body[:x.start], `\`)
	if t.rules.Escapes || !one || x.kind != indexed && x.kind != whole && x.kind != named {
		return false
	}
	return before == "" || !isWord(before[len(before)-1]) && !strings.ContainsAny(before[len(before)-1:], `\:.`)
}

func (t Template) source(x piece) string { return t.body[x.start:x.end] }

func (t Template) suspicion(x piece, code Code, format string, values ...any) Suspicion {
	return Suspicion{
		Code: code, Token: t.source(x), BodyStart: x.start, Line: x.line, Column: x.column,
		Message: fmt.Sprintf(format, values...), Escaped: t.keeps(x),
	}
}

// next is the first byte of s; 0 if there is none.
func next(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// accident tells whether the token is hardly an argument at all. A script of the
// body may well be meant to hold some.
func (x piece) accident() bool {
	return x.suspect != "" && x.suspect != ShellPositional && x.suspect != TokenInCode
}

// becomes says what an index turns into: some hosts keep it where too few words are
// typed.
func (t Template) becomes(word int) string {
	switch {
	case t.rules.Missing != MissingLiteral:
		return fmt.Sprintf("is replaced by word %d of the arguments", word)
	case word == 1:
		return "becomes word 1 of the arguments if any are typed"
	}
	return fmt.Sprintf("becomes word %d of the arguments if %d words are typed", word, word)
}

func likeness(kind Code) string {
	switch kind {
	case Price:
		return "a price"
	case AwkField:
		return "a field of awk"
	case ShellPositional:
		return "an argument of a shell script"
	case SQLPlaceholder:
		return "a placeholder of SQL"
	case Spreadsheet:
		return "a cell of a spreadsheet"
	case Regex:
		return "a group of a regular expression"
	}
	return "a part of the code around it"
}

// keeps is the escaped token; "" where the host knows no escape, or where a
// backslash before the token makes its meaning unsure.
func (t Template) keeps(x piece) string {
	if !t.rules.Escapes || x.kind == escaped || strings.HasSuffix(t.body[:x.start], `\`) {
		return ""
	}
	return `\` + t.body[x.start:x.end]
}

// near is how far around a token is looked, in bytes.
const near = 300

// look is what stands around an index.
type look struct {
	digits int // the number as written
	// before and after are the parts of its line, above and below what surrounds
	// that within the same code.
	before, after string
	above, below  string
	code          bool
	region        CodeRegion
	declared      bool // a name is declared for the word
	command       bool // it stands in a command, which the host fills
	script        bool // shell code stands around it, outside of what Markdown shows as code
	// plain is what it looks like wherever it stands; "" if nothing.
	plain Code
}

func lookAll(t Template, regions []CodeRegion) map[int]look {
	looks := map[int]look{}
	code := regionCursor{regions}
	for i, x := range t.pieces {
		// The bracket form has no other meaning.
		if x.kind != indexed || t.body[x.end-1] == ']' {
			continue
		}
		if len(looks) == maxLooked {
			break
		}
		l := look{digits: number(t.body[x.start+1 : x.end]), declared: x.word >= 0 && x.word < len(t.names), command: x.command > 0}
		l.region, l.code = code.at(x.start)
		from, to := max(0, x.start-near), min(len(t.body), x.end+near)
		if l.code {
			from, to = max(from, l.region.Start), min(to, l.region.End)
		}
		l.above, l.below = t.body[from:x.start], t.body[x.end:to]
		l.before = l.above[strings.LastIndexByte(l.above, '\n')+1:]
		l.after, _, _ = strings.Cut(l.below, "\n")
		l.script = !l.code && len(scriptLine().FindAllString(l.above[:len(l.above)-len(l.before)], 2))+len(scriptLine().FindAllString(l.below, 2)) >= 2
		l.plain = l.plainKind()
		looks[i] = l
	}
	return looks
}

func (l look) plainKind() Code {
	switch {
	case currency().MatchString(tail(l.before, 4)):
		return Price
	case cell().MatchString(tail(l.before, 6)):
		return Spreadsheet
	case amount().MatchString(l.after):
		return Price
	case l.inAwk():
		return AwkField
	case l.inSQL():
		return SQLPlaceholder
	case containsAny(l.around(), replacing...) || substitution().MatchString(tail(l.before, 80)):
		return Regex
	case l.digits >= 10 && !l.declared && !l.fenced():
		return Price
	}
	return ""
}

// scriptLine is a line that hardly stands in anything but a shell script.
var scriptLine = pattern.Lazy(`(?m)^[ \t]*(?:#!/\S+|set -[a-z]+(?: .*)?|(?:el)?if \[.*|then|else|fi|done|esac|shift|exit \d|case .+ in|for \w+ in .+; do|while .+; do|\w+\(\) ?\{|(?:local|export|readonly) \w+=.*|[A-Z_]+="?\$.*)[ \t]*$`)

func (l look) fenced() bool { return l.code && l.region.Fence }

// around is what stands before the token: a line of prose, or more of code.
func (l look) around() string {
	if l.code {
		return l.above
	}
	return l.before
}

var (
	// US$5
	currency = pattern.Lazy(`(?:^|[\s~|])(?:US|AU?|CA?|HK|NZ|SG?|NT|R)$|\((?:US|HK|NZ|NT)$`)
	// $B$6, and B$6 in a formula
	cell = pattern.Lazy(`(?:\$[A-Z]{1,3}|[=(+*/,:!-][A-Z]{1,3})$`)
	// $1.50, $1,000
	amount = pattern.Lazy(`^(?:\.\d|,\d{3}\b)`)
	// s/(a)(b)/$1/
	substitution = pattern.Lazy(`\bs([/|#])[^/|#]+[/|#][^/|#]*$`)

	replacing = []string{".replace(", ".replaceAll(", "preg_replace", "gsub(", ".sub(", "-replace ", "RewriteRule", "replacement:"}
)

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// inAwk tells whether an awk program is open before the token.
func (l look) inAwk() bool {
	if l.fenced() && l.region.Language == "awk" {
		return true
	}
	text := l.around()
	i := strings.LastIndex(text, "awk ")
	return i >= 0 && (strings.Count(text[i:], "'")%2 == 1 || strings.Count(text[i:], `"`)%2 == 1)
}

var (
	statement = pattern.Lazy(`\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|VALUES|WHERE|LIMIT|OFFSET|RETURNING)\b`)
	cast      = pattern.Lazy(`^::[a-z]`)
)

func (l look) inSQL() bool {
	if l.fenced() && strings.Contains(l.region.Language, "sql") {
		return true
	}
	return l.code && (cast().MatchString(l.after) || statement().MatchString(l.above))
}

// kind is what the token looks like, given whether the body means its indexes
// and holds prices.
func (l look) kind(meant, prices bool) Code {
	switch {
	case l.plain != "" || meant || l.command:
		return l.plain
	case unit().MatchString(l.after):
		return Price
	case l.script || l.fenced() && isShell(l.region.Language):
		return ShellPositional
	case l.fenced() && l.digits >= 10:
		return Price
	case l.fenced():
		return TokenInCode
	case l.code && strings.HasSuffix(l.before, `"`) && strings.HasPrefix(l.after, `"`) && len(l.above) > 2:
		return ShellPositional
	case prices && l.digits > 0 || costs().MatchString(tail(l.before, 40)):
		return Price
	}
	return ""
}

func isShell(language string) bool {
	return slices.Contains([]string{"sh", "bash", "shell", "zsh", "fish", "console"}, language)
}

var (
	costs = pattern.Lazy(`(?i)(?:\b(?:costs?|prices?|priced|pay|paid|spend|spent|buy|sell|donate|charge[sd]?|fees?|budget|minimum|worth)\b|[~≤≥≈])(?: of| is| at)?[:= ]*$`)
	unit  = pattern.Lazy(`^(?:/\$\d|[–-]\$\d|(?:/|[ -]per | an? )(?:mo|month|yr|year|h|hr|hour|day|week|task|user|seat|call|req|request)(?:[^\w/.-]|$)|[- ]?(?:million|billion|thousand|trillion|USD|dollars?|cents?|worth)\b)`)
)

// intent tells whether a body plainly means its indexes as arguments, and whether
// its prose holds prices.
func intent(t Template, looks map[int]look) (meant, prices bool) {
	meant = len(t.names) > 0
	var used [10]bool
	for i, x := range t.pieces {
		if x.kind != indexed {
			continue
		}
		l, ok := looks[i]
		if !ok {
			meant = meant || t.body[x.end-1] == ']'
			continue
		}
		switch {
		case l.plain == Price:
			prices = prices || !l.fenced()
		case l.plain == "" && !l.fenced() && !l.script && l.digits < len(used):
			used[l.digits] = true
			meant = meant || l.standsAlone()
		}
	}
	return meant || inSequence(used, prices), prices
}

// standsAlone tells whether the token is all of a code span, the last part of a
// path, or part of a command.
func (l look) standsAlone() bool {
	if l.command {
		return true
	}
	if l.code && len(l.above) == l.region.Ticks && len(l.below) == l.region.Ticks {
		return true
	}
	dir, ok := strings.CutSuffix(l.before, "/")
	return ok && dir != "" && isWord(dir[len(dir)-1]) && !isDigit(dir[len(dir)-1])
}

// inSequence tells whether at least two indexes are used, from 0 or 1 on without
// a gap. Among prices only those from 0 count.
func inSequence(used [10]bool, prices bool) bool {
	first := slices.Index(used[:], true)
	if first < 0 || first > 1 || first == 1 && prices {
		return false
	}
	end := first
	for end < len(used) && used[end] {
		end++
	}
	return end-first >= 2 && !slices.Contains(used[end:], true)
}

// assigned tells whether code sets a variable of that name.
func assigned(name, code string) bool {
	return containsAny(code, name+"=", name+" =", "for "+name+" in", "read "+name, "read -r "+name)
}

// fromOne is the first $1 of a body that counts its arguments from 1 where the
// host counts from 0. One use alone does not tell.
func (t Template) fromOne() (piece, bool) {
	if t.rules.IndexBase != 0 || len(t.names) > 0 {
		return piece{}, false
	}
	var meant []piece
	for _, x := range t.pieces {
		if x.kind == indexed && x.suspect == "" {
			meant = append(meant, x)
		}
	}
	asks := func(word int) int {
		return slices.IndexFunc(meant, func(x piece) bool { return x.word == word })
	}
	first := asks(1)
	if len(meant) < 2 || asks(0) >= 0 || first < 0 {
		return piece{}, false
	}
	return meant[first], true
}

// unusedNames notes declared names that the body doesn't use. One that takes the whole
// line loses no word.
func (t Template) unusedNames() []Suspicion {
	if t.wholes > 0 {
		return nil
	}
	used := make([]bool, len(t.names))
	for _, x := range t.pieces {
		if (x.kind == indexed || x.kind == named) && x.word >= 0 && x.word < len(used) {
			used[x.word] = true
		}
	}
	var found []Suspicion
	for i, name := range t.names {
		if !used[i] {
			found = append(found, Suspicion{
				Code: NameUnused, Token: "$" + name, BodyStart: -1,
				Message: fmt.Sprintf("the argument %s is declared, but the body does not use it", name),
			})
		}
	}
	return found
}

// bringsCommand tells whether the line holds what would be a command, where the
// host looks for commands in it.
func (f *filling) bringsCommand() bool {
	commands, _ := commandForms(f.Args, f.rules)
	return f.rules.Order == ArgumentsFirst && len(commands) > 0
}

// suspicious adds what came with the arguments of this render.
func (f *filling) suspicious() []Suspicion {
	found := slices.Clone(f.accidents)
	if why := f.rules.Order.Unsafe(); why != "" && (len(f.forms) > 0 || f.bringsCommand()) {
		found = append(found, Suspicion{Code: UnsafeOrder, BodyStart: -1, Message: why + "; knack never runs its commands"})
	}
	if f.appended && f.Args != "" {
		found = append(found, Suspicion{
			Code: ArgumentsAppended, BodyStart: -1,
			Message: "no token took the arguments, so they are put at the end",
		})
	}
	if f.Args == "" {
		return found
	}
	if !f.balanced && len(f.Params()) > 0 {
		found = append(found, Suspicion{
			Code: QuotesUnbalanced, BodyStart: -1,
			Message: "a quote in the arguments is never closed, so they are cut at blanks",
		})
	}
	seen := map[int]bool{}
	for _, x := range f.pieces {
		if x.kind != indexed || x.suspect != "" || x.word < len(f.words) || seen[x.word] {
			continue
		}
		seen[x.word] = true
		found = append(found, f.suspicion(x, IndexNotGiven, "%s asks for word %d of the arguments, and there are %d", f.source(x), x.word+1, len(f.words)))
	}
	return found
}
