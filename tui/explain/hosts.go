package explain

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"knack/render"
	"knack/skill"
)

// A Verdict is what one host makes of a skill's file.
type Verdict struct {
	Host *skill.Host
	// Skill is the file under that host, nil where the host doesn't look there.
	Skill *skill.Skill
	// Prompt is what the arguments give; Refused says why the host takes none of them.
	Prompt  render.Prompt
	Refused error
}

// Says puts a verdict into words, next to that of the host in use: what becomes of
// the skill, and how its prompt differs.
func (v Verdict) Says(here Verdict) []string {
	if v.Skill == nil {
		return []string{"doesn't look where this file is"}
	}
	says := []string{state(v.Skill)}
	switch {
	case v.Skill.State == skill.Broken:
		return says
	case v.Host.Name == here.Host.Name:
		return append(says, "in use")
	case v.Refused != nil:
		return append(says, "refuses these arguments: "+v.Refused.Error())
	case here.Refused != nil:
		return append(says, "takes these arguments")
	}
	return append(says, differences(here.Prompt, v.Prompt)...)
}

func state(k *skill.Skill) string {
	says := "calls it " + k.ID
	if k.State != skill.Active {
		says = string(k.State) + ": " + k.Reason
	}
	for _, p := range k.Problems {
		if k.State == skill.Broken && p.Message == k.Reason {
			return "drops it: " + where(p) + p.Message
		}
	}
	return says
}

// mostDifferences is how many tokens are named.
const mostDifferences = 3

// differences says how a prompt differs from that of the host in use.
func differences(here, there render.Prompt) []string {
	if here.Text == there.Text && len(here.Commands) == len(there.Commands) {
		return []string{"the same prompt"}
	}
	var says []string
	more := 0
	a, b := tokens(here), tokens(there)
	starts := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(starts)
	for _, start := range slices.Compact(starts) {
		x, y := a[start], b[start]
		switch {
		case y.Source == "": // no token there
			y = render.Span{Source: x.Source, Text: x.Source}
		case x.Source == "":
			x = render.Span{Source: y.Source, Text: y.Source}
		}
		if x.Text == y.Text && x.Source == y.Source {
			continue
		}
		if len(says) == mostDifferences {
			more++
			continue
		}
		says = append(says, filled(y))
	}
	if more > 0 {
		says = append(says, strconv.Itoa(more)+" more tokens differ")
	}
	says = append(says, otherwise(here, there)...)
	if len(says) == 0 {
		says = []string{"blanks at the ends differ"}
	}
	return says
}

// tokens gives the tokens of a prompt by their place in the body.
func tokens(p render.Prompt) map[int]render.Span {
	tokens := map[int]render.Span{}
	for _, s := range p.Spans {
		if s.Source != "" && s.BodyStart >= 0 && s.Kind != render.Shell {
			tokens[s.BodyStart] = s
		}
	}
	return tokens
}

// filled says what becomes of a token.
func filled(s render.Span) string {
	switch s.Text {
	case s.Source:
		return "keeps " + s.Source
	case "":
		return "empties " + s.Source
	}
	const most = 40
	text := s.Text
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("fills %s with %s", s.Source, strconv.Quote(text))
}

// otherwise says what differs besides tokens: what is put at the end, and commands.
func otherwise(here, there render.Prompt) []string {
	var says []string
	appended := func(p render.Prompt) bool {
		return slices.ContainsFunc(p.Spans, func(s render.Span) bool {
			return s.Kind == render.Appended && strings.TrimSpace(s.Text) != ""
		})
	}
	switch a, b := appended(here), appended(there); {
	case b && !a:
		says = append(says, "adds the arguments at the end")
	case a && !b:
		says = append(says, "adds nothing at the end")
	}
	switch a, b := len(here.Commands), len(there.Commands); {
	case b > a:
		says = append(says, "runs "+count(b, "command"))
	case b < a && b == 0:
		says = append(says, "runs no commands: they stay text")
	case b < a:
		says = append(says, "runs "+count(b, "command")+" only")
	}
	for _, s := range there.Suspicious {
		if s.Code == render.UnsafeOrder {
			says = append(says, s.Message)
		}
	}
	return says
}
