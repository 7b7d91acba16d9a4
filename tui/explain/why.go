package explain

import (
	"path/filepath"
	"strconv"
	"strings"

	"knack/render/safe"
	"knack/skill"
)

// Why says what the host calls by a name and why: the answer and what to do about
// it first, then every root in rank order with the copies found there and the
// rule that decided, and at the end where the rules come from. Paths below home
// are written with ~; an empty home leaves them in full.
func Why(l *skill.Library, w skill.Why, home string) []Line {
	p := page{home: home}
	p.answer(l, w)
	p.add(Blank, 0, safe.Text{})
	p.say(Heading, 0, "Where ", l.Host.Title, " looks, first to last:")
	for i, step := range w.Steps {
		p.root(l.Roots, i)
		for _, k := range step.Copies {
			p.copy(l, k)
		}
		for _, problem := range step.Near {
			p.near(step.Root, problem)
		}
	}
	p.add(Blank, 0, safe.Text{})
	p.rules(l.Host)
	return p.lines
}

// rules says where the host's rules come from, and that some are unverified.
func (p *page) rules(h *skill.Host) {
	if h.Docs == "" {
		p.say(Reason, 0, "The rules are those of ", h.Title, ", ", h.Seen, ", as seen on ", h.Date)
	} else {
		p.say(Reason, 0, "The rules are those of ", h.Title, " ", h.Seen, " as documented on ", h.Date, ":")
		p.say(Reason, 0, h.Docs)
	}
	if n := len(h.Unverified); n > 0 {
		p.say(Reason, 0, "Unverified: ", count(n, "fact"), " about them; knack hosts ", h.Name, " names them")
	}
}

// answer says what became of the copy that was asked for, or of the name.
func (p *page) answer(l *skill.Library, w skill.Why) {
	k := asked(l, w)
	switch {
	case k == nil:
		p.absent(l, w)
	case k.Source == skill.Bundled:
		p.bundled(l, k)
	case k.State == skill.Shadowed:
		winner, _ := l.ByKey(k.ShadowedBy)
		p.say(Answer, 0, "This copy of ", k.ID, " is shadowed")
		p.say(Reason, 0, capital(k.Reason))
		p.say(Advice, 0, "To have it called, rename or remove ", p.short(whole(winner)))
	case k.State == skill.Broken:
		p.say(Answer, 0, k.ID, " is broken: ", k.Reason)
	case k.State == skill.Disabled:
		p.say(Answer, 0, k.ID, " is disabled: ", p.short(k.Reason))
		p.say(Advice, 0, p.short(enable(l, k)))
	case k.State == skill.Hidden:
		p.say(Answer, 0, k.ID, " is hidden: ", p.short(k.Reason))
		p.say(Advice, 0, p.short(unhide(l, k)))
	default:
		p.active(l, w, k)
	}
}

// bundled answers for a skill that ships with knack: whatever its state, the host doesn't
// have it.
func (p *page) bundled(l *skill.Library, k *skill.Skill) {
	p.say(Answer, 0, k.ID, " ships with knack; ", l.Host.Title, " doesn't have it")
	if winner, ok := l.ByKey(k.ShadowedBy); ok {
		p.say(Reason, 0, l.Host.Title, " calls the ", winner.Scope, " ", winner.Noun(), " of that name, ", p.short(whole(winner)))
		return
	}
	if k.Reason != "" {
		p.say(Reason, 0, "A copy would be ", string(k.State), ": ", p.short(k.Reason))
	}
	p.say(Advice, 0, "To give it to your agent, copy it to ", p.short(UserPlace(l, k.ID)))
}

// asked is the copy a person means: the one a key or path names, else the one
// that would be called.
func asked(l *skill.Library, w skill.Why) *skill.Skill {
	if found := l.Resolve(w.Name); len(found) > 0 {
		return found[0]
	}
	return nil
}

