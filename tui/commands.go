package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"knack/render"
	"knack/render/markdown"
	"knack/render/safe"
	"knack/skill"
)

// restTime is how long the selection has to stay before a whole body is worked
// out: holding a key down must not queue up work nobody looks at.
const restTime = 40 * time.Millisecond

// plenty is how many skills are more than anybody looks through while others are read.
const plenty = 2000

// A loader is one run through all roots. It belongs to the commands: the model
// only asks for what comes next.
type loader struct {
	host    *skill.Host
	whole   bool // answer only when everything is read
	quiet   bool // nobody asked for it
	asked   bool // somebody did, and waits for an answer
	stop    context.CancelFunc
	batches chan skill.Batch
	failed  chan error
	found   []*skill.Skill
	merged  int // how many of found the model has
	roots   []skill.Root
	trail   skill.Trail
}

func newLoader(host *skill.Host, whole bool) *loader {
	return &loader{host: host, whole: whole, stop: func() {}, batches: make(chan skill.Batch, 64), failed: make(chan error, 1)}
}

// start begins to read all roots. The scan waits while nobody takes its batches,
// and ends with ctx, or when it is stopped.
func (l *loader) start(ctx context.Context, load func(context.Context, func(skill.Batch)) error) tea.Cmd {
	ctx, stop := context.WithCancel(ctx)
	l.stop = stop
	scan := func() tea.Msg {
		defer stop()
		defer close(l.batches)
		if err := load(ctx, func(b skill.Batch) {
			select {
			case l.batches <- b:
			case <-ctx.Done():
			}
		}); err != nil {
			l.failed <- err
		}
		return nil
	}
	return tea.Batch(scan, l.next())
}

// next waits for more. What has come is merged when there is four times as much as
// the last time, and at the end: merging and folding cost what reading costs, and doing
// it for every batch would hold up the scan. In between only the number goes out, and
// so it does once there is plenty to look at.
func (l *loader) next() tea.Cmd {
	return func() tea.Msg {
		more := l.take()
		if more && (len(l.found) < 4*l.merged || l.merged > plenty) {
			return progressed{loader: l, found: len(l.found)}
		}
		l.merged = len(l.found)
		m := loaded{loader: l, done: !more, library: skill.Merge(l.host, l.roots, l.found)}
		if m.done {
			m.trail, l.trail, l.found = l.trail, nil, nil // the model keeps the loader, to know it by
			select {
			case m.err = <-l.failed:
			default:
			}
		}
		m.listed = m.library.Listed()
		m.index = skill.NewIndex(m.listed)
		return m
	}
}

// take waits for one batch, or for all where the whole is wanted, and takes along
// what is ready behind it. It tells whether there may be more.
func (l *loader) take() (more bool) {
	b, more := <-l.batches
	for more {
		l.found = append(l.found, b.Skills...)
		l.trail = append(l.trail, b.Trail...)
		l.roots = b.Roots
		if l.whole {
			b, more = <-l.batches
			continue
		}
		select {
		case b, more = <-l.batches:
		default:
			return true
		}
	}
	return false
}

// watch waits until something is no longer as the loader found it.
func (m *model) watch(trail skill.Trail) tea.Cmd {
	wait, l := m.opt.Wait, m.loader
	if wait == nil {
		return nil
	}
	ctx, stop := context.WithCancel(m.ctx)
	m.unwatch = stop
	return func() tea.Msg {
		defer stop()
		if wait(ctx, trail) != nil {
			return nil
		}
		return changed{l}
	}
}

// open reads a skill and works out what its body holds.
func (m *model) open(k *skill.Skill) tea.Cmd {
	read, rules, opening, n := m.opt.Read, m.opt.Host.Rules(k), *k, m.doc.read
	return func() tea.Msg {
		doc, err := read(&opening)
		if err != nil {
			return opened{key: opening.Key, read: n, err: err}
		}
		return opened{
			key: opening.Key, read: n, doc: doc,
			template: render.Parse(doc.Body, doc.Arguments, rules),
			hidden:   safe.Find(doc.Body),
		}
	}
}

// formatFirst works out the top of a body.
func formatFirst(s shape, body string, lines int) tea.Cmd {
	return func() tea.Msg {
		return formatted{shape: s, page: newPage(markdown.First(body, s.width, lines, s.style), s.width)}
	}
}

// formatWhole works out a whole body; ctx ends when nobody waits for it.
func formatWhole(ctx context.Context, s shape, body string) tea.Cmd {
	return func() tea.Msg {
		doc, err := markdown.Render(ctx, body, s.width, s.style)
		if err != nil {
			return nil // cancelled
		}
		return formatted{shape: s, page: newPage(doc, s.width), whole: true}
	}
}

// fetch works out the body of a skill that may be looked at next. What can't be
// read is left for when it is.
func (m *model) fetch(ctx context.Context, k *skill.Skill) tea.Cmd {
	read, asked, s := m.opt.Read, *k, m.shape()
	return func() tea.Msg {
		doc, err := read(&asked)
		if err != nil || ctx.Err() != nil {
			return nil
		}
		s.key, s.sum = asked.Key, sum(doc.Body)
		return formatWhole(ctx, s, doc.Body)()
	}
}

func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

func (m *model) copyText(t taken) tea.Cmd {
	ctx, put := m.ctx, m.opt.Copy
	return func() tea.Msg { return copied{put(ctx, t.text), t} }
}

// newPage measures the lines of a formatted document once.
func newPage(doc markdown.Document, width int) page {
	p := page{why: doc.Why, hidden: doc.Hidden.Text(), outline: doc.Outline, lines: make([]textLine, len(doc.Lines))}
	for i, line := range doc.Lines {
		w := ansi.StringWidth(line)
		if w > width {
			line, w = ansi.Truncate(line, width, ""), width
		}
		p.lines[i] = textLine{line, w}
		p.bytes += len(line)
	}
	return p
}
