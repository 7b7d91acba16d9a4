package skill

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"knack/skill/search"
)

// A Library is everything that was found under a host's roots, each skill with
// its state and the reason for it. It is never changed after Merge made it.
type Library struct {
	Host  *Host
	Roots []Root
	// Skills stand in rank order, each physical file that is loaded once. Those that
	// Merge had nothing to say of are those that were found.
	Skills []*Skill

	mine   []bool // which of Skills are copies, while merging
	byKey  map[string]int
	byID   map[string][]int
	states map[State]int
	own    int // those of the person, without what ships with knack
	wrong  int // problems of roots and skills with any, notes aside
}

// Merge decides what becomes of the skills a scan found: the same physical file
// counts once, of two skills with one id the one of the earlier root wins, what
// nobody can call is hidden, and what is switched off is disabled. It is a pure
// function, and the order of found doesn't matter.
func Merge(host *Host, roots []Root, found []*Skill) *Library {
	l := &Library{Host: host, Roots: roots, mine: make([]bool, len(found))}
	l.takeOnce(found)
	l.qualify()
	l.byKey = make(map[string]int, len(l.Skills))
	l.byID = make(map[string][]int, len(l.Skills))
	alone := make([]int, len(l.Skills)) // most ids have one copy, which needs no slice of its own
	for i, k := range l.Skills {
		l.byKey[k.Key] = i
		if copies, again := l.byID[k.ID]; again {
			l.byID[k.ID] = append(copies, i)
			continue
		}
		alone[i] = i
		l.byID[k.ID] = alone[i : i+1 : i+1]
	}
	for _, copies := range l.byID {
		l.decide(copies)
	}
	l.yieldSynced()
	l.noteCase()
	l.noteKept()
	l.noteBareNames()
	l.noteBuiltin()
	l.count()
	l.mine = nil
	return l
}

// change gives a skill to write to. What was found belongs to other merges too, so
// the first time it is copied: few are ever changed, and all of them are many.
func (l *Library) change(i int) *Skill {
	if !l.mine[i] {
		k := *l.Skills[i]
		l.Skills[i], l.mine[i] = &k, true
	}
	return l.Skills[i]
}

func (l *Library) count() {
	l.states = make(map[State]int)
	for _, k := range l.Skills {
		l.states[k.State]++
		if k.Source != Bundled {
			l.own++
		}
		if k.Wrong() {
			l.wrong++
		}
	}
	for i := range l.Roots {
		for _, p := range l.Roots[i].Problems {
			if p.Severity != Note {
				l.wrong++
			}
		}
	}
}

// takeOnce puts skills in rank order, those that are off marked so, and joins those
// that are one physical file. Within a root the entry that is no link keeps its
// name. What isn't loaded stays apart: each says why.
func (l *Library) takeOnce(found []*Skill) {
	order := slices.Clone(found)
	slices.SortFunc(order, func(a, b *Skill) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), strings.Compare(a.Path, b.Path))
	})
	first := make(map[string]int, len(found))
	l.Skills = order[:0]
	for _, k := range order {
		i, again := first[k.RealPath]
		off, next := switchedOff(l.rootOf(k), k), len(l.Skills)
		switch {
		case k.State == Broken:
			l.Skills = append(l.Skills, k)
		case off != "":
			l.Skills = append(l.Skills, k)
			k = l.change(next)
			k.State, k.Reason = Disabled, off
		case !again:
			first[k.RealPath] = next
			l.Skills = append(l.Skills, k)
		case l.Skills[i].Rank == k.Rank && !k.linked:
			also := append(l.Skills[i].Also, l.Skills[i].Path)
			l.Skills[i], l.mine[i] = k, false
			l.change(i).Also = also
		default:
			first := l.change(i)
			first.Also = append(first.Also, k.Path)
		}
	}
}

// switchedOff says what switches a skill off, or "".
func switchedOff(r *Root, k *Skill) string {
	switch {
	case r.Off != "":
		return r.Off
	case k.Override.Value == Off:
		return "the settings say off, in " + k.Override.From
	}
	return ""
}

