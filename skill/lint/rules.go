package lint

import (
	"slices"
	"sync"

	"knack/skill"
)

// Where rules come from.
const (
	ofDocs      = "Claude Code documentation, Skills, 2026-08-22 (2.1.240)"
	ofSpec      = "Agent Skills specification, 2026-08-09"
	ofValidator = "the specification's validator (skills-ref), 2026-08-09"
	ofKnack     = "knack's own reading of files"
)

var (
	both     = []Rulebook{ClaudeCode, AgentSkills}
	byClaude = []Rulebook{ClaudeCode}
	bySpec   = []Rulebook{AgentSkills}
)

// Rules are all there are, those of one subject together.
func Rules() []Rule { return rules() }

var rules = sync.OnceValue(func() []Rule {
	return slices.Concat(readingRules, fieldRules, nameRules, argumentRules, toolRules, referenceRules, hiddenRules, specRules)
})

const (
	fails = skill.Error
	warns = skill.Warning
	notes = skill.Note
)
