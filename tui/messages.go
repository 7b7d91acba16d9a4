package tui

import (
	"knack/render"
	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
	"knack/tui/clipboard"
)

// Messages are named for what happened and carry what they answer for; a handler
// drops answers nobody waits for any more.

// progressed tells how many skills have been read so far.
type progressed struct {
	loader *loader
	found  int
}

// loaded brings the library as far as it has been read.
type loaded struct {
	loader  *loader
	library *skill.Library
	listed  []*skill.Skill
	index   *search.Index
	trail   skill.Trail // only when done
	done    bool
	err     error
}

// ranked brings the skills that fit the filter by meaning, none or some.
type ranked struct {
	ranking  *ranking
	hits     []search.Hit
	marks    search.Query
	passages map[int]string
}

// inspected brings the skills whose files are what the filter asks for.
type inspected struct {
	ranking  *ranking
	hits     []search.Hit
	passages map[int]string
}

// changed says that something is no longer as the loader found it.
type changed struct{ loader *loader }

// opened brings a skill's file.
type opened struct {
	key      string
	read     int // which reading it is
	doc      skill.Document
	template render.Template
	hidden   []safe.Hidden
	err      error
}

// rested says that the selection has stayed on one skill for a moment.
type rested struct{ shape shape }

// formatted brings a body as styled lines.
type formatted struct {
	shape shape
	page  page
	whole bool // false: only as much as a first screen needs
}

// copied says what became of a text that was taken along.
type copied struct {
	result clipboard.Result
	text   taken
}

// kept says that the arguments could not be remembered.
type kept struct{ err error }

// noEditor says why a file can't be edited.
type noEditor struct{ err error }

// edited says that the editor has gone.
type edited struct{ err error }
