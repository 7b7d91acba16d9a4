package skill

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"knack/render"
)

// DefaultHost is the host whose rules apply unless another is asked for.
const DefaultHost = "claude-code"

//go:embed hosts/*.yaml
var hostFiles embed.FS

// A Host is the agent whose rules apply. It is data: the embedded files under
// hosts/ say what the fields mean and where each fact comes from.
type Host struct {
	Name string `yaml:"name"`
	// Title is the host's name as people write it.
	Title string `yaml:"title"`
	// Seen is the version of the host these rules were seen on, Date the day the
	// documentation was read, Docs where it stands.
	Seen string `yaml:"seen"`
	Date string `yaml:"date"`
	Docs string `yaml:"docs"`

	Directories map[string]Directory `yaml:"directories"`
	// Places say where roots are; they stand in rank order.
	Places []RootRule `yaml:"roots"`
	// CommandIDs is "folder:name" where a command in a sub-folder carries the
	// folder in its id, "name" where it does not.
	CommandIDs string `yaml:"command-ids"`
	// Variables gives the meaning of each ${NAME} the host fills in: "skill-dir",
	// "project-dir", or "session" for what only a running session knows.
	Variables map[string]string `yaml:"variables"`
	// Wrapper stands before a prompt when the host sends it; {dir} is the skill's
	// folder. A skill without a folder is sent without it.
	Wrapper string `yaml:"wrapper"`
	// Substitution says how arguments get into a body.
	Substitution render.Rules `yaml:"substitution"`
}

// A Directory is a place that an environment variable can move.
type Directory struct {
	Env     string `yaml:"env"`
	Default string `yaml:"default"`
}

// A RootRule describes where roots of one kind are and what decides between
// their skills and others.
type RootRule struct {
	Source Source `yaml:"source"`
	// Scope tells for commands whose they are; "" means the source itself.
	Scope  string `yaml:"scope"`
	Layout Layout `yaml:"layout"`
	// Path is a template; "" for what is built into the program.
	Path string `yaml:"path"`
	Each Each   `yaml:"each"`
	// Rule says why a skill from here yields to one of an earlier rule, Nearest
	// why it yields to an earlier root of the same rule.
	Rule    string `yaml:"rule"`
	Nearest string `yaml:"nearest"`
	// NearestUnverified marks a Nearest that the host does not document.
	NearestUnverified bool `yaml:"nearest-unverified"`
}

// Layout is how skills lie below a root.
type Layout string

const (
	// SkillFolders: ROOT/NAME/SKILL.md, one level deep.
	SkillFolders Layout = "skills"
	// CommandFiles: ROOT/**/*.md.
	CommandFiles Layout = "commands"
)

// Each says how many roots a rule stands for.
type Each string

const (
	// Once: one root.
	Once Each = ""
	// Parent: one for the working directory and every parent up to the repository.
	Parent Each = "parent"
	// Added: one for every directory given with --add-dir.
	Added Each = "added"
)

// LoadHost reads the host of that name.
func LoadHost(name string) (*Host, error) {
	data, err := hostFiles.ReadFile("hosts/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("unknown host %q; known: %s", name, strings.Join(HostNames(), ", "))
	}
	return parseHost(name+".yaml", data)
}

// HostNames lists the hosts there are, in alphabetical order.
func HostNames() []string {
	files, err := fs.Glob(hostFiles, "hosts/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(f, "hosts/"), ".yaml")
	}
	return files
}

// AsSent is a prompt with what the host puts before it.
func (h *Host) AsSent(k *Skill, prompt string) string {
	if k.Dir == "" {
		return prompt
	}
	return strings.ReplaceAll(h.Wrapper, "{dir}", k.Dir) + prompt
}

// parseHost decodes a host file. An unknown key is an error, so that a misspelt
// rule can't silently do nothing.
func parseHost(file string, data []byte) (*Host, error) {
	var h Host
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&h); err != nil {
		return nil, fmt.Errorf("reading host file %s: %w", file, err)
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("reading host file %s: %w", file, err)
	}
	h.Substitution.Variables = slices.Sorted(maps.Keys(h.Variables))
	return &h, nil
}

func (h *Host) check() error {
	if h.Name == "" || h.Title == "" || len(h.Places) == 0 {
		return errors.New("name, title and roots are required")
	}
	for name, d := range h.Directories {
		if err := checkTemplate(d.Default, "{home}", "{cwd}"); err != nil {
			return fmt.Errorf("directory %s: %w", name, err)
		}
	}
	for i, r := range h.Places {
		if err := h.checkRule(r); err != nil {
			return fmt.Errorf("root %d: %w", i+1, err)
		}
		if i > 0 && r.Rule == "" {
			return fmt.Errorf("root %d: rule is missing: it says why a skill from here yields to an earlier one", i+1)
		}
	}
	for name, meaning := range h.Variables {
		if !slices.Contains([]string{"skill-dir", "project-dir", "session"}, meaning) {
			return fmt.Errorf("variable %s: unknown meaning %q", name, meaning)
		}
	}
	if err := h.Substitution.Check(); err != nil {
		return fmt.Errorf("substitution: %w", err)
	}
	if !slices.Contains([]string{"folder:name", "name"}, h.CommandIDs) {
		return fmt.Errorf("command-ids %q is neither folder:name nor name", h.CommandIDs)
	}
	return nil
}

func (h *Host) checkRule(r RootRule) error {
	switch {
	case !slices.Contains([]Source{User, Project, AddDir, Command, Bundled}, r.Source):
		return fmt.Errorf("unknown source %q", r.Source)
	case !slices.Contains([]Layout{SkillFolders, CommandFiles}, r.Layout):
		return fmt.Errorf("layout %q is neither skills nor commands", r.Layout)
	case !slices.Contains([]Each{Once, Parent, Added}, r.Each):
		return fmt.Errorf("each %q is neither parent nor added", r.Each)
	case (r.Path == "") != (r.Source == Bundled):
		return errors.New("every root but bundled needs a path")
	case r.Each != Once && r.Nearest == "":
		return errors.New("nearest is missing: it says which of several such roots comes first")
	}
	placeholders := []string{"{home}", "{cwd}"}
	for name := range h.Directories {
		placeholders = append(placeholders, "{"+name+"}")
	}
	switch r.Each {
	case Parent:
		placeholders = append(placeholders, "{dir}")
	case Added:
		placeholders = append(placeholders, "{added}")
	}
	return checkTemplate(r.Path, placeholders...)
}

// checkTemplate refuses a placeholder that nothing would fill in.
func checkTemplate(template string, placeholders ...string) error {
	for _, p := range regexp.MustCompile(`\{[^{}]*\}`).FindAllString(template, -1) {
		if !slices.Contains(placeholders, p) {
			return fmt.Errorf("nothing fills in %s in %q", p, template)
		}
	}
	return nil
}
