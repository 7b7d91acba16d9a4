package skill

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"knack/bundled"
	"knack/skill/parallel"
)

// chunk is how many entries are read before they are handed on: small enough
// for a first screen at once, large enough that merging doesn't dominate.
const chunk = 256

// A Batch is the next part of a scan.
type Batch struct {
	// Roots is the state of all roots after this part.
	Roots []Root
	// Skills were found since the batch before, in rank order.
	Skills []*Skill
	// Trail is where was looked since the batch before.
	Trail Trail
}

// Scan looks at every root of the host in rank order and calls emit with what it
// finds, part by part, from this goroutine. Roots that an earlier one leads to, such
// as those of plugins, come in behind it while the scan goes on. What can't be read
// becomes a problem of its root or a broken skill; the only error is that of ctx.
func Scan(ctx context.Context, host *Host, env Env, emit func(Batch)) error {
	s := newScanner(ctx, host, env, emit)
	for s.at = 0; s.at < len(s.roots); s.at++ {
		s.root = &s.roots[s.at]
		s.scanRoot()
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.root.Outcome == Pending {
			s.root.Outcome = Read
		}
		// What isn't there is no news: it goes out with the next part.
		if last := s.at == len(s.roots)-1; last || s.root.Outcome != Missing {
			s.send(nil)
		}
	}
	return nil
}

// Load scans every root of the host and merges what was found. The only error is that
// of ctx; the library is then nil.
func Load(ctx context.Context, host *Host, env Env) (*Library, error) {
	var roots []Root
	var found []*Skill
	if err := Scan(ctx, host, env, func(b Batch) { roots, found = b.Roots, append(found, b.Skills...) }); err != nil {
		return nil, err
	}
	return Merge(host, roots, found), nil
}

func newScanner(ctx context.Context, host *Host, env Env, emit func(Batch)) *scanner {
	s := &scanner{
		ctx: ctx, host: host, env: env, emit: emit,
		roots: host.Roots(env), settings: readSettings(host, env), markets: map[string][]map[string]json.RawMessage{},
	}
	s.trail = s.settings.trail
	for _, dir := range placeOf(env.Cwd).parents {
		s.look(filepath.Join(dir, ".git"), presence)
	}
	file := s.settings.pluginsOnly()
	for i := range s.roots {
		r := &s.roots[i]
		r.builtinOff = s.settings.withoutBuiltin()
		if file != "" && r.Customization {
			r.Off = host.Settings.PluginOnly + " in " + file + " allows skills of plugins only"
		}
		// Each scope's settings are told at the first root of that source.
		r.Problems, s.settings.problems[r.Source] = s.settings.problems[r.Source], nil
	}
	return s
}

// scanner holds what one Scan is doing. root is the one being read.
type scanner struct {
	ctx      context.Context
	host     *Host
	env      Env
	emit     func(Batch)
	settings settings
	roots    []Root
	at       int
	root     *Root
	shared   *treatment // of its skills
	seen     []seenRoot
	trail    Trail // since the batch before
	// inPlace are plugins that were found in skills folders, markets the lists of
	// marketplaces that were read, by path.
	inPlace []plugin
	markets map[string][]map[string]json.RawMessage
}

type seenRoot struct {
	dir    string
	layout Layout
	info   fs.FileInfo
}

// insert puts roots behind the one being read.
func (s *scanner) insert(roots []Root) {
	s.roots = slices.Insert(s.roots, s.at+1, roots...)
	for i := range s.roots {
		s.roots[i].Rank, s.roots[i].builtinOff = i, s.root.builtinOff
	}
	s.root = &s.roots[s.at]
}

// send hands on skills with a copy of the roots, which go on changing here.
func (s *scanner) send(skills []*Skill) {
	s.root.Found += len(skills)
	s.emit(Batch{Roots: slices.Clone(s.roots), Skills: skills, Trail: s.trail})
	s.trail = nil
}

// look leaves a trace of a place that is going to be read.
func (s *scanner) look(path string, what regard) { s.trail = append(s.trail, traceOf(path, what)) }

