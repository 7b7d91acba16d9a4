package skill

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Root is one concrete place that was, or would be, looked at.
type Root struct {
	RootRule
	// Rank is its place in the host's order; 0 comes first.
	Rank int
	// Dir is the directory as the rule names it, "" for bundled. RealDir is the
	// directory behind all links, once it was read.
	Dir, RealDir string
	// Note says why this root is here or is the only one of its kind; often "".
	Note string
	// Off says why nothing below this root is loaded, "" when it is. It is read all
	// the same: what is there is disabled.
	Off string
	// Plugin is the id of the plugin whose root this is, NAME@MARKETPLACE; "" for
	// every other root.
	Plugin string
	// Below is, for a nested root, the folder below the working directory whose
	// files have to be touched, with slashes; "" for every other root.
	Below string

	// Outcome is what happened when it was read.
	Outcome Outcome
	// SameAs is the Dir of an earlier root that turned out to be this directory.
	SameAs string
	// Found counts the skills found here, whatever became of them: a file that was
	// also found elsewhere counts in both roots.
	Found int
	// Problems are near misses and what could not be read. They name their entry.
	Problems []Problem

	// near are further near misses, too many to be listed: they are for whoever asks
	// for them by name.
	near []nearMiss
	// elsewhere are the folders people mistake for this one.
	elsewhere []string
	// namespace stands before the names of a plugin's skills, only is the one
	// command file of a root with the layout OneCommand.
	namespace, only string
	// plugin is where the plugin of the root is.
	plugin pluginPlace
	// versioned: the folder of a skill is called after a version of its plugin.
	versioned bool
	// builtinOff is the settings file that switches off what the host brings along.
	builtinOff string
}

// A nearMiss is a file that is not loaded, and the names somebody may ask for it by.
type nearMiss struct {
	names []string
	Problem
}

// Outcome is what became of looking at a root.
type Outcome string

const (
	// Pending: not read yet, or not to the end.
	Pending Outcome = ""
	// Read: looked at, whole.
	Read Outcome = "read"
	// Missing: there is no such directory, which is normal.
	Missing Outcome = "missing"
	// Same: an earlier root is the same directory and was read instead.
	Same Outcome = "same"
	// Denied: the system refused to list it.
	Denied Outcome = "denied"
	// Failed: it is not a directory, or could not be read for another reason.
	Failed Outcome = "failed"
	// Partial: reading stopped at a limit.
	Partial Outcome = "partial"
)

// Label names the root for people: its source, and for commands whose they are.
func (r *Root) Label() string {
	switch {
	case r.Scope == "":
		return string(r.Source)
	case r.Source == Command:
		return r.Scope + " " + string(r.Source) + "s"
	}
	return r.Scope
}

// regard says what of the root's own folder decides about what is found in it.
func (l Layout) regard() regard {
	switch l {
	case OneSkill, OneCommand, Tree: // single files, or folders with traces of their own
		return presence
	}
	return whole
}

// Roots gives the places the host looks at, in rank order, without touching any
// of them but for finding the repository's root. Reading the record of plugins and
// the folders below the working directory leads to more of them.
func (h *Host) Roots(env Env) []Root {
	at := placeOf(env.Cwd)
	var roots []Root
	mistaken := map[string]bool{} // what is elsewhere is told once for each source
	add := func(rule RootRule, note string, pairs ...string) {
		r := Root{RootRule: rule, Rank: len(roots), Note: rule.remarks(note)}
		if rule.Path != "" {
			r.Dir = h.expand(rule.Path, env, at, pairs...)
		}
		if env.getenv(rule.OffBy) != "" {
			r.Off = rule.OffBy + " is set"
		}
		if env.getenv(h.OnlyAddedBy) != "" && rule.Each != Added && rule.Source != Bundled {
			r.Off = h.OnlyAddedBy + " is set, so only added directories count"
		}
		if rule.Layout == SkillFolders && rule.Scope == "" && rule.Each != Main {
			for _, dir := range h.elsewhere(rule.Source, env, at, pairs...) {
				if key := string(rule.Source) + ":" + dir; !mistaken[key] {
					mistaken[key] = true
					r.elsewhere = append(r.elsewhere, dir)
				}
			}
		}
		roots = append(roots, r)
	}
	for _, rule := range h.Places {
		switch rule.Each {
		case Parent:
			note := ""
			if !at.inRepository {
				note = "not inside a repository, so parent folders are not looked at"
			}
			for _, dir := range h.inOrder(at.parents) {
				add(rule, note, "{dir}", dir)
			}
		case Main:
			if main, ok := mainCheckout(at.repository); ok {
				add(rule, "the main checkout of this worktree", "{dir}", main)
			}
		case Added:
			for _, dir := range h.inOrder(env.AddDirs) {
				add(rule, "", "{added}", dir)
			}
		case Listed:
			for _, dir := range h.inOrder(listed(env.getenv(rule.List))) {
				add(rule, "named in "+rule.List, "{listed}", dir)
			}
		case Below:
			rule.Layout, rule.Path = Tree, "{cwd}"
			add(rule, "")
		case OfPlugins: // the record leads to these
		default:
			add(rule, h.movedBy(rule.Path, env))
		}
	}
	return roots
}

