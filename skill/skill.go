package skill

import (
	"cmp"
	"slices"
	"time"
)

// Source is a kind of place that skills come from.
type Source string

// The sources, as they are named everywhere: on badges, in queries, in JSON.
const (
	Managed Source = "managed"
	User    Source = "user"
	Project Source = "project"
	Nested  Source = "nested"
	AddDir  Source = "add-dir"
	Plugin  Source = "plugin"
	Command Source = "command"
	Bundled Source = "bundled"
)

// State says what a skill is to the host. Every skill has exactly one.
type State string

const (
	// Active: the model or the person can call it here, now.
	Active State = "active"
	// Shadowed: another copy with the same id wins.
	Shadowed State = "shadowed"
	// Hidden: loaded, but neither the model nor the person can call it now; or it
	// waits for a file to be touched.
	Hidden State = "hidden"
	// Disabled: switched off by a setting, or part of a plugin that is.
	Disabled State = "disabled"
	// Broken: the host drops it.
	Broken State = "broken"
)

// A Skill is one file that was found, with what it says about itself and what
// became of it. All text in it is untrusted.
type Skill struct {
	// Key is unique per skill found: source, root and path below the root.
	Key string
	// ID is the name the skill is called by under the host. Copies share it.
	ID     string
	Source Source
	// Scope tells for a command whose it is ("user", "project", "plugin" and so on)
	// and is "synced" for a user's skill that was synced from an account; for every
	// other skill it repeats the source.
	Scope string
	// Root is the directory it was found in, "" for bundled.
	Root string
	// Rank is the place of its root in the host's order; 0 comes first.
	Rank int

	// Path is where the file was found, Dir the folder it stands in ("" for
	// bundled), RealPath the file behind all links.
	Path, Dir, RealPath string
	// Also lists the other paths under which the same physical file was reached.
	Also []string

	// Frontmatter holds the metadata. Its Raw and Fields are left empty here to
	// keep a large library small; Read gives them.
	Frontmatter
	// Body is the text after the frontmatter, in skills from List and Find; elsewhere it is
	// left empty for the same reason.
	Body string
	// Encoding is "" for UTF-8.
	Encoding string
	// Bytes is the size of the file, BodyBytes that of the text after the
	// frontmatter.
	Bytes, BodyBytes int
	Modified         time.Time
	// Sum tells different contents of the file apart, within one run of the program;
	// 0 when it could not be read.
	Sum uint64
	// BodySum does so with texts after the frontmatter, whatever line ends and blank
	// space around them they have; 0 for none.
	BodySum uint64

	State State
	// Reason says in words why the state is not Active; "" when it is.
	Reason string
	// ShadowedBy is the key of the copy that wins, Shadows the keys of the copies
	// it wins over, in rank order.
	ShadowedBy string
	Shadows    []string
	// Override is what the settings say of the skill.
	Override Override
	// Problems stand in line order.
	Problems []Problem

	// shared is one for all skills of a root; nil where no host reads them.
	shared *treatment
	// linked: the entry or its file is a link.
	linked bool
	// bare is the id of a plugin's skill without the plugin, qualified that of a
	// nested skill with its folder; both "" for every other skill.
	bare, qualified string
	// paragraph is the first of the body, kept where it is all that the host takes for a
	// description.
	paragraph string
}

// A treatment is what the host does with the skills of a root: how it reads their files,
// and what it fills their bodies in with besides arguments.
type treatment struct {
	reading *Reading
	// plain: the bodies of the root are taken as text.
	plain  bool
	plugin pluginPlace
	// project is the directory that Content fills in, "" outside of List and Find.
	project string
}

func (k *Skill) treatment() treatment {
	if k.shared == nil {
		return treatment{reading: &Reading{}}
	}
	return *k.shared
}

// An Override is a setting for one skill. The zero value is none.
type Override struct {
	// Value is one of the constants below. From is the file that says so.
	Value, From string
}

// The values of an override. The host takes any other for none.
const (
	// NameOnly: the model is told the name and not the description.
	NameOnly = "name-only"
	// UserOnly: only the person can call it.
	UserOnly = "user-invocable-only"
	// Off: nobody can call it.
	Off = "off"
)

// Label is the name the author gave, or the id where there is none.
func (s *Skill) Label() string { return cmp.Or(s.Name, s.ID) }

// ModelInvocable tells whether the model may call the skill when it is active.
func (s *Skill) ModelInvocable() bool {
	return !s.DisableModelInvocation && s.Override.Value != UserOnly
}

// AsRead gives the skill with what the host reads of its frontmatter, which is nothing
// where it can't, with the first paragraph for a description. It is k itself where there
// is no difference.
func (k *Skill) AsRead() *Skill {
	if !k.loses(&k.Frontmatter) {
		return k
	}
	read := *k
	read.Frontmatter = Frontmatter{
		Description: k.paragraph, DescriptionFromBody: k.paragraph != "", UserInvocable: !k.shared.reading.UserOptIn,
	}
	return &read
}

// loses tells whether the host reads nothing of the skill's frontmatter.
func (k *Skill) loses(f *Frontmatter) bool { return k.shared != nil && k.shared.reading.loses(f) }

// IsCommand tells whether the skill is a legacy command: a file of any name, not a
// folder with a SKILL.md.
func (s *Skill) IsCommand() bool { return s.Source == Command }

// Noun is what people call it: "command" or "skill".
func (s *Skill) Noun() string {
	if s.IsCommand() {
		return "command"
	}
	return "skill"
}

// Faulty tells whether a problem of the skill is more than a note.
func (s *Skill) Faulty() bool {
	return slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.Severity != Note })
}

// Wrong tells whether something is wrong with the skill that is more than a note.
func (s *Skill) Wrong() bool { return s.State == Broken || s.Faulty() }

// Marked tells whether something is wrong in the file that hasn't broken the skill, which
// would say so itself.
func (s *Skill) Marked() bool { return s.State != Broken && s.Faulty() }

// NotTheAgents is said of a skill that ships with knack.
const NotTheAgents = "ships with knack; your agent doesn't have it"

// Tokens estimates how many tokens a text of n bytes costs a model. Four bytes
// to a token is right within about a tenth for English, code and Chinese.
func Tokens(n int) int { return (n + 3) / 4 }
