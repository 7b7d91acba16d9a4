package skill

import (
	"errors"
	"maps"
)

// Compaction says how much of the skills that were called survives when a host
// shortens a conversation, in tokens: Each of one skill, All of all together, the
// latest call first. 0 is no limit.
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

// A Telling says when a host tells the model of the skills again within one
// conversation. A moment of which that is not known is nil.
type Telling struct {
	// PerAgent: what was told is kept apart for each agent of a conversation.
	PerAgent bool `yaml:"per-agent"`
	// Later is any later turn, Change after a file of a skill has changed, Resume when
	// the conversation is taken up again, Compaction when it was shortened.
	Later      *Moment `yaml:"later"`
	Change     *Moment `yaml:"change"`
	Resume     *Moment `yaml:"resume"`
	Compaction *Moment `yaml:"compaction"`
}

// A Moment is what is told then. Forgets: the lines told before are gone from the
// conversation. From says where that is known from, Seen on which version if not that of
// the host.
type Moment struct {
	Tells      Tells  `yaml:"tells"`
	Forgets    bool   `yaml:"forgets"`
	From       string `yaml:"from"`
	Seen       string `yaml:"seen"`
	Unverified bool   `yaml:"unverified"`
}

// Tells says how much of a listing an agent is told.
type Tells string

const (
	TellsAll     Tells = "all"
	TellsNews    Tells = "news"    // what it wasn't told yet
	TellsNothing Tells = "nothing" // the next listing is left out, and counts as told
)

func (t *Telling) check() error {
	if t == nil {
		return nil
	}
	for _, m := range []struct {
		key string
		*Moment
	}{{"later", t.Later}, {"change", t.Change}, {"resume", t.Resume}, {"compaction", t.Compaction}} {
		if m.Moment == nil {
			continue
		}
		if m.Tells == "" {
			return at(errors.New("tells is missing: all, news or nothing"), m.key)
		}
		if err := oneOf("tells", m.Tells, TellsAll, TellsNews, TellsNothing); err != nil {
			return at(err, m.key)
		}
	}
	return nil
}

// Announced is what the agents of one conversation have been told of the skills. The
// zero value is a new conversation. It never changes: each method gives the next one.
type Announced struct {
	told map[string]map[string]bool // agent, then the id of a skill
	skip bool                       // the next listing is left out
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
			if !a.skip {
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

// After is what counts as announced after a moment. Where that is not known (m is nil)
// nothing is taken to change.
func (a Announced) After(m *Moment) Announced {
	switch {
	case m == nil, m.Tells == TellsNews:
		return a
	case m.Tells == TellsNothing:
		return Announced{told: a.told, skip: true}
	}
	return Announced{}
}
