package skill

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Document is one SKILL.md or command file, read. All text in it is untrusted.
type Document struct {
	Frontmatter
	// Body is the file without its frontmatter, byte for byte (CR included). For a
	// file that isn't UTF-8 it is the decoded text.
	Body string
	// BodyOffset is the place of Body in the file's text: decoded, and without a
	// byte order mark. BodyLine is the 1-based line of the file it begins on.
	BodyOffset, BodyLine int
	// Encoding is "" for UTF-8, else "gb18030", "utf-16", or "unknown"; then U+FFFD
	// stands for every bad byte.
	Encoding string
	// Problems stand in line order.
	Problems []Problem
}

// ParseDocument reads a file's bytes and keeps none of them. It never fails:
// whatever is wrong with the file is a problem, and the rest of it is read.
//
// The frontmatter is what stands between a first line `---` and the next such
// line; blanks may follow the dashes, a byte order mark and CRLF are accepted. A
// file that begins in any other way is all body, as it is for Claude Code.
func ParseDocument(data []byte) Document { return parseWhole(data, &Reading{}) }

// Parse reads a file's bytes as [ParseDocument] does, with what the host makes of the
// frontmatter.
func (h *Host) Parse(data []byte) Document { return parseWhole(data, &h.Frontmatter) }

func parseWhole(data []byte, reading *Reading) Document {
	d, body := parseHead(data, reading)
	d.Body = string(body)
	return d
}

// parseHead is ParseDocument as a host reads the frontmatter, and without a copy of
// the body, which is most of a file: the body it gives may be a part of data.
func parseHead(data []byte, reading *Reading) (d Document, body []byte) {
	text, encoding := decodeText(data)
	d = Document{BodyLine: 1, Encoding: encoding}
	d.UserInvocable, d.Strict = !reading.UserOptIn, true
	d.Problems = append(encodingProblems(data, encoding), textProblems(text)...)

	block, found := findBlock(text)
	switch {
	case found && block.closed:
		d.Raw = string(text[block.start:block.end])
		d.BodyOffset = block.body
		d.BodyLine = 1 + bytes.Count(text[:block.body], newline)
		d.Problems = append(d.Problems, d.readBlock(d.Raw, reading)...)
	case found:
		d.Problems = append(d.Problems, unclosed(string(text))...)
	default:
		d.Problems = append(d.Problems, missedBlock(string(text))...)
	}
	if encoding == "utf-16" && d.Raw != "" {
		d.Strict = false // to a host that expects UTF-8 there is no frontmatter
	}
	body = text[d.BodyOffset:]
	if strings.TrimSpace(d.Description) == "" {
		d.Description = firstParagraph(string(body))
		d.DescriptionFromBody = d.Description != ""
	}
	d.limitDescription()
	slices.SortStableFunc(d.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return d, body
}

// maxDescription is the number of bytes kept of a description.
const maxDescription = 8 << 10

func (d *Document) limitDescription() {
	if len(d.Description) <= maxDescription {
		return
	}
	end := maxDescription
	for !utf8.RuneStart(d.Description[end]) {
		end--
	}
	p := Problem{Code: "limit", Severity: Warning, Message: "the description is longer than 8 KiB; the rest of it is not kept"}
	for _, f := range d.Fields {
		if documentedKey(f.Key) == "description" {
			p.Line, p.Column = f.Line, f.Column
		}
	}
	d.Description = d.Description[:end]
	d.Problems = append(d.Problems, p)
}

// block is where the frontmatter stands in a text: [start, end) between the
// delimiter lines, and body behind them.
type block struct {
	start, end, body int
	closed           bool
}

// findBlock looks for the delimiter lines. It is false when the first line is none.
func findBlock(text []byte) (block, bool) {
	first, at := nextLine(text, 0)
	if !isDelimiter(first) {
		return block{}, false
	}
	b := block{start: at}
	for at < len(text) {
		line, next := nextLine(text, at)
		if isDelimiter(line) {
			b.end, b.body, b.closed = at, next, true
			return b, true
		}
		at = next
	}
	return b, true
}

// nextLine gives the line at an offset, without its line feed, and the offset of
// the next one.
func nextLine(text []byte, at int) (line []byte, next int) {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return text[at : at+i], at + i + 1
	}
	return text[at:], len(text)
}

func isDelimiter(line []byte) bool {
	behind, ok := bytes.CutPrefix(line, []byte("---"))
	return ok && len(bytes.TrimRight(behind, " \t\r")) == 0
}

// notJustDashes is what is wrong with a line that was meant as a delimiter.
const (
	notJustDashes     = "this line doesn't end the frontmatter, because it isn't just ---"
	notJustDashesHint = "put --- alone on its line, and what follows it on the next"
	indentedHint      = "put --- at the left edge of its line"
)

