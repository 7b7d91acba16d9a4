package skill

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"knack/pattern"
)

//go:embed hosts/*.yaml
var hostFiles embed.FS

// A HostDir is the folder with a person's own host files, NAME.yaml each; "" is none.
// Hosts that ship come first: a file there can't take the name of one.
type HostDir string

// ErrUnknownHost says that there is no host of a name.
var ErrUnknownHost = errors.New("unknown host")

// LoadHost reads the host of that name that ships with knack.
func LoadHost(name string) (*Host, error) { return HostDir("").Load(name) }

// HostNames lists the hosts that ship with knack, in alphabetical order.
func HostNames() []string {
	files, err := fs.Glob(hostFiles, "hosts/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(f, "hosts/"), ".yaml")
	}
	slices.Sort(files) // the ending took part in the order
	return files
}

// Load reads the host of that name.
func (d HostDir) Load(name string) (*Host, error) {
	path, text, err := d.Text(name)
	if err != nil {
		return nil, err
	}
	if path == "" {
		path = name + ".yaml"
	}
	return parseHost(path, text)
}

// Text gives the file of a host as it is written, and its path, "" for one that
// ships.
func (d HostDir) Text(name string) (path string, text []byte, err error) {
	ships := slices.Contains(HostNames(), name)
	own := slices.Contains(d.own(), name)
	path = filepath.Join(string(d), name+".yaml")
	switch {
	case ships && own:
		return "", nil, fmt.Errorf("%s takes the name of a host that ships with knack: call the file and its name something else", path)
	case ships:
		text, err = hostFiles.ReadFile("hosts/" + name + ".yaml")
		return "", text, err
	case !own:
		return "", nil, fmt.Errorf("%w %q; known: %s", ErrUnknownHost, name, strings.Join(d.Names(), ", "))
	}
	f, err := readFile(path)
	if err != nil {
		return path, nil, fmt.Errorf("%s %s", path, fileProblem(path, err).Message)
	}
	defer f.release()
	return path, slices.Clone(f.data), nil
}

// Names lists the hosts there are: those that ship, then the person's own, each in
// alphabetical order.
func (d HostDir) Names() []string {
	names := HostNames()
	for _, name := range d.own() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// own lists the person's own files without their ending.
func (d HostDir) own() []string {
	if d == "" {
		return nil
	}
	entries, err := readSome(string(d))
	if err != nil {
		return nil // most people have none
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && name != "" {
			names = append(names, name)
		}
	}
	return names
}

// parseHost decodes a host file. An unknown key is an error, so that a misspelt
// rule can't silently do nothing. Errors name the file and the line.
func parseHost(file string, data []byte) (*Host, error) {
	var h Host
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&h); err != nil {
		return nil, fmt.Errorf("reading host file %s: %s", file, yamlFault(err))
	}
	err := h.check()
	if name := strings.TrimSuffix(filepath.Base(file), ".yaml"); err == nil && h.Name != name {
		err = at(fmt.Errorf("name is %q, and the file is called %s.yaml: both have to be the same", h.Name, name), "name")
	}
	if err != nil {
		return nil, fmt.Errorf("reading host file %s: line %d: %w", file, lineOf(data, err), err)
	}
	h.Substitution.Variables = slices.Sorted(maps.Keys(h.Variables))
	h.Frontmatter.prepare()
	if h.SameNames == LastWins {
		slices.Reverse(h.Places)
	}
	return &h, nil
}

// yamlFault words an error of the YAML library for somebody who knows no Go.
func yamlFault(err error) string {
	var several *yaml.TypeError
	if !errors.As(err, &several) {
		return strings.TrimPrefix(err.Error(), "yaml: ")
	}
	first := several.Errors[0]
	if m := unknownKey().FindStringSubmatch(first); m != nil {
		return "line " + m[1] + ": unknown key " + m[2]
	}
	if m := wrongKind().FindStringSubmatch(first); m != nil {
		return "line " + m[1] + ": " + kindName(m[2]) + " stands where " + kindName(m[3]) + " is expected"
	}
	return first
}

var (
	unknownKey = pattern.Lazy(`^line (\d+): field (.+) not found in type`)
	wrongKind  = pattern.Lazy("^line (\\d+): cannot unmarshal (!!\\w+)[^`]*(?:`.*`)? into (\\S+)$")
)