func (s *scanner) problem(p Problem) { s.root.Problems = append(s.root.Problems, p) }

func (s *scanner) scanRoot() {
	defer s.lookElsewhere()
	s.shared = &treatment{reading: &s.host.Frontmatter, plain: s.root.Plain, plugin: s.root.plugin}
	switch {
	case s.root.Source == Bundled:
		s.scanBundled()
	case s.root.Layout == Record:
		s.scanRecord()
	case s.root.Layout == Tree:
		s.scanTree()
	case !s.open():
	case s.root.Layout == OneSkill:
		s.scanOneSkill()
	case s.root.Layout == OneCommand:
		s.scanOneCommand()
	case s.root.Layout == CommandFiles || s.root.walked():
		s.scanWalk()
	default:
		s.scanSkills()
	}
}

// open finds out whether the root can be read and sets its outcome when not.
func (s *scanner) open() bool {
	r := s.root
	if r.Dir == "" {
		r.Outcome, r.Note = Missing, s.unknownPlace()
		return false
	}
	s.look(r.Dir, r.Layout.regard())
	info, err := os.Stat(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.Outcome = Missing
		if exists(r.Dir) {
			s.problem(entryProblem(r.Dir, err))
		}
		return false
	case err != nil:
		s.fail(err)
		return false
	case !info.IsDir():
		r.Outcome = Failed
		s.problem(notADirectory(r.Dir, info))
		return false
	}
	for _, seen := range s.seen {
		if r.Layout == seen.layout && r.Layout != OneCommand && os.SameFile(info, seen.info) {
			r.Outcome, r.SameAs = Same, seen.dir
			return false
		}
	}
	s.seen = append(s.seen, seenRoot{r.Dir, r.Layout, info})
	if r.RealDir, err = filepath.EvalSymlinks(r.Dir); err != nil {
		s.fail(err)
		return false
	}
	s.checkOwner(info)
	return true
}

// checkOwner warns of a folder above the working directory that somebody else put
// there: in /tmp anybody can.
func (s *scanner) checkOwner(info fs.FileInfo) {
	if s.root.Each != Parent {
		return
	}
	here, err := os.Stat(s.env.Cwd)
	if err != nil || !anotherOwner(here, info) {
		return
	}
	s.problem(Problem{Code: "other-owner", Severity: Warning, Path: s.root.Dir,
		Message: "belongs to another user than the working directory", Hint: "find out who put it there"})
}

// unknownPlace says why nobody knows where the root is.
func (s *scanner) unknownPlace() string {
	if s.env.Home == "" {
		return "the home directory is not known"
	}
	return "there is no such place on this system"
}

// fail records why the root can't be listed.
func (s *scanner) fail(err error) {
	if s.root.Outcome = Failed; errors.Is(err, fs.ErrPermission) {
		s.root.Outcome = Denied
	}
	p := entryProblem(s.root.Dir, err)
	p.Severity = Error
	s.problem(p)
}

// notADirectory explains a file where a folder should be. Git without support
// for links checks them out as small text files that hold the target's path.
func notADirectory(dir string, info fs.FileInfo) Problem {
	p := Problem{Code: "not-a-directory", Severity: Warning, Path: dir, Message: "is a file, not a folder", Hint: "put a folder in its place"}
	if !info.Mode().IsRegular() || info.Size() > 1024 {
		return p
	}
	f, err := readFile(dir)
	if err != nil {
		return p
	}
	defer f.release()
	if text := strings.TrimSpace(string(f.data)); strings.Contains(text, "/") && !strings.ContainsAny(text, "\n\x00") {
		p.Message = "is a file, probably a link checked out as text (" + text + ")"
		p.Hint = "turn on git's core.symlinks and check it out again"
	}
	return p
}

func (s *scanner) scanBundled() {
	entries, err := bundled.FS.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var skills []*Skill
	for _, e := range entries {
		rel := e.Name() + "/SKILL.md"
		f, err := readBundled(rel)
		if err != nil {
			continue // a file beside the skill folders
		}
		k := s.newSkill(e.Name(), rel)
		k.Path, k.RealPath, k.Dir = bundledPrefix+rel, bundledPrefix+rel, ""
		k.fill(f, s.host)
		skills = append(skills, k)
	}
	s.send(skills)
}