// unclosed says what became of the closing delimiter of a text that begins with
// dashes. Without a key below them they are a rule, and nothing is missing.
func unclosed(text string) []Problem {
	p := Problem{Code: "frontmatter-unclosed", Severity: Error, Column: 1}
	lines := strings.Split(text, "\n")
	keys, past := false, 0 // the line that can't be frontmatter any more
	ahead := keyCursor{lines: lines}
	for i, line := range lines[1:] {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "---") && keys:
			p.Line, p.Message, p.Hint = i+2, notJustDashes+"; no key of it is read", notJustDashesHint
			if trimmed == "---" {
				p.Hint = indentedHint
			}
			return []Problem{p}
		case hasKey(strings.TrimLeft(line, " \t")):
			keys = true
			continue
		case trimmed == "" || strings.ContainsRune(" \t-]}", rune(line[0])), line[0] == '#' && ahead.follows(i+1):
			continue
		}
		if past == 0 {
			past = i + 2
		}
		if headingLine().MatchString(line) || strings.HasPrefix(line, codeFence) {
			break
		}
	}
	switch {
	case !keys:
		return nil
	case past == 0:
		p.Line, p.Message, p.Hint = 1, "the frontmatter never ends, so no key of it is read", "add a line with only --- after the last key"
	default:
		p.Line, p.Message = past, "the --- that should end the frontmatter is missing above this line; no key of it is read"
		p.Hint = "put a line with only --- above this one"
	}
	return []Problem{p}
}

// lateLines is how far down a block is looked for that should stand on line 1. Below, and
// behind a code block, it has to be a whole one.
const lateLines = 30

// missedBlock recognises frontmatter that no host will see, because line 1 isn't
// exactly `---`. Only keys that a skill has make a block: text between two rules
// doesn't. One in code below a heading is a sample.
func missedBlock(text string) []Problem {
	lines := strings.Split(text, "\n")
	if namesSkill(strings.TrimLeft(lines[0], "- ")) {
		return []Problem{unopened(lines)}
	}
	fence, sample := 0, false // the line that opens a code block, and whether that holds a sample
	heading, code := false, false
	none := 0 // the line above which no whole block begins
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, codeFence) && fence > 0:
			fence = 0
		case strings.HasPrefix(line, codeFence):
			fence, sample, code = i+1, heading || i >= lateLines, true
		case fence == 0 && headingLine().MatchString(line):
			heading = true
		case !strings.HasPrefix(line, "---") || fence > 0 && sample || !opensBlock(lines[i+1:]):
			// no block
		case i == 0:
			return []Problem{unopened(lines)}
		case i < lateLines && (!code || fence > 0):
			return []Problem{late(lines[:i], fence)}
		case i < none:
			// what ended the one above would end this one
		default:
			whole, size := isWhole(lines[i+1:])
			if whole {
				return []Problem{late(lines[:i], fence)}
			}
			none = i + 1 + size
		}
	}
	return nil
}

// late is the problem of a block below some lines, and in the code block that the line
// fence opens, 0 for none.
func late(above []string, fence int) Problem {
	p := Problem{
		Code: "frontmatter-late", Severity: Error, Line: len(above) + 1, Column: 1,
		Message: "frontmatter must begin on line 1; what stands here is read as body",
		Hint:    "move the block to the top of the file",
	}
	blank := func(lines []string) bool { return strings.TrimSpace(strings.Join(lines, "")) == "" }
	switch {
	case blank(above):
		p.Hint = "remove what is blank above it"
	case fence > 0 && blank(above[:fence-1]):
		p.Message = "frontmatter must begin on line 1; what stands here is in a code block, and read as body"
		p.Hint = "remove the code block's first line, and the one that ends it"
	case fence > 0:
		p.Severity = Warning // it may be a sample all the same
		p.Message = "what stands here looks like the frontmatter of this file, but is in a code block, and read as body"
		p.Hint = "move it to the top of the file, out of the code block"
	case len(above) >= lateLines:
		p.Severity = Warning // or the beginning of another file
		p.Message = "what stands here looks like the frontmatter of this file, but is read as body"
		p.Hint = "move it to the top of the file, if it is"
	}
	return p
}

// isWhole tells whether lines begin with both keys of a skill, up to dashes, and how many
// of them were looked at.
func isWhole(lines []string) (whole bool, size int) {
	name, description := false, false
	for i, line := range lines {
		switch {
		case isDelimiter([]byte(line)):
			return name && description, i
		case strings.HasPrefix(line, "name:"):
			name = true
		case strings.HasPrefix(line, "description:"):
			description = true
		case line != "" && !strings.ContainsRune(" \t#-\r", rune(line[0])) && !hasKey(line):
			return false, i
		}
	}
	return false, len(lines)
}

