package skill

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"knack/render"
)

// A Session is the small API of this package, for a program that is an agent itself: it
// finds skills, offers them to a model as a tool, and gives what a call of that tool
// returns, by the rules of one host. Methods may be called from several goroutines.
//
// Home directory and environment variables are those of the process; nothing else in
// this package asks for them. cwd is the directory that the agent works in. What can't be
// read is left out.
type Session struct {
	host *Host

	mu       sync.Mutex
	listings map[string]func() string // by directory
}

// Use makes a Session by the rules of a host. The functions of the package that are called
// as its methods go by DefaultHost.
func Use(host *Host) *Session {
	return &Session{host: host, listings: map[string]func() string{}}
}

var defaultSession = sync.OnceValue(func() *Session {
	host, err := LoadHost(DefaultHost)
	if err != nil {
		panic(err) // it ships with us
	}
	return Use(host)
})

// List is [Session.List] for Claude Code.
func List(cwd string) []Skill { return defaultSession().List(cwd) }

// Find is [Session.Find] for Claude Code.
func Find(name, cwd string) (Skill, bool) { return defaultSession().Find(name, cwd) }

// Content is [Session.Content] for Claude Code.
func Content(s Skill, args string) string { return defaultSession().Content(s, args) }

// Def is [Session.Def] for Claude Code.
func Def(cwd string) (map[string]any, bool) { return defaultSession().Def(cwd) }

// ResetDefCache is [Session.ResetDefCache] for Claude Code.
func ResetDefCache(cwd string) { defaultSession().ResetDefCache(cwd) }

// Execute is [Session.Execute] for Claude Code.
func Execute(name, args, cwd string) string { return defaultSession().Execute(name, args, cwd) }

// List gives the active skills in rank order, those that ship with knack last, each with
// its body and whole frontmatter.
func (s *Session) List(cwd string) []Skill {
	l, env := s.library(cwd)
	var list []Skill
	for _, k := range l.where(func(k *Skill) bool { return k.State == Active }) {
		if whole, err := k.whole(env.Cwd); err == nil {
			list = append(list, whole)
		}
	}
	return list
}

// Find gives the active skill of that name as [Session.List] does, read from the disk now.
func (s *Session) Find(name, cwd string) (Skill, bool) {
	l, env := s.library(cwd)
	for _, k := range l.Resolve(name) {
		if k.State == Active {
			whole, err := k.whole(env.Cwd)
			return whole, err == nil
		}
	}
	return Skill{}, false
}

// Content gives what the host sends for a skill from List or Find: for Claude Code a line
// with its folder, a blank line, and the body with its arguments filled in. Commands in it
// are not run. Where the host refuses the arguments it is a text that says so.
func (s *Session) Content(k Skill, args string) string {
	template := render.Parse(k.Body, k.AsRead().Arguments, s.host.Rules(&k))
	prompt, err := template.Render(render.Input{Args: args, Vars: s.host.Values(&k, k.treatment().project)})
	if err != nil {
		return fmt.Sprintf("error: %s would not take these arguments of %s: %v", s.host.Title, k.ID, err)
	}
	return s.host.AsSent(&k, prompt.Text)
}

// Def gives the definition of the Skill tool, as [Library.Tool] does without what ships
// with knack. What it lists is worked out once for each cwd: a definition stands at the
// front of every request, and a change would void what is cached of them. Skills that are
// not listed yet can be called all the same.
func (s *Session) Def(cwd string) (map[string]any, bool) {
	cwd = realDir(cwd)
	s.mu.Lock()
	listing, ok := s.listings[cwd]
	if !ok {
		listing = sync.OnceValue(func() string {
			l, env := s.library(cwd)
			return l.Listing(ReadListingOptions(s.host, env)).Text()
		})
		s.listings[cwd] = listing
	}
	s.mu.Unlock()
	return toolDefinition(listing())
}

// ResetDefCache makes the next Def of cwd look at the disk again, as after a compaction.
func (s *Session) ResetDefCache(cwd string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.listings, realDir(cwd))
}

// Execute gives what a model gets that calls a skill: Content of it, read from the disk
// now, or a text that begins with "error: " and says why there is none.
func (s *Session) Execute(name, args, cwd string) string {
	l, env := s.library(cwd)
	found := l.Resolve(name)
	if len(found) == 0 {
		return unknownSkill(l, name)
	}
	k := found[0]
	if reason := l.unlisted(k, k.AsRead(), ListingOptions{Bundled: true}); reason != "" {
		return fmt.Sprintf("error: the skill %s can't be called: %s", k.ID, reason)
	}
	whole, err := k.whole(env.Cwd)
	if err != nil {
		return fmt.Sprintf("error: the skill %s can't be read: %v", k.ID, err)
	}
	return s.Content(whole, args)
}

func unknownSkill(l *Library, name string) string {
	text := fmt.Sprintf("error: no skill is called %q", name)
	if similar := l.Similar(strings.TrimPrefix(name, "/")); len(similar) > 0 {
		text += "; those that come close: " + strings.Join(similar, ", ")
	}
	return text
}

// library reads everything the host would look at.
func (s *Session) library(cwd string) (*Library, Env) {
	home, _ := os.UserHomeDir() // unknown is for the roots to say
	env := Env{Home: home, Cwd: realDir(cwd), Getenv: os.Getenv}
	l, _ := Load(context.Background(), s.host, env) // the only error is that of the context
	return l, env
}

// realDir is a directory as an absolute path without links, as far as it is there.
func realDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// whole is the skill with its body and whole frontmatter, for an agent that works in cwd.
func (k *Skill) whole(cwd string) (Skill, error) {
	doc, err := k.Read()
	if err != nil {
		return Skill{}, err
	}
	whole, here := *k, k.treatment()
	here.project = cwd
	whole.Raw, whole.Fields, whole.Body, whole.shared = doc.Raw, doc.Fields, doc.Body, &here
	return whole, nil
}
