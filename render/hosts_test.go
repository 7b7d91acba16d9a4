package render

// The rules of the hosts that the vectors are about.
var hosts = map[string]Rules{
	"claude-code": claudeCode,
	// S1's Java loader.
	"claude-code-java": {
		Whole: Anything, Index: Anything, Bracket: true, Missing: MissingEmpty,
		Variables: []string{"CLAUDE_SKILL_DIR"}, Commands: Anywhere,
	},
	"goose": {
		Whole: NoWord, Index: Anything, IndexBase: 1, Bracket: true, Named: NoWordOrDash,
		Missing: MissingEmpty, Split: SplitShellStrict, Append: AppendLabel, AppendEmpty: true,
	},
	"opencode-v1": {
		Whole: Anything, Index: Anything, IndexBase: 1, Missing: MissingEmpty, LastTakesRest: true,
		ReplacementPatterns: true, Split: SplitQuotes, Append: AppendBare, Trim: true, Commands: Anywhere,
	},
}

var claudeCode = Rules{
	Whole: Anything, Index: NoWord, Bracket: true, Named: NoWordOrBracket, Escapes: true,
	Split: SplitShell, Append: AppendLabel,
	Variables: []string{"CLAUDE_SESSION_ID", "CLAUDE_EFFORT", "CLAUDE_SKILL_DIR", "CLAUDE_PROJECT_DIR"},
	Commands:  AfterBlank, CommandBlocks: true,
	Unconfirmed: []Doubt{Glued, BracketGlued, IndexGlued, NameGlued, UnbalancedQuotes, Backslash},
}
