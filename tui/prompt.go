package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"knack/render"
	"knack/render/safe"
)

// gutter is the margin of the Prompt view: a mark for lines that are not as the
// file has them, and a blank. Marks are drawn, they are no part of the text.
const gutter = 2

// A mark stands in the margin beside a line.
type mark struct {
	style style // of the text
	edge  style // of the sign
	sign  safe.Text
	says  safe.Text
}

// promptMarks gives the look, the mark and the words for every origin.
func (s *styles) promptMarks(ascii bool) map[render.Kind]mark {
	bar := safe.Lit("▎")
	if ascii {
		bar = safe.Lit("|")
	}
	return map[render.Kind]mark{
		render.Argument: {s.value, s.valueEdge, bar, safe.Lit("argument")},
		render.Named:    {s.value, s.valueEdge, bar, safe.Lit("argument")},
		render.Variable: {s.builtin, s.builtinEdge, bar, safe.Lit("variable")},
		render.Shell:    {s.command, s.command, safe.Lit("!"), safe.Lit("command, not run")},
		render.Appended: {s.tail, s.tail, safe.Lit("+"), safe.Lit("added by the host")},
	}
}

// promptSheet lays out a prompt: wrapped, every byte kept, each piece in the
// look of its origin.
type promptSheet struct {
	sheet
	styles *styles
	marks  map[render.Kind]mark

	line canvas
	mark mark
	laid *laidText
}

// A laidText keeps the lines of plain text that were laid out at one width.
// While arguments are typed nearly all of a prompt stays the same, and a key must
// not cost the length of it.
type laidText struct {
	width  int
	styles *styles
	spans  map[int]laidSpan // by their place in the body
}

// A laidSpan is plain text over several lines: the ends share a line with what
// stands before and behind them.
type laidSpan struct {
	text        string
	first, last safe.Text
	inner       []textLine
}

// keep gives what is known for this width and these looks.
func (l *laidText) keep(width int, s *styles) *laidText {
	if l == nil || l.width != width || l.styles != s {
		return &laidText{width, s, map[int]laidSpan{}}
	}
	return l
}

// layPrompt gives the page of a prompt, and the line each span begins on. The span
// at is the one looked at; -1 for none.
func layPrompt(p render.Prompt, at int, laid *laidText, ascii bool) (page []textLine, lines []int) {
	s := laid.styles
	ps := promptSheet{sheet: sheet{width: laid.width}, styles: s, marks: s.promptMarks(ascii), laid: laid}
	accidents := accidentsByStart(p)
	lines = make([]int, len(p.Spans))
	ps.open()
	for n, span := range p.Spans {
		lines[n] = len(ps.lines)
		look, origin := s.plain, span.Kind
		if span.Command > 0 && span.Kind == render.Literal {
			origin = render.Shell
		}
		m, marked := ps.marks[origin]
		if accidents[span.BodyStart] != nil && span.Source != "" {
			m, marked = mark{s.warn, s.warn, accidentSign, safe.Text{}}, true
		}
		switch {
		case marked:
			look = m.style
		case waits(span):
			look = s.matchDim
		}
		if n == at {
			look = s.here
		}
		if span.Kind == render.Literal && span.Source == "" && span.Command == 0 {
			ps.plain(span)
			continue
		}
		for i, line := range safe.Block(span.Text).Lines() {
			if i > 0 {
				ps.close()
				ps.open()
			}
			if marked {
				ps.note(m)
			}
			ps.write(look, line)
		}
	}
	ps.close()
	return ps.lines, lines
}

// tokenSpans lists the spans one can step through: what was replaced or added,
// what stays although it is a token, and each command.
func tokenSpans(p render.Prompt) []int {
	var spans []int
	command := 0
	for n, span := range p.Spans {
		if span.Source != "" || span.Kind == render.Appended || span.Command > command {
			spans = append(spans, n)
		}
		command = max(command, span.Command)
	}
	return spans
}

// plain writes text of the file that no rule has touched.
func (ps *promptSheet) plain(span render.Span) {
	known, ok := ps.laid.spans[span.BodyStart]
	if !ok || known.text != span.Text {
		known = ps.layPlain(span.Text)
		ps.laid.spans[span.BodyStart] = known
	}
	ps.write(ps.styles.plain, known.first)
	if strings.Contains(span.Text, "\n") {
		ps.close()
		ps.lines = append(ps.lines, known.inner...)
		ps.open()
		ps.write(ps.styles.plain, known.last)
	}
}

// layPlain lays out the lines between the first and the last.
func (ps *promptSheet) layPlain(text string) laidSpan {
	lines := safe.Block(text).Lines()
	if len(lines) == 0 {
		return laidSpan{text: text}
	}
	inner := promptSheet{sheet: sheet{width: ps.width}, styles: ps.styles, marks: ps.marks}
	if len(lines) > 2 {
		for _, line := range lines[1 : len(lines)-1] {
			inner.open()
			inner.write(ps.styles.plain, line)
			inner.close()
		}
	}
	return laidSpan{text, lines[0], lines[len(lines)-1], inner.lines}
}

// waits tells whether a span is a token whose argument has not been given.
func waits(span render.Span) bool {
	return span.Kind == render.Literal && span.Index >= 0 && span.Text == span.Source && span.Source != ""
}

// accidentSign stands beside what is replaced most likely by accident.
var accidentSign = safe.Lit("?")

// accidentsByStart finds the suspicions that are about a token by its place in
// the body.
func accidentsByStart(p render.Prompt) map[int]*render.Suspicion {
	by := map[int]*render.Suspicion{}
	for i, s := range p.Suspicious {
		if s.BodyStart >= 0 && s.Code != render.IndexNotGiven { // that one is meant
			by[s.BodyStart] = &p.Suspicious[i]
		}
	}
	return by
}