// kindName names a tag of YAML or a type of Go.
func kindName(name string) string {
	kind, ok := tagKinds[name]
	if !ok {
		kind = kindsIn(reflect.TypeFor[Host](), map[string]reflect.Kind{})[name]
	}
	switch kind {
	case reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Float64:
		return "a number"
	case reflect.Map, reflect.Struct:
		return "keys with values"
	}
	return "a text"
}

var tagKinds = map[string]reflect.Kind{
	"!!seq": reflect.Slice, "!!map": reflect.Map, "!!bool": reflect.Bool, "!!int": reflect.Int, "!!float": reflect.Float64,
}

// kindsIn adds the types that a type is made of, by the names that the YAML library
// gives them.
func kindsIn(t reflect.Type, kinds map[string]reflect.Kind) map[string]reflect.Kind {
	kinds[t.String()] = t.Kind()
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		kindsIn(t.Elem(), kinds)
	case reflect.Struct:
		for f := range t.Fields() {
			kindsIn(f.Type, kinds)
		}
	}
	return kinds
}

// A fault is what is wrong with a host file, at a key or an item of it.
type fault struct {
	// path leads there from the top: keys, and the indexes of items.
	path []any
	error
}

func (f *fault) Unwrap() error { return f.error }

// at says where an error is; nil stays nil. What comes from below is already
// longer.
func at(err error, path ...any) error {
	var below *fault
	if errors.As(err, &below) {
		path = append(path, below.path...)
	}
	if err == nil {
		return nil
	}
	return &fault{path, err}
}

// lineOf gives the line of a host file that an error is about.
func lineOf(data []byte, err error) int {
	var f *fault
	var doc yaml.Node
	if !errors.As(err, &f) || yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return 1
	}
	node := doc.Content[0]
	line := node.Line
	for _, step := range f.path {
		key, next := child(node, step)
		if next == nil {
			break
		}
		node, line = next, key.Line
	}
	return line
}

// child gives the value of a key, or an item of a list, and the node where it
// begins.
func child(node *yaml.Node, step any) (begin, value *yaml.Node) {
	switch step := step.(type) {
	case int:
		if node.Kind == yaml.SequenceNode && step < len(node.Content) {
			return node.Content[step], node.Content[step]
		}
	case string:
		for i := 0; node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == step {
				return node.Content[i], node.Content[i+1]
			}
		}
	}
	return nil, nil
}

