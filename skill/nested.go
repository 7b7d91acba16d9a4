package skill

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"knack/skill/parallel"
)

// scanTree looks through the folders below the working directory for further
// skills folders, level by level, so that a limit cuts off what is deepest, and
// puts their roots behind the one that is read. Links are not followed, and what
// git ignores is skipped, as the host does.
func (s *scanner) scanTree() {
	r := s.root
	if s.env.Home != "" && within(s.env.Home, r.Dir) {
		r.Note = "not looked through: your home folder lies in it"
		return
	}
	if !s.open() {
		return
	}
	rule := s.ruleBelow()
	at := placeOf(s.env.Cwd)
	s.look(filepath.Join(at.repository, gitExclude), whole)
	for _, dir := range at.parents {
		s.look(filepath.Join(dir, gitIgnore), whole)
	}
	level := []treeFolder{{ignore: ignoredAbove(at.repository, s.env.Cwd)}}
	var roots []Root
	left, looked := maxEntries, 0
	for depth := 0; len(level) > 0 && s.ctx.Err() == nil; depth++ {
		if depth > maxDepth {
			s.stopTree(level[0].rel, "and more lie over "+strconv.Itoa(maxDepth)+" folders deep; not looked at")
			break
		}
		read := make([]treeFolder, len(level))
		parallel.Each(len(level), func(i int) { read[i] = s.readFolder(level[i], below(rule.Path)) })
		level = nil
		for _, f := range read {
			s.trail = append(s.trail, f.trail...)
			if looked++; f.problem != nil {
				s.problem(*f.problem)
			}
			if left -= f.entries; left < 0 {
				s.stopTree(f.rel, "and what comes after it is not looked at: there are more than "+strconv.Itoa(maxEntries)+" entries")
				break
			}
			if f.hasSkills {
				roots = append(roots, s.nestedRoot(rule, f.rel, at))
			}
			level = append(level, f.below...)
		}
		if left < 0 {
			break
		}
	}
	r.Note = "looked through " + Counted(looked, "folder") + "; skills below load when a file beside them is touched"
	s.insert(roots)
}

// ruleBelow is the rule of the root that is read, as the host has it.
func (s *scanner) ruleBelow() RootRule {
	for _, rule := range s.host.Places {
		if rule.Each == Below && rule.Source == s.root.Source {
			return rule
		}
	}
	return s.root.RootRule
}

func (s *scanner) nestedRoot(rule RootRule, rel string, at place) Root {
	dir := s.host.expand(rule.Path, s.env, at, "{dir}", filepath.Join(s.env.Cwd, rel))
	return Root{RootRule: rule, Dir: dir, Off: s.root.Off, Below: filepath.ToSlash(rel)}
}

func (s *scanner) stopTree(rel, why string) {
	s.root.Outcome = Partial
	s.problem(Problem{Code: "limit", Severity: Note, Path: filepath.Join(s.root.Dir, rel), Message: why})
}

// A treeFolder is a folder below the working directory, first as it is to be read
// and then with what was found.
type treeFolder struct {
	rel    string
	ignore ignoreRules

	entries   int
	hasSkills bool
	below     []treeFolder
	problem   *Problem
	trail     Trail
}

// readFolder looks for skills, the path of a skills folder below another.
func (s *scanner) readFolder(f treeFolder, skills string) treeFolder {
	holder, _, _ := strings.Cut(skills, "/")
	dir := filepath.Join(s.root.Dir, f.rel)
	t := traceOf(dir, folderNames)
	entries, err := os.ReadDir(dir)
	t.names = namesOf(entries)
	f.trail = Trail{t}
	if err != nil && !isNotThere(err) {
		p := entryProblem(dir, err)
		p.Severity = Note
		f.problem = &p
	}
	f.entries = len(entries)
	for _, e := range entries {
		if e.Name() == gitIgnore && f.rel != "" {
			f.trail = append(f.trail, traceOf(filepath.Join(dir, gitIgnore), whole))
			f.ignore = f.ignore.with(filepath.Join(dir, gitIgnore), dir)
		}
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == holder:
			place := filepath.Join(dir, skills)
			f.trail = append(f.trail, traceOf(place, presence))
			f.hasSkills = f.rel != "" && exists(place)
		case !e.IsDir() || name == ".git" || name == "node_modules":
		case !f.ignore.match(filepath.Join(dir, name)):
			f.below = append(f.below, treeFolder{rel: filepath.Join(f.rel, name), ignore: f.ignore})
		}
	}
	return f
}
