package skill

import (
	"slices"
	"strings"

	"knack/render"
)

// DefaultHost is the host whose rules apply unless another is asked for.
const DefaultHost = "claude-code"

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
	// Unverified lists what is in this file and not known for certain, a sentence each.
	Unverified []string `yaml:"unverified"`

	Directories map[string]Directory `yaml:"directories"`
	// Places say where roots are; they stand in rank order.
	Places []RootRule `yaml:"roots"`
	// Elsewhere names folders that people put skills in and this host never looks at.
	Elsewhere []Elsewhere `yaml:"elsewhere"`
	// Reserved is a folder name that is no skill in any skills folder, in whatever
	// case; "" for none.
	Reserved string `yaml:"reserved"`
	// Skip are patterns of folder names that are not looked into, in roots deeper
	// than one folder.
	Skip []string `yaml:"skip"`
	// Identity says what a skill is called by; NameReplaces are the characters that
	// become a dash in a name that is an id.
	Identity     Identity `yaml:"identity"`
	NameReplaces string   `yaml:"name-replaces"`
	// IgnoreCase: whoever asks for a skill by name may write it in any case.
	IgnoreCase bool `yaml:"ignore-case"`
	// OnlyAddedBy is an environment variable with which nothing is loaded but what
	// directories given with --add-dir hold; "" for none.
	OnlyAddedBy string `yaml:"only-added-by"`
	// SameNames says what becomes of two skills with one id.
	SameNames SameNames `yaml:"same-names"`
	// Frontmatter says what is read of a file, and when the file is dropped.
	Frontmatter Reading `yaml:"frontmatter"`

	Settings Settings `yaml:"settings"`
	Plugins  Plugins  `yaml:"plugins"`
	Builtin  Builtin  `yaml:"builtin"`
	// CommandIDs is "folder:name" where a command in a sub-folder carries the
	// folder in its id, "name" where it does not.
	CommandIDs string `yaml:"command-ids"`
	// Variables gives the meaning of each ${NAME} the host fills in: "skill-dir",
	// "project-dir", "plugin-dir" and "plugin-data" (the plugin's folder and the one for
	// its data), or "session" for what only a running session knows.
	Variables map[string]string `yaml:"variables"`
	// Listing says what the model is told of skills before any is called; nil: that is
	// not known.
	Listing *ListingRules `yaml:"listing"`
	// Compaction is what survives of skills when a conversation is shortened; nil: that is
	// not known.
	Compaction *Compaction `yaml:"compaction"`
	// Telling is when the model is told of the skills again; nil: that is not known.
	Telling *Telling `yaml:"telling"`
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
	// Data is the folder, below the directory of the plugins root, with one for the
	// data of each plugin.
	Data string `yaml:"data"`
	// InPlace stands for the marketplace of a plugin that lies in a skills folder.
	InPlace string `yaml:"in-place"`
	// Seeds is an environment variable that names further folders of plugins. They
	// are not looked at; where it is set the plugins root says so.
	Seeds string `yaml:"seeds"`
}

// Builtin names what the host has of its own. Of a skill of the same name the
// rule says who wins.
type Builtin struct {
	// First: the host's own skill wins, and another of its name is hidden.
	First       bool     `yaml:"first"`
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
	// List is the environment variable with the directories of the roots that are
	// each listed, with commas between them.
	List string `yaml:"list"`
	// Depth is how many folders below the root a SKILL.md may lie, 0 meaning 1; with
	// RootSkill the root itself may hold one.
	Depth     int  `yaml:"depth"`
	RootSkill bool `yaml:"root-skill"`
	// Links says which links below the root are followed.
	Links Links `yaml:"links"`
	// Trust says what the host asks for before it loads anything from here, and
	// Unverified what of this place is not known for certain; both "" for nothing.
	Trust      string `yaml:"trust"`
	Unverified string `yaml:"unverified"`
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
	// Plain: in a body from here commands stay text, and of the variables only the
	// skill's folder is filled in.
	Plain bool `yaml:"plain"`
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
	// Listed: one for every directory that an environment variable lists.
	Listed Each = "listed"
)

// Links says which links are followed.
type Links string

const (
	// AllLinks: to folders and to files. So does "".
	AllLinks Links = "all"
	// FolderLinks: to folders, and no SKILL.md that is a link itself.
	FolderLinks Links = "folders"
	// NoLinks: none.
	NoLinks Links = "none"
)

// Identity is what a skill is called by. What a plugin's skill is called by is
// part of the plugins' rules.
type Identity string

const (
	// ByDirectory: its folder; the name in its frontmatter is a label. So is "".
	ByDirectory Identity = "directory"
	// ByName: the name in its frontmatter, without which it is dropped.
	ByName Identity = "name"
	// ByNameElseDirectory: the name in its frontmatter, or its folder where there is
	// none.
	ByNameElseDirectory Identity = "name-else-directory"
)

// SameNames is what becomes of several skills with one id.
type SameNames string

const (
	// HideLater: the one of the earlier root wins, and hides the others. So does "".
	HideLater SameNames = "hide"
	// KeepBoth: none hides another, and each can be called.
	KeepBoth SameNames = "keep-both"
	// LastWins: the roots stand in the order in which the host reads them, and the
	// one that is read last wins. In Places they are turned round.
	LastWins SameNames = "last-wins"
)

// AsSent is a prompt with what the host puts before it.
func (h *Host) AsSent(k *Skill, prompt string) string {
	if k.Dir == "" {
		return prompt
	}
	return strings.ReplaceAll(h.Wrapper, "{dir}", k.Dir) + prompt
}

// EnvNames gives the environment variables that the host's rules depend on, in
// alphabetical order.
func (h *Host) EnvNames() []string {
	names := []string{h.OnlyAddedBy, h.Plugins.Seeds}
	for _, d := range h.Directories {
		names = append(names, d.Env)
	}
	for _, r := range h.Places {
		names = append(names, r.List, r.OffBy)
	}
	if h.Listing != nil {
		names = append(names, h.Listing.Budget.Env)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// Values gives the values of the host's ${NAME} for a skill, where it would be
// started in cwd. What only a running session knows has none, nor has the folder of a
// skill without one: those stay as written.
func (h *Host) Values(k *Skill, cwd string) map[string]string {
	values, treated := make(map[string]string, len(h.Variables)), k.treatment()
	for name, meaning := range h.Variables {
		value := ""
		switch meaning {
		case "skill-dir":
			value = k.Dir
		case "project-dir":
			value = cwd
		case "plugin-dir":
			value = treated.plugin.dir
		case "plugin-data":
			value = treated.plugin.data
		}
		if value != "" && (!treated.plain || meaning == "skill-dir") {
			values[name] = value
		}
	}
	return values
}

// Rules are those by which arguments get into a skill's body.
func (h *Host) Rules(k *Skill) render.Rules {
	rules := h.Substitution
	if k.treatment().plain {
		rules.Commands, rules.CommandBlocks = render.Nowhere, false
	}
	return rules
}