// unopened is the problem of keys that stand on line 1, or behind its dashes.
func unopened(lines []string) Problem {
	p := Problem{
		Code: "frontmatter-unopened", Severity: Error, Line: 1, Column: 1,
		Message: "the frontmatter isn't read, because line 1 isn't exactly ---",
		Hint:    "write --- alone on the first line, and again after the last key",
	}
	switch ends := slices.ContainsFunc(lines[1:], func(line string) bool { return isDelimiter([]byte(line)) }); {
	case strings.HasPrefix(lines[0], "---") && strings.Contains(lines[0], ":"):
		p.Hint = "write --- alone on the first line, each key on a line of its own, and --- again after the last one"
	case ends && hasKey(lines[0]):
		p.Hint = "put a line with only --- above it"
	}
	return p
}

// opensBlock tells whether lines begin with a key of a skill, comments aside.
func opensBlock(lines []string) bool {
	for _, line := range lines {
		if !strings.HasPrefix(line, "#") {
			return namesSkill(line)
		}
	}
	return false
}

// namesSkill tells whether a line sets one of the two keys that nearly every
// skill has.
func namesSkill(line string) bool {
	return strings.HasPrefix(line, "name:") || strings.HasPrefix(line, "description:")
}

// numbered walks the lines of a text, which get numbers from first on.
func numbered(text string, first int) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		number := first
		for line := range strings.Lines(text) {
			if !yield(number, strings.TrimSuffix(line, "\n")) {
				return
			}
			number++
		}
	}
}

// textProblems are those that concern the file's text as a whole.
func textProblems(text []byte) []Problem {
	var problems []Problem
	if len(bytes.TrimSpace(text)) == 0 {
		problems = append(problems, Problem{
			Code: "empty-file", Severity: Warning, Message: "the file is empty",
			Hint: "write what the skill is for, and what to do",
		})
	}
	if at := bytes.IndexByte(text, 0); at >= 0 {
		line, column := position(text, at)
		problems = append(problems, Problem{
			Code: "nul-byte", Severity: Warning, Line: line, Column: column,
			Message: fmt.Sprintf("the file holds NUL bytes (%d), which no text has", bytes.Count(text, []byte{0})),
			Hint:    "save it again as plain text",
		})
	}
	return append(problems, lineEndProblems(text)...)
}

func lineEndProblems(text []byte) []Problem {
	crlf := bytes.Count(text, []byte("\r\n"))
	if crlf == 0 {
		return nil
	}
	p := Problem{
		Code: "line-ends", Severity: Note, Line: 1,
		Message: "lines end in CRLF, as on Windows",
		Hint:    "save the file with LF line ends",
	}
	if lf := bytes.Count(text, newline) - crlf; lf > 0 {
		p.Message = fmt.Sprintf("line ends are mixed: %d CRLF and %d LF, the first of the fewer ones here", crlf, lf)
		p.Line = firstLineEnd(text, crlf <= lf)
	}
	return []Problem{p}
}

// firstLineEnd gives the first line that ends in CRLF, or in LF alone.
func firstLineEnd(text []byte, crlf bool) int {
	for number, at := 1, 0; ; number++ {
		line, next := nextLine(text, at)
		if next == len(text) || bytes.HasSuffix(line, []byte("\r")) == crlf {
			return number
		}
		at = next
	}
}

// position gives the 1-based line of an offset and its column in characters.
func position(text []byte, at int) (line, column int) {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return 1 + bytes.Count(text[:start], newline), 1 + utf8.RuneCount(text[start:at])
}

// columnAt is the 1-based column, in characters, of an offset in a line.
func columnAt(line string, at int) int { return 1 + utf8.RuneCountInString(line[:at]) }

var (
	newline       = []byte("\n")
	byteOrderMark = []byte("\xef\xbb\xbf")
)

// encodingProblems says where a file stops to be UTF-8.
func encodingProblems(data []byte, encoding string) []Problem {
	if encoding == "" {
		return nil
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	line, column := position(data, firstInvalid(data))
	shown := "bytes that can't be read are shown as U+FFFD"
	if encoding != "unknown" {
		shown = "shown as decoded from " + strings.ToUpper(encoding)
	}
	return []Problem{{
		Code: "not-utf8", Severity: Error, Line: line, Column: column,
		Message: "the file isn't valid UTF-8, the first bad byte stands here; " + shown,
		Hint:    "save it as UTF-8, which agents expect",
	}}
}
