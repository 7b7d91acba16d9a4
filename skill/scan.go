package skill

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"knack/bundled"
)

// chunk is how many entries are read before they are handed on: small enough
// for a first screen at once, large enough that merging doesn't dominate.
const chunk = 256

// A Batch is the next part of a scan.
type Batch struct {
	// Roots is the state of all roots after this part.
	Roots []Root
	// Skills were found since the batch before, in rank order.
	Skills []Skill
}

// Scan looks at every root of the host in rank order and calls emit with what it
// finds, part by part, from this goroutine. What can't be read becomes a problem
// of its root or a broken skill; the only error is that of ctx.
func Scan(ctx context.Context, host *Host, env Env, emit func(Batch)) error {
	s := scanner{ctx: ctx, host: host, emit: emit, roots: host.Roots(env)}
	for i := range s.roots {
		s.root = &s.roots[i]
		s.scanRoot()
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.root.Outcome == Pending {
			s.root.Outcome = Read
		}
		s.send(nil)
	}
	return nil
}

// scanner holds what one Scan is doing. root is the one being read.
type scanner struct {
	ctx   context.Context
	host  *Host
	emit  func(Batch)
	roots []Root
	root  *Root
	seen  []seenRoot
}

type seenRoot struct {
	*Root
	info fs.FileInfo
}

// send hands on skills with a copy of the roots, which go on changing here.
func (s *scanner) send(skills []Skill) {
	s.root.Found += len(skills)
	s.emit(Batch{Roots: slices.Clone(s.roots), Skills: skills})
}

func (s *scanner) problem(p Problem) { s.root.Problems = append(s.root.Problems, p) }

func (s *scanner) scanRoot() {
	switch {
	case s.root.Source == Bundled:
		s.scanBundled()
	case !s.open():
	case s.root.Layout == CommandFiles:
		s.scanCommands()
	default:
		s.scanSkills()
	}
}

// open finds out whether the root can be read and sets its outcome when not.
func (s *scanner) open() bool {
	r := s.root
	if r.Dir == "" {
		r.Outcome, r.Note = Missing, "the home directory is not known"
		return false
	}
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
		if r.Layout == seen.Layout && os.SameFile(info, seen.info) {
			r.Outcome, r.SameAs = Same, seen.Dir
			return false
		}
	}
	s.seen = append(s.seen, seenRoot{r, info})
	if r.RealDir, err = filepath.EvalSymlinks(r.Dir); err != nil {
		s.fail(err)
		return false
	}
	return true
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
	var skills []Skill
	for _, e := range entries {
		rel := e.Name() + "/SKILL.md"
		f, err := readBundled(rel)
		if err != nil {
			continue // a file beside the skill folders
		}
		k := s.newSkill(e.Name(), rel)
		k.Path, k.RealPath, k.Dir = bundledPrefix+rel, bundledPrefix+rel, ""
		k.fill(f)
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
	for part := range slices.Chunk(entries, chunk) {
		if s.ctx.Err() != nil {
			return
		}
		found := make([]*Skill, len(part))
		problems := make([][]Problem, len(part))
		each(len(part), func(i int) { found[i], problems[i] = s.skillEntry(part[i]) })
		s.root.Problems = slices.Concat(s.root.Problems, slices.Concat(problems...))
		s.send(present(found))
	}
}

func present(found []*Skill) []Skill {
	skills := make([]Skill, 0, len(found))
	for _, k := range found {
		if k != nil {
			skills = append(skills, *k)
		}
	}
	return skills
}

// skillEntry looks at one entry of a skills folder. It gives a skill, or what
// comes close to being one, or nothing.
func (s *scanner) skillEntry(e fs.DirEntry) (*Skill, []Problem) {
	name := e.Name()
	if e.Type().IsRegular() {
		return nil, flatFile(s.root.Dir, name)
	}
	k := s.newSkill(name, name+"/SKILL.md")
	f, err := readFile(k.Path)
	switch {
	case err == nil:
		k.fill(f)
	case (errors.Is(err, fs.ErrNotExist) || isLinkLoop(err) || isNotDir(err)) && !exists(k.Path):
		return nil, s.nearMiss(e)
	default:
		k.breakBy(fileProblem(k.Path, err))
	}
	k.resolve(e.Type()&fs.ModeSymlink != 0 || f.linked)
	return &k, nil
}

// exists tells a link to nothing from what isn't there.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// newSkill starts a skill of the current root from its path below the root,
// written with slashes.
func (s *scanner) newSkill(id, rel string) Skill {
	r := s.root
	path := filepath.Join(r.Dir, rel)
	real := path
	if r.RealDir != r.Dir {
		real = filepath.Join(r.RealDir, rel)
	}
	return Skill{
		Key: string(r.Source) + ":" + r.Dir + ":" + rel,
		ID:  id, Source: r.Source, Scope: cmp.Or(r.Scope, string(r.Source)), Root: r.Dir, Rank: r.Rank,
		Path: path, Dir: filepath.Dir(path), RealPath: real,
		State: Active,
	}
}

// fill takes over what the file says and gives the file's buffer back.
func (k *Skill) fill(f file) Document {
	defer f.release()
	doc := ParseDocument(f.data)
	k.Frontmatter = doc.Frontmatter.compact()
	k.Encoding, k.Problems = doc.Encoding, doc.Problems
	k.Bytes, k.BodyBytes, k.Modified = len(f.data), len(doc.Body), f.modified
	if k.Name != "" && k.Source != Command && k.Name != k.ID {
		k.Problems = append(k.Problems, nameDiffers(doc, k.ID))
		slices.SortStableFunc(k.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	}
	return doc
}

// nameDiffers says that the name the author gave isn't the one to call.
func nameDiffers(doc Document, id string) Problem {
	p := Problem{
		Code: "name-differs", Severity: Note,
		Message: "`name` is " + doc.Name + ", but the skill is called " + id + ", as its folder is; the name is only a label",
		Hint:    "give both the same name: other agents call a skill by its name",
	}
	for _, f := range doc.Fields {
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

// Read reads the skill's file again, whole: the body, and the metadata that the
// library leaves out.
func (k *Skill) Read() (Document, error) {
	f, err := readAny(k.Path)
	if err != nil {
		return Document{}, err
	}
	defer f.release()
	return ParseDocument(f.data), nil
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

// ReadFile reads any file as a skill of its own, outside all roots.
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
	doc := k.fill(f)
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
