package tui

import (
	"context"
	"hash/maphash"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/markdown"
	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
)

// A model is everything the program knows. Update works on its own copy; what
// is behind pointers in it (library, index, cache) is never changed by two.
type model struct {
	ctx     context.Context
	opt     Options
	actions []action
	// terminal is lent to the editor and left for the shell.
	terminal *terminal
	// wakeable tells whether a shell is there that can wake the program.
	wakeable func() bool
	// after answers with a message when some time has passed.
	after func(time.Duration, tea.Msg) tea.Cmd
	now   func() time.Time

	w, h   int
	dark   bool
	styles *styles
	layout layout

	// The facts.
	loader   *loader
	loading  bool
	again    bool               // read once more after this
	asked    bool               // and somebody waits for the answer
	unwatch  context.CancelFunc // ends the waiting for changes
	begun    map[string]uint64  // the sums of the skills there were at first, by key
	news     [isChanged + 1]int // how many skills there are of each
	read     int                // how many skills have been read while loading
	loadErr  error
	library  *skill.Library
	index    *search.Index
	listed   []*skill.Skill          // as a person reads them; index and hits count in it
	meanings func() *search.Meanings // of listed; takes its time, once
	query    search.Query
	hits     []search.Hit
	marks    search.Query   // what is marked in the rows
	meant    search.Query   // what is marked in those by meaning
	passages map[int]string // lines of texts that show why they are hits, by entry
	sort     skill.Order
	order    sortOrder
	ranking  *ranking          // under way, nil when none is
	absent   absent            // what was selected while it was there
	selected string            // the key of a skill, "" while there is none
	moved    bool              // the person chose the selection
	args     map[string]string // the line typed for each skill, by key
	doc      openedDoc
	reads    int // how often a file was asked for
	moves    int // how often a host was chosen
	cache    *pages
	fetched  map[fetched]bool
	stop     context.CancelFunc // ends the formatting that is going on

	// The panes.
	filter    textinput.Model
	filtering bool
	// filterKept: the filter opened is one from before, and typing begins a new one.
	filterKept bool
	list       list
	detail     detail
	find       finder
	form       form
	overlay    overlay
	compared   compared
	told       listed
	linted     linted
	allLinted  allLinted
	problemsAt placeOnPage // where the page of problems was left
	verdicts   verdicts
	judgings   int // how often verdicts were asked for
	menu       menu
	zoomed     bool
	inDetail   bool // keys move the document
	// wasInDetail: and did so before it got the whole screen.
	wasInDetail bool
	stray       bool // keys may come that are meant for a form that was closed
	status      status
}

// openedDoc is the selected skill as its file has it.
type openedDoc struct {
	key      string
	read     int // which reading of a file it comes from or waits for
	ready    bool
	err      error
	doc      skill.Document
	sum      uint64
	template render.Template
	hidden   []safe.Hidden
	prompt   render.Prompt
	refused  error // the host would not take these arguments
	laid     *laidText

	copyWhenReady bool
	formWhenReady bool
	typed         []tea.KeyPressMsg // meant for the form that will open
}

func newModel(ctx context.Context, opt Options) model {
	m := model{
		ctx: ctx, opt: opt, actions: newActions(), terminal: &terminal{}, wakeable: wakeable, after: after, now: time.Now,
		dark: opt.Theme != Light, cache: &pages{}, fetched: map[fetched]bool{}, stop: func() {}, unwatch: func() {},
		args: map[string]string{}, filter: newField(), find: finder{field: newField()}, form: newForm(),
		library: &skill.Library{Host: opt.Host}, index: skill.NewIndex(nil),
		loader: newLoader(opt.Host, false), loading: true, sort: skill.SortRelevance,
	}
	m.filter.SetValue(opt.Query)
	m.query = search.Parse(opt.Query)
	m.say(safe.Line(opt.Note))
	m.restyle()
	return m
}

// Init starts reading, after the first frame, and asks the terminal for its background,
// for which the frame doesn't wait.
func (m model) Init() tea.Cmd {
	load := func(ctx context.Context, emit func(skill.Batch)) error {
		m.terminal.awaitFrame(ctx)
		return m.opt.Load(ctx, emit)
	}
	cmds := []tea.Cmd{m.loader.start(m.ctx, load)}
	if m.opt.Theme == Auto || m.opt.Theme == "" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update takes one message and calls the handler for it.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		cmd = m.onSize(msg)
	case tea.BackgroundColorMsg:
		cmd = m.onBackground(msg)
	case tea.FocusMsg:
		cmd = m.onFocus()
	case tea.KeyPressMsg:
		cmd = m.onKey(msg)
	case tea.PasteMsg:
		cmd = m.onPaste(msg)
	case progressed:
		cmd = m.onProgressed(msg)
	case loaded:
		cmd = m.onLoaded(msg)
	case ranked:
		cmd = m.onRanked(msg)
	case inspected:
		cmd = m.onInspected(msg)
	case changed:
		cmd = m.onChanged(msg)
	case opened:
		cmd = m.onOpened(msg)
	case rested:
		cmd = m.onRested(msg)
	case formatted:
		cmd = m.onFormatted(msg)
	case copied:
		cmd = m.onCopied(msg)
	case kept:
		m.warn(safe.Format("the arguments can't be remembered: %s", msg.err))
	case noEditor:
		m.warn(safe.Line(msg.err.Error()))
	case edited:
		cmd = m.onEdited(msg)
	case compared:
		cmd = m.onCompared(msg)
	case judged:
		cmd = m.onJudged(msg)
	case listed:
		cmd = m.onListed(msg)
	case linted:
		cmd = m.onLinted(msg)
	case allLinted:
		cmd = m.onAllLinted(msg)
	case moved:
		cmd = m.onMoved(msg)
	}
	m.layForm() // the cursor may have gone to another line of the value
	return m, cmd
}

// typing tells whether keys are text for a field.
func (m *model) typing() bool {
	return m.filtering || m.find.typing || m.form.open || m.overlay.typing()
}

// current is the selected skill, nil when there is none.
func (m *model) current() *skill.Skill {
	if k, ok := m.library.ByKey(m.selected); ok {
		return k
	}
	return nil
}

// relayout works out where everything goes. Whatever changes the size or what is
// shown ends here.
func (m *model) relayout() {
	m.layout = arrange(m.w, m.h, m.zoomed, m.inDetail)
	if m.form.open && m.layout.list.shown() && !m.layout.detail.shown() {
		m.inDetail = true // nobody types into a field out of sight
		m.layout = arrange(m.w, m.h, m.zoomed, m.inDetail)
	}
	m.layList()
	m.layDetail()
	m.layOverlay()
}

func (m *model) restyle() {
	m.styles = newStyles(m.dark, m.opt.NoColor, m.opt.ASCII)
}

// shape is the formatted body the Read tab wants.
func (m *model) shape() shape {
	return shape{
		key: m.doc.key, sum: m.doc.sum, width: m.detailWidth(),
		style: markdown.Style{Dark: m.dark, NoColor: m.opt.NoColor},
	}
}

var seed = maphash.MakeSeed()

func sum(text string) uint64 { return maphash.String(seed, text) }