// qualify gives each nested skill whose name is taken its folder in front.
func (l *Library) qualify() {
	if !slices.ContainsFunc(l.Skills, func(k *Skill) bool { return k.qualified != "" }) {
		return
	}
	taken := map[string]int{}
	for _, k := range l.Skills {
		if k.loads() && k.Scope != synced {
			taken[k.ID]++
		}
	}
	for i, k := range l.Skills {
		if k.qualified != "" && k.loads() && taken[k.ID] > 1 {
			l.change(i).ID = k.qualified
		}
	}
}

// loads tells whether the host loads a skill at all, now or later. What ships with
// knack takes no name from anybody.
func (k *Skill) loads() bool {
	return k.State != Broken && k.State != Disabled && k.Source != Bundled
}

// decide sets the state of all copies of one id, given in rank order. A copy the
// host drops or has switched off takes no part: the next one wins.
func (l *Library) decide(copies []int) {
	winner := -1
	for _, i := range copies {
		k := l.Skills[i]
		switch {
		case k.State == Broken || k.State == Disabled:
		case winner < 0 || l.Host.SameNames == KeepBoth && k.Source != Bundled:
			winner = i
			if state, why := l.callable(k); state != k.State || why != k.Reason {
				k = l.change(i)
				k.State, k.Reason = state, why
			}
		default:
			l.shadow(winner, i)
		}
	}
}

func (l *Library) shadow(i, j int) {
	winner, loser := l.change(i), l.change(j)
	loser.State, loser.ShadowedBy = Shadowed, winner.Key
	loser.Reason = fmt.Sprintf("the %s %s wins: %s", winner.Scope, winner.Noun(), l.Decides(winner, loser).Rule)
	winner.Shadows = append(winner.Shadows, loser.Key)
}

// yieldSynced hides synced skills behind others whose names are alike to the host:
// it compares those without case, blanks, invisible characters and other forms of
// the same character. Names of its own it keeps as well.
func (l *Library) yieldSynced() {
	if !slices.ContainsFunc(l.Skills, func(k *Skill) bool { return k.Scope == synced }) {
		return
	}
	called := map[string]int{}
	for i, k := range l.Skills {
		if k.Scope != synced && k.loads() && k.State != Shadowed {
			for _, name := range []string{k.ID, k.bare} {
				if _, again := called[alike(name)]; name != "" && !again {
					called[alike(name)] = i
				}
			}
		}
	}
	for i, k := range l.Skills {
		if k.Scope != synced || k.State != Active && k.State != Hidden {
			continue
		}
		if winner, taken := called[alike(k.ID)]; taken {
			l.shadow(winner, i)
		} else if l.Host.Builtin.has(k.ID) {
			k = l.change(i)
			k.State, k.Reason = Hidden, l.Host.Title+" has a "+k.ID+" of its own, and that wins over a synced skill"
		}
	}
}

// synced is the scope of skills that come from an account.
const synced = "synced"

// alike gives the form of a name in which a synced skill's is compared.
func alike(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Pd, r):
			return '-'
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(name))
}

func (b Builtin) has(name string) bool {
	return slices.Contains(b.Skills, name) || slices.Contains(b.Commands, name)
}

