// Package render is the substitution engine: it turns the body of a skill and
// what a person typed into the exact text the model would receive, piece by
// piece, each piece with its origin.
//
// A body is parsed once into a [Template]; [Template.Render] fills it. One pass
// goes over the body as written: the text of arguments, variables and command
// outputs is put in and never read again, so it can't become a token or a
// command. Tokens inside code are tokens like any other, because hosts don't
// read Markdown before they substitute.
//
// Which tokens there are differs from host to host and is data: [Rules].
//
// The package is pure. It reads no files, knows no hosts and runs nothing:
// commands are found and listed, and their outputs come in as data. It gives
// text as it is; making it safe to show is left to the caller.
package render

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Input is what a template is filled with.
type Input struct {
	// Args is the argument line as typed.
	Args string
	// Vars holds the values of ${NAME} variables; one without a value stays as written.
	Vars map[string]string
	// Outputs are the outputs of the commands in order, put in as they are. A
	// command without one stays as written, with arguments filled in. There are none
	// for a host whose order is unsafe.
	Outputs []string
}

// Prompt is a filled template.
type Prompt struct {
	// Text is what the model would receive; the texts of Spans add up to it.
	Text     string
	Spans    []Span
	Commands []Command
	// Words shows how the line was split.
	Words []Word
	// Unfilled lists what the body uses and the line does not give.
	Unfilled []Param
	// Unused lists the words of the line that reach the model nowhere.
	Unused []Word
	// Suspicious lists likely accidents: those of the body in body order, then
	// those that came with this input.
	Suspicious []Suspicion
}

// Kind is where the text of a span comes from.
type Kind string

const (
	// Literal text stands in the body. It includes tokens that stay as they are
	// and escaped ones; both have a Source.
	Literal Kind = "literal"
	// Argument text is the whole line or a word of it, taken by number.
	Argument Kind = "argument"
	// Named text is a word of the line, taken by a declared name.
	Named Kind = "named"
	// Variable text is the value of a ${NAME} variable.
	Variable Kind = "variable"
	// Shell text is a command as written, or its output.
	Shell Kind = "command"
	// Appended text is the line, put at the end because no token took it.
	Appended Kind = "appended"
)

// Span is a piece of a prompt with its origin. Its text may be empty, for a
// token that was replaced by nothing.
type Span struct {
	Text string
	Kind Kind
	// Index is the word of the line that was asked for, from 0; -1 if none.
	Index int
	// Name is the declared name or the variable.
	Name string
	// Start is the byte offset in Prompt.Text.
	Start int
	// Source is the token or command as written in the body; "" for plain and
	// appended text.
	Source string
	// BodyStart is the byte offset in the body; -1 for appended text.
	BodyStart int
	// Command is the number of the command the span stands in, from 1; 0 if none.
	Command int
	// Unconfirmed says which undocumented rule of the host decided here; "" if none.
	Unconfirmed string
}

// Command is a shell command of the body.
type Command struct {
	// Text is what the shell would get, with arguments and variables filled in.
	Text string
	// Start is the byte offset in Prompt.Text of the command's form or its output,
	// BodyStart the offset of the form in the body, Line its line there, from 1.
	Start, BodyStart, Line int
	// InCode tells that it stands in a fenced block or in a code span of two or
	// more backticks: most likely it is shown there, not meant to be run.
	InCode bool
	// ArgumentsSpliced tells that a token in it took the line or a part of it,
	// raw: what was typed becomes shell code.
	ArgumentsSpliced bool
	// Block tells that it is the fenced form.
	Block bool
}

// MaxArguments is how many bytes an argument line may have that a person gives. That is
// for whoever takes it to look at.
const MaxArguments = 64 << 10

// maxPrompt is how many bytes Render makes. A body of 1 MiB that takes such a line
// wherever it can asks for gigabytes; no model takes in as much as this.
const maxPrompt = 16 << 20

