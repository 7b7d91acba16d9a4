package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

// crowd is a model over n skills that exist in memory only.
func crowd(tb testing.TB, n int) model {
	tb.Helper()
	host, err := skill.LoadHost(skill.DefaultHost)
	if err != nil {
		tb.Fatal(err)
	}
	opt := options(tb, tb.TempDir(), ".", new([]string))
	opt.Read = func(k *skill.Skill) (skill.Document, error) {
		return skill.Document{Frontmatter: k.Frontmatter, Body: strings.Repeat("A line of the body, about as long as lines are.\n", 130), BodyLine: 4}, nil
	}
	m := newModel(context.Background(), opt)
	roots := host.Roots(skill.Env{Home: "/home/kim", Cwd: "/home/kim/shop"})
	found := make([]*skill.Skill, n)
	for i := range found {
		name := fmt.Sprintf("skill-%06d", i)
		path := "/home/kim/.claude/skills/" + name + "/SKILL.md"
		found[i] = &skill.Skill{
			Key: "user:" + name, ID: name, Source: skill.User, Scope: "user", Path: path, RealPath: path,
			State: skill.Active, Frontmatter: skill.Frontmatter{
				Name: name, UserInvocable: true,
				Description: fmt.Sprintf("Does thing number %d for people who need it done, with care and without asking twice", i),
			},
		}
	}
	l := loaded{loader: m.loader, done: true, library: skill.Merge(host, roots, found)}
	l.listed = l.library.Listed()
	l.index = skill.NewIndex(l.listed)
	next, _ := m.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	next, cmd := next.(model).Update(l)
	m = next.(model)
	m.doc.ready = false
	if cmd != nil {
		next, _ = m.Update(m.open(m.current())())
		m = next.(model)
	}
	return m
}

// BenchmarkKey is one key and the frame after it: no file, no Markdown. The
// number of skills must not matter.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := crowd(b, n)
			keys := []tea.KeyPressMsg{{Code: tea.KeyDown}, {Code: tea.KeyDown}, {Code: tea.KeyUp}}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				next, _ := m.Update(keys[i%len(keys)])
				m = next.(model)
				_ = m.View()
			}
		})
	}
}

// BenchmarkType is one key in the form, over a body of 20 KB.
func BenchmarkType(b *testing.B) {
	m := crowd(b, 100)
	m.opt.Read = func(k *skill.Skill) (skill.Document, error) {
		return skill.Document{Body: strings.Repeat("A line of the body, about as long as lines are.\n", 400) + "Do $ARGUMENTS\n", BodyLine: 4}, nil
	}
	next, _ := m.Update(m.open(m.current())())
	m = next.(model)
	m.startForm()
	b.ReportAllocs()
	for b.Loop() {
		next, _ := m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
		m = next.(model)
		_ = m.View()
		next, _ = m.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
		m = next.(model)
		_ = m.View()
	}
}

// BenchmarkPaste is a paste of 3,000 characters into the filter by a terminal that gives
// it as keys.
func BenchmarkPaste(b *testing.B) {
	text := strings.Repeat("what somebody has copied from a letter or a page and wants to have ", 45)[:3000]
	for _, n := range []int{500, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			began := crowd(b, n)
			began.startFilter()
			for b.Loop() {
				m := began
				for _, r := range text {
					next, _ := m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
					m = next.(model)
					_ = m.View()
				}
			}
		})
	}
}
