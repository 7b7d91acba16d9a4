package skill

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"knack/pattern"
)

// A plugin is one that the record names, or one that lies in a skills folder.
type plugin struct {
	id   string // NAME@MARKETPLACE
	dir  string
	data string // the folder for its data
	note string // for its roots
	off  string // why it isn't loaded, "" when it is
	// recorded: the record names it; it doesn't lie in a skills folder.
	recorded bool
	manifest
}

// A pluginPlace is where a plugin is and where it keeps its data; both "" for what
// belongs to no plugin.
type pluginPlace struct{ dir, data string }

// A manifest is what a plugin says about itself, as far as skills go.
type manifest struct {
	name, version string
	// skills and commands are paths below the plugin. That there are none differs
	// from that nothing is said.
	skills, commands       []string
	hasSkills, hasCommands bool
	// onlySkills: skills replaces the plugin's own folder instead of adding to it.
	onlySkills     bool
	defaultEnabled *bool
}

// An install is one entry of the record: a plugin may have one for each scope.
type install struct {
	Scope       string `json:"scope"`
	InstallPath string `json:"installPath"`
	Version     string `json:"version"`
	ProjectPath string `json:"projectPath"`
}

// scanRecord reads the record of installed plugins and puts their roots behind the
// one that is read.
func (s *scanner) scanRecord() {
	var plugins []plugin
	if s.open() {
		plugins = s.installedPlugins()
	}
	plugins = append(plugins, s.inPlace...)
	slices.SortFunc(plugins, func(a, b plugin) int {
		return cmp.Or(strings.Compare(a.id, b.id), strings.Compare(a.dir, b.dir))
	})
	s.missingPlugins(plugins)
	off := 0
	for i := range plugins {
		p := &plugins[i]
		p.data = filepath.Join(s.root.Dir, s.host.Plugins.Data, unusual().ReplaceAllString(p.id, "-"))
		if p.off = cmp.Or(s.root.Off, p.off); p.off != "" {
			off++
		}
	}
	if len(plugins) > 0 {
		s.root.Note = Counted(len(plugins), "plugin")
	}
	if off > 0 {
		s.root.Note += ", " + strconv.Itoa(off) + " of them off"
	}
	if seeds := s.host.Plugins.Seeds; s.env.getenv(seeds) != "" {
		s.problem(Problem{Code: "plugin-seeds", Severity: Note, Path: s.root.Dir,
			Message: "may not be all: " + seeds + " names further folders of plugins, and knack doesn't look there"})
	}
	var roots []Root
	for _, rule := range s.host.Places {
		if rule.Each != OfPlugins {
			continue
		}
		for _, p := range plugins {
			if rule.Layout == CommandFiles {
				roots = append(roots, s.commandRoots(rule, p)...)
			} else {
				roots = append(roots, s.skillRoots(rule, p)...)
			}
		}
	}
	s.insert(roots)
}

// installedPlugins gives the plugins of the record and says which copies in the
// cache it doesn't name.
func (s *scanner) installedPlugins() []plugin {
	path := filepath.Join(s.root.Dir, s.host.Plugins.Record)
	s.look(path, whole)
	var record struct {
		Plugins map[string]json.RawMessage `json:"plugins"`
	}
	if p, _ := readJSON(path, &record); p != nil {
		s.problem(*p)
	}
	var plugins []plugin
	named := map[string][]install{}
	for _, id := range slices.Sorted(maps.Keys(record.Plugins)) {
		entries, ok := parseInstalls(record.Plugins[id])
		if !ok {
			s.problem(badValue(path, "what it says of "+id+" can't be read; the plugin is left out"))
			continue
		}
		named[id] = entries
		if p, ok := s.chooseInstall(path, id, entries); ok {
			plugins = append(plugins, p)
		}
	}
	s.staleCopies(named)
	return plugins
}

// parseInstalls reads what the record says of one plugin: a list since its version
// 2, a single entry before.
func parseInstalls(raw json.RawMessage) ([]install, bool) {
	var entries []install
	if json.Unmarshal(raw, &entries) == nil {
		return entries, len(entries) > 0
	}
	var one install
	if json.Unmarshal(raw, &one) != nil || one == (install{}) {
		return nil, false
	}
	return []install{one}, true
}