// scanSkills reads DIR/NAME/SKILL.md for every NAME. The file is simply tried:
// looking into each folder first would cost more than reading everything.
func (s *scanner) scanSkills() {
	entries, err := os.ReadDir(s.root.Dir)
	if err != nil {
		s.fail(err)
	}
	root := openBase(s.root.Dir)
	defer root.close()
	for part := range slices.Chunk(entries, chunk) {
		if s.ctx.Err() != nil {
			return
		}
		read := make([]entryRead, len(part))
		parallel.Each(len(part), func(i int) { read[i] = s.skillEntry(root, part[i]) })
		found := make([]*Skill, 0, len(part))
		s.trail = slices.Grow(s.trail, len(part))
		for i, r := range read {
			if r.skill != nil {
				found = append(found, r.skill)
			}
			s.trail = append(s.trail, r.trail...)
			s.root.Problems = append(s.root.Problems, r.problems...)
			if r.isPlugin {
				s.addInPlace(part[i].Name())
			}
		}
		s.send(found)
	}
}

// An entryRead is what an entry of a skills folder turned out to be: a skill, or
// what comes close to being one, or a plugin, or nothing.
type entryRead struct {
	skill    *Skill
	problems []Problem
	isPlugin bool
	trail    Trail
}

func (s *scanner) skillEntry(root base, e fs.DirEntry) entryRead {
	name := e.Name()
	if e.Type().IsRegular() {
		return entryRead{problems: flatFile(s.root.Dir, name)}
	}
	if s.reserved(name) {
		return entryRead{problems: s.reservedEntry(name)}
	}
	if s.takesPlugins() && root.exists(name+"/"+s.host.Plugins.Manifest) {
		return entryRead{isPlugin: true}
	}
	rel := name + "/SKILL.md"
	k := s.newSkill(name, rel)
	f, err := root.readFile(rel)
	switch {
	case err == nil:
		k.fill(f, s.host)
	case errors.Is(err, fs.ErrNotExist) && !f.linked, (isLinkLoop(err) || isNotDir(err)) && !root.exists(rel):
		// The folder's own trace is for what explains it; the file was not there.
		trail := Trail{{path: k.Path}, traceOf(k.Dir, whole)}
		return entryRead{problems: s.nearMiss(e), trail: trail}
	default:
		f.stamp = stampOf(k.Path)
		k.breakBy(fileProblem(k.Path, err))
	}
	k.resolve(e.Type()&fs.ModeSymlink != 0 || f.linked)
	return entryRead{skill: k, trail: followed(k, f.stamp)}
}

// reserved tells whether the host skips a folder of that name.
func (s *scanner) reserved(name string) bool {
	return s.host.Reserved != "" && s.root.Plugin == "" && s.root.Scope == "" && strings.EqualFold(name, s.host.Reserved)
}

// reservedEntry says that a skill of the reserved name isn't loaded.
func (s *scanner) reservedEntry(name string) []Problem {
	path := filepath.Join(s.root.Dir, name)
	if !exists(filepath.Join(path, "SKILL.md")) {
		return nil
	}
	return []Problem{{Code: "reserved-name", Severity: Warning, Path: path,
		Message: "is not loaded: " + s.host.Title + " keeps the name " + s.host.Reserved + " for itself", Hint: "rename it"}}
}

// takesPlugins tells whether a folder with a manifest is a plugin in this root: in
// the user's, and in the one of the working directory.
func (s *scanner) takesPlugins() bool {
	r := s.root
	if s.host.Plugins.InPlace == "" || r.Scope != "" {
		return false
	}
	return r.Source == User || r.Source == Project && r.Each == Parent && within(r.Dir, s.env.Cwd)
}

