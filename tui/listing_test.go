package tui

import (
	"testing"

	"knack/skill"
)

func TestModelTab(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web", "enter", "enter", "4")
	d.wants("What Claude Code tells the model of it", "- deploy: Ship a service", "The budget for the lines of all skills",
		"of 8000 characters", "its line", "the prompt as filled in", `Skill {"args":"web","skill":"deploy"}`)
	d.checkFrame()
	d.selectID("api-style").wants("nothing", "absent: ")
}

func TestModelTabOverBudget(t *testing.T) {
	small := func(o *Options) {
		o.Listing = func() skill.ListingOptions { return skill.ListingOptions{Budget: 100, BudgetFrom: "a test"} }
	}
	d := start(t, "kim", 120, 36, small).selectID("release-notes").keys("4")
	d.wants("█", "of 100 characters; in full they would take", "name-only: ")
	d.lacks("░")
	d = start(t, "kim", 120, 36, small, func(o *Options) { o.ASCII = true }).selectID("deploy").keys("4")
	d.wants("####")
	d.lacks("█")
}

// What is told follows the disk and the host.
func TestModelTabFollows(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("4")
	d.puts(skills+"invoice/SKILL.md", "---\ndescription: Hours, in another form.\n---\nText.\n").notices()
	d.wants("- invoice: Hours, in another form.")
	d.m.opt.Host = must(skill.LoadHost("goose"))
	d.keys("R").wants("How Goose lists its skills is not known")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