// callable tells whether anybody can call a skill that no other copy hides.
func (l *Library) callable(k *Skill) (State, string) {
	below := l.rootOf(k).Below
	k = k.AsRead()
	switch {
	case !k.ModelInvocable() && !k.UserInvocable && !k.DisableModelInvocation:
		return Hidden, "neither the model nor you can call it: the settings say " + UserOnly + ", in " + k.Override.From + ", and user-invocable is false"
	case !k.ModelInvocable() && !k.UserInvocable:
		return Hidden, "neither the model nor you can call it: disable-model-invocation is true and user-invocable is false"
	case below != "" && len(k.Paths) > 0:
		return Hidden, "loads when a file in " + below + " is touched, and waits for one that matches " + strings.Join(k.Paths, ", ")
	case below != "":
		return Hidden, "loads when a file in " + below + " is touched"
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
	for i, k := range l.Skills {
		if k.State == Shadowed || k.State == Broken || k.State == Disabled {
			continue
		}
		lower := strings.ToLower(k.ID)
		if first, clash := folded[lower]; clash && l.Skills[first].ID == k.ID {
			continue // kept beside it
		} else if clash {
			alike = append(alike, [2]int{first, i}, [2]int{i, first})
		} else {
			folded[lower] = i
		}
	}
	for _, pair := range alike {
		k, twin := l.Skills[pair[0]], l.Skills[pair[1]]
		l.remark(pair[0], Problem{
			Code: "name-case", Severity: Note,
			Message: k.ID + " and " + twin.ID + " (" + twin.Path + ") are two skills whose names differ only in case",
			Hint:    "rename one of them",
		})
	}
}

// noteKept says of skills with one id that the host keeps them all.
func (l *Library) noteKept() {
	if l.Host.SameNames != KeepBoth {
		return
	}
	for i, k := range l.Skills {
		if n := len(l.kept(k.ID)); n > 1 && k.called() {
			l.remark(i, Problem{Code: "same-name", Severity: Note,
				Message: "is one of " + strconv.Itoa(n) + " skills called " + k.ID + "; " + l.Host.Title + " keeps them all", Hint: "rename it to tell them apart"})
		}
	}
}

// kept gives the copies of an id that are called: one at most, but where the host
// keeps them all.
func (l *Library) kept(id string) []*Skill {
	return slices.DeleteFunc(l.Copies(id), func(k *Skill) bool { return !k.called() })
}

// called tells whether the skill is the one, or one of those, that its id calls.
func (k *Skill) called() bool { return k.State == Active || k.State == Hidden }

// noteBareNames says of a plugin's skill who is called by its name without the
// plugin, when it isn't the skill itself.
func (l *Library) noteBareNames() {
	for i, k := range l.Skills {
		if k.bare == "" || k.State != Active && k.State != Hidden {
			continue
		}
		for _, j := range l.byID[k.bare] {
			other := l.Skills[j]
			if other.Source == Bundled || other.State != Active && other.State != Hidden {
				continue
			}
			l.remark(i, Problem{Code: "bare-name", Severity: Note,
				Message: "/" + k.bare + " calls the " + other.Scope + " " + other.Noun() + " (" + other.Path + "); this one is called by its whole name"})
		}
	}
}

// noteBuiltin says who wins where a skill has the name of something the host brings
// along.
func (l *Library) noteBuiltin() {
	b := l.Host.Builtin
	for i, k := range l.Skills {
		if k.Source == Bundled || k.State != Active && k.State != Hidden || k.Scope == synced {
			continue
		}
		switch {
		case slices.Contains(b.Skills, k.ID) && b.First:
			k = l.change(i)
			k.State, k.Reason = Hidden, l.Host.Title+" has a bundled skill "+k.ID+": "+b.SkillRule
		case slices.Contains(b.Skills, k.ID):
			says := b.SkillRule
			if file := l.rootOf(k).builtinOff; file != "" {
				says += ", and bundled skills are switched off in " + file
			}
			l.remark(i, Problem{Code: "builtin-name", Severity: Note, Message: l.Host.Title + " has a bundled skill " + k.ID + ": " + says})
		case slices.Contains(b.Commands, k.ID):
			l.remark(i, Problem{Code: "builtin-name", Severity: Note,
				Message: l.Host.Title + " has a command of its own, /" + k.ID + "; " + strings.ReplaceAll(b.CommandRule, "{name}", k.ID), Hint: "rename it to be sure"})
		}
	}
}

// remark puts a problem before the others of a skill. It makes a new slice: the one
// from the scan is shared with other merges.
func (l *Library) remark(i int, p Problem) {
	k := l.change(i)
	k.Problems = slices.Concat([]Problem{p}, k.Problems)
}

func (l *Library) rootOf(k *Skill) *Root { return &l.Roots[k.Rank] }

// A Decision is the rule that put one copy before another.
type Decision struct {
	Rule string
	// Unverified: the host doesn't document this rule.
	Unverified bool
	// From says where the rule stands, "" when nowhere, and Seen the version of the
	// host it was seen on.
	From, Seen string
}

// Decides gives the rule by which winner comes before loser.
func (l *Library) Decides(winner, loser *Skill) Decision {
	w, r := l.rootOf(winner), l.rootOf(loser)
	seen := cmp.Or(r.Seen, l.Host.Seen)
	switch {
	case w.Rank == r.Rank:
		return Decision{Rule: "both lie below one folder, and the first by path wins", Unverified: true, Seen: seen}
	case w.RootRule == r.RootRule:
		return Decision{Rule: r.Nearest, Unverified: r.NearestUnverified, Seen: seen}
	}
	return Decision{Rule: r.Rule, Unverified: r.RuleUnverified, From: r.From, Seen: seen}
}

// ByKey finds one skill.
func (l *Library) ByKey(key string) (*Skill, bool) {
	i, ok := l.byKey[key]
	if !ok {
		return nil, false
	}
	return l.Skills[i], true
}

// ByPath finds the skill whose file a real path is, nil for none.
func (l *Library) ByPath(realPath string) *Skill {
	if found := l.where(func(k *Skill) bool { return k.RealPath == realPath }); len(found) > 0 {
		return found[0]
	}
	return nil
}

// Copies gives all skills of one id in rank order.
func (l *Library) Copies(id string) []*Skill {
	var copies []*Skill
	for _, i := range l.byID[id] {
		copies = append(copies, l.Skills[i])
	}
	return copies
}

// Variants gives the skills somebody may mean by the name of a skill, in rank order:
// its copies, and with them those that a plugin or a nested folder has under the same
// name. The skill itself is one of them.
func (l *Library) Variants(k *Skill) []*Skill {
	name := k.ownName()
	return l.where(func(other *Skill) bool { return other.ID == k.ID || other.ownName() == name })
}

// ownName is the id without the plugin or the folder in front.
func (k *Skill) ownName() string {
	if k.qualified != "" {
		return k.qualified[strings.LastIndex(k.qualified, ":")+1:]
	}
	return cmp.Or(k.bare, k.ID)
}

// Resolve finds the skills a person may mean by name: a key or a path names one;
// an id names the copy that would be called, or all its copies when none would;
// then come the name of a plugin's skill without the plugin, the name of another
// path to the same file, and last a label.
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
		if kept := l.kept(id); len(kept) > 0 {
			return kept
		}
		return copies
	}
	if l.Host.IgnoreCase {
		if named := l.where(func(k *Skill) bool { return strings.EqualFold(k.ID, id) && k.called() }); len(named) > 0 {
			return named
		}
	}
	if named := l.where(func(k *Skill) bool { return (k.bare == id || k.qualified == id) && k.State != Shadowed }); len(named) > 0 {
		return named
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
	for _, k := range l.Skills {
		if fits(k) {
			skills = append(skills, k)
		}
	}
	return skills
}

