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
	// Elsewhere names folders that people put skills in and this host never looks at.
	Elsewhere []Elsewhere `yaml:"elsewhere"`
	// Reserved is a folder name that is no skill in any skills folder, in whatever
	// case; "" for none.
	Reserved string   `yaml:"reserved"`
	Settings Settings `yaml:"settings"`
	Plugins  Plugins  `yaml:"plugins"`
	Builtin  Builtin  `yaml:"builtin"`
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
	// Systems has the default of single systems, by runtime.GOOS. A system without
	// any default doesn't have the directory.
	Systems map[string]string `yaml:"systems"`
}

// An Elsewhere is a folder that is looked into only to explain why what it holds
// isn't loaded.
type Elsewhere struct {
	// Source is that of the roots people mistake it for. Path may use what their
	// paths use.
	Source Source `yaml:"source"`
	Path   string `yaml:"path"`
}

// Settings says which settings files decide about skills, and by which keys.
type Settings struct {
	// Files stand in order: the first that has a key wins.
	Files []SettingsFile `yaml:"files"`
	// The names of the keys. EnabledPlugins and SkillOverrides are maps and are
	// merged key by key.
	EnabledPlugins string `yaml:"enabled-plugins"`
	SkillOverrides string `yaml:"skill-overrides"`
	DisableBuiltin string `yaml:"disable-builtin"`
	// PluginOnly counts in files of the scope "managed" alone: true, or a list with
	// the word "skills".
	PluginOnly string `yaml:"plugin-only"`
}

// A SettingsFile is one settings file, or with a * in its name several, of which
// the last in alphabetical order comes first.
type SettingsFile struct {
	// Scope is the source of the root that what is wrong with the file is told at.
	Scope Source `yaml:"scope"`
	Path  string `yaml:"path"`
	Each  Each   `yaml:"each"`
	// PluginsOnly: nothing but the enabled plugins is taken from it.
	PluginsOnly bool `yaml:"plugins-only"`
}

// Plugins names the files of installed plugins. An empty Record: no plugins.
type Plugins struct {
	// Record lists what is installed, below the directory of the plugins root;
	// Cache is the folder beside it that holds the copies.
	Record string `yaml:"record"`
	Cache  string `yaml:"cache"`
	// Manifest is the path of a plugin's manifest below the plugin, Marketplace that
	// of a marketplace's list of plugins below the directory of the plugins root.
	Manifest    string `yaml:"manifest"`
	Marketplace string `yaml:"marketplace"`
	// InPlace stands for the marketplace of a plugin that lies in a skills folder.
	InPlace string `yaml:"in-place"`
}

// Builtin names what the host has of its own. Of a skill of the same name the
// rule says who wins.
type Builtin struct {
	Skills      []string `yaml:"skills"`
	SkillRule   string   `yaml:"skill-rule"`
	Commands    []string `yaml:"commands"`
	CommandRule string   `yaml:"command-rule"`
}

// A RootRule describes where roots of one kind are and what decides between
// their skills and others.
type RootRule struct {
	Source Source `yaml:"source"`
	// Scope tells for commands whose they are; "" means the source itself.
	Scope  string `yaml:"scope"`
	Layout Layout `yaml:"layout"`
	// Path is a template; "" for what is built into the program, and for what an
	// earlier rule leads to.
	Path string `yaml:"path"`
	Each Each   `yaml:"each"`
	// Rule says why a skill from here yields to one of an earlier rule, Nearest
	// why it yields to an earlier root of the same rule.
	Rule    string `yaml:"rule"`
	Nearest string `yaml:"nearest"`
	// RuleUnverified and NearestUnverified mark what the host does not document.
	RuleUnverified    bool `yaml:"rule-unverified"`
	NearestUnverified bool `yaml:"nearest-unverified"`
	// From says where Rule is documented or was seen, Seen the version it was seen
	// on; "" is the version of the host file.
	From string `yaml:"from"`
	Seen string `yaml:"seen"`
	// OffBy is an environment variable that switches these roots off.
	OffBy string `yaml:"off-by"`
	// Customization: gone when the settings allow plugins only.
	Customization bool `yaml:"customization"`
}