// absent answers for a name that no skill has.
func (p *page) absent(l *skill.Library, w skill.Why) {
	if w.Found() {
		p.say(Answer, 0, w.Name, " is not loaded; what comes close to it stands below")
		return
	}
	p.say(Answer, 0, "No skill is called ", w.Name)
	if place := l.Place(w.ID); place != "" && !filepath.IsAbs(w.Name) {
		p.say(Advice, 0, "A skill of that name would be ", p.short(place))
	}
}

// active answers for a skill that is called.
func (p *page) active(l *skill.Library, w skill.Why, k *skill.Skill) {
	who, because := callers(k.AsRead())
	p.say(Answer, 0, k.ID, " is active: ", who, " can call it", p.short(because))
	if k.Override.Value == skill.NameOnly {
		p.say(Reason, 0, "The model is told its name only, as the settings say ", skill.NameOnly, ", in ", p.short(k.Override.From))
	}
	p.dropped(l, k)
	if n := kept(w.Copies); l.Host.SameNames == skill.KeepBoth && n > 1 {
		p.say(Reason, 0, l.Host.Title, " keeps all ", strconv.Itoa(n), " skills of this name, and none hides another")
		p.say(Advice, 0, "To tell them apart, give each a name of its own")
	}
	n := 0 // copies that could be called instead
	for _, other := range w.Copies {
		if other.Source != skill.Bundled {
			n++
		}
	}
	if len(k.Shadows) == 0 || n < 2 {
		return
	}
	p.say(Reason, 0, l.Host.Title, " calls the ", k.Scope, " ", k.Noun(), ", one of ", strconv.Itoa(n), " copies")
	p.say(Advice, 0, "To have another one called, rename or remove ", p.short(whole(k)))
}

// Callers says who can call a skill and what keeps others from it; "" for a skill
// the host doesn't load.
func Callers(k *skill.Skill) string {
	switch {
	case k.Source == skill.Bundled, k.State == skill.Broken, k.State == skill.Shadowed, k.State == skill.Disabled:
		return ""
	}
	who, because := callers(k.AsRead())
	return who + because
}

func callers(k *skill.Skill) (who, because string) {
	switch {
	case !k.ModelInvocable() && !k.UserInvocable:
		return "nobody", ""
	case k.Override.Value == skill.UserOnly:
		return "only you", ", as the settings say " + skill.UserOnly + ", in " + k.Override.From
	case k.DisableModelInvocation:
		return "only you", ", as disable-model-invocation is true"
	case !k.UserInvocable:
		return "only the model", ", as user-invocable is false"
	}
	return "you and the model", ""
}

// kept counts the copies that are called.
func kept(copies []*skill.Skill) int {
	n := 0
	for _, k := range copies {
		if k.Source != skill.Bundled && (k.State == skill.Active || k.State == skill.Hidden) {
			n++
		}
	}
	return n
}

// Unread says that the host reads none of a skill's metadata, and what it takes for a
// description in place of that; "" where it reads them.
func Unread(h *skill.Host, k *skill.Skill) string {
	seen := k.AsRead()
	switch {
	case seen == k:
		return ""
	case seen.Description == "":
		return h.Title + " reads none of this metadata, and finds no description elsewhere"
	}
	return h.Title + " reads none of this metadata; the description is to it: " + seen.Description
}

// dropped says that a part of a skill is lost to the host: with malformed YAML it
// is called, and the model knows nothing of it.
func (p *page) dropped(l *skill.Library, k *skill.Skill) {
	for _, problem := range k.Problems {
		if problem.Severity == skill.Error {
			p.say(Trouble, 0, l.Host.Title, " doesn't read all of it: ", where(problem), problem.Message)
			return
		}
	}
}

// Near lists what comes close to a name that no skill has: files that look like one
// and aren't loaded.
func Near(l *skill.Library, name, home string) []Line {
	p := page{home: home}
	for _, step := range l.Why(name).Steps {
		for _, problem := range step.Near {
			p.say(markOf(problem), 0, p.short(problem.Path), " ", where(problem), p.short(problem.Message))
			if problem.Hint != "" {
				p.say(Advice, rootIndent, p.short(problem.Hint))
			}
		}
	}
	return p.lines
}