func (ps *promptSheet) open() {
	ps.line = canvas{left: max(ps.width-gutter, 1)}
	ps.mark = mark{}
}

// close ends a line on the screen and puts its mark before it.
func (ps *promptSheet) close() {
	c := canvas{left: ps.width}
	c.put(ps.mark.edge, ps.mark.sign)
	c.blank(gutter - ps.mark.sign.Width())
	text := ps.line.b.String()
	c.styled(text, max(ps.width-gutter, 1)-ps.line.left)
	ps.lines = append(ps.lines, textLine{c.b.String(), ps.width - c.left})
}

// note remembers the mark of a line; a command outranks what stands in it.
func (ps *promptSheet) note(m mark) {
	if ps.mark.sign.Width() == 0 || m.sign == ps.marks[render.Shell].sign {
		ps.mark = m
	}
}

// write puts text on the line and goes on to further lines where it is full. It
// breaks behind blanks, and inside words that don't fit on a line at all or have
// no blanks, such as Chinese text.
func (ps *promptSheet) write(look style, t safe.Text) {
	t = t.Simple()
	if t.Width() <= ps.line.left {
		ps.line.put(look, t)
		return
	}
	kept, full := ps.mark, max(ps.width-gutter, 1)
	for rest := t.String(); rest != ""; {
		word := firstWord(rest, full)
		w := ansi.StringWidth(word)
		if w > ps.line.left {
			if w <= full && isASCII(word) || ps.line.left < 2 {
				ps.close()
				ps.open()
				ps.mark = kept
			}
			if w > ps.line.left {
				word = ansi.Truncate(word, max(ps.line.left, 2), "")
			}
		}
		if word == "" {
			return // no cell can hold what is left
		}
		ps.line.put(look, safe.Line(word))
		rest = rest[len(word):]
	}
}

// firstWord gives the text up to and with the first run of blanks. Of a word that is
// longer by far than a line of that width it gives a little more than one: to measure the
// whole for each line would take as long as the square of its length.
func firstWord(s string, width int) string {
	far := s[:min(len(s), longCluster*width)]
	i := strings.IndexByte(far, ' ')
	switch {
	case i < 0 && len(far) < len(s):
		return moreThan(s, width)
	case i < 0:
		return s
	}
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return s[:i]
}

// moreThan gives the shortest beginning of s that is wider than that.
func moreThan(s string, width int) string {
	end := 0
	for w := 0; end < len(s) && w <= width; {
		cluster, cells := ansi.FirstGraphemeCluster(s[end:], ansi.GraphemeWidth)
		end, w = end+len(cluster), w+cells
	}
	return s[:end]
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// layLegend explains the marks that a prompt makes use of, in one line.
func layLegend(p render.Prompt, width int, s *styles, ascii bool) textLine {
	marks := s.promptMarks(ascii)
	sh := sheet{width: width}
	var segs []seg
	for _, kind := range []render.Kind{render.Argument, render.Named, render.Variable, render.Shell, render.Appended} {
		if !uses(p, kind) || kind == render.Named && uses(p, render.Argument) {
			continue
		}
		m := marks[kind]
		segs = append(segs, seg{m.edge, m.sign}, seg{s.plain, safe.Lit(" ")}, seg{m.style, m.says}, seg{s.plain, safe.Lit("   ")})
	}
	if slices.ContainsFunc(p.Spans, waits) {
		segs = append(segs, seg{s.matchDim, safe.Lit("$n")}, seg{s.dim, safe.Lit(" not given   ")})
	}
	if len(accidentsByStart(p)) > 0 {
		segs = append(segs, seg{s.warn, accidentSign}, seg{s.warn, safe.Lit(" may be an accident")})
	}
	if len(segs) == 0 {
		segs = []seg{{s.dim, safe.Lit("as in the file: nothing is replaced")}}
	}
	sh.add(segs...)
	return sh.lines[0]
}

func uses(p render.Prompt, kind render.Kind) bool {
	for _, span := range p.Spans {
		if span.Kind == kind || kind == render.Shell && span.Command > 0 {
			return true
		}
	}
	return false
}

// tokenWords says what became of a token.
func tokenWords(p render.Prompt, span render.Span) safe.Text {
	var says safe.Text
	const long = 60
	value := safe.Line(span.Text).Cut(long)
	switch {
	case span.Kind == render.Appended:
		says = safe.Lit("added at the end, because no token took the arguments")
	case span.Kind == render.Shell:
		says = safe.Format("command, not run: %s", p.Commands[span.Command-1].Text)
	case span.Kind == render.Variable:
		says = safe.Format("%s = %s", span.Name, value)
	case span.Kind == render.Named:
		says = safe.Format("argument %s = %s, from %s", span.Name, value, span.Source)
	case span.Kind == render.Argument && span.Index < 0:
		says = safe.Format("all arguments = %s, from %s", value, span.Source)
	case span.Kind == render.Argument:
		says = safe.Format("argument %d = %s, from %s", span.Index, value, span.Source)
	case span.Text != span.Source:
		says = safe.Format("%s gives %s: escaped", span.Source, value)
	case span.Index >= 0:
		says = safe.Format("%s stays as written: there is no argument %d", span.Source, span.Index)
	default:
		says = safe.Format("%s stays as written", span.Source)
	}
	if span.Unconfirmed != "" {
		says = safe.Format("%s (%s)", says, span.Unconfirmed)
	}
	switch s := accidentsByStart(p)[span.BodyStart]; {
	case s != nil && s.Escaped != "":
		return safe.Format("write %s to keep it: %s", s.Escaped, s.Message)
	case s != nil:
		return safe.Line(s.Message)
	}
	return says
}
