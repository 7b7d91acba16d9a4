package explain

import (
	"time"

	"knack/render/safe"
	"knack/skill"
)

// Sorted is what a skill is sorted by, empty where its name or its source says so.
func Sorted(by skill.Order, k *skill.Skill, now time.Time) safe.Text {
	switch by {
	case skill.SortModified:
		return Modified(k.Modified, now)
	case skill.SortSize:
		return safe.Format("%.1f kB", float64(k.Bytes)/1000)
	case skill.SortTokens:
		return TextTokens(k.BodyBytes)
	}
	return safe.Text{}
}

// recent is how long the time of day tells more than the day alone.
const recent = 7 * 24 * time.Hour

// Modified is the day a file was changed, with the time of day if that was a few days
// ago or is yet to come; empty where it isn't known.
func Modified(at, now time.Time) safe.Text {
	switch {
	case at.IsZero():
		return safe.Text{}
	case now.Sub(at) < recent:
		return safe.Line(at.Format("2006-01-02 15:04"))
	}
	return safe.Line(at.Format("2006-01-02"))
}

// Tokens is an estimated number of tokens in few cells.
func Tokens(n int) safe.Text {
	switch {
	case n >= 999_950: // which would round to 1000.0k
		return safe.Format("~%.1fM", float64(n)/1e6)
	case n >= 1000:
		return safe.Format("~%.1fk", float64(n)/1000)
	}
	return safe.Format("~%d", n)
}

// TextTokens is what a text of so many bytes costs.
func TextTokens(size int) safe.Text {
	return safe.Format("%s tok", Tokens(skill.Tokens(size)))
}
