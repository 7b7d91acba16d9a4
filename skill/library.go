package skill

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Library is everything that was found under a host's roots, each skill with
// its state and the reason for it. It is never changed after Merge made it.
type Library struct {
	Host  *Host
	Roots []Root
	// Skills stand in rank order, each physical file that is loaded once.
	Skills []Skill

	byKey map[string]int
	byID  map[string][]int
	own   map[State]int // counts, without what ships with knack
}

// Merge decides what becomes of the skills a scan found: the same physical file
// counts once, of two skills with one id the one of the earlier root wins, and
// what nobody can call is hidden. It is a pure function, and the order of found
// doesn't matter.
func Merge(host *Host, roots []Root, found []Skill) *Library {
	l := &Library{Host: host, Roots: roots, Skills: onceEach(found)}
	l.byKey = make(map[string]int, len(l.Skills))
	l.byID = make(map[string][]int, len(l.Skills))
	for i := range l.Skills {
		k := &l.Skills[i]
		l.byKey[k.Key] = i
		l.byID[k.ID] = append(l.byID[k.ID], i)
	}
	for _, copies := range l.byID {
		l.decide(copies)
	}
	l.noteCase()
	l.own = make(map[State]int)
	for i := range l.Skills {
		if l.Skills[i].Source != Bundled {
			l.own[l.Skills[i].State]++
		}
	}
	return l
}

// onceEach puts skills in rank order and joins those that are one physical file.
// Within a root the entry that is no link keeps its name. Broken ones stay apart:
// each says why it isn't loaded.
func onceEach(found []Skill) []Skill {
	order := make([]*Skill, len(found))
	for i := range found {
		order[i] = &found[i]
	}
	slices.SortFunc(order, func(a, b *Skill) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), strings.Compare(a.Path, b.Path))
	})
	first := make(map[string]int, len(found))
	once := make([]Skill, 0, len(found))
	for _, k := range order {
		i, again := first[k.RealPath]
		switch {
		case k.State == Broken:
			once = append(once, *k)
		case !again:
			first[k.RealPath] = len(once)
			once = append(once, *k)
		case once[i].Rank == k.Rank && !k.linked:
			also := append(once[i].Also, once[i].Path)
			once[i] = *k
			once[i].Also = also
		default:
			once[i].Also = append(once[i].Also, k.Path)
		}
	}
	return once
}

// decide sets the state of all copies of one id, given in rank order. A copy the
// host drops takes no part: the next one wins.
func (l *Library) decide(copies []int) {
	var winner *Skill
	for _, i := range copies {
		k := &l.Skills[i]
		switch {
		case k.State == Broken:
		case winner == nil:
			winner = k
			k.State, k.Reason = callable(k)
		default:
			k.State, k.ShadowedBy = Shadowed, winner.Key
			k.Reason = fmt.Sprintf("the %s %s wins: %s", winner.Scope, noun(winner), l.Decides(winner, k).Rule)
			winner.Shadows = append(winner.Shadows, k.Key)
		}
	}
}

func noun(k *Skill) string {
	if k.Source == Command {
		return "command"
	}
	return "skill"
}

// callable tells whether anybody can call a skill that no other copy hides.
func callable(k *Skill) (State, string) {
	switch {
	case k.DisableModelInvocation && !k.UserInvocable:
		return Hidden, "neither the model nor you can call it: disable-model-invocation is true and user-invocable is false"
	case len(k.Paths) > 0:
		return Hidden, "waits until a file is touched that matches " + strings.Join(k.Paths, ", ")
	}
	return Active, ""
}

// noteCase marks ids that differ only in case: each can be called, and people mix
// them up.
func (l *Library) noteCase() {
	folded := make(map[string]int, len(l.Skills)) // the first skill of each name
	var alike [][2]int
	for i := range l.Skills {
		k := &l.Skills[i]
		if k.State == Shadowed || k.State == Broken {
			continue
		}
		lower := strings.ToLower(k.ID)
		if first, clash := folded[lower]; clash {
			alike = append(alike, [2]int{first, i}, [2]int{i, first})
		} else {
			folded[lower] = i
		}
	}
	for _, pair := range alike {
		k, twin := &l.Skills[pair[0]], &l.Skills[pair[1]]
		// A new slice: the one from the scan is shared with other merges.
		k.Problems = slices.Concat([]Problem{{
			Code: "name-case", Severity: Note,
			Message: k.ID + " and " + twin.ID + " (" + twin.Path + ") are two skills whose names differ only in case",
			Hint:    "rename one of them",
		}}, k.Problems)
	}
}