// installScopes stand with the closest first. An entry without a known scope comes
// last.
var installScopes = []string{"managed", "local", "project", "user"}

// chooseInstall finds the entry of a plugin that counts here: the one of the
// closest scope whose project this is and whose folder exists. Without any that
// counts here the first one is taken, and the plugin is off.
func (s *scanner) chooseInstall(record, id string, entries []install) (plugin, bool) {
	order := slices.Clone(entries)
	rank := func(e install) int {
		if i := slices.Index(installScopes, e.Scope); i >= 0 {
			return i
		}
		return len(installScopes)
	}
	slices.SortStableFunc(order, func(a, b install) int { return rank(a) - rank(b) })
	var chosen *install
	off := ""
	for i := range order {
		e := &order[i]
		if filepath.IsAbs(e.InstallPath) {
			s.look(e.InstallPath, presence)
		}
		if !s.applies(*e) {
			if chosen == nil && filepath.IsAbs(e.InstallPath) && isFolder(e.InstallPath) {
				chosen, off = e, id+" is installed for "+e.ProjectPath+" only"
			}
		} else if s.usable(record, id, *e) {
			chosen, off = e, ""
			break
		}
	}
	if chosen == nil {
		return plugin{}, false
	}
	name, market, _ := strings.Cut(id, "@")
	p := plugin{id: id, dir: filepath.Clean(chosen.InstallPath), off: off, recorded: true}
	p.manifest = s.manifest(p.dir, name, market)
	p.note = "plugin " + strings.TrimSpace(id+" "+cmp.Or(chosen.Version, p.version))
	p.off = cmp.Or(p.off, s.pluginOff(p))
	return p, true
}

// applies tells whether an entry counts where we are.
func (s *scanner) applies(e install) bool {
	if e.ProjectPath == "" {
		return true
	}
	if e.Scope != "project" && e.Scope != "local" {
		return true
	}
	return within(realPath(s.env.Cwd), realPath(e.ProjectPath))
}

// realPath follows all links of a path as far as it exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// usable tells whether an entry leads to a folder, and says so when not.
func (s *scanner) usable(record, id string, e install) bool {
	switch {
	case e.InstallPath == "":
		s.problem(badValue(record, "doesn't say where "+id+" is installed"))
		return false
	case !filepath.IsAbs(e.InstallPath):
		s.problem(badValue(record, "names a path of "+id+" that doesn't start at the top: "+e.InstallPath))
		return false
	}
	info, err := os.Stat(e.InstallPath)
	if err == nil && info.IsDir() {
		return true
	}
	p := Problem{Code: "plugin-missing", Severity: Warning, Path: filepath.Clean(e.InstallPath),
		Message: id + " should be here, says " + record + ", and is not", Hint: "install it again, or take it out"}
	switch {
	case err == nil:
		p.Message = id + " should be here, says " + record + ", and this is a file"
	case !isNotThere(err):
		p.Message = id + " " + fileProblem(e.InstallPath, err).Message
	}
	s.problem(p)
	s.root.near = append(s.root.near, nearMiss{[]string{id, pluginName(id)}, p})
	return false
}

// pluginName is the id of a plugin without its marketplace.
func pluginName(id string) string {
	name, _, _ := strings.Cut(id, "@")
	return name
}

// pluginOff says why a plugin is off.
func (s *scanner) pluginOff(p plugin) string {
	on, from := s.settings.plugin(p.id)
	switch {
	case from != "" && !on:
		return p.id + " is switched off in " + from
	case from == "" && p.defaultEnabled != nil && !*p.defaultEnabled:
		return p.id + " is off unless the settings switch it on: its manifest says so (defaultEnabled)"
	}
	return ""
}

