package skill

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// standIn makes a world the process's own home, and gives the working directory.
func (w world) standIn(t *testing.T) (cwd string) {
	t.Helper()
	w["home/"], w["project/"] = "", ""
	top := w.build(t)
	home := filepath.Join(top, "home")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("SLASH_COMMAND_TOOL_CHAR_BUDGET", "")
	return filepath.Join(top, "project")
}

func TestAPI(t *testing.T) {
	const user, project = "home/.claude/skills/", "project/.claude/skills/"
	cwd := world{
		user + "deploy/SKILL.md":     "---\ndescription: Ship\narguments: [where]\nhooks: x\n---\nTo $where from ${CLAUDE_PROJECT_DIR}: $ARGUMENTS\n",
		project + "deploy/SKILL.md":  about("shadowed"),
		project + "quiet/SKILL.md":   about("x", "disable-model-invocation: true"),
		project + "go/SKILL.md":      about("x", "paths: '*.go'"),
		project + "odd/SKILL.md":     "---\ndescription: \"a\" b\ndisable-model-invocation: true\n---\nBody.\n",
		"home/.claude/commands/a.md": "A command.\n",
	}.standIn(t)

	var ids []string
	for _, k := range List(cwd) {
		if ids = append(ids, k.ID); k.Body == "" {
			t.Errorf("%s has no body", k.ID)
		}
	}
	if want := []string{"deploy", "odd", "quiet", "a"}; !slices.Equal(ids[:4], want) || !slices.Contains(ids, "write-a-skill") {
		t.Errorf("listed %q, want %q and what ships", ids, want)
	}

	k, ok := Find("deploy", cwd)
	if !ok || k.Description != "Ship" || k.Raw == "" || len(k.Fields) != 3 {
		t.Fatalf("found %+v", k)
	}
	if _, ok := Find("go", cwd); ok {
		t.Error("a skill that waits is found")
	}
	if _, ok := Find("nobody", cwd); ok {
		t.Error("nobody is found")
	}
	want := "Base directory for this skill: " + k.Dir + "\n\nTo eu from " + cwd + ": eu now\n"
	if got := Content(k, "eu now"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	for name, want := range map[string]string{
		"deploy":        want,
		"odd":           "Base directory for this skill: " + filepath.Join(cwd, ".claude/skills/odd") + "\n\nBody.\n\n\nARGUMENTS: eu now",
		"write-a-skill": "\n# Write a skill", // no header: it has no folder
		"quiet":         "error: the skill quiet can't be called: disable-model-invocation is true",
		"go":            "error: the skill go can't be called: waits until",
		"deplyo":        `error: no skill is called "deplyo"; those that come close: deploy`,
		"xyzzy":         `error: no skill is called "xyzzy"`,
		"":              `error: no skill is called ""`,
	} {
		if got := Execute(name, "eu now", cwd); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestDefIsFrozen(t *testing.T) {
	cwd := world{}.standIn(t)
	s := Use(claudeCode(t))
	if def, ok := s.Def(cwd); ok {
		t.Errorf("without skills: %v", def)
	}
	world{"new/SKILL.md": about("Just made")}.addTo(t, filepath.Join(cwd, ".claude/skills"))
	if _, ok := s.Def(cwd); ok {
		t.Error("a new skill changes the definition")
	}
	if got := s.Execute("new", "", cwd); !strings.HasSuffix(got, "Body of: Just made\n") {
		t.Errorf("a new skill can't be called: %q", got)
	}
	s.ResetDefCache(cwd)
	def, ok := s.Def(cwd + "/.")
	if !ok || def["name"] != "Skill" || !strings.HasSuffix(def["description"].(string), "\n\n- new: Just made\n") {
		t.Fatalf("after a reset: %v", def)
	}
	schema, err := json.Marshal(def["input_schema"])
	must(t, err)
	if want := `"required":["skill"],"type":"object"`; !strings.Contains(string(schema), want) || !strings.Contains(string(schema), `"args":{`) {
		t.Errorf("got %s", schema)
	}
	def["description"] = "changed by a caller"
	if again, _ := s.Def(cwd); again["description"] == def["description"] {
		t.Error("callers share one map")
	}
	must(t, os.RemoveAll(filepath.Join(cwd, ".claude")))
	if _, ok := s.Def(cwd); !ok {
		t.Error("a skill that is gone changes the definition")
	}
}

func TestUseAnotherHost(t *testing.T) {
	cwd := world{
		"home/.fundev/skills/a/SKILL.md": about("Of fundev"), "home/.agents/skills/b/SKILL.md": about("x"),
		"home/.agents/skills/c/SKILL.md": "---\nname: c\ndescription: Of Goose\n---\n$1",
	}.standIn(t)
	if def, _ := Use(hostOf(t, "fundev")).Def(cwd); !strings.HasSuffix(def["description"].(string), "\n\n- a: Of fundev\n") {
		t.Errorf("got %v", def)
	}
	if got := Use(hostOf(t, "goose")).Execute("c", "'open", cwd); !strings.HasPrefix(got, "error: Goose would not take these arguments of c: ") {
		t.Errorf("got %q", got)
	}
}

// All of it at once: the race detector looks on.
func TestAPIFromSeveralGoroutines(t *testing.T) {
	cwd := world{"home/.claude/skills/a/SKILL.md": about("x")}.standIn(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 3 {
				if _, ok := Def(cwd); !ok {
					t.Error("no definition")
				}
				ResetDefCache(cwd)
				k, ok := Find("a", cwd)
				if !ok || Content(k, "") != Execute("a", "", cwd) || len(List(cwd)) == 0 {
					t.Errorf("got %+v", k)
				}
			}
		})
	}
	all.Wait()
}
