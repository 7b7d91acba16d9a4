package skill

import (
	"errors"
	"maps"
)

// Compaction says how much of the skills that were called survives when a host
// shortens a conversation, in tokens: Each of one skill, All of all together, the
// latest call first. 0 is no limit. Listings don't survive.
type Compaction struct {
	Each int `yaml:"each"`
	All  int `yaml:"all"`
}

func (c *Compaction) check() error {
	if c != nil && (c.Each < 0 || c.All < 0) {
		return at(errors.New("each and all are numbers of tokens"), "each")
	}
	return nil
}

// Survives gives how many tokens are left of each skill that was called. tokens are
// those of their prompts, the latest call first.
func (c Compaction) Survives(tokens []int) []int {
	left := c.All
	kept := make([]int, len(tokens))
	for i, n := range tokens {
		if c.Each > 0 {
			n = min(n, c.Each)
		}
		if c.All > 0 {
			n = min(n, left)
			left -= n
		}
		kept[i] = n
	}
	return kept
}

// Announced is what the agents of one conversation have been told of the skills. The
// zero value is a new conversation. It never changes: each method gives the next one. A
// compaction needs none: what was announced counts as announced.
type Announced struct {
	told map[string]map[string]bool // agent, then the id of a skill
	// resumed: the next listing is left out, as the conversation holds one.
	resumed bool
}

// Announce gives the ids that an agent still has to be told of, of those in a listing.
func (a Announced) Announce(agent string, l Listing) ([]string, Announced) {
	var news []string
	told := maps.Clone(a.told[agent])
	if told == nil {
		told = map[string]bool{}
	}
	for _, e := range l.Entries {
		if e.Shown != Absent && !told[e.Skill.ID] {
			told[e.Skill.ID] = true
			if !a.resumed {
				news = append(news, e.Skill.ID)
			}
		}
	}
	next := Announced{told: maps.Clone(a.told)}
	if next.told == nil {
		next.told = map[string]map[string]bool{}
	}
	next.told[agent] = told
	return news, next
}

// Changed is after a change of a skill's file: everything is announced again.
func (a Announced) Changed() Announced { return Announced{} }

// Resumed is after a conversation was taken up again: what the next listing holds is
// known from before.
func (a Announced) Resumed() Announced { return Announced{told: a.told, resumed: true} }
