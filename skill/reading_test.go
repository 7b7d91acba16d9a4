package skill

import (
	"strings"
	"testing"
)

// What a host reads of a file, and when it drops it.
func TestReading(t *testing.T) {
	long := strings.Repeat("é", 6)
	for _, test := range []struct {
		name, host, file string
		id               string
		state            State
		reason           string
	}{
		{"by folder", "", "---\nname: other\n---\n", "folder", Active, ""},
		{"by name", "identity: name-else-directory", "---\nname: 'two  words\n  here'\n---\n", "two words here", Active, ""},
		{"by name, without one", "identity: name-else-directory", "---\nlicense: MIT\n---\n", "folder", Active, ""},
		{"by name, in malformed YAML that isn't read", "identity: name-else-directory", "---\nname: other\ndescription: a: b\n---\n", "folder", Active, ""},
		{"by name, in malformed YAML that is made out", "identity: name-else-directory\nfrontmatter: {malformed: recover}", "---\nname: other\ndescription: a: b\n---\n", "other", Active, ""},
		{"with other characters", "identity: name-else-directory\nname-replaces: ':/'", "---\nname: 'a:b/c'\n---\n", "a-b-c", Active, ""},
		{"no frontmatter", "frontmatter: {missing: drop}", "Text.\n", "folder", Broken, "line 1: there is no frontmatter, and Small drops a file without it"},
		{"no end", "frontmatter: {missing: drop}", "---\nname: x\n --- \n", "folder", Broken, "line 3: there is no frontmatter, and Small drops a file without it"},
		{"malformed", "frontmatter: {malformed: drop}", "---\nname: x\ndescription: a: b\n---\n", "folder", Broken, "line 3: the frontmatter isn't valid YAML, and Small drops such a file"},
		{"no name", "frontmatter: {requires: [name]}", "---\ndescription: x\n---\n", "folder", Broken, "line 1: Small drops a skill without `name`"},
		{"no description", "frontmatter: {requires: [description]}", "---\nname: x\ndescription:\n---\nA paragraph.\n", "folder", Broken, "line 3: Small drops a skill without `description`"},
		{"long name", "frontmatter: {longest-name: 5}", "---\nlicense: MIT\nname: " + long + "\n---\n", "folder", Broken, "line 3: `name` is 6 characters long, and Small drops a skill with more than 5"},
		{"name of that length", "frontmatter: {longest-name: 6}", "---\nname: " + long + "\n---\n", "folder", Active, ""},
		{"long description", "frontmatter: {longest-description: 5}", "---\ndescription: " + long + "\n---\n", "folder", Broken, "line 2: `description` is 6 characters long, and Small drops a skill with more than 5"},
		{"long first paragraph", "frontmatter: {longest-description: 5}", "Longer than that.\n", "folder", Active, ""},
		{"name of another form", "frontmatter: {name-pattern: '^[a-z]+$'}", "---\nname: A\n---\n", "folder", Broken, "line 2: `name` is \"A\", and Small drops a name that doesn't match ^[a-z]+$"},
		{"no name of any form", "frontmatter: {name-pattern: '^[a-z]+$'}", "---\nlicense: MIT\n---\n", "folder", Active, ""},
		{"name of another folder", "frontmatter: {name-is-directory: true}", "---\nname: other\n---\n", "folder", Broken, "line 2: `name` is \"other\", and Small drops a skill that isn't called as its folder, folder"},
		{"name of the folder", "frontmatter: {name-is-directory: true}", "---\nname: folder\n---\n", "folder", Active, ""},
		{"opt-in", "frontmatter: {user-opt-in: true}", "---\ndisable-model-invocation: true\n---\n", "folder", Hidden, "neither the model nor you can call it: disable-model-invocation is true and user-invocable is false"},
		{"opted in", "frontmatter: {user-opt-in: true}", "---\ndisable-model-invocation: true\nuser-invocable: true\n---\n", "folder", Active, ""},
		{"paths that aren't read", "frontmatter: {keys: [name]}", "---\npaths: '*.go'\n---\n", "folder", Active, ""},
		{"other words", "frontmatter: {true-words: [ja], false-words: [nein]}", "---\ndisable-model-invocation: JA\nuser-invocable: nein\n---\n", "folder", Hidden, "neither the model nor you can call it: disable-model-invocation is true and user-invocable is false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			host, err := parseHost("small.yaml", []byte(smallHost+test.host+"\n"))
			must(t, err)
			l, _ := libraryUnder(t, host, envOf(world{"project/": "", "home/.small/skills/folder/SKILL.md": test.file}.build(t)))
			k := l.Skills[0]
			if k.ID != test.id || k.State != test.state || k.Reason != test.reason {
				t.Errorf("got %s, %s: %s", k.ID, k.State, k.Reason)
			}
			if _, told := problemOf(k, "host-drops"); told != (k.State == Broken) {
				t.Errorf("problems %+v", k.Problems)
			}
		})
	}
}

func problemOf(k *Skill, code string) (Problem, bool) {
	for _, p := range k.Problems {
		if p.Code == code {
			return p, true
		}
	}
	return Problem{}, false
}

// A key that decides who can call a skill is told where the host doesn't read it, and
// declared names may stand inside metadata.
func TestKeys(t *testing.T) {
	host, err := parseHost("small.yaml", []byte(smallHost+"frontmatter: {keys: [name, argumentHint, metadata.arguments, metadata.argument-hint]}\n"))
	must(t, err)
	l, _ := libraryUnder(t, host, envOf(world{
		"project/":                      "",
		"home/.small/skills/a/SKILL.md": "---\ndisable-model-invocation: true\narguments: outer\nargumentHint: mine\n---\n",
		"home/.small/skills/b/SKILL.md": "---\nmetadata:\n  arguments: [one, two]\n  argument-hint: inner\n---\n",
	}.build(t)))
	a, b := l.Skills[0], l.Skills[1]
	if p, told := problemOf(a, "field-unread"); !told || p.Line != 2 || a.DisableModelInvocation || len(a.Arguments) != 0 || a.ArgumentHint != "mine" {
		t.Errorf("got %+v, %+v", a.Frontmatter, a.Problems)
	}
	doc, err := b.Read()
	must(t, err)
	if strings.Join(doc.Arguments, " ") != "one two" || strings.Join(b.Arguments, " ") != "one two" || b.ArgumentHint != "inner" {
		t.Errorf("got %+v", b.Frontmatter)
	}
}

// FuzzReading: whatever a file holds, each host makes one thing of it, twice the same.
func FuzzReading(f *testing.F) {
	for _, file := range []string{"", "---\nname: x\ndescription: y\n---\nText.", "---\nname: [\n---\n", "---\nmetadata: {arguments: [a, 1]}\n---\n", "---\nname: true\nname: 3\n"} {
		f.Add([]byte(file))
	}
	var hosts []*Host
	for _, name := range HostNames() {
		hosts = append(hosts, hostOf(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, h := range hosts {
			var states []string
			for range 2 {
				k := Skill{ID: "folder", Source: User, State: Active}
				k.fill(file{data: data, release: func() {}}, h)
				if k.ID == "" || (k.State == Broken) != (k.Reason != "") {
					t.Fatalf("%s: %q is called %q, %s: %s", h.Name, data, k.ID, k.State, k.Reason)
				}
				states = append(states, k.ID+string(k.State)+k.Reason)
			}
			if states[0] != states[1] {
				t.Fatalf("%s: %q is %q and %q", h.Name, data, states[0], states[1])
			}
		}
	})
}