// unhide says what makes a hidden skill callable.
func unhide(l *skill.Library, k *skill.Skill) string {
	root := &l.Roots[k.Rank]
	switch {
	case !k.UserInvocable && !k.ModelInvocable() && k.Override.Value == skill.UserOnly:
		return "To call it, remove user-invocable, or what " + k.Override.From + " says of it"
	case !k.UserInvocable && !k.ModelInvocable():
		return "To call it, remove disable-model-invocation or user-invocable"
	case root.Below != "":
		return "To have it at once, start in " + root.Below + ", or move it to " + UserPlace(l, k.ID)
	case len(k.Paths) > 0:
		return "To have it always, remove paths"
	}
	return "To have it, keep a copy of another name"
}

// enable says what switches a disabled skill on.
func enable(l *skill.Library, k *skill.Skill) string {
	root := &l.Roots[k.Rank]
	switch {
	case root.Plugin != "" && strings.HasPrefix(root.Off, root.Plugin):
		return "To have it, switch on the plugin " + root.Plugin + " here, with /plugin"
	case root.Off != "":
		return "To have it, whoever set that has to take it back"
	}
	return "To have it, take it out of skillOverrides in " + k.Override.From
}

// whole is what has to go for a skill to be gone: its folder, or the file of a
// command.
func whole(k *skill.Skill) string {
	if k.IsCommand() {
		return k.Path
	}
	return k.Dir
}

// UserPlace is where a skill of the person's own would be.
func UserPlace(l *skill.Library, id string) string {
	for _, r := range l.Roots {
		if r.Source == skill.User && r.Scope == "" && r.Dir != "" {
			return filepath.Join(r.Dir, id, "SKILL.md")
		}
	}
	return filepath.Join("skills", id, "SKILL.md")
}

// copy says what became of one copy, by which rule, and what is wrong with it.
func (p *page) copy(l *skill.Library, k *skill.Skill) {
	mark, state := Winner, string(k.State)
	switch k.State {
	case skill.Shadowed, skill.Broken, skill.Disabled:
		mark = Loser
	}
	rel := strings.TrimPrefix(k.Path, "bundled:")
	if below, err := filepath.Rel(k.Root, k.Path); err == nil && k.Root != "" {
		rel = below
	}
	if k.Source == skill.Bundled {
		p.say(Loser, detailIndent, rel, " ", skill.NotTheAgents)
		p.lines[len(p.lines)-1].Skill = k.Key
		return
	}
	p.say(mark, detailIndent, rel, " is ", state)
	p.lines[len(p.lines)-1].Skill = k.Key
	if winner, shadowed := l.ByKey(k.ShadowedBy); shadowed {
		p.say(Reason, moreIndent, rule(l, l.Decides(winner, k)))
	} else if k.State == skill.Disabled || k.State == skill.Hidden {
		p.say(Reason, moreIndent, p.short(k.Reason))
	}
	for _, also := range k.Also {
		p.say(Reason, moreIndent, "one file with ", p.short(also), ", so counted once")
	}
	for _, problem := range k.Problems {
		p.say(markOf(problem), moreIndent, where(problem), p.short(problem.Message))
		if problem.Hint != "" {
			p.say(Advice, moreIndent+2, problem.Hint)
		}
	}
}

// rule gives a rule in words, with where it stands and the version it was seen on,
// and says so where it rests on nothing the host documents.
func rule(l *skill.Library, d skill.Decision) string {
	switch {
	case d.Unverified:
		return d.Rule + " (not documented for " + l.Host.Title + ")"
	case d.From != "":
		return d.Rule + " (" + d.From + "; seen on " + d.Seen + ")"
	}
	return d.Rule
}