// missingPlugins names what the settings switch on and nobody installed.
func (s *scanner) missingPlugins(plugins []plugin) {
	for _, id := range s.settings.enabledPlugins() {
		if slices.ContainsFunc(plugins, func(p plugin) bool { return p.id == id }) {
			continue
		}
		_, from := s.settings.plugin(id)
		p := Problem{Code: "plugin-missing", Severity: Warning, Path: from,
			Message: "switches on " + id + ", which is not installed here", Hint: "install it with /plugin, or take it out"}
		if slices.ContainsFunc(s.root.near, func(n nearMiss) bool { return n.names[0] == id }) {
			continue // its folder is missing, which is said
		}
		s.problem(p)
		s.root.near = append(s.root.near, nearMiss{[]string{id, pluginName(id)}, p})
	}
}

// addInPlace remembers a plugin that lies in a skills folder.
func (s *scanner) addInPlace(folder string) {
	dir := filepath.Join(s.root.Dir, folder)
	p := plugin{dir: dir, manifest: s.manifest(dir, folder, "")}
	p.id = p.name + "@" + s.host.Plugins.InPlace
	p.note = "plugin " + p.id + ", in the " + string(s.root.Source) + " skills folder"
	if s.root.Source == Project {
		p.note += "; loads once the folder is trusted"
	}
	p.off = cmp.Or(s.root.Off, s.pluginOff(p))
	s.inPlace = append(s.inPlace, p)
}

// manifest reads what a plugin and its marketplace say of it. name stands in for
// a name the manifest doesn't give.
func (s *scanner) manifest(dir, name, market string) manifest {
	m := manifest{name: name}
	path := filepath.Join(dir, s.host.Plugins.Manifest)
	s.look(path, whole)
	var own map[string]json.RawMessage
	if p, _ := readJSON(path, &own); p != nil {
		s.problem(*p)
	}
	s.takeFields(&m, path, own)
	if entry, path := s.marketEntry(market, name); entry != nil {
		fromEntry := m
		fromEntry.hasSkills = false
		s.takeFields(&fromEntry, path, entry)
		m.commands, m.hasCommands, m.defaultEnabled = fromEntry.commands, fromEntry.hasCommands, fromEntry.defaultEnabled
		if fromEntry.hasSkills {
			m.skills, m.hasSkills = append(m.skills, fromEntry.skills...), true
			source := string(entry["source"])
			m.onlySkills = source == `"./"` || source == `"."`
		}
	}
	return m
}

// takeFields reads the fields of a manifest that are of the right kind and says
// which are not.
func (s *scanner) takeFields(m *manifest, path string, fields map[string]json.RawMessage) {
	take := func(key string, into any) bool {
		raw, ok := fields[key]
		if !ok || string(raw) == "null" {
			return false
		}
		if json.Unmarshal(raw, into) == nil {
			return true
		}
		s.problem(badValue(path, "`"+key+"` is not what it should be; it is left out"))
		return false
	}
	var name string
	if take("name", &name) && name != "" && m.version == "" && len(fields["source"]) == 0 {
		m.name = name
	}
	take("version", &m.version)
	take("defaultEnabled", &m.defaultEnabled)
	var paths oneOrMore
	if take("skills", &paths) {
		m.skills, m.hasSkills = paths, true
	}
	paths = nil
	if take("commands", &paths) {
		m.commands, m.hasCommands = paths, true
	}
}

// oneOrMore is a path or a list of paths.
type oneOrMore []string

func (o *oneOrMore) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*o = oneOrMore{one}
		return nil
	}
	var more []string
	if err := json.Unmarshal(data, &more); err != nil {
		return err
	}
	*o = more
	return nil
}

