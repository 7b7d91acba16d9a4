package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"knack/pattern"
	"knack/skill"
)

// fieldRules are about the keys of the frontmatter, to Claude Code. Where the block isn't
// valid YAML it reads none, and that is said of the block.
var fieldRules = []Rule{
	{
		ID: "key-typo", Severity: warns, Books: byClaude, Source: ofDocs,
		What: "an unknown key differs by a letter or two from one that is missing", Fix: "write the key the hint names",
		check: func(s *subject) []Finding {
			return s.unknownKeys(func(key, meant string) (string, string) {
				if meant == "" {
					return "", ""
				}
				return "there is no key " + quoted(key), "did you mean " + meant + ":?"
			})
		},
	},
	{
		ID: "key-unknown", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "Claude Code's documentation doesn't have the key", Fix: "nothing, if it is for another program; else remove it",
		check: func(s *subject) []Finding {
			return s.unknownKeys(func(key, meant string) (string, string) {
				if meant != "" || !s.doc.Readable() {
					return "", "" // or no key at all, but text where keys should be
				}
				if undocumented(key) {
					return "", ""
				}
				return "Claude Code's documentation has no key " + quoted(key), ""
			})
		},
	},
	{
		ID: "description-missing", Severity: warns, Books: byClaude, Source: ofDocs,
		What:  "a skill has no `description`, so the model chooses it by the first paragraph of its body",
		Fix:   "write `description:`, what it does and when to use it",
		check: checkDescriptionMissing,
	},
	{
		ID: "description-cut", Severity: warns, Books: byClaude, Source: ofDocs + "; 250 characters until 2.1.105",
		What: "`description` and `when_to_use` together are longer than what the model is shown of them", Fix: "shorten them, the most telling words first",
		check: checkDescriptionCut,
	},
	{
		ID: "flags-unreachable", Severity: warns, Books: byClaude, Source: ofDocs,
		What: "neither the model nor a person can call the skill; settings aren't looked at", Fix: "remove one of the two keys",
		check: func(s *subject) []Finding {
			return one(s.doc.Readable() && s.doc.DisableModelInvocation && !s.doc.UserInvocable, s.atKey("user-invocable").says(
				"nobody can call it: disable-model-invocation is true and user-invocable is false", "remove one of the two"))
		},
	},
	{
		ID: "fork-only", Severity: warns, Books: byClaude, Source: ofDocs + "; `background` since 2.1.218",
		What: "`agent` or `background` stands there without `context: fork`, and means nothing then", Fix: "add `context: fork`; or remove the key, unless another agent reads it",
		check: checkForkOnly,
	},
	{
		ID: "command-ignores", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "a command file has a key that is read in skills only", Fix: "remove it, or make the command a skill",
		check: func(s *subject) []Finding {
			var found []Finding
			for _, key := range s.host.Frontmatter.CommandIgnores {
				if s.Command && s.has(key) {
					found = append(found, s.atKey(key).says("Claude Code doesn't read "+quoted(key)+" in a command file", ""))
				}
			}
			return found
		},
	},
}

// undocumented tells whether a key stands in Claude Code's list of changes, though not in
// its documentation: since 2.1.186, in any spelling.
func undocumented(key string) bool {
	return slices.Contains([]string{"displayname", "defaultenabled", "fallback"}, skill.FoldKey(key))
}

// documents tells whether Claude Code has a key, in whatever spelling.
func (s *subject) documents(key string) bool {
	return slices.ContainsFunc(s.host.Frontmatter.Keys, func(k string) bool { return skill.FoldKey(k) == skill.FoldKey(key) })
}

// unknownKeys words each key Claude Code doesn't know; meant is the missing one it comes
// close to, "" for none. Without a message there is no finding.
func (s *subject) unknownKeys(words func(key, meant string) (message, hint string)) []Finding {
	var found []Finding
	for _, f := range s.doc.Fields {
		if f.Known || s.documents(f.Key) {
			continue // another spelling of it is a finding of its own
		}
		meant := nearest(f.Key, s.host.Frontmatter.Keys)
		if s.has(meant) {
			meant = ""
		}
		if message, hint := words(f.Key, meant); message != "" {
			found = append(found, Finding{Line: f.Line, Column: f.Column}.says(message, hint))
		}
	}
	return found
}

