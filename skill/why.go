package skill

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// A Why answers why a skill is, or isn't, what the host calls by a name.
type Why struct {
	// Name is what was asked for, ID the id it led to.
	Name, ID string
	// Copies are all skills of that id in rank order.
	Copies []*Skill
	// Steps walk the roots in rank order.
	Steps []Step
}

// A Step is what happened at one root.
type Step struct {
	Root *Root
	// Copies found there, more than one only when a root holds an id twice.
	Copies []*Skill
	// Near are problems of the root about an entry of that name, or on its way.
	Near []Problem
}

// Found tells whether there is any copy or near miss at all.
func (w Why) Found() bool {
	return len(w.Copies) > 0 || slices.ContainsFunc(w.Steps, func(s Step) bool { return len(s.Near) > 0 })
}

// Why walks the roots for a name: an id, a label, a key or a path. An unknown
// name gives the steps as well: they say where it was looked for.
func (l *Library) Why(name string) Why {
	w := Why{Name: name, ID: strings.TrimPrefix(name, "/")}
	if found := l.Resolve(name); len(found) > 0 {
		w.ID = found[0].ID
	}
	w.Copies = l.Copies(w.ID)
	for i := range l.Roots {
		root := &l.Roots[i]
		step := Step{Root: root}
		for _, k := range w.Copies {
			if k.Rank == root.Rank {
				step.Copies = append(step.Copies, k)
			}
		}
		for _, p := range root.Problems {
			if concerns(root, p.Path, name, w.ID) {
				step.Near = append(step.Near, p)
			}
		}
		for _, n := range root.near {
			if n.is(name, w.ID) {
				step.Near = append(step.Near, n.Problem)
			}
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

// is tells whether a near miss is what a name or path means.
func (n nearMiss) is(name, id string) bool {
	if filepath.IsAbs(name) {
		at := n.Path
		if filepath.Base(at) == "SKILL.md" {
			at = filepath.Dir(at)
		}
		return within(name, at)
	}
	return slices.ContainsFunc(n.names, func(called string) bool { return strings.EqualFold(called, id) })
}

// bare gives what an id is within its plugin, or its folder below, where that is the
// root's.
func (r *Root) bare(id string) (name string, ok bool) {
	prefix := cmp.Or(r.namespace, r.Below) + ":"
	if len(prefix) == 1 || len(id) < len(prefix) || !strings.EqualFold(id[:len(prefix)], prefix) {
		return "", false
	}
	return id[len(prefix):], true
}

// Place gives the file that a skill of that id would be, "" where there is no telling: of
// an id with a prefix below the plugin, or the folder, that is called so, else one of the
// person's own.
func (l *Library) Place(id string) string {
	for i := range l.Roots {
		r := &l.Roots[i]
		if r.Layout != SkillFolders || r.Scope != "" || r.Dir == "" {
			continue
		}
		name, ok := r.bare(id)
		if r.Source == User && !strings.Contains(id, ":") {
			name, ok = id, true
		}
		if ok {
			return filepath.Join(r.Dir, name, "SKILL.md")
		}
	}
	return ""
}

// concerns tells whether a problem of a root is about a name: its path is the
// path that was asked for, or lies above it, or in the entry of the root that it is, or an
// entry on the way to it is called so, in whatever case.
func concerns(root *Root, path, name, id string) bool {
	if filepath.IsAbs(name) {
		isEntry := root.Layout != Tree && root.Layout != Record && within(name, root.Dir) && name != root.Dir
		if within(name, path) || isEntry && within(path, name) {
			return true
		}
	}
	rel, err := filepath.Rel(root.Dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	if bare, ok := root.bare(id); ok {
		id = bare
	}
	// As ids are written, between colons, so that only whole names are compared.
	wanted := ":" + strings.ToLower(id) + ":"
	for _, entry := range []string{rel, strings.TrimSuffix(rel, filepath.Ext(rel))} {
		called := ":" + strings.ToLower(strings.ReplaceAll(filepath.ToSlash(entry), "/", ":")) + ":"
		if strings.Contains(called, wanted) || strings.HasPrefix(wanted, called) {
			return true
		}
	}
	return false
}