// newSkill starts a skill of the current root from its path below the root,
// written with slashes.
func (s *scanner) newSkill(id, rel string) *Skill {
	r := s.root
	path := filepath.Join(r.Dir, rel)
	real := path
	if r.RealDir != r.Dir {
		real = filepath.Join(r.RealDir, rel)
	}
	k := &Skill{
		Key: string(r.Source) + ":" + r.Dir + ":" + rel,
		ID:  id, Source: r.Source, Scope: cmp.Or(r.Scope, string(r.Source)), Root: r.Dir, Rank: r.Rank,
		Path: path, Dir: filepath.Dir(path), RealPath: real,
		State: Active, shared: s.shared,
	}
	switch {
	case r.Plugin != "":
		k.ID, k.bare = r.namespace+":"+id, id
	case r.Below != "":
		k.qualified = r.Below + ":" + id
	}
	if r.Plugin == "" && r.Source != Bundled {
		k.Override = s.settings.override(id)
	}
	return k
}

// fill takes over what the file says, as the host reads it, and gives the file's
// buffer back.
func (k *Skill) fill(f file, h *Host) {
	defer f.release()
	reading := &h.Frontmatter
	doc, body := parseHead(f.data, reading)
	if k.IsCommand() {
		for _, key := range h.Frontmatter.CommandIgnores {
			switch key {
			case "name":
				doc.Name = ""
			case "paths":
				doc.Paths = nil
			}
		}
	}
	k.Frontmatter = doc.Frontmatter.compact()
	if reading.loses(&doc.Frontmatter) {
		k.paragraph = strings.Clone(firstParagraph(string(body)))
	}
	k.Encoding, k.Problems = doc.Encoding, doc.Problems
	k.Bytes, k.BodyBytes, k.Modified, k.Sum = len(f.data), len(body), f.modified, maphash.Bytes(seed, f.data)
	k.BodySum = bodySum(body)
	folder := k.ID
	if k.bare != "" && k.Source == Plugin {
		folder = k.bare
	}
	k.identify(h, &doc)
	if k.Source == Bundled || k.IsCommand() {
		return
	}
	if p, drops := h.Frontmatter.dropped(h.Title, folder, &doc); drops {
		k.State, k.Reason = Broken, fmt.Sprintf("line %d: %s", p.Line, p.Message)
		k.addProblem(p)
	}
}

func bodySum(body []byte) uint64 {
	if body = bytes.TrimSpace(body); len(body) == 0 {
		return 0
	}
	if bytes.IndexByte(body, '\r') >= 0 {
		body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	}
	return maphash.Bytes(seed, body)
}

// identify gives the skill the id that its name makes it have under the host.
func (k *Skill) identify(h *Host, doc *Document) {
	name := h.idFrom(doc)
	switch {
	case k.Name == "":
	case k.bare != "" && k.Source == Plugin:
		// Of a plugin's skill the name replaces the last part of the id.
		k.ID, k.bare = strings.TrimSuffix(k.ID, k.bare)+k.Name, k.Name
	case k.bare != "":
	case name != "" && name != k.ID:
		if !k.IsCommand() {
			k.addProblem(namedUnlikeFolder(doc, k.ID, name))
		}
		k.qualified = strings.TrimSuffix(k.qualified, k.ID)
		if k.ID = name; k.qualified != "" {
			k.qualified += name
		}
	case name == "" && k.Name != k.ID && !k.IsCommand():
		k.addProblem(nameDiffers(doc, k.ID))
	}
}

// idFrom gives the id that a file's name makes, "" where the host goes by the
// folder or can't read the name.
func (h *Host) idFrom(doc *Document) string {
	byName := h.Identity == ByName || h.Identity == ByNameElseDirectory
	if !byName || h.Frontmatter.loses(&doc.Frontmatter) {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(h.NameReplaces, r) {
			return '-'
		}
		return r
	}, singleLine(doc.Name))
}

