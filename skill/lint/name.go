package lint

import (
	"strings"
)

// nameRules are about names and folders, to Claude Code.
var nameRules = []Rule{
	{
		ID: "name-differs", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "`name` isn't the folder's name, by which Claude Code calls a skill outside of plugins", Fix: "give both the same name: some other agents go by `name`",
		check: func(s *subject) []Finding {
			differs := s.doc.Name != "" && s.doc.Name != s.Folder && s.Folder != "" && !s.Command
			return one(differs, s.atKey("name").says(
				"`name` is "+quoted(s.doc.Name)+", but outside of plugins Claude Code calls the skill by its folder, "+quoted(s.Folder),
				"give both the same name: some other agents call a skill by its `name`"))
		},
	},
	{
		ID: "name-reserved", Severity: fails, Books: byClaude, Source: ofDocs + "; since 2.1.227",
		What: "the folder has a name that Claude Code keeps for itself", Fix: "give the folder another name",
		check: func(s *subject) []Finding {
			return one(!s.Command && s.host.Reserved != "" && strings.EqualFold(s.Folder, s.host.Reserved), s.atKey("name").says(
				"Claude Code keeps the folder name "+s.host.Reserved+" for itself, and doesn't load this skill", "give the folder another name"))
		},
	},
	{
		ID: "file-name", Severity: fails, Books: byClaude, Source: ofDocs,
		What: "the file of a skill isn't called `SKILL.md`, and isn't loaded", Fix: "rename it",
		check: func(s *subject) []Finding {
			return one(s.misnamed() != "", Finding{}.says(s.misnamed(), "rename it to SKILL.md"))
		},
	},
}

// misnamed says that a skill's file has a name under which no host looks for it, "" where
// it hasn't.
func (f File) misnamed() string {
	if f.Command || f.Name == "SKILL.md" {
		return ""
	}
	return "the file is called " + quoted(f.Name) + "; the file of a skill must be called SKILL.md"
}