// Render fills the template. It fails where the host itself refuses: for a line
// with unbalanced quotes, under rules that say so. And it fails for outputs of
// commands that must not have run, and for a prompt of more than 16 MiB.
func (t Template) Render(in Input) (Prompt, error) {
	if why := t.rules.Order.Unsafe(); why != "" && len(in.Outputs) > 0 {
		return Prompt{}, fmt.Errorf("commands are not run: %s", why)
	}
	words, balanced, err := split(in.Args, t.rules.Split)
	if err != nil && t.UsesArguments() {
		return Prompt{}, fmt.Errorf("splitting the arguments: %w", err)
	}
	f := filling{Template: t, Input: in, words: words, balanced: balanced, taken: make([]bool, len(words))}
	spans := f.spans()
	if f.size > maxPrompt {
		return Prompt{}, errors.New("the prompt would be over 16 MiB; give shorter arguments")
	}
	if t.rules.Trim {
		trim(spans)
	}
	p := Prompt{Commands: f.commands, Words: words}
	p.assemble(spans)
	p.Unfilled = f.unfilled()
	p.Unused = f.unused()
	p.Suspicious = f.suspicious()
	return p, nil
}

// filling is the state of one render.
type filling struct {
	Template
	Input
	words    []Word
	balanced bool
	commands []Command
	// size is that of what is filled in so far, commands with and without their outputs.
	// Nothing more is once it is over maxPrompt.
	size int

	replaced bool   // some argument token was replaced
	all      bool   // the whole line went in
	appended bool   // ... because it was appended
	taken    []bool // the words that tokens took
}

func (f *filling) spans() []Span {
	spans := make([]Span, 0, len(f.pieces)+1)
	for at := 0; at < len(f.pieces) && f.size <= maxPrompt; {
		n := f.pieces[at].command
		if n == 0 {
			spans = append(spans, f.span(f.pieces[at]))
			at++
			continue
		}
		spans = f.command(spans, n)
		at = f.forms[n-1].last
	}
	if s, ok := f.appendix(); ok {
		spans = append(spans, s)
	}
	return spans
}

// span fills one piece of the body.
func (f *filling) span(p piece) Span {
	s := Span{
		Text: f.body[p.start:p.end], Kind: Literal, Index: -1, Name: p.name,
		BodyStart: p.start, Command: p.command, Unconfirmed: p.doubt,
	}
	if p.kind != plain {
		s.Source = s.Text
	}
	switch p.kind {
	case plain:
		if p.command > 0 {
			s.Kind = Shell
		}
	case escaped:
		s.Text = s.Text[1:]
	case variable:
		if v, ok := f.Vars[p.name]; ok {
			s.Kind, s.Text = Variable, v
		}
	case whole:
		f.replaced, f.all = true, true
		s.Kind, s.Text = Argument, f.Args
		if f.rules.ReplacementPatterns {
			s.Text = replacementPatterns.Replace(s.Text)
		}
	case indexed:
		f.word(&s, p, Argument)
	case named:
		f.word(&s, p, Named)
	}
	f.size += len(s.Text)
	return s
}

// replacementPatterns is what JavaScript's replaceAll makes of the text it puts
// in for $ARGUMENTS.
var replacementPatterns = strings.NewReplacer("$$", "$", "$&", "$ARGUMENTS")

// word fills a token that takes one word of the line.
func (f *filling) word(s *Span, p piece, kind Kind) {
	s.Index = max(p.word, -1)
	if f.rules.LastTakesRest && p.kind == indexed && p.word == f.highest {
		s.Kind, s.Text, f.replaced = kind, f.rest(p.word), true
		return
	}
	if p.word < 0 || p.word >= len(f.words) {
		if p.kind == indexed && f.rules.Missing != MissingEmpty {
			return
		}
		s.Kind, s.Text, f.replaced = kind, "", true
		return
	}
	w := f.words[p.word]
	s.Kind, s.Text, f.replaced = kind, w.Text, true
	f.taken[p.word] = true
	if s.Unconfirmed == "" {
		s.Unconfirmed = f.wordDoubt(w)
	}
}

