package render

import "strings"

// A CodeRegion is a part of a body that Markdown shows as code: a fenced block, or a
// span.
type CodeRegion struct {
	// Start and End are offsets in the body and hold the marks too.
	Start, End int
	// Ticks is how many marks open it.
	Ticks int
	Fence bool
	// Language is the first word after the opening fence, in lower case.
	Language string
}

// CodeRegions gives the code of a body in order, found in one pass. It is a little
// more generous than Markdown: a fence may be indented and quoted at will.
func CodeRegions(body string) []CodeRegion {
	var regions []CodeRegion
	var open CodeRegion // the fence that is open; Ticks is 0 outside
	var mark byte
	paragraph := 0
	for at := 0; at < len(body); {
		end := lineEnd(body, at)
		line := strings.TrimLeft(body[at:end], " \t>")
		run := fenceRun(line)
		rest := strings.TrimSpace(line[run:])
		switch {
		case open.Ticks > 0:
			if run >= open.Ticks && line[0] == mark && rest == "" {
				open.End = end
				regions = append(regions, open)
				open, paragraph = CodeRegion{}, end
			}
		case run > 0 && !(line[0] == '`' && strings.Contains(rest, "`")):
			regions = codeSpans(regions, body, paragraph, at)
			mark = line[0]
			open = CodeRegion{Start: end - len(line), Ticks: run, Fence: true, Language: firstWord(rest)}
		case rest == "" && run == 0:
			regions = codeSpans(regions, body, paragraph, at)
			paragraph = end
		}
		at = end
	}
	if open.Ticks > 0 {
		open.End = len(body)
		return append(regions, open)
	}
	return codeSpans(regions, body, paragraph, len(body))
}

// fenceRun is how many fence marks a line begins with; 0 if it is no fence.
func fenceRun(line string) int {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return 0
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < len(ticks) {
		return 0
	}
	return n
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return strings.ToLower(word)
}

// codeSpans adds the code spans of a paragraph: a run of backticks up to the
// next run of the same length.
func codeSpans(regions []CodeRegion, body string, from, to int) []CodeRegion {
	runs := tickRuns(body, from, to)
	next := make([]int, len(runs)) // the next run of the same length
	seen := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		length := runs[i].end - runs[i].start
		next[i] = seen[length] // 0 if none: no run comes before itself
		seen[length] = i
	}
	for i := 0; i < len(runs); i++ {
		if j := next[i]; j > 0 {
			r := runs[i]
			regions = append(regions, CodeRegion{Start: r.start, End: runs[j].end, Ticks: r.end - r.start})
			i = j
		}
	}
	return regions
}

type tickRun struct{ start, end int }

func tickRuns(body string, from, to int) []tickRun {
	var runs []tickRun
	for at := from; at < to; {
		n := strings.IndexByte(body[at:to], '`')
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(body[start:to]) - len(strings.TrimLeft(body[start:to], "`"))
		runs = append(runs, tickRun{start, at})
	}
	return runs
}

// regionCursor finds the region of ascending offsets.
type regionCursor struct{ regions []CodeRegion }

// at gives the region that began before the offset and holds it.
func (c *regionCursor) at(offset int) (CodeRegion, bool) {
	for len(c.regions) > 0 && c.regions[0].End <= offset {
		c.regions = c.regions[1:]
	}
	if len(c.regions) == 0 || c.regions[0].Start >= offset {
		return CodeRegion{}, false
	}
	return c.regions[0], true
}

// position gives line and column, both from 1, of ascending offsets; columns
// count characters.
type position struct {
	body         string
	at           int
	line, column int
}

func (p *position) move(to int) {
	for _, r := range p.body[p.at:to] {
		p.column++
		if r == '\n' {
			p.line, p.column = p.line+1, 1
		}
	}
	p.at = to
}
