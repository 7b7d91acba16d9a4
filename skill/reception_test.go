package skill

import "testing"

func TestReceive(t *testing.T) {
	const malformed = "---\nname: x\ndescription: a: b\n---\n"
	for _, test := range []struct {
		name, host, file, folder string
		want                     Reception
		line                     int
	}{
		{"a whole file", "claude-code", "---\nname: x\n---\n", "x", Whole, 0},
		{"malformed", "claude-code", malformed, "x", BodyOnly, 3},
		{"malformed command", "claude-code", malformed, "", BodyOnly, 3},
		{"malformed, made out", "agentskills", malformed, "x", Whole, 0},
		{"malformed, dropped", "codex", malformed, "x", Dropped, 3},
		{"a command is not dropped", "codex", "Text.\n", "", Whole, 0},
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
}
