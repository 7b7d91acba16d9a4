package tui

import (
	lru "container/list"

	"knack/render/markdown"
	"knack/render/safe"
)

// A shape names one formatted body: whose, of which content, how wide and how
// drawn. Answers and cache entries go by it.
type shape struct {
	key   string
	sum   uint64 // of the body
	width int
	style markdown.Style
}

// A page is a formatted body.
type page struct {
	lines   []textLine
	why     safe.Text // why it is plain, or empty
	hidden  safe.Text // what formatting doesn't show, or empty
	outline []markdown.Heading
	bytes   int
}

// maxPages is the number of bytes of formatted text that are kept.
const maxPages = 16 << 20

// pages keeps formatted bodies, the ones used last, within a number of bytes.
type pages struct {
	byShape map[shape]*lru.Element
	recent  lru.List // of pageEntry, the latest first
	bytes   int
}

type pageEntry struct {
	shape shape
	page  page
}

func (p *pages) get(s shape) (page, bool) {
	e, ok := p.byShape[s]
	if !ok {
		return page{}, false
	}
	p.recent.MoveToFront(e)
	return e.Value.(pageEntry).page, true
}

func (p *pages) put(s shape, pg page) {
	if e, ok := p.byShape[s]; ok {
		p.drop(e)
	}
	if p.byShape == nil {
		p.byShape = make(map[shape]*lru.Element)
	}
	p.byShape[s] = p.recent.PushFront(pageEntry{s, pg})
	p.bytes += pg.bytes
	for p.bytes > maxPages && p.recent.Len() > 1 {
		p.drop(p.recent.Back())
	}
}

func (p *pages) drop(e *lru.Element) {
	entry := p.recent.Remove(e).(pageEntry)
	delete(p.byShape, entry.shape)
	p.bytes -= entry.page.bytes
}
