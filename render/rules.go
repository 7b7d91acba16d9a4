package render

import (
	"fmt"
	"slices"
)

// Rules say what a host replaces in a body. They are data, so that a host file
// can hold them; the zero value replaces nothing.
type Rules struct {
	// Whole is where $ARGUMENTS stands for the line as typed.
	Whole Ending `yaml:"whole"`
	// Index is where $N stands for a word of the line; the first is $IndexBase.
	Index     Ending `yaml:"index"`
	IndexBase int    `yaml:"index-base"`
	// Bracket turns on $ARGUMENTS[N], whatever follows; the first word is BracketBase.
	Bracket     bool `yaml:"bracket"`
	BracketBase int  `yaml:"bracket-base"`
	// Named is where $name stands for the word at the place of a declared name.
	// A name without a word is replaced by nothing.
	Named Ending `yaml:"named"`
	// Missing is what becomes of $N and $ARGUMENTS[N] without a word.
	Missing Missing `yaml:"missing"`
	// LastTakesRest gives the highest $N all words from its own on.
	LastTakesRest bool `yaml:"last-takes-rest"`
	// Escapes makes a backslash before an argument token keep the token and
	// vanish. Two backslashes stay, and the token counts.
	Escapes bool `yaml:"escapes"`
	// ReplacementPatterns gives $$ and $& in the line the meaning they have in a
	// JavaScript replacement where it is put in for $ARGUMENTS.
	ReplacementPatterns bool `yaml:"replacement-patterns"`

	// Split is how the line is cut into words.
	Split Splitter `yaml:"split"`
	// Append is how a line that no token took is put at the end; AppendEmpty
	// does it for an empty line too.
	Append      Append `yaml:"append"`
	AppendEmpty bool   `yaml:"append-empty"`
	// Trim takes white space off both ends of the prompt.
	Trim bool `yaml:"trim"`

	// Variables are the NAMEs of ${NAME} that the host can fill in.
	Variables []string `yaml:"variables"`
	// Commands is where !`command` is a command; CommandBlocks turns on the fence
	// that opens with ```!.
	Commands      Place `yaml:"commands"`
	CommandBlocks bool  `yaml:"command-blocks"`
	// Order says which comes first, arguments or commands.
	Order Order `yaml:"order"`

	// Unconfirmed lists what the host does not document, so that spans decided by
	// it can say so.
	Unconfirmed []Doubt `yaml:"unconfirmed"`
}

// Ending is what may follow a token. The zero value turns the token off.
type Ending string

const (
	Off      Ending = ""
	Anything Ending = "anything"
	// NoWord: anything but a letter, digit or underscore, of ASCII only: 把$0翻译
	// holds a token.
	NoWord Ending = "no-word"
	// NoWordOrBracket: nor an opening square bracket.
	NoWordOrBracket Ending = "no-word-or-bracket"
	// NoWordOrDash: nor a dash.
	NoWordOrDash Ending = "no-word-or-dash"
)

// allows tells whether a token may end before rest.
func (e Ending) allows(rest string) bool {
	if rest == "" || e == Anything {
		return true
	}
	c := rest[0]
	return !isWord(c) && !(e == NoWordOrBracket && c == '[') && !(e == NoWordOrDash && c == '-')
}

