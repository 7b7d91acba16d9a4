package skill

import (
	"strings"
	"testing"
)

func TestReceive(t *testing.T) {
	const (
		malformed = "---\nname: x\ndescription: \"a\" b\n---\n"
		unquoted  = "---\nname: x\ndescription: a: b\n---\n"
	)
	for _, test := range []struct {
		name, host, file, folder string
		want                     Reception
		line                     int
	}{
		{"a whole file", "claude-code", "---\nname: x\n---\n", "x", Whole, 0},
		{"malformed", "claude-code", malformed, "x", BodyOnly, 3},
		{"malformed command", "claude-code", malformed, "", BodyOnly, 3},
		{"malformed, and quotes help", "claude-code", unquoted, "x", Whole, 0},
		{"malformed, and quotes help before it is dropped", "claude-code-2026q1", unquoted, "x", Whole, 0},
		{"malformed, and quotes don't help", "claude-code-2026q1", malformed, "x", Dropped, 3},
		{"malformed, and no quotes are tried", "codex", unquoted, "x", Dropped, 3},
		{"malformed, made out", "agentskills", malformed, "x", Whole, 0},
		{"malformed, dropped", "codex", malformed, "x", Dropped, 3},
		{"a command is not dropped", "codex", "Text.\n", "", Whole, 0},
		{"below line 1", "claude-code", "\n\n---\nname: x\n---\n", "x", BodyOnly, 3},
		{"in a code block", "claude-code", "```yaml\n---\nname: x\ndescription: y\n---\n```\n", "x", BodyOnly, 2},
		{"never opened", "claude-code", "name: x\ndescription: y\n---\n", "x", BodyOnly, 1},
		{"never closed", "claude-code", "---\nname: x\n\n# Title\n", "x", BodyOnly, 1},
		{"perhaps of another file", "claude-code", strings.Repeat("Text.\n", 40) + "---\nname: x\ndescription: y\n---\n", "x", Whole, 0},
		{"nothing to lose", "claude-code", "Text.\n", "x", Whole, 0},
		{"a command below line 1", "claude-code", "\n---\ndescription: y\n---\n", "", BodyOnly, 2},
		{"no frontmatter", "codex", "Text.\n", "x", Dropped, 1},
		{"a reserved folder", "claude-code", "---\nname: x\n---\n", "Synced", Dropped, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, p := hostOf(t, test.host).Receive([]byte(test.file), test.folder)
			if got != test.want || p.Line != test.line || (got == Whole) != (p.Message == "") {
				t.Errorf("got %s, %+v", got, p)
			}
		})
	}
	_, p := hostOf(t, "claude-code").Receive([]byte("---\nname: x\ndescription: "+strings.Repeat("d", maxBlock)+"\n---\n"), "x")
	if want := "the frontmatter is more than knack reads, so what the agent makes of it isn't known"; p.Message != want {
		t.Errorf("over the limit: %q, want %q", p.Message, want)
	}
}
