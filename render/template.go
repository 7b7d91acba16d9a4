package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Template is a parsed body. It does not change and may be used from several
// goroutines; the zero value is an empty body.
type Template struct {
	body  string
	rules Rules
	names []string
	// pieces cover the body in order.
	pieces []piece
	forms  []form
	// unclosed is where a block of commands begins that nothing ends, -1 for nowhere.
	unclosed int
	params   []Param
	// wholes counts the $ARGUMENTS, tokens all argument tokens.
	wholes, tokens int
	// highest is the greatest word an index asks for.
	highest   int
	accidents []Suspicion
}

type pieceKind int

const (
	plain    pieceKind = iota
	kept               // a token that stays whatever is typed
	escaped            // a backslash and the token it keeps
	whole              // $ARGUMENTS
	indexed            // $N and $ARGUMENTS[N]
	named              // $name
	variable           // ${NAME}
)

type piece struct {
	kind       pieceKind
	start, end int
	// word is the word asked for, from 0; it may be below 0 or beyond any line.
	word int
	name string
	// command is the number of the command it stands in, from 1; 0 if none.
	command int
	// doubt is the undocumented rule that made it what it is.
	doubt string
	// line and column are its place in the body, from 1; not set for plain text.
	line, column int
	// suspect is what an index looks like, if not like an argument.
	suspect Code
}

const wholeToken = "$ARGUMENTS"

// maxName is how many bytes a declared name may have.
const maxName = 64

// Parse reads a body under a host's rules. Names are the declared arguments in
// order; empty and all-digit names don't count, nor do names with a dollar or of more
// than 64 bytes. Under rules without names they are not used.
func Parse(body string, names []string, rules Rules) Template {
	forms, unclosed := commandForms(body, rules)
	p := parser{
		Template: Template{body: body, rules: rules, forms: forms, unclosed: unclosed},
		pos:      position{body: body, line: 1, column: 1},
	}
	if rules.Named != Off {
		p.names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !IsName(name) })
		p.tree = newNameTree(p.names)
	}
	regions := CodeRegions(body)
	code := regionCursor{regions}
	for i := range p.forms {
		f := &p.forms[i]
		p.tokensIn(p.done, f.start)
		p.plainUpTo(f.start)
		r, ok := code.at(f.start)
		f.inCode = ok && (r.Fence || r.Ticks >= 2)
		p.readCommand(i+1, f)
	}
	p.tokensIn(p.done, len(body))
	p.plainUpTo(len(body))

	t := p.Template
	t.count()
	t.accidents = accidents(t, regions)
	t.params = t.offered()
	return t
}

// IsName tells whether a declared name can be one: digits would be read as an index, and
// behind a dollar another token may begin.
func IsName(name string) bool {
	return strings.Trim(name, "0123456789") != "" && !strings.Contains(name, "$") && len(name) <= maxName
}

// parser builds the pieces of a template.
type parser struct {
	Template
	tree *nameTree
	pos  position
	// done is the end of the last piece.
	done    int
	command int
}

// readCommand adds the pieces of the n-th command. Only what is run holds tokens,
// unless it runs before they are looked for.
func (p *parser) readCommand(n int, f *form) {
	p.pos.move(f.start)
	f.line = p.pos.line
	p.command, f.first = n, len(p.pieces)
	if p.rules.Order != CommandsFirst {
		p.tokensIn(f.textStart, f.textEnd)
	}
	p.plainUpTo(f.end)
	p.command, f.last = 0, len(p.pieces)
}

func (p *parser) plainUpTo(end int) {
	if end > p.done {
		p.add(piece{start: p.done, end: end})
	}
}

func (p *parser) add(x piece) {
	x.command = p.command
	if x.kind != plain {
		p.pos.move(x.start)
		x.line, x.column = p.pos.line, p.pos.column
	}
	p.pieces = append(p.pieces, x)
	p.done = x.end
}

// tokensIn reads the tokens of a part of the body. No token reaches beyond it.
func (p *parser) tokensIn(from, to int) {
	for at := from; at < to; {
		n := strings.IndexByte(p.body[at:to], '$')
		if n < 0 {
			return
		}
		at += n
		x, ok := p.token(at, to)
		if !ok {
			at++
			continue
		}
		if p.rules.Escapes && x.kind != variable && x.kind != kept && p.backslashed(at, from) {
			x.kind, x.start = escaped, x.start-1
		}
		p.plainUpTo(x.start)
		p.add(x)
		at = x.end
	}
}

// backslashed tells whether an odd number of backslashes stands before at.
func (p *parser) backslashed(at, from int) bool {
	before := p.body[max(from, p.done):at]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// token reads the token at the dollar sign at.
func (p *parser) token(at, to int) (piece, bool) {
	rest := p.body[at+1 : to]
	if x, ok := p.variable(rest); ok {
		return x.placed(at), true
	}
	if x, ok := p.index(rest); ok {
		return x.placed(at), true
	}
	if x, ok := p.arguments(rest); ok {
		return x.placed(at), true
	}
	x, ok := p.name(rest)
	return x.placed(at), ok
}

// placed moves a piece that was read after the dollar sign at to its place.
func (x piece) placed(at int) piece {
	x.start, x.end = at, at+1+x.end
	return x
}

func (p *parser) variable(rest string) (piece, bool) {
	if len(p.rules.Variables) == 0 || !strings.HasPrefix(rest, "{") {
		return piece{}, false
	}
	for _, v := range p.rules.Variables {
		if after, ok := strings.CutPrefix(rest[1:], v); ok && strings.HasPrefix(after, "}") {
			return piece{kind: variable, name: v, end: len(v) + 2}, true
		}
	}
	return piece{}, false
}

func (p *parser) index(rest string) (piece, bool) {
	end := digits(rest)
	if p.rules.Index == Off || end == 0 || !p.rules.Index.allows(rest[end:]) {
		return piece{}, false
	}
	x := piece{kind: indexed, end: end, word: number(rest[:end]) - p.rules.IndexBase}
	if end < len(rest) && rest[end] >= 0x80 && startsWithLetter(rest[end:]) {
		x.doubt = p.rules.doubt(IndexGlued)
	}
	return x, true
}

func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// number reads digits; too many of them give a number beyond any line.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // out of range gives the greatest int
	return min(n, math.MaxInt32)
}

