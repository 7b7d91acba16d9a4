package tui

import "strings"

// A slot is what an argument-hint says about one argument.
type slot struct {
	name     string   // "" where the hint gives only choices
	choices  []string // from a|b|c
	preset   string   // from x=1
	optional bool     // in square brackets
}

// parseHint reads an argument-hint such as "<service> [staging|production]" or
// "[format=text] file". Hints are written for people and follow no grammar:
// whatever can't be told apart is one name.
func parseHint(hint string) []slot {
	var slots []slot
	for rest := strings.TrimSpace(hint); rest != ""; rest = strings.TrimSpace(rest) {
		group := rest[:groupEnd(rest)]
		rest = rest[len(group):]
		slots = append(slots, parseSlot(group))
	}
	return slots
}

var closers = map[byte]byte{'<': '>', '[': ']', '{': '}', '(': ')'}

// groupEnd finds the end of the first group: a bracketed one, or a bare word.
func groupEnd(s string) int {
	closing := closers[s[0]]
	depth := 0
	for i := range len(s) {
		switch c := s[i]; {
		case closing == 0 && c == ' ':
			return i
		case closing != 0 && c == s[0]:
			depth++
		case closing != 0 && c == closing:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func parseSlot(group string) slot {
	inner := strings.TrimSuffix(group, "...")
	var s slot
	for len(inner) >= 2 && closers[inner[0]] != 0 && groupEnd(inner) == len(inner) && inner[len(inner)-1] == closers[inner[0]] {
		s.optional = s.optional || inner[0] == '['
		inner = strings.TrimSpace(inner[1 : len(inner)-1])
	}
	if name, preset, ok := strings.Cut(inner, "="); ok && !strings.ContainsAny(name, " |") {
		s.preset, inner = preset, name
	} else if name, choices, ok := strings.Cut(inner, ":"); ok && strings.Contains(choices, "|") {
		s.name, inner = strings.TrimSpace(name), choices
	}
	if !strings.Contains(inner, "|") {
		s.name = inner
		return s
	}
	for choice := range strings.SplitSeq(inner, "|") {
		if choice = strings.Trim(choice, " <>[]"); choice != "" {
			s.choices = append(s.choices, choice)
		}
	}
	return s
}