// rest joins the words from one on. Below the first it counts from the end, as
// slices do in the language of the host that has this rule.
func (f *filling) rest(from int) string {
	if from < 0 {
		from = max(0, from+len(f.words))
	}
	var texts []string
	for i := from; i < len(f.words); i++ {
		f.taken[i] = true
		texts = append(texts, f.words[i].Text)
	}
	return strings.Join(texts, " ")
}

// wordDoubt says which undocumented rule gave a word its text.
func (f *filling) wordDoubt(w Word) string {
	switch {
	case !f.balanced:
		return f.rules.doubt(UnbalancedQuotes)
	case strings.Contains(f.Args[w.Start:w.End], `\`):
		return f.rules.doubt(Backslash)
	}
	return ""
}

// command fills a command's form, or puts its output in its place.
func (f *filling) command(spans []Span, n int) []Span {
	form := f.forms[n-1]
	c := Command{BodyStart: form.start, Line: form.line, InCode: form.inCode, Block: form.block}
	first := len(spans)
	for _, p := range f.pieces[form.first:form.last] {
		s := f.span(p)
		if s.Kind == Argument || s.Kind == Named {
			c.ArgumentsSpliced = true
		}
		spans = append(spans, s)
		if f.size > maxPrompt {
			return spans
		}
	}
	var text strings.Builder
	for _, s := range spans[first:] {
		text.WriteString(s.Text)
	}
	// Opening and closing marks hold no tokens, so they are as long as in the body.
	c.Text = text.String()[form.textStart-form.start : text.Len()-(form.end-form.textEnd)]
	f.commands = append(f.commands, c)
	if n > len(f.Outputs) {
		return spans
	}
	f.size += len(f.Outputs[n-1])
	return append(spans[:first], Span{
		Text: f.Outputs[n-1], Kind: Shell, Index: -1, Source: f.body[form.start:form.end],
		BodyStart: form.start, Command: n,
	})
}

// appendix is the line put at the end, where the host does that.
func (f *filling) appendix() (Span, bool) {
	if f.rules.Append == AppendNever || f.replaced || f.Args == "" && !f.rules.AppendEmpty {
		return Span{}, false
	}
	f.all, f.appended = true, true
	text := "\n\n" + f.Args
	if f.rules.Append == AppendLabel {
		text = "\n\nARGUMENTS: " + f.Args
	}
	f.size += len(text)
	return Span{Text: text, Kind: Appended, Index: -1, BodyStart: -1}, true
}

func (f *filling) unfilled() []Param {
	if f.wholes > 0 && len(f.params) == 0 && f.Args == "" {
		return []Param{{Index: -1, Token: wholeToken, Uses: f.wholes}}
	}
	var unfilled []Param
	for _, p := range f.params {
		if p.Uses > 0 && p.Index >= len(f.words) {
			unfilled = append(unfilled, p)
		}
	}
	return unfilled
}

func (f *filling) unused() []Word {
	if f.all {
		return nil
	}
	var unused []Word
	for i, w := range f.words {
		if !f.taken[i] {
			unused = append(unused, w)
		}
	}
	return unused
}

// assemble joins the spans and notes where each begins.
func (p *Prompt) assemble(spans []Span) {
	size := 0
	for _, s := range spans {
		size += len(s.Text)
	}
	var text strings.Builder
	text.Grow(size)
	command := 0
	for i := range spans {
		s := &spans[i]
		s.Start = text.Len()
		text.WriteString(s.Text)
		if s.Command > command {
			command = s.Command
			p.Commands[command-1].Start = s.Start
		}
	}
	p.Text, p.Spans = text.String(), spans
}

// trim takes white space off both ends of the spans' common text.
func trim(spans []Span) {
	for i := range spans {
		s := &spans[i]
		kept := strings.TrimLeftFunc(s.Text, unicode.IsSpace)
		if s.Kind == Literal && s.Source == "" {
			s.BodyStart += len(s.Text) - len(kept)
		}
		s.Text = kept
		if kept != "" {
			break
		}
	}
	for i := len(spans) - 1; i >= 0; i-- {
		s := &spans[i]
		s.Text = strings.TrimRightFunc(s.Text, unicode.IsSpace)
		if s.Text != "" {
			break
		}
	}
}