// arguments reads $ARGUMENTS[N] and $ARGUMENTS.
func (p *parser) arguments(rest string) (piece, bool) {
	after, ok := strings.CutPrefix(rest, wholeToken[1:])
	if !ok {
		return piece{}, false
	}
	end := len(rest) - len(after)
	if in, ok := strings.CutPrefix(after, "["); ok && p.rules.Bracket {
		if n := digits(in); n > 0 && strings.HasPrefix(in[n:], "]") {
			x := piece{kind: indexed, end: end + n + 2, word: number(in[:n]) - p.rules.BracketBase}
			if startsWithLetter(in[n+1:]) {
				x.doubt = p.rules.doubt(BracketGlued)
			}
			return x, true
		}
	}
	if p.rules.Whole == Off || !p.rules.Whole.allows(after) {
		return piece{}, false
	}
	x := piece{kind: whole, end: end}
	if startsWithLetter(after) {
		x.doubt = p.rules.doubt(Glued)
	}
	return x, true
}

// name reads the longest declared name that may end where it does.
func (p *parser) name(rest string) (piece, bool) {
	var x piece
	found, refused := false, false
	node := p.tree
	for i := 0; node != nil; i++ {
		if node.name != nil {
			if p.rules.Named.allows(rest[i:]) {
				x, found = piece{kind: named, end: i, word: *node.name, name: p.names[*node.name]}, true
			} else if !found {
				x, refused = piece{kind: kept, end: i, name: p.names[*node.name]}, true
			}
		}
		if i == len(rest) {
			break
		}
		node = node.next[rest[i]]
	}
	if !found && refused {
		x.doubt = p.rules.doubt(NameGlued)
		return x, x.doubt != ""
	}
	return x, found
}

// startsWithLetter tells whether a letter of any script, a digit or an
// underscore comes next.
func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && (r < utf8.RuneSelf && isWord(byte(r)) || unicode.IsLetter(r))
}

// nameTree holds the declared names by their bytes, so that reading one costs
// its length however many there are.
type nameTree struct {
	// name is the place of the name that ends here; nil if none does.
	name *int
	next map[byte]*nameTree
}

func newNameTree(names []string) *nameTree {
	root := &nameTree{}
	for i, name := range names {
		node := root
		for _, c := range []byte(name) {
			if node.next == nil {
				node.next = map[byte]*nameTree{}
			}
			if node.next[c] == nil {
				node.next[c] = &nameTree{}
			}
			node = node.next[c]
		}
		if node.name == nil {
			node.name = &i
		}
	}
	return root
}

// count sums up the argument tokens.
func (t *Template) count() {
	t.highest = -1
	for _, x := range t.pieces {
		switch x.kind {
		case whole:
			t.wholes++
		case indexed:
			t.highest = max(t.highest, x.word)
		case named:
		default:
			continue
		}
		t.tokens++
	}
}

// UsesArguments tells whether the body holds any argument token, even one that
// is most likely an accident.
func (t Template) UsesArguments() bool { return t.tokens > 0 }

// Param is an argument that a form can offer.
type Param struct {
	// Index is the word of the line, from 0; -1 for the whole line.
	Index int
	// Name is the declared name; "" if there is none.
	Name string
	// Token is how a body asks for it: $branch, or $1 where no name is declared.
	Token string
	// Uses counts the tokens that take it. It is 0 for a declared name that is not
	// used, and for a gap between two indexes.
	Uses int
}

// maxParams is how many fields a form gets without declared names.
const maxParams = 20

// Params lists what a form can offer: the declared names in order, then the
// indexes the body uses beyond them, with the gaps between. Indexes that are
// most likely accidents don't count. It is empty if only the whole line makes
// sense, as one raw field.
func (t Template) Params() []Param { return slices.Clone(t.params) }

func (t Template) offered() []Param {
	var params []Param
	for i, name := range t.names {
		params = append(params, Param{Index: i, Name: name, Token: "$" + name})
	}
	most := max(maxParams, len(params))
	for _, x := range t.pieces {
		if x.kind != indexed && x.kind != named || x.accident() || x.word < 0 || x.word >= most {
			continue
		}
		for i := len(params); i <= x.word; i++ {
			params = append(params, Param{Index: i, Token: t.rules.indexToken(i)})
		}
		params[x.word].Uses++
	}
	return params
}

// indexToken is how a body asks for a word.
func (r Rules) indexToken(word int) string {
	if r.Index == Off {
		return fmt.Sprintf("%s[%d]", wholeToken, word+r.BracketBase)
	}
	return fmt.Sprintf("$%d", word+r.IndexBase)
}
