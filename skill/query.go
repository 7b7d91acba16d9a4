package skill

import (
	"context"
	"math"
	"os"
	"slices"
	"strings"

	"knack/render"
	"knack/skill/parallel"
	"knack/skill/search"
)

// NewIndex makes skills searchable: entry i of the index is skills[i]. Of equally good
// hits those that are called come first, and of them what was modified last.
func NewIndex(skills []*Skill) *search.Index {
	return search.NewIndex(func(yield func(search.Entry) bool) {
		for _, k := range skills {
			e := k.entry()
			e.Age = math.MaxInt64
			if k.called() {
				e.Age = -k.Modified.Unix()
			}
			if !yield(e) {
				return
			}
		}
	})
}

func (k *Skill) entry() search.Entry {
	return search.Entry{Name: k.ID, Label: k.Name, Description: k.Description, WhenToUse: k.WhenToUse}
}

// Fits tells of skills by their places whether a facet holds, as [Skill.Fits] does.
func Fits(skills []*Skill) func(i int, f search.Facet) bool {
	return func(i int, f search.Facet) bool { return skills[i].Fits(f) }
}

// Fits tells whether a facet holds for the skill. Of is: it knows the states, of has: the
// problems, and no other value.
func (k *Skill) Fits(f search.Facet) bool {
	return f.Holds(func(value string) bool { return k.Is(f.Field, value) })
}

// Is tells whether the skill has a value of a facet, as [Skill.Fits] does.
func (k *Skill) Is(field, value string) bool {
	switch field {
	case "source":
		return string(k.Source) == value
	case "is":
		return string(k.State) == value
	case "has":
		return value == "problems" && k.Wrong()
	case "tool":
		return slices.ContainsFunc(k.AllowedTools, func(tool string) bool { return strings.HasPrefix(strings.ToLower(tool), value) })
	}
	return false
}

// Tools gives the names of the tools that skills allow, each once and without what it
// allows of them, in order.
func Tools(skills []*Skill) []string {
	var tools []string
	for _, k := range skills {
		for _, tool := range k.AllowedTools {
			name, _, _ := strings.Cut(tool, "(")
			if name = strings.TrimSpace(name); name != "" {
				tools = append(tools, name)
			}
		}
	}
	slices.Sort(tools)
	return slices.Compact(tools)
}

// Inspect reads the files of hits, entries of skills, and gives those that are what q asks
// for. passages has, by entry, a line of the text that shows it. When ctx ends, what it
// gives is of no use.
func Inspect(ctx context.Context, host *Host, q search.Query, skills []*Skill, hits []search.Hit) (found []search.Hit, passages map[int]string) {
	fits := make([]bool, len(hits))
	lines := make([]string, len(hits))
	parallel.Each(len(hits), func(i int) {
		if ctx.Err() != nil {
			return
		}
		k := skills[hits[i].Entry]
		doc, err := k.Read()
		if err != nil {
			return
		}
		holds := func(value string) bool { return k.holds(host, &doc, value) }
		if fits[i] = q.Reads(doc.Body, holds); fits[i] {
			lines[i] = q.Passage(doc.Body)
		}
	})
	passages = map[int]string{}
	for i, hit := range hits {
		if fits[i] {
			found = append(found, hit)
			passages[hit.Entry] = lines[i]
		}
	}
	return found, passages
}

// holds tells whether a skill has what only its file can say.
func (k *Skill) holds(host *Host, doc *Document, value string) bool {
	switch value {
	case "problems":
		return k.Is("has", value)
	case "args":
		return len(k.Arguments) > 0 || render.Parse(doc.Body, doc.Arguments, host.Rules(k)).UsesArguments()
	case "commands":
		prompt, err := render.Parse(doc.Body, doc.Arguments, host.Rules(k)).Render(render.Input{})
		return err == nil && len(prompt.Commands) > 0
	case "files":
		if k.Dir == "" || k.IsCommand() {
			return false
		}
		entries, err := os.ReadDir(k.Dir)
		return err == nil && len(entries) > 1
	}
	return false
}

const (
	// Of each text so much is looked at for its meaning, and of all together.
	meaningOfOne = 32 << 10
	meaningOfAll = 64 << 20
)

// NewMeanings makes skills fit to be ranked: entry i of it is skills[i]. It reads their
// files; what can't be read goes by what is known of it.
func NewMeanings(skills []*Skill) *search.Meanings {
	part := min(meaningOfOne, meaningOfAll/max(len(skills), 1))
	return search.NewMeanings(func(yield func(search.Entry) bool) {
		for some := range slices.Chunk(skills, chunk) {
			entries := make([]search.Entry, len(some))
			parallel.Each(len(some), func(i int) {
				entries[i] = some[i].entry()
				if doc, err := some[i].Read(); err == nil {
					entries[i].Headings, entries[i].Body = prose(doc.Body[:min(part, len(doc.Body))])
				}
			})
			for _, e := range entries {
				if !yield(e) {
					return
				}
			}
		}
	})
}

// prose gives the headings of a text, and what of it is neither a heading nor a block of
// code.
func prose(body string) (headings, text string) {
	var heads, lines strings.Builder
	take := func(part string) {
		for line := range strings.Lines(part) {
			if strings.HasPrefix(line, "#") {
				heads.WriteString(line)
			} else {
				lines.WriteString(line)
			}
		}
	}
	at := 0
	for _, r := range render.CodeRegions(body) {
		if r.Fence {
			take(body[at:r.Start])
			at = r.End
		}
	}
	take(body[at:])
	return heads.String(), lines.String()
}