func (h *Host) check() error {
	if h.Name == "" || h.Title == "" || len(h.Places) == 0 {
		return errors.New("name, title and roots are required")
	}
	for _, check := range []func() error{
		h.checkDirectories, h.checkRoots, h.checkPaths, h.checkWords,
		func() error { return at(h.Frontmatter.check(h.Identity), "frontmatter") },
		func() error { return at(h.Listing.check(), "listing") },
		func() error { return at(h.Compaction.check(), "compaction") },
		func() error { return at(h.Telling.check(), "telling") },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	if err := h.Substitution.Check(); err != nil {
		key, _, _ := strings.Cut(err.Error(), ":")
		return at(fmt.Errorf("substitution: %w", err), "substitution", key)
	}
	return nil
}

func (h *Host) checkDirectories() error {
	for _, name := range slices.Sorted(maps.Keys(h.Directories)) {
		if err := h.checkDirectory(h.Directories[name]); err != nil {
			return at(fmt.Errorf("directory %s: %w", name, err), "directories", name)
		}
	}
	return nil
}

func (h *Host) checkRoots() error {
	last := len(h.Places) - 1
	first := 0
	if h.SameNames == LastWins {
		first, last = last, first
	}
	for i, r := range h.Places {
		err := h.checkRule(r)
		switch {
		case err != nil:
		case i != first && r.Rule == "" && r.Layout != Record && h.yields(r):
			err = errors.New("rule is missing: it says why a skill from here yields to one of another root")
		case r.Source == Bundled && i != last:
			err = errors.New("what ships with knack yields to everything: bundled has to be the last in rank")
		}
		if err != nil {
			return at(fmt.Errorf("root %d: %w", i+1, err), "roots", i)
		}
	}
	return nil
}

// checkPaths checks the paths that are no roots.
func (h *Host) checkPaths() error {
	for i, f := range h.Settings.Files {
		if err := checkTemplate(f.Path, h.placeholders(f.Each)...); err != nil {
			return at(fmt.Errorf("settings file %d: %w", i+1, err), "settings", "files", i, "path")
		}
	}
	for i, e := range h.Elsewhere {
		if err := checkTemplate(e.Path, h.placeholders(Parent)...); err != nil {
			return at(fmt.Errorf("elsewhere %d: %w", i+1, err), "elsewhere", i, "path")
		}
	}
	for i, pattern := range h.Skip {
		if _, err := path.Match(pattern, ""); err != nil || strings.ContainsAny(pattern, `/\`) {
			return at(fmt.Errorf("skip: %q is no pattern of a folder's name", pattern), "skip", i)
		}
	}
	return nil
}

// checkWords checks the keys whose value is one of a few words.
func (h *Host) checkWords() error {
	if err := oneOf("identity", h.Identity, ByDirectory, ByName, ByNameElseDirectory); err != nil {
		return err
	}
	if err := oneOf("same-names", h.SameNames, HideLater, KeepBoth, LastWins); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(h.Variables)) {
		if meaning := h.Variables[name]; !slices.Contains([]string{"skill-dir", "project-dir", "plugin-dir", "plugin-data", "session"}, meaning) {
			return at(fmt.Errorf("variable %s: unknown meaning %q; it is skill-dir, project-dir, plugin-dir, plugin-data or session", name, meaning), "variables", name)
		}
	}
	if !slices.Contains([]string{"folder:name", "name"}, h.CommandIDs) {
		return at(fmt.Errorf("command-ids %q is neither folder:name nor name", h.CommandIDs), "command-ids")
	}
	return nil
}

// oneOf wants one of a few words, or none.
func oneOf[T ~string](key string, value T, known ...T) error {
	if value == "" || slices.Contains(known, value) {
		return nil
	}
	words := make([]string, len(known))
	for i, word := range known {
		words[i] = string(word)
	}
	return at(fmt.Errorf("%s %q is none of %s", key, value, strings.Join(words, ", ")), key)
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
	return at(checkTemplate(d.Default, placeholders...), "default")
}

func (h *Host) checkRule(r RootRule) error {
	pathless := r.Source == Bundled || r.Each == OfPlugins
	switch {
	case !slices.Contains([]Source{Managed, User, Project, Nested, AddDir, Plugin, Command, Bundled}, r.Source):
		return at(fmt.Errorf("unknown source %q; it is managed, user, project, nested, add-dir, plugin, command or bundled", r.Source), "source")
	case !slices.Contains([]Layout{SkillFolders, CommandFiles, Record}, r.Layout):
		return at(fmt.Errorf("layout %q is none of skills, commands, record", r.Layout), "layout")
	case !slices.Contains([]Each{Once, Parent, Main, Added, Below, OfPlugins, Listed}, r.Each):
		return at(fmt.Errorf("each %q is none of parent, main-checkout, added, below, plugin, listed", r.Each), "each")
	case (r.Path == "") != pathless:
		return at(errors.New("every root but bundled and those of plugins needs a path"), "path")
	case r.Each != Once && r.Each != Main && r.Nearest == "" && h.yields(r):
		return errors.New("nearest is missing: it says which of several such roots comes first")
	case (r.Each == Listed) != (r.List != ""):
		return at(errors.New("list names the variable with the directories of each listed"), "list")
	case r.Depth < 0 || r.Depth > maxDepth:
		return at(fmt.Errorf("depth %d is not from 1 to %d", r.Depth, maxDepth), "depth")
	case r.Each == Below && below(r.Path) == "":
		return at(errors.New("a path each below has to start with {dir}/ and a folder"), "path")
	}
	if err := oneOf("links", r.Links, AllLinks, FolderLinks, NoLinks); err != nil {
		return err
	}
	return at(checkTemplate(r.Path, h.placeholders(r.Each)...), "path")
}

// yields tells whether a skill of a root can be hidden by one of another.
func (h *Host) yields(r RootRule) bool { return h.SameNames != KeepBoth || r.Source == Bundled }

// below gives the part of a path that stands below {dir}.
func below(template string) string {
	rest, _ := strings.CutPrefix(template, "{dir}/")
	if rest == template || strings.Contains(rest, "{") {
		return ""
	}
	return rest
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
	case Listed:
		names = append(names, "{listed}")
	}
	slices.Sort(names[3:])
	return names
}

var placeholder = pattern.Lazy(`\{[^{}]*\}`)

// checkTemplate refuses a placeholder that nothing would fill in.
func checkTemplate(template string, placeholders ...string) error {
	for _, p := range placeholder().FindAllString(template, -1) {
		if !slices.Contains(placeholders, p) {
			return fmt.Errorf("nothing fills in %s in %q; there are %s", p, template, strings.Join(placeholders, " "))
		}
	}
	return nil
}