// marketEntry gives what a marketplace says of a plugin, and the file it is from.
func (s *scanner) marketEntry(market, name string) (entry map[string]json.RawMessage, path string) {
	if !filepath.IsLocal(market) || strings.ContainsAny(market, `/\`) || s.host.Plugins.Marketplace == "" {
		return nil, ""
	}
	path = filepath.Join(s.root.Dir, strings.ReplaceAll(s.host.Plugins.Marketplace, "{name}", market))
	entries, read := s.markets[path]
	if !read {
		s.look(path, whole)
		var list struct {
			Plugins []map[string]json.RawMessage `json:"plugins"`
		}
		if p, _ := readJSON(path, &list); p != nil {
			s.problem(*p)
		}
		entries = list.Plugins
		s.markets[path] = entries
	}
	for _, e := range entries {
		var called string
		if json.Unmarshal(e["name"], &called) == nil && called == name {
			return e, path
		}
	}
	return nil, path
}

// pluginRoot is a root of a plugin.
func (p *plugin) root(rule RootRule, layout Layout, dir string) Root {
	rule.Layout = layout
	return Root{RootRule: rule, Dir: dir, Plugin: p.id, Off: p.off, Note: p.note, namespace: p.name, plugin: pluginPlace{p.dir, p.data}}
}

// skillRoots gives the places a plugin has skills in.
func (s *scanner) skillRoots(rule RootRule, p plugin) []Root {
	var roots []Root
	usual := filepath.Join(p.dir, "skills")
	s.look(usual, presence)
	s.look(filepath.Join(p.dir, "SKILL.md"), presence)
	hasUsual := isFolder(usual)
	if hasUsual && !p.onlySkills {
		roots = append(roots, p.root(rule, SkillFolders, usual))
	}
	for _, path := range p.skills {
		dir, ok := s.component(p, "skills", path)
		switch {
		case !ok:
		case exists(filepath.Join(dir, "SKILL.md")):
			roots = append(roots, p.root(rule, OneSkill, dir))
		case !isFolder(dir):
			s.problem(Problem{Code: "not-a-directory", Severity: Warning, Path: dir, Message: "is a file, and " + p.id + " names it as a folder of skills"})
		case dir != usual || p.onlySkills:
			roots = append(roots, p.root(rule, SkillFolders, dir))
		}
	}
	if !hasUsual && !p.hasSkills && exists(filepath.Join(p.dir, "SKILL.md")) {
		r := p.root(rule, OneSkill, p.dir)
		r.versioned = p.recorded
		roots = append(roots, r)
	}
	return roots
}

// commandRoots gives the places a plugin has commands in.
func (s *scanner) commandRoots(rule RootRule, p plugin) []Root {
	usual := filepath.Join(p.dir, "commands")
	s.look(usual, presence)
	if !p.hasCommands {
		if isFolder(usual) {
			return []Root{p.root(rule, CommandFiles, usual)}
		}
		return nil
	}
	var roots []Root
	for _, path := range p.commands {
		file, ok := s.component(p, "commands", path)
		switch {
		case !ok:
		case isFolder(file):
			roots = append(roots, p.root(rule, CommandFiles, file))
		default:
			r := p.root(rule, OneCommand, filepath.Dir(file))
			r.only = filepath.Base(file)
			roots = append(roots, r)
		}
	}
	return roots
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// component gives the place of a path in a manifest. One that is missing or leads
// out of the plugin is not read.
func (s *scanner) component(p plugin, key, path string) (string, bool) {
	bad := func(code, message string) (string, bool) {
		s.problem(Problem{Code: code, Severity: Warning, Path: filepath.Join(p.dir, s.host.Plugins.Manifest), Message: "`" + key + "` of " + p.id + " names " + path + ", " + message})
		return "", false
	}
	local, ok := strings.CutPrefix(path, "./")
	local = filepath.FromSlash(cmp.Or(local, "."))
	if !ok || !filepath.IsLocal(local) {
		return bad("bad-path", "which is no path below the plugin that starts with ./")
	}
	full := filepath.Join(p.dir, local)
	s.look(full, presence)
	if _, err := os.Stat(full); err != nil {
		return bad("path-missing", "which is not there")
	}
	if !within(realPath(full), realPath(p.dir)) {
		return bad("bad-path", "which leads out of the plugin")
	}
	return full, true
}

// scanOneSkill reads a folder that is a skill itself.
func (s *scanner) scanOneSkill() {
	k := s.newSkill(filepath.Base(s.root.Dir), "SKILL.md")
	f, err := readFile(k.Path)
	if err != nil {
		f.stamp = stampOf(k.Path)
		k.breakBy(fileProblem(k.Path, err))
	} else {
		k.fill(f, s.host)
	}
	if err == nil && k.Name == "" && s.root.versioned {
		k.Problems = append(k.Problems, Problem{Code: "no-name", Severity: Warning,
			Message: "without a `name` it is called after its folder, and that is called after the version", Hint: "give it a name"})
	}
	k.resolve(f.linked)
	s.trail = append(s.trail, followed(k, f.stamp)...)
	s.send([]*Skill{k})
}

// scanOneCommand reads the one file of a root.
func (s *scanner) scanOneCommand() {
	if filepath.Ext(s.root.only) != ".md" {
		s.problem(Problem{Code: "file-name", Severity: Warning, Path: filepath.Join(s.root.Dir, s.root.only),
			Message: "is no folder and doesn't end in .md, as the file of a command must", Hint: "rename it"})
		return
	}
	read := s.commandFile(walkedFile{rel: s.root.only})
	s.trail = append(s.trail, read.trail...)
	if read.skill != nil {
		s.send([]*Skill{read.skill})
	}
}

// staleCopies names the copies in the cache that are not loaded: CACHE/MARKET/
// PLUGIN/VERSION where no entry of the record leads to. Each counts once, and
// whoever asks for one of its skills is told of it.
func (s *scanner) staleCopies(named map[string][]install) {
	used := map[string]bool{}
	for _, entries := range named {
		for _, e := range entries {
			used[realPath(e.InstallPath)] = true
		}
	}
	cache := filepath.Join(s.root.Dir, s.host.Plugins.Cache)
	for _, market := range s.listFolders(cache) {
		for _, name := range s.listFolders(filepath.Join(cache, market)) {
			for _, version := range s.listFolders(filepath.Join(cache, market, name)) {
				if dir := filepath.Join(cache, market, name, version); !used[realPath(dir)] {
					s.staleCopy(dir, name, version, named[name+"@"+market], name+"@"+market)
				}
			}
		}
	}
}

// listFolders lists the folders in a folder and leaves a trace.
func (s *scanner) listFolders(dir string) []string {
	s.look(dir, whole)
	return foldersIn(dir)
}

// foldersIn lists the folders in a folder. What can't be listed has none: nothing
// in there would be loaded.
func foldersIn(dir string) []string {
	entries, err := readSome(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 && isFolder(filepath.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names
}

func (s *scanner) staleCopy(dir, name, version string, loaded []install, id string) {
	why := s.host.Plugins.Record + " doesn't name " + id
	hint := "install it with /plugin"
	if len(loaded) > 0 {
		why = s.host.Plugins.Record + " names " + cmp.Or(loaded[0].Version, loaded[0].InstallPath)
		hint = "look at the copy that is loaded, or update the plugin"
	}
	count := 0
	miss := func(path, skill string) {
		count++
		s.root.near = append(s.root.near, nearMiss{[]string{skill, name + ":" + skill}, Problem{
			Code: "stale-copy", Severity: Warning, Path: path,
			Message: "is not loaded: it belongs to version " + version + " of " + id + ", and " + why, Hint: hint,
		}})
	}
	for _, skill := range foldersIn(filepath.Join(dir, "skills")) {
		if path := filepath.Join(dir, "skills", skill, "SKILL.md"); exists(path) {
			miss(path, skill)
		}
	}
	if path := filepath.Join(dir, "SKILL.md"); count == 0 && exists(path) {
		miss(path, name)
	}
	if commands, err := readSome(filepath.Join(dir, "commands")); err == nil {
		for _, e := range commands {
			if stem, ok := strings.CutSuffix(e.Name(), ".md"); ok {
				miss(filepath.Join(dir, "commands", e.Name()), stem)
			}
		}
	}
	if count > 0 {
		s.problem(Problem{Code: "stale-copy", Severity: Note, Path: dir,
			Message: fmt.Sprintf("is a copy of %s with %s; not loaded: %s", id, Counted(count, "skill"), why)})
	}
}

// unusual are the characters that the name of a folder for data doesn't have.
var unusual = pattern.Lazy("[^A-Za-z0-9_-]")