func isWord(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Missing is what becomes of an index without a word.
type Missing string

const (
	// MissingLiteral: the token stays as written.
	MissingLiteral Missing = ""
	// MissingEmpty: it is replaced by nothing.
	MissingEmpty Missing = "empty"
)

// Splitter is a way to cut a line into words.
type Splitter string

const (
	// SplitBlanks cuts at blanks and knows no quotes.
	SplitBlanks Splitter = ""
	// SplitShell reads quotes and backslashes as a shell does, and nothing else of
	// it. A line whose quotes don't balance is cut at blanks.
	SplitShell Splitter = "shell"
	// SplitShellStrict refuses such a line.
	SplitShellStrict Splitter = "shell-strict"
	// SplitQuotes takes quoted runs and runs without quotes or blanks: a quote
	// ends a word, a backslash is a character, a lone quote is dropped.
	SplitQuotes Splitter = "quotes"
)

// Append is how the line is put at the end of a body that took nothing of it.
type Append string

const (
	AppendNever Append = ""
	// AppendLabel: after a blank line and "ARGUMENTS: ".
	AppendLabel Append = "label"
	// AppendBare: after a blank line.
	AppendBare Append = "bare"
)

// Place is where a !`command` may stand.
type Place string

const (
	Nowhere Place = ""
	// AfterBlank: at the start of a line or after white space.
	AfterBlank Place = "after-blank"
	Anywhere   Place = "anywhere"
)

// Order is in which order a host puts arguments in and runs commands.
type Order string

const (
	// OnePass: the tokens of a command are filled in, it runs, and what was put in
	// is never looked at again.
	OnePass Order = ""
	// CommandsFirst: commands run as they are written, and then tokens are filled in
	// everywhere, in what the commands printed as well.
	CommandsFirst Order = "commands-first"
	// ArgumentsFirst: tokens are filled in, and what then looks like a command runs,
	// also where an argument brought it.
	ArgumentsFirst Order = "arguments-first"
)

// Unsafe says what can go wrong when commands run in this order; "" for the one
// that is safe. Where it isn't, Render takes no outputs: knack never runs commands
// in that order.
func (o Order) Unsafe() string {
	switch o {
	case CommandsFirst:
		return "this host looks for tokens in what commands print, so their output is rewritten"
	case ArgumentsFirst:
		return "this host looks for commands once arguments are filled in, so an argument can bring one that runs"
	}
	return ""
}

// Doubt is a case that a host may leave undocumented.
type Doubt string

const (
	// Glued: $ARGUMENTS directly before a letter, of any script, or a digit.
	Glued Doubt = "arguments-glued"
	// BracketGlued: the same for $ARGUMENTS[N].
	BracketGlued Doubt = "bracket-glued"
	// IndexGlued: $N directly before a letter that is not ASCII.
	IndexGlued Doubt = "index-glued"
	// NameGlued: a declared name that stays because of what follows it.
	NameGlued Doubt = "name-glued"
	// UnbalancedQuotes: a line whose quotes don't balance is cut at blanks.
	UnbalancedQuotes Doubt = "unbalanced-quotes"
	// Backslash: a word of the line was typed with a backslash.
	Backslash Doubt = "backslash"
)

// doubt is the sentence for a case the host leaves undocumented; "" if it doesn't.
func (r Rules) doubt(d Doubt) string {
	if !slices.Contains(r.Unconfirmed, d) {
		return ""
	}
	return d.sentence()
}

func (d Doubt) sentence() string {
	switch d {
	case Glued:
		return "not documented: $ARGUMENTS is replaced although a letter follows"
	case BracketGlued:
		return "not documented: $ARGUMENTS[N] is replaced although a letter follows"
	case IndexGlued:
		return "not documented: $N is replaced although a letter that is not ASCII follows"
	case NameGlued:
		return "not documented: the name stays because a letter, digit, _ or [ follows"
	case UnbalancedQuotes:
		return "not documented: the quotes don't balance, so the line is cut at blanks"
	case Backslash:
		return "not documented: a backslash in the arguments keeps the next character"
	}
	return ""
}

// Check names the first value that has no meaning.
func (r Rules) Check() error {
	endings := []Ending{Off, Anything, NoWord, NoWordOrBracket, NoWordOrDash}
	for _, err := range []error{
		oneOf("whole", r.Whole, endings...),
		oneOf("index", r.Index, endings...),
		oneOf("named", r.Named, endings...),
		oneOf("missing", r.Missing, MissingLiteral, MissingEmpty),
		oneOf("split", r.Split, SplitBlanks, SplitShell, SplitShellStrict, SplitQuotes),
		oneOf("append", r.Append, AppendNever, AppendLabel, AppendBare),
		oneOf("commands", r.Commands, Nowhere, AfterBlank, Anywhere),
		oneOf("order", r.Order, OnePass, CommandsFirst, ArgumentsFirst),
		oneOf("index-base", r.IndexBase, 0, 1),
		oneOf("bracket-base", r.BracketBase, 0, 1),
	} {
		if err != nil {
			return err
		}
	}
	for _, d := range r.Unconfirmed {
		if d.sentence() == "" {
			return fmt.Errorf("unconfirmed: unknown value %q", d)
		}
	}
	if slices.Contains(r.Variables, "") {
		return fmt.Errorf("variables: empty name")
	}
	return nil
}

func oneOf[T comparable](key string, value T, known ...T) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("%s: unknown value \"%v\"", key, value)
}