func (l *Library) rootOf(k *Skill) *Root { return &l.Roots[k.Rank] }

// A Decision is the rule that put one copy before another.
type Decision struct {
	Rule string
	// Unverified: the host doesn't document this rule.
	Unverified bool
}

// Decides gives the rule by which winner comes before loser.
func (l *Library) Decides(winner, loser *Skill) Decision {
	w, r := l.rootOf(winner), l.rootOf(loser)
	switch {
	case w.Rank == r.Rank:
		return Decision{Rule: "both lie below one folder, and the first by path wins", Unverified: true}
	case w.RootRule == r.RootRule:
		return Decision{Rule: r.Nearest, Unverified: r.NearestUnverified}
	}
	return Decision{Rule: r.Rule}
}

// ByKey finds one skill.
func (l *Library) ByKey(key string) (*Skill, bool) {
	i, ok := l.byKey[key]
	if !ok {
		return nil, false
	}
	return &l.Skills[i], true
}

// Copies gives all skills of one id in rank order.
func (l *Library) Copies(id string) []*Skill {
	var copies []*Skill
	for _, i := range l.byID[id] {
		copies = append(copies, &l.Skills[i])
	}
	return copies
}

// Resolve finds the skills a person may mean by name: a key or a path names one;
// an id names the copy that would be called, or all its copies when none would;
// then comes the name of another path to the same file, and last a label.
func (l *Library) Resolve(name string) []*Skill {
	if k, ok := l.ByKey(name); ok {
		return []*Skill{k}
	}
	if name == "" {
		return nil
	}
	if named := l.where(func(k *Skill) bool { return k.isAt(filepath.Clean(name)) }); len(named) > 0 {
		return named
	}
	id := strings.TrimPrefix(name, "/")
	if copies := l.Copies(id); len(copies) > 0 {
		if called := slices.IndexFunc(copies, func(k *Skill) bool { return k.State == Active || k.State == Hidden }); called >= 0 {
			return copies[called : called+1]
		}
		return copies
	}
	if named := l.where(func(k *Skill) bool {
		return slices.ContainsFunc(k.Also, func(path string) bool { return nameFromPath(path) == id })
	}); len(named) > 0 {
		return named
	}
	return l.where(func(k *Skill) bool { return k.Name == name && k.State != Shadowed })
}

// where gives the skills that fit, in rank order.
func (l *Library) where(fits func(*Skill) bool) []*Skill {
	var skills []*Skill
	for i := range l.Skills {
		if k := &l.Skills[i]; fits(k) {
			skills = append(skills, k)
		}
	}
	return skills
}

// isAt tells whether a path leads to the skill's file or to its folder.
func (k *Skill) isAt(path string) bool {
	return k.Path == path || k.RealPath == path || slices.Contains(k.Also, path) ||
		(k.Dir != "" && k.Dir == path && k.Source != Command)
}

// Listed gives the skills as a person reads them: by id, each winner followed by
// the copies it hides and the broken ones, what ships with knack at the end.
func (l *Library) Listed() []*Skill {
	list := make([]*Skill, len(l.Skills))
	for i := range l.Skills {
		list[i] = &l.Skills[i]
	}
	slices.SortStableFunc(list, func(a, b *Skill) int {
		return cmp.Or(
			cmp.Compare(last(a), last(b)),
			strings.Compare(strings.ToLower(a.ID), strings.ToLower(b.ID)),
			strings.Compare(a.ID, b.ID),
			cmp.Compare(winnerFirst(a), winnerFirst(b)),
		)
	})
	return list
}

// last keeps bundled skills behind the person's own. A bundled one that is
// shadowed stands with the copy that hides it.
func last(k *Skill) int {
	if k.Source == Bundled && k.State != Shadowed {
		return 1
	}
	return 0
}

func winnerFirst(k *Skill) int {
	if k.State == Shadowed || k.State == Broken {
		return 1
	}
	return 0
}

// Count tells how many skills are in a state, without those that ship with knack.
func (l *Library) Count(state State) int { return l.own[state] }

// Own tells how many skills are the person's, whatever their state.
func (l *Library) Own() int {
	n := 0
	for _, count := range l.own {
		n += count
	}
	return n
}
