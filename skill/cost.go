package skill

import (
	"cmp"
	"slices"
)

// A Cost is what the skills of a library take of a model's context. A line is paid in
// every conversation, a text when its skill is called.
type Cost struct {
	// Listing is where the lines are from.
	Listing Listing
	// Skills are those that can be called, the longest text first. Nobody pays for the
	// others.
	Skills []SkillCost
	// Sources are in rank order, each once; All is everything together.
	Sources []SourceCost
	All     Spent
	// Same are the files with the same content, in rank order of their first, and SameBody
	// those with the same text below frontmatter that isn't the same.
	Same, SameBody []SameText

	rank map[string]int       // by key, the place in Skills
	same map[string]*SameText // by key, that of Same
	body map[string]*SameText // by key, that of SameBody
}

// A SkillCost is what one skill takes, in bytes: its line, if it has one, with the line
// break, and its text before anything is filled in.
type SkillCost struct {
	Skill      *Skill
	Line, Text int
	// Place is 1 for the longest text; skills with texts of one length share it.
	Place int
}

// LineTokens and TextTokens estimate what that costs.
func (c SkillCost) LineTokens() int { return Tokens(c.Line) }
func (c SkillCost) TextTokens() int { return Tokens(c.Text) }

// A SourceCost is what the skills of a source take.
type SourceCost struct {
	Source Source
	Spent
}

// Spent is the sum over some skills that can be called: how many they are, how many
// have a line, and the bytes of both.
type Spent struct {
	Skills, Listed int
	Lines, Texts   int
}

// LineTokens and TextTokens estimate what that costs. They are of the sum, which is less
// than the sum of estimates that are each rounded up.
func (s Spent) LineTokens() int { return Tokens(s.Lines) }
func (s Spent) TextTokens() int { return Tokens(s.Texts) }

func (s *Spent) add(c SkillCost) {
	s.Skills++
	s.Lines += c.Line
	s.Texts += c.Text
	if c.Line > 0 {
		s.Listed++
	}
}

// A SameText is two or more physical files that have the same text, in rank order. What
// isn't called may be among them.
type SameText struct{ Files []*Skill }

// Cost works out what a library costs. What ships with knack counts only where o says so,
// as it does in a listing.
func (l *Library) Cost(o ListingOptions) Cost {
	c := Cost{Listing: l.Listing(o), rank: map[string]int{}}
	at := map[Source]int{}
	for _, e := range c.Listing.Entries {
		k := e.Skill
		// A skill may be hidden by keys that the host can't read, and be listed.
		if k.State != Active && e.Shown == Absent || k.Source == Bundled && !o.Bundled {
			continue
		}
		cost := SkillCost{Skill: k, Text: k.BodyBytes}
		if e.Shown != Absent {
			cost.Line = len(e.Line) + 1
		}
		c.Skills = append(c.Skills, cost)
		c.All.add(cost)
		i, ok := at[k.Source]
		if !ok {
			i = len(c.Sources)
			at[k.Source] = i
			c.Sources = append(c.Sources, SourceCost{Source: k.Source})
		}
		c.Sources[i].add(cost)
	}
	c.order()
	files := physical(l.Skills, o.Bundled)
	c.Same, c.same = sameBy(files, func(k *Skill) content { return content{k.Sum, k.Bytes} })
	c.SameBody, c.body = sameBy(files, func(k *Skill) content { return content{k.BodySum, 0} })
	c.SameBody = slices.DeleteFunc(c.SameBody, func(s SameText) bool {
		return !slices.ContainsFunc(s.Files, func(k *Skill) bool { return k.Sum != s.Files[0].Sum })
	})
	return c
}

// order puts the longest text first; of one length the one with the longer line, then as
// they were.
func (c *Cost) order() {
	slices.SortStableFunc(c.Skills, func(a, b SkillCost) int {
		return cmp.Or(cmp.Compare(b.Text, a.Text), cmp.Compare(b.Line, a.Line))
	})
	for i := range c.Skills {
		one := &c.Skills[i]
		one.Place = i + 1
		if i > 0 && c.Skills[i-1].Text == one.Text {
			one.Place = c.Skills[i-1].Place
		}
		c.rank[one.Skill.Key] = i
	}
}

// content tells texts apart: its zero is no text.
type content struct {
	sum   uint64
	bytes int
}

// physical gives each file with a text once: what isn't loaded may be a second entry of
// one.
func physical(skills []*Skill, bundled bool) []*Skill {
	type file struct {
		sum  uint64
		path string
	}
	var files []*Skill
	seen := map[file]bool{}
	for _, k := range skills {
		of := file{k.Sum, k.RealPath}
		if k.Sum == 0 || k.Bytes == 0 || k.Source == Bundled && !bundled || seen[of] {
			continue
		}
		seen[of] = true
		files = append(files, k)
	}
	return files
}

// sameBy groups files by their content, and finds those of a group by their keys.
func sameBy(files []*Skill, by func(*Skill) content) (groups []SameText, of map[string]*SameText) {
	with := map[content][]*Skill{}
	var order []content
	for _, k := range files {
		c := by(k)
		if c.sum == 0 {
			continue
		}
		if len(with[c]) == 0 {
			order = append(order, c)
		}
		with[c] = append(with[c], k)
	}
	of = map[string]*SameText{}
	for _, c := range order {
		if len(with[c]) < 2 {
			continue
		}
		same := SameText{with[c]}
		groups = append(groups, same)
		for _, k := range same.Files {
			of[k.Key] = &same
		}
	}
	return groups, of
}

// Of gives what a skill costs, and false for one that can't be called.
func (c *Cost) Of(k *Skill) (SkillCost, bool) {
	i, ok := c.rank[k.Key]
	if !ok {
		return SkillCost{}, false
	}
	return c.Skills[i], true
}

// OfSource gives what the skills of a source cost, nothing for one without any.
func (c *Cost) OfSource(source Source) Spent {
	for _, s := range c.Sources {
		if s.Source == source {
			return s.Spent
		}
	}
	return Spent{}
}

// SameAs gives the other files with the content of a skill's.
func (c *Cost) SameAs(k *Skill) []*Skill { return c.same[k.Key].others(k) }

// SameBodyAs gives those that have its text below other frontmatter.
func (c *Cost) SameBodyAs(k *Skill) []*Skill {
	return slices.DeleteFunc(c.body[k.Key].others(k), func(s *Skill) bool { return s.Sum == k.Sum && s.Bytes == k.Bytes })
}

func (s *SameText) others(k *Skill) []*Skill {
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Files), func(other *Skill) bool { return other.Key == k.Key })
}