// inOrder gives directories in rank order: where the last one wins, the last first.
func (h *Host) inOrder(dirs []string) []string {
	if h.SameNames != LastWins {
		return dirs
	}
	turned := slices.Clone(dirs)
	slices.Reverse(turned)
	return turned
}

// listed gives the directories that stand in a variable with commas between them.
func listed(value string) []string {
	dirs := strings.Split(value, ",")
	for i, dir := range dirs {
		dirs[i] = strings.TrimSpace(dir)
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == "" })
}

// remarks joins what is to be said of a root with what its rule says of all such
// roots.
func (r *RootRule) remarks(note string) string {
	notes := []string{note, r.Trust, ""}
	if r.Unverified != "" {
		notes[2] = "unverified: " + r.Unverified
	}
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
}

// elsewhere gives the folders that people mistake for a root of that source.
func (h *Host) elsewhere(source Source, env Env, at place, pairs ...string) []string {
	var dirs []string
	for _, e := range h.Elsewhere {
		if e.Source == source {
			dirs = append(dirs, h.expand(e.Path, env, at, pairs...))
		}
	}
	return dirs
}

// A place is where the working directory stands.
type place struct {
	// parents are the working directory and those above it up to the repository's
	// root, nearest first. Outside a repository only the working directory counts.
	parents      []string
	inRepository bool
	// repository is the last of the parents.
	repository string
}

// expand fills in a path template; the pairs are further placeholders and values.
// A template that needs a directory nobody knows gives "". Values are taken as
// they are: a brace in somebody's directory name is no placeholder.
func (h *Host) expand(template string, env Env, at place, pairs ...string) string {
	pairs = append(pairs, "{home}", env.Home, "{cwd}", env.Cwd, "{repository}", at.repository)
	if env.Home == "" && strings.Contains(template, "{home}") {
		return ""
	}
	for name := range h.Directories {
		placeholder := "{" + name + "}"
		if !strings.Contains(template, placeholder) {
			continue
		}
		dir := h.directory(name, env, at)
		if dir == "" {
			return ""
		}
		pairs = append(pairs, placeholder, dir)
	}
	dir := filepath.FromSlash(strings.NewReplacer(pairs...).Replace(template))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(env.Cwd, dir)
	}
	return filepath.Clean(dir)
}

// directory gives a directory of the host by its name, "" when nobody knows it.
func (h *Host) directory(name string, env Env, at place) string {
	d := h.Directories[name]
	switch moved := env.getenv(d.Env); {
	case env.Directories[name] != "":
		return env.Directories[name]
	case moved != "":
		return moved
	case d.Systems[env.system()] != "":
		return d.Systems[env.system()]
	case d.Default == "":
		return ""
	}
	return h.expand(d.Default, env, at)
}

// movedBy notes that a variable says where the directory of a template is.
func (h *Host) movedBy(template string, env Env) string {
	for name, d := range h.Directories {
		if strings.Contains(template, "{"+name+"}") && env.Directories[name] == "" && env.getenv(d.Env) != "" {
			return "moved by " + d.Env
		}
	}
	return ""
}

// placeOf finds the parents of cwd up to the folder that holds .git. A .git file
// counts as well: it marks the root of a worktree or a submodule.
func placeOf(cwd string) place {
	var parents []string
	for dir := cwd; ; dir = filepath.Dir(dir) {
		parents = append(parents, dir)
		if exists(filepath.Join(dir, ".git")) {
			return place{parents, true, dir}
		}
		if dir == filepath.Dir(dir) {
			return place{[]string{cwd}, false, cwd}
		}
	}
}

// mainCheckout gives the main checkout of a linked worktree. Both have to name each
// other, as git demands it as well: a .git file that somebody made up leads nowhere.
func mainCheckout(worktree string) (dir string, linked bool) {
	gitFile := filepath.Join(worktree, ".git")
	text, ok := readLine(gitFile)
	if !ok {
		return "", false
	}
	gitDir, ok := strings.CutPrefix(text, "gitdir: ")
	if !ok {
		return "", false
	}
	if !filepath.IsAbs(gitDir) {
		gitDir = filepath.Join(worktree, gitDir)
	}
	worktrees := filepath.Dir(filepath.Clean(gitDir))
	common := filepath.Dir(worktrees)
	if filepath.Base(worktrees) != "worktrees" || filepath.Base(common) != ".git" {
		return "", false
	}
	back, ok := readLine(filepath.Join(gitDir, "gitdir"))
	if !ok {
		return "", false
	}
	if !filepath.IsAbs(back) {
		back = filepath.Join(gitDir, back)
	}
	return filepath.Dir(common), sameFile(back, gitFile)
}

// readLine reads a file of one line.
func readLine(path string) (line string, ok bool) {
	f, err := readFile(path)
	if err != nil {
		return "", false
	}
	defer f.release()
	line = strings.TrimRight(string(f.data), "\r\n")
	return line, !strings.ContainsAny(line, "\n\x00")
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