// isAt tells whether a path leads to the skill's file or to its folder.
func (k *Skill) isAt(path string) bool {
	return k.Path == path || k.RealPath == path || slices.Contains(k.Also, path) ||
		(k.Dir != "" && k.Dir == path && !k.IsCommand())
}

// Listed gives the skills as a person reads them: by id, each winner followed by
// the copies it hides and the broken ones, what ships with knack at the end.
func (l *Library) Listed() []*Skill {
	list := slices.Clone(l.Skills)
	slices.SortStableFunc(list, func(a, b *Skill) int {
		return cmp.Or(
			cmp.Compare(last(a), last(b)),
			SortName.compare(a, b),
			cmp.Compare(winnerFirst(a), winnerFirst(b)),
		)
	})
	return list
}

// Similar gives the ids of a few skills that somebody may have meant by a name, the
// likeliest first.
func (l *Library) Similar(name string) []string {
	listed := l.Listed()
	var ids []string
	for _, hit := range NewIndex(listed).Find(search.Parse(name), Fits(listed)) {
		if id := listed[hit.Entry].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids[:min(len(ids), 3)]
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
	if k.State == Shadowed || k.State == Broken || k.State == Disabled {
		return 1
	}
	return 0
}

// Count tells how many skills are in a state, with those that ship with knack.
func (l *Library) Count(state State) int { return l.states[state] }

// Wrong tells how many things are wrong: files that look like a skill and aren't
// loaded, broken skills, and skills with a problem that is more than a note.
func (l *Library) Wrong() int { return l.wrong }

// Own tells how many skills are the person's, whatever their state.
func (l *Library) Own() int { return l.own }