// Layout is how skills lie below a root.
type Layout string

const (
	// SkillFolders: ROOT/NAME/SKILL.md, one level deep.
	SkillFolders Layout = "skills"
	// CommandFiles: ROOT/**/*.md.
	CommandFiles Layout = "commands"
	// OneSkill: ROOT/SKILL.md. Only plugins have these.
	OneSkill Layout = "skill"
	// OneCommand: a single command file. Only plugins have these.
	OneCommand Layout = "command"
	// Record: no skills, but the record of installed plugins, which leads to
	// further roots.
	Record Layout = "record"
	// Tree: no skills, but folders of any depth, which may hold further roots.
	Tree Layout = "tree"
)

// Each says how many roots a rule stands for.
type Each string

const (
	// Once: one root.
	Once Each = ""
	// Parent: one for the working directory and every parent up to the repository.
	Parent Each = "parent"
	// Main: one in the main checkout, where the repository is a linked worktree.
	Main Each = "main-checkout"
	// Added: one for every directory given with --add-dir.
	Added Each = "added"
	// Below: one for every folder below the working directory that has such a path.
	Below Each = "below"
	// OfPlugins: those of the installed plugins.
	OfPlugins Each = "plugin"
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
		if err := h.checkDirectory(d); err != nil {
			return fmt.Errorf("directory %s: %w", name, err)
		}
	}
	for i, r := range h.Places {
		if err := h.checkRule(r); err != nil {
			return fmt.Errorf("root %d: %w", i+1, err)
		}
		if i > 0 && r.Rule == "" && r.Layout != Record {
			return fmt.Errorf("root %d: rule is missing: it says why a skill from here yields to an earlier one", i+1)
		}
	}
	for i, f := range h.Settings.Files {
		if err := checkTemplate(f.Path, h.placeholders(f.Each)...); err != nil {
			return fmt.Errorf("settings file %d: %w", i+1, err)
		}
	}
	for i, e := range h.Elsewhere {
		if err := checkTemplate(e.Path, h.placeholders(Parent)...); err != nil {
			return fmt.Errorf("elsewhere %d: %w", i+1, err)
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

// checkDirectory lets the default of a directory name others, but only such that
// name none themselves: nothing can go round.
func (h *Host) checkDirectory(d Directory) error {
	placeholders := []string{"{home}", "{cwd}"}
	for name, other := range h.Directories {
		if checkTemplate(other.Default, placeholders[:2]...) == nil {
			placeholders = append(placeholders, "{"+name+"}")
		}
	}
	return checkTemplate(d.Default, placeholders...)
}

func (h *Host) checkRule(r RootRule) error {
	pathless := r.Source == Bundled || r.Each == OfPlugins
	switch {
	case !slices.Contains([]Source{Managed, User, Project, Nested, AddDir, Plugin, Command, Bundled}, r.Source):
		return fmt.Errorf("unknown source %q", r.Source)
	case !slices.Contains([]Layout{SkillFolders, CommandFiles, Record}, r.Layout):
		return fmt.Errorf("layout %q is none of skills, commands, record", r.Layout)
	case !slices.Contains([]Each{Once, Parent, Main, Added, Below, OfPlugins}, r.Each):
		return fmt.Errorf("each %q is none of parent, main-checkout, added, below, plugin", r.Each)
	case (r.Path == "") != pathless:
		return errors.New("every root but bundled and those of plugins needs a path")
	case r.Each != Once && r.Each != Main && r.Nearest == "":
		return errors.New("nearest is missing: it says which of several such roots comes first")
	}
	return checkTemplate(r.Path, h.placeholders(r.Each)...)
}

// placeholders gives what a path for each of something may name.
func (h *Host) placeholders(each Each) []string {
	names := []string{"{home}", "{cwd}", "{repository}"}
	for name := range h.Directories {
		names = append(names, "{"+name+"}")
	}
	switch each {
	case Parent, Main, Below:
		names = append(names, "{dir}")
	case Added:
		names = append(names, "{added}")
	}
	return names
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