func checkDescriptionMissing(s *subject) []Finding {
	message := "there is no `description`; the model is told nothing of it but its name"
	if s.doc.DescriptionFromBody {
		message = "there is no `description`; the first paragraph of the body is taken for it"
	}
	hint := "write description: what it does and when to use it"
	switch {
	case s.doc.Raw != "":
	case strings.HasPrefix(s.text, "---"):
		hint += ", below line 1, and then a line with only ---"
	default:
		hint += ", between two lines with only --- at the top of the file"
	}
	missing := s.doc.DescriptionFromBody || strings.TrimSpace(s.doc.Description) == ""
	said := s.unreadDescription() || s.misspelt("description") || s.says("frontmatter-no-keys") || s.says("empty-file")
	return one(missing && !s.Command && !said, s.atKey("description").says(message, hint))
}

// descriptionLine would be the description if the frontmatter were read, and topOfFile is
// how many bytes it may begin in.
var descriptionLine = pattern.Lazy(`(?m)^[ \t]*description[ \t]*:|\A-{3,}.*\bdescription:`)

const topOfFile = 4000

// unreadDescription tells whether there is one in frontmatter that isn't read, which is
// said already.
func (s *subject) unreadDescription() bool {
	return s.faultyBlock() && descriptionLine().MatchString(s.text[:min(len(s.text), topOfFile)])
}

// misspelt tells whether a key is missing only because it is written otherwise, which is
// said of what is written.
func (s *subject) misspelt(key string) bool {
	there, other := false, false
	for _, f := range s.doc.Fields {
		there = there || f.Key == key
		other = other || skill.FoldKey(f.Key) == skill.FoldKey(key) || !f.Known && !s.documents(f.Key) && nearest(f.Key, s.host.Frontmatter.Keys) == key
	}
	return other && !there
}

// faultyBlock tells whether something is wrong with where the frontmatter begins or ends.
func (s *subject) faultyBlock() bool {
	_, faulty := s.blockProblem()
	return faulty
}

func checkDescriptionCut(s *subject) []Finding {
	text, most := s.doc.Description, s.host.Listing.Entry.Characters
	what, hint := "`description` has", "shorten it, and move the rest into the body"
	if s.doc.WhenToUse != "" {
		text += s.host.Listing.Joiner + s.doc.WhenToUse
		what, hint = "`description` and `when_to_use` together have", "shorten them, and move the rest into the body"
	}
	n := utf8.RuneCountInString(text)
	return one(s.doc.Readable() && n > most && !s.doc.DescriptionFromBody && !s.says("yaml-comment-cut"), s.atKey("description").says(
		fmt.Sprintf("%s %d characters, and the model is shown %d", what, n, most), hint))
}

// says tells whether the reading found a problem of that code.
func (s *subject) says(code string) bool {
	return slices.ContainsFunc(s.doc.Problems, func(p skill.Problem) bool { return p.Code == code })
}

func checkForkOnly(s *subject) []Finding {
	var found []Finding
	for _, key := range []string{"agent", "background"} {
		if s.doc.Readable() && s.has(key) && s.doc.Context != "fork" {
			found = append(found, s.atKey(key).says(quoted(key)+" means nothing to Claude Code without context: fork", "add context: fork; or remove it, unless another agent reads it"))
		}
	}
	return found
}

// nearest gives the key that an unknown one was most likely meant to be, "" for none.
func nearest(key string, known []string) string {
	plain := []rune(skill.FoldKey(key))
	best, least := "", 3
	for _, k := range known {
		allowed := 1
		if utf8.RuneCountInString(k) >= 7 {
			allowed = 2
		}
		if d := typos(plain, []rune(skill.FoldKey(k))); d <= allowed && d < least {
			best, least = k, d
		}
	}
	if len(plain) < 5 && least > 0 || slices.Contains(known, key) {
		return ""
	}
	return best
}

// typos counts the letters that are missing, too many, wrong or swapped between two
// words. More than two are not told apart.
func typos(a, b []rune) int {
	const many = 3
	if d := len(a) - len(b); d > 2 || d < -2 {
		return many
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j], rows[i][j-1], rows[i-1][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return min(rows[len(a)][len(b)], many)
}
