package skill

import (
	"cmp"
	"time"
)

// Source is a kind of place that skills come from.
type Source string

// The sources, as they are named everywhere: on badges, in queries, in JSON.
const (
	User    Source = "user"
	Project Source = "project"
	AddDir  Source = "add-dir"
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
	// Hidden: loaded, but neither the model nor the person can call it now.
	Hidden State = "hidden"
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
	// Scope tells for a command whose it is ("user", "project", "add-dir"); for
	// every other skill it repeats the source.
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
	// Encoding is "" for UTF-8.
	Encoding string
	// Bytes is the size of the file, BodyBytes that of the text after the
	// frontmatter.
	Bytes, BodyBytes int
	Modified         time.Time

	State State
	// Reason says in words why the state is not Active; "" when it is.
	Reason string
	// ShadowedBy is the key of the copy that wins, Shadows the keys of the copies
	// it wins over, in rank order.
	ShadowedBy string
	Shadows    []string
	// Problems stand in line order.
	Problems []Problem

	// linked: the entry or its file is a link.
	linked bool
}

// Label is the name the author gave, or the id where there is none.
func (s *Skill) Label() string { return cmp.Or(s.Name, s.ID) }

// ModelInvocable tells whether the model may call the skill when it is active.
func (s *Skill) ModelInvocable() bool { return !s.DisableModelInvocation }

// Worst gives the highest severity among the problems, "" when there are none.
func (s *Skill) Worst() Severity { return worst(s.Problems) }

func worst(problems []Problem) Severity {
	var w Severity
	for _, p := range problems {
		switch {
		case p.Severity == Error:
			return Error
		case p.Severity == Warning, w == "":
			w = p.Severity
		}
	}
	return w
}

// Tokens estimates how many tokens a text of n bytes costs a model. Four bytes
// to a token is right within about a tenth for English, code and Chinese.
func Tokens(n int) int { return (n + 3) / 4 }
