package explain

import (
	"errors"
	"strings"
	"testing"

	"knack/render"
	"knack/skill"
)

func TestVerdicts(t *testing.T) {
	host := func(name string) *skill.Host {
		h, err := skill.LoadHost(name)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	active := &skill.Skill{ID: "ship", State: skill.Active}
	for _, c := range []struct {
		name, host string
		skill      *skill.Skill
		body, args string
		want       string
	}{
		{"elsewhere", "codex", nil, "x", "", "doesn't look where this file is"},
		{"in use", "claude-code", active, "$0", "a", "calls it ship; in use"},
		{"the same", "fundev", active, "Take $0.", "a", "calls it ship; the same prompt"},
		{"counts from one", "goose", active, "Take $1 of $ARGUMENTS[0], $0.", "a b", `calls it ship; fills $1 with "a"; empties $0`},
		{"fills nothing", "codex", active, "Take $0.", "a", "calls it ship; keeps $0"},
		{"what is missing", "fundev", active, "Take $3.", "", "calls it ship; empties $3"},
		{"nothing at the end", "fundev", active, "Take.", "a", "calls it ship; adds nothing at the end"},
		{"no commands", "fundev", active, "!`git log`", "", "calls it ship; runs no commands: they stay text"},
		{"many", "codex", active, "$0 $0 $0 $0 $0", "a", "calls it ship; keeps $0; keeps $0; keeps $0; 2 more tokens differ"},
		{"refused", "goose", active, "Take $1.", `"a`, "calls it ship; refuses these arguments: splitting the arguments: unbalanced '\"' at byte 0"},
		{
			"shadowed", "fundev", &skill.Skill{ID: "ship", State: skill.Shadowed, Reason: "another wins"},
			"x", "", "shadowed: another wins; the same prompt",
		},
		{
			"dropped", "codex", &skill.Skill{
				ID: "ship", State: skill.Broken, Reason: "SKILL.md has no name",
				Problems: []skill.Problem{{Line: 2, Message: "only a note"}, {Line: 3, Message: "SKILL.md has no name"}},
			},
			"x", "", "drops it: line 3: SKILL.md has no name",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			verdict := func(name string) Verdict {
				v := Verdict{Host: host(name), Skill: c.skill}
				v.Prompt, v.Refused = render.Parse(c.body, nil, v.Host.Substitution).Render(render.Input{Args: c.args})
				return v
			}
			if got := strings.Join(verdict(c.host).Says(verdict("claude-code")), "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	here := Verdict{Host: host("goose"), Skill: active, Refused: errors.New("no")}
	there := Verdict{Host: host("claude-code"), Skill: active}
	if got := strings.Join(there.Says(here), "; "); got != "calls it ship; takes these arguments" {
		t.Error(got)
	}
}
