package explain

import (
	"strconv"
	"strings"

	"knack/skill"
)

// Summary says how many problems there are and of which kind, and apart from them what
// the rules find. It is made of the headings of the lines of a part, and so agrees with
// them.
func Summary(l *skill.Library, part Part, problems, rules []Line) []Line {
	var p page
	switch n := Total(problems); {
	case n == 0:
	case part == Errors:
		p.say(Sum, 0, "Errors among the ", count(l.Wrong(), "problem"), ": ", kinds(problems, strconv.Itoa))
	default:
		errors := count(Total(Problems(l, "", Errors)), "error")
		p.say(Sum, 0, count(n, "problem"), " (", errors, "): ", kinds(problems, strconv.Itoa))
	}
	switch says := "The rules find more, counted apart: "; {
	case Total(rules) == 0:
	case part == All:
		p.say(Sum, 0, says, kinds(rules, skills), " (knack lint counts each finding)")
	default:
		p.say(Sum, 0, says, kinds(rules, skills))
	}
	return p.lines
}

// Total is how many problems stand below the headings of a page.
func Total(lines []Line) int {
	n := 0
	for _, l := range lines {
		if l.Brief != "" {
			n += l.Count
		}
	}
	return n
}

// kinds names what the total is made of; first words the first number.
func kinds(lines []Line, first func(int) string) string {
	var parts []string
	for _, l := range lines {
		if l.Brief != "" {
			parts = append(parts, first(l.Count)+" "+l.Brief)
			first = strconv.Itoa
		}
	}
	return strings.Join(parts, ", ")
}

func skills(n int) string { return count(n, "skill") }