// addProblem puts a problem where its line belongs.
func (k *Skill) addProblem(p Problem) {
	k.Problems = append(k.Problems, p)
	slices.SortStableFunc(k.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// nameDiffers says that the name the author gave isn't the one to call.
func nameDiffers(doc *Document, id string) Problem {
	return doc.aboutName(Problem{
		Code: "name-differs", Severity: Note,
		Message: "`name` is " + doc.Name + ", but the skill is called " + id + ", as its folder is; the name is only a label",
		Hint:    "give both the same name: other agents call a skill by its name",
	})
}

// namedUnlikeFolder says that the folder's name isn't the one to call.
func namedUnlikeFolder(doc *Document, folder, id string) Problem {
	return doc.aboutName(Problem{
		Code: "name-differs", Severity: Note,
		Message: "`name` makes it be called " + id + ", while its folder is " + folder,
		Hint:    "give both the same name: other agents call a skill by its folder",
	})
}

// aboutName gives a problem the place of the name.
func (d *Document) aboutName(p Problem) Problem {
	for _, f := range d.Fields {
		if f.Key == "name" {
			p.Line, p.Column = f.Line, f.Column
		}
	}
	return p
}

// breakBy makes the skill a row with the reason why it can't be used.
func (k *Skill) breakBy(p Problem) {
	k.State, k.Reason = Broken, filepath.Base(k.Path)+" "+p.Message
	p.Message = k.Reason
	k.Problems = append(k.Problems, p)
	k.UserInvocable = true // nothing says otherwise
}

// resolve follows the links between the root and the file. Where there are none
// it needs no system call.
func (k *Skill) resolve(linked bool) {
	k.linked = linked
	if !linked {
		return
	}
	if real, err := filepath.EvalSymlinks(k.RealPath); err == nil {
		k.RealPath = real
	}
}

// compact leaves out what only somebody who looks at the skill needs, and lets
// go of the file's text: a kept substring would hold the whole of it.
func (f Frontmatter) compact() Frontmatter {
	f.Raw, f.Fields = "", nil
	for _, text := range []*string{
		&f.Name, &f.Description, &f.WhenToUse, &f.ArgumentHint, &f.Model, &f.Effort,
		&f.Context, &f.Agent, &f.Shell, &f.License, &f.Compatibility,
	} {
		*text = strings.Clone(*text)
	}
	for _, list := range []*[]string{&f.Arguments, &f.AllowedTools, &f.DisallowedTools, &f.Paths} {
		*list = slices.Clone(*list)
		for i, text := range *list {
			(*list)[i] = strings.Clone(text)
		}
	}
	return f
}

// Read reads the skill's file again as the host does, whole: the body, and the
// metadata that the library leaves out. Where the host can't read them there are no
// arguments.
func (k *Skill) Read() (Document, error) {
	f, err := readAny(k.Path)
	if err != nil {
		return Document{}, err
	}
	defer f.release()
	doc := parseWhole(f.data, k.treatment().reading)
	if k.loses(&doc.Frontmatter) {
		doc.Arguments, doc.ArgumentHint = nil, "" // or they would be filled in
	}
	return doc, nil
}

// File gives the skill's file byte for byte.
func (k *Skill) File() ([]byte, error) {
	f, err := readAny(k.Path)
	if err != nil {
		return nil, err
	}
	defer f.release()
	return slices.Clone(f.data), nil
}

// ReadFile reads any file as a skill of its own, outside all roots and by the rules
// of no host.
func ReadFile(path string) (Skill, Document, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Skill{}, Document{}, err
	}
	f, err := readFile(path)
	if err != nil {
		return Skill{}, Document{}, errors.New(path + " " + fileProblem(path, err).Message)
	}
	k := Skill{Key: path, ID: nameFromPath(path), Path: path, Dir: filepath.Dir(path), RealPath: path, State: Active}
	doc := ParseDocument(f.data) // before fill gives the buffer back
	k.fill(f, &Host{})
	return k, doc, nil
}

// nameFromPath is the name a file would have as a skill: that of its folder, or
// its own when it isn't called SKILL.md.
func nameFromPath(path string) string {
	name := filepath.Base(path)
	if strings.EqualFold(name, "SKILL.md") {
		return filepath.Base(filepath.Dir(path))
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
